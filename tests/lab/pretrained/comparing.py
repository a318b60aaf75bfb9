"""A small random model of transformers, saved, opened as ours, and compared number by number."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch
import transformers
from torch import Tensor, nn

from transformer_core import trace
from transformer_core.variants.models import (
    AssembledModel,
    EncoderDecoderModel,
    EncoderModel,
)
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import read_network

LENGTHS = (1, 6, 17)
LARGEST_DIFFERENCE = 1e-5
"""As a share of the largest number of the tensor."""
Network = transformers.PreTrainedModel


def random_network(build: Callable[[], Network], gain: float = 1.5) -> Network:
    """A model in which every number matters: no bias is 0, no norm's weight is 1, and weights are
    large enough for the heads to look at different places.

    Args:
        gain: of each matrix. Where scores are not scaled, a large one makes rows of weights that
            rounding changes.
    """
    with torch.random.fork_rng():
        torch.manual_seed(1)
        network = build().eval()
        with torch.no_grad():
            for name, one in [*network.named_parameters(), *network.named_buffers()]:
                if one.is_floating_point() and not _is_computed(network, name):
                    one.copy_(_random(name, one, gain))
    return network


def _is_computed(network: Network, name: str) -> bool:
    """Positions that nobody has learnt: waves, and the speeds of a turn."""
    is_sinusoidal = "Sinusoidal" in type(network.get_submodule(name.rpartition(".")[0])).__name__
    return is_sinusoidal or "inv_freq" in name


def _random(name: str, one: Tensor, gain: float) -> Tensor:
    drawn = torch.randn(one.shape)
    if one.dim() == 1:
        around = 1.0 if "norm" in name.lower() or ".ln_" in name else 0.0
        return 0.3 * drawn + around * (not name.endswith("bias"))
    is_table = "embed" in name or "wte" in name or "wpe" in name or "shared" in name
    return drawn if is_table else drawn * gain * one.size(-1) ** -0.5


def compare(
    folder: Path,
    network: Network,
    *,
    padded_rows: bool = True,
    pad: int | None = None,
    config: Mapping[str, Any] | None = None,
) -> AssembledModel:
    """Save a network, open it as ours, and compare all hidden states, weights and logits at three
    lengths, with padding in the batch.

    Args:
        padded_rows: whether also the rows of tokens that only fill up the batch are compared. In
            some families they have positions that nobody else has.
        pad: the token that fills up the batch, where a model computes otherwise with it. Mostly any
            tokens do.
        config: what the file says otherwise than transformers writes it, as older ones do; what
            is null is left out.
    """
    network.save_pretrained(folder)
    file = folder / "config.json"
    values = json.loads(file.read_text()) | dict(config or {})
    left_out = [key for key in config or {} if values[key] is None]
    file.write_text(json.dumps({key: values[key] for key in values if key not in left_out}))
    model, _ = read_network(open_folder(folder, "m"), "m")
    network = reloaded(folder, network)
    for length in LENGTHS:
        batch = Batch(length, network.config.vocab_size, padded_rows, pad)
        compare_once(model, network, batch)
    return model


def reloaded(folder: Path, network: Network) -> Network:
    """What transformers makes of the files: eager and in float32, whatever was saved."""
    read = type(network).from_pretrained(
        folder, attn_implementation="eager", dtype=torch.float32, local_files_only=True
    )
    return read.eval()


class Batch:
    """Two sentences, the second one with some padding at its end.

    Where padding is a token of its own, it stands inside the first one, too.
    """

    def __init__(
        self, length: int, vocab_size: int, padded_rows: bool = True, pad: int | None = None
    ) -> None:
        self.pad = pad
        draw = torch.Generator().manual_seed(length)
        self.ids = torch.randint(3, vocab_size, (2, length), generator=draw)
        self.padding = torch.zeros(2, length, dtype=torch.bool)
        self.padding[1, max(1, length - 2) :] = True
        if pad is not None:
            self.ids[self.padding] = pad
            self.ids[0, length // 2 : length // 2 + 1] = pad
        self.rows = torch.ones_like(self.padding) if padded_rows else ~self.padding

    @property
    def attention_mask(self) -> Tensor:
        """As transformers wants it: 1 where there is a token."""
        return (~self.padding).long()


def compare_once(model: AssembledModel, network: Network, batch: Batch) -> None:
    asked = {"output_hidden_states": True, "output_attentions": True}
    both = {"input_ids": batch.ids, "attention_mask": batch.attention_mask, **asked}
    with torch.inference_mode(), trace(model) as records:
        if isinstance(model, EncoderDecoderModel):
            target = Batch(max(1, batch.ids.size(1) - 3), network.config.vocab_size, pad=batch.pad)
            result = model(batch.ids, target.ids, batch.padding, target.padding)
            theirs = network(
                **both,
                decoder_input_ids=target.ids,
                decoder_attention_mask=target.attention_mask,
                use_cache=False,
            )
            source = (theirs.encoder_hidden_states, theirs.encoder_attentions)
            compare_stack("encoder", "src", model.encoder, records, *source, batch.rows)
            decoder = (theirs.decoder_hidden_states, theirs.decoder_attentions)
            compare_stack("decoder", "tgt", model.decoder, records, *decoder, target.rows)
            for layer, weights in enumerate(theirs.cross_attentions):
                name = f"decoder.layers.{layer}.cross_attention.weights"
                assert_close(name, records[name], weights)
            rows = target.rows
        else:
            is_encoder = isinstance(model, EncoderModel)
            stack, side = ("encoder", "src") if is_encoder else ("decoder", "tgt")
            result, theirs = model(batch.ids, batch.padding), network(**both)
            inner = model.get_submodule(stack)
            states = (theirs.hidden_states, theirs.attentions)
            compare_stack(stack, side, inner, records, *states, batch.rows)
            rows = batch.rows
        last = theirs.last_hidden_state if model.output is None else theirs.logits
        assert_close("logits", result[rows], last[rows])


def compare_stack(
    stack: str,
    side: str,
    inner: nn.Module,
    records: dict[str, Tensor],
    states: tuple[Tensor, ...],
    weights: tuple[Tensor, ...],
    rows: Tensor,
) -> None:
    """What enters the first layer, what leaves each one, and what each head looks at."""
    layers = len(inner.layers)
    assert len(states) == layers + 1 and len(weights) == layers
    entering = [name for name in records if name.startswith(f"{side}_")][-1]
    assert_close(entering, records[entering][rows], states[0][rows])
    for layer in range(layers):
        start = f"{stack}.layers.{layer}."
        own = [name for name in records if name.startswith(start) and name.count(".") == 3]
        if layer < layers - 1:
            assert_close(own[-1], records[own[-1]][rows], states[layer + 1][rows])
        name = f"{start}self_attention.weights"
        ours, expected = (one.transpose(1, 2)[rows] for one in (records[name], weights[layer]))
        assert_close(name, ours, expected)
        # Or no comparison could tell one head from another.
        assert expected.size(-1) < 10 or (expected[:, 0] - expected[:, 1]).abs().max() > 0.1
    # What theirs calls the last state is brought to the embedding's width already.
    last = "head.projected" if "head.projected" in records else f"{stack}.output"
    assert_close(last, records[last][rows], states[-1][rows])


def assert_close(name: str, ours: Tensor, theirs: Tensor) -> None:
    assert ours.shape == theirs.shape, name
    difference = (ours - theirs).abs().max() / theirs.abs().max()
    assert difference <= LARGEST_DIFFERENCE, f"{name}: {difference:.2g} of the largest"


__all__ = ["Batch", "assert_close", "compare", "random_network", "reloaded"]
