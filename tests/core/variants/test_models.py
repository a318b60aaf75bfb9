import math
from functools import partial

import pytest
import torch

from transformer_core import Transformer, TransformerConfig, generator, trace
from transformer_core.initialisation import untrained
from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.models import assembled
from transformer_core.variants.norm_placement import LayerParts, PostNormLayer
from transformer_core.variants.relative_bias import RelativeBias
from transformer_core.variants.sinusoidal_positions import SinusoidalPositions

ATTENTION = partial(GroupedAttention, 8, 2)
LAYER = LayerParts(
    ATTENTION, partial(ActivatedFeedForward, 8, 12, "relu"), partial(LayerNorm, 8, eps=1e-6)
)
ENCODER = StackParts.alike(partial(PostNormLayer, LAYER), 2)
DECODER = StackParts.alike(
    partial(
        PostNormLayer,
        LayerParts(ATTENTION, LAYER.feed_forward, LAYER.norm, cross_attention=ATTENTION),
    ),
    2,
)
INPUT = InputParts(7, 8, scale=math.sqrt(8), positions=partial(SinusoidalPositions, 8))
BOTH = ModelParts(INPUT, ENCODER, INPUT, DECODER, OutputParts("own", bias=True), False)
SRC = torch.tensor([[3, 4, 5, 6], [3, 4, 0, 0]])
TGT = torch.tensor([[2, 5, 1], [2, 6, 0]])


def test_of_the_papers_parts_it_is_the_papers_model():
    """But for the order of the encoding's columns, so those of the embeddings move with them, and
    all that reads or writes the residual stream.
    """
    config = TransformerConfig(7, 7, d_model=8, num_heads=2, num_layers=2, d_ff=12)
    paper = untrained(lambda: Transformer(config), seed=1)
    order = [0, 2, 4, 6, 1, 3, 5, 7]
    moved = {}
    for name, tensor in paper.state_dict().items():
        is_out = name.endswith(("w_o.weight", "w_o.bias", "linear_2.weight", "linear_2.bias"))
        if is_out or "norm" in name:
            tensor = tensor[order]
        elif tensor.dim() == 2 and "w_o" not in name:
            tensor = tensor[:, order]
        moved[name] = tensor
    ours = assembled(BOTH)
    ours.load_state_dict(moved)
    logits = ours(SRC, TGT, SRC == 0, TGT == 0)
    torch.testing.assert_close(logits, paper(SRC, TGT), rtol=0, atol=1e-5)


def test_names_in_a_trace_begin_as_in_the_paper():
    config = TransformerConfig(7, 7, d_model=8, num_heads=2, num_layers=2, d_ff=12)
    paper, ours = untrained(lambda: Transformer(config), seed=1), assembled(BOTH)
    with trace(paper) as expected:
        paper(SRC, TGT)
    with trace(ours) as records:
        ours(SRC, TGT, SRC == 0, TGT == 0)
    new = {"src_positions", "tgt_positions"}
    assert [name for name in records if name not in new] == list(expected)


@pytest.mark.parametrize(
    ("parts", "begins"),
    [
        (ModelParts(src=INPUT, encoder=ENCODER, output=OutputParts()), "encoder"),
        (ModelParts(tgt=INPUT, decoder=ENCODER, output=OutputParts()), "decoder"),
    ],
)
def test_half_a_model_has_its_half_alone(parts, begins):
    model = assembled(parts)
    with trace(model) as records:
        logits = model(SRC, SRC == 0)
    assert logits.shape == (2, 4, 7) and list(records)[-1] == "logits"
    stacks = {name.split(".")[0] for name in records if "." in name}
    assert stacks == {begins}
    weights = records[f"{begins}.layers.1.self_attention.weights"]
    assert not weights[1, :, :, 2:].any(), "padding"
    future = weights[0].triu(1)
    assert bool(future.any()) == (begins == "encoder")


def test_without_an_output_layer_the_result_is_the_last_layer():
    model = assembled(ModelParts(src=INPUT, encoder=ENCODER))
    assert model(SRC).shape == (2, 4, 8)


def test_all_layers_add_one_bias_of_positions():
    encoder = StackParts.alike(
        partial(PostNormLayer, LAYER), 2, position_bias=partial(RelativeBias, 2, both_sides=True)
    )
    model = assembled(ModelParts(src=INPUT, encoder=encoder, output=OutputParts()))
    with trace(model) as records:
        model(SRC)
    for layer in range(2):
        start = f"encoder.layers.{layer}.self_attention."
        added = records[f"{start}biased"] - records[f"{start}scaled"]
        torch.testing.assert_close(added[0], records["encoder.position_bias"], rtol=0, atol=1e-6)


def test_a_change_of_a_shared_embedding_is_seen_on_both_sides_and_at_the_output():
    parts = ModelParts(INPUT, ENCODER, INPUT, DECODER, OutputParts())
    model = assembled(parts)
    draw = torch.randn(7, 8, generator=generator(5))
    change = {"src_embedding.weight": lambda table: draw}
    with trace(model, change=change) as records:
        logits = model(SRC, TGT)
    assert torch.equal(records["tgt_embeddings"], draw[TGT])
    torch.testing.assert_close(logits, records["decoder.output"] @ draw.T)


def test_logits_can_be_capped():
    output = OutputParts(cap=0.1)
    model = assembled(ModelParts(src=INPUT, encoder=ENCODER, output=output))
    with trace(model) as records:
        model(SRC)
    assert list(records)[-2:] == ["logits_uncapped", "logits"]
    assert records["logits_uncapped"].abs().max() > 0.1 >= records["logits"].abs().max()
