"""The residual around a sublayer, taken from the wrong tensor (section 3.1)."""

from typing import Any, cast

import torch
from torch import Tensor

from transformer_core.config import TransformerConfig
from transformer_core.encoder import Encoder, EncoderLayer
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Step
from transformer_core.explain.provenance import encoder_computation
from transformer_core.initialisation import untrained
from transformer_core.trace import trace
from transformer_lab.mistakes.attention import OTHER_LENGTHS
from transformer_lab.mistakes.derivation import Derivation
from transformer_lab.mistakes.layers import NORM_CONFIG
from transformer_lab.mistakes.mistake import Comparison, Figures, Mistake, Picture, Sizes

SUM, NORMED = "layers.0.residual_2", "layers.0.normed_2"


def silent_feed_forward(seq_len: int = 6, seed: int = 11) -> dict[str, Any]:
    """One post-norm layer whose feed-forward network gives 0, as with a last matrix that starts at
    0; and x (1, seq_len, d_model), in which each token is 1 in a dimension that no other has.
    """
    config = TransformerConfig(1, 1, num_layers=1, dropout=0.0, **NORM_CONFIG)
    encoder = untrained(lambda: Encoder(config), seed)
    with torch.no_grad():
        _only_layer(encoder).feed_forward.linear_2.weight.zero_()
    return {"encoder": encoder, "x": torch.eye(config.d_model)[:seq_len].unsqueeze(0)}


def _only_layer(encoder: Encoder) -> EncoderLayer:
    return cast(EncoderLayer, encoder.layers[0])


def layer_output(encoder: Encoder, x: Tensor) -> Tensor:
    """The output of the core's layer: (1, seq_len, d_model)."""
    output: Tensor = encoder(x)
    return output


def residual_of_the_layers_input(encoder: Encoder, x: Tensor) -> Tensor:
    """The second residual goes round both sublayers, not only round the feed-forward network."""
    layer = _only_layer(encoder)
    attended = layer.norm_1(x + layer.self_attention(x, x, x))
    made = layer.feed_forward(attended)
    # right: total = attended + made
    total = x + made
    output: Tensor = layer.norm_2(total)
    return output


def test_what_attention_found_reaches_the_output(output: Tensor, x: Tensor) -> None:
    # the feed-forward network gives 0: nothing else can have changed x
    normed = torch.nn.functional.layer_norm(x, x.shape[-1:])
    assert not torch.allclose(output, normed, atol=1e-3)


def _both_layers(comparison: Comparison) -> Derivation:
    """The layer twice: as it is, and with another sum before its last norm."""
    encoder, x = comparison.given["encoder"], comparison.given["x"]
    with trace(encoder) as records:
        encoder(x)
    made = records["layers.0.feed_forward.output"]
    with trace(encoder, {SUM: lambda _: x + made}) as wrong_records:
        encoder(x)
    right = encoder_computation(encoder, records, x, "right")
    wrong = encoder_computation(encoder, wrong_records, x, "wrong")
    total = wrong.steps[f"wrong.{SUM}"]
    steps = {
        **right.steps,
        **wrong.steps,
        f"wrong.{SUM}": Step(total.kind, {**total.inputs, "x": "wrong.x"}, total.constants),
        "right": right.steps[f"right.{NORMED}"],
        "wrong": wrong.steps[f"wrong.{NORMED}"],
    }
    tensors = {**right.tensors, **wrong.tensors}
    return Derivation(tensors, steps, origins={**right.origins, **wrong.origins})


def _changed_by_attention(comparison: Comparison, _: Sizes) -> Figures:
    """How far the right output is from that of x alone, which the wrong one is."""
    return {"change": float((comparison.right - comparison.wrong).abs().max())}


RESIDUAL = Mistake(
    name="wrong_residual",
    topic="layers",
    equation=r"\mathrm{LayerNorm}\big(x + \mathrm{Sublayer}(x)\big)",
    given=silent_feed_forward,
    right=layer_output,
    wrong=residual_of_the_layers_input,
    test=test_what_attention_found_reaches_the_output,
    derivation=_both_layers,
    about=SUM,
    sizes=("seq_len", "seed"),
    suggestions=OTHER_LENGTHS,
    figures=_changed_by_attention,
    shown=lambda output: output[0],  # (seq_len, d_model)
    axes=vectors(),
    picture=Picture("position", "dimension", "diverging", compact=True),
)
MISTAKES = (RESIDUAL,)
