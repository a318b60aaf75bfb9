"""With a cache the numbers are the same as without, and less is computed."""

from dataclasses import replace
from functools import partial

import pytest
import torch

from tests.core.variants.test_models import BOTH, ENCODER, INPUT, LAYER
from transformer_core import trace
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.key_value_cache import KeyValueCache
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.models import assembled
from transformer_core.variants.norm_placement import PreNormLayer
from transformer_core.variants.relative_bias import RelativeBias
from transformer_core.variants.rotary_positions import RotaryPositions

IDS = torch.tensor([[3, 4, 5, 6, 1], [2, 2, 6, 1, 5]])
PADDING = torch.tensor([[False] * 5, [True, False, False, False, False]])


def decoder(**attention: object) -> ModelParts:
    layer = replace(LAYER, self_attention=partial(GroupedAttention, 8, 4, 2, **attention))
    stack = StackParts.alike(partial(PreNormLayer, layer), 2, LAYER.norm)
    return ModelParts(tgt=InputParts(7, 8), decoder=stack, output=OutputParts())


ROTARY = decoder(preparations=(partial(RotaryPositions, 2),), window=3)
BIASED = replace(
    decoder(),
    decoder=replace(
        decoder().decoder, position_bias=partial(RelativeBias, 4, 8, 16, both_sides=False)
    ),
)
SINUSOIDAL = ModelParts(tgt=INPUT, decoder=ENCODER, output=OutputParts())


@pytest.mark.parametrize("parts", [ROTARY, BIASED, SINUSOIDAL])
@pytest.mark.parametrize("pieces", [[1, 1, 1, 1, 1], [3, 2], [5]])
def test_logits_are_those_of_reading_all_at_once(parts, pieces):
    model, cache = assembled(parts), KeyValueCache()
    whole, start, made = model(IDS, PADDING), 0, []
    for length in pieces:
        end = start + length
        made.append(model(IDS[:, start:end], PADDING[:, :end], cache))
        start = end
    assert cache.seq_len == 5
    torch.testing.assert_close(torch.cat(made, dim=1), whole, rtol=0, atol=1e-5)


def test_an_encoder_decoder_reads_its_memory_once():
    model, cache = assembled(BOTH), KeyValueCache()
    memory = model.encode(IDS)
    whole = model.decode(IDS, memory, PADDING)
    first = model.decode(IDS[:, :2], memory, PADDING, cache=cache)
    kept = cache.named(model)["decoder.layers.0.cross_attention.keys"]
    rest = model.decode(IDS[:, 2:], memory, PADDING, cache=cache)
    torch.testing.assert_close(torch.cat([first, rest], dim=1), whole, rtol=0, atol=1e-5)
    assert cache.named(model)["decoder.layers.0.cross_attention.keys"] is kept


def test_what_is_kept_is_what_the_whole_sequence_has():
    model, cache = assembled(ROTARY), KeyValueCache()
    model(IDS[:, :3], cache=cache)
    with trace(model) as records:
        model(IDS[:, 3:], cache=cache)
    assert records["decoder.layers.1.self_attention.keys_unturned"].size(2) == 2, "made anew"
    kept = cache.named(model)
    with trace(model) as whole:
        model(IDS)
    assert list(kept) == [
        f"decoder.layers.{layer}.self_attention.{name}"
        for layer in range(2)
        for name in ("keys", "values")
    ]
    for name, tensor in kept.items():
        torch.testing.assert_close(tensor, whole[name], rtol=0, atol=1e-6)
        assert torch.equal(records[name], tensor)


def test_two_texts_have_a_cache_each():
    model, caches = assembled(ROTARY), (KeyValueCache(), KeyValueCache())
    for ids, cache in zip(IDS.split(1), caches, strict=True):
        model(ids, cache=cache)
    one, other = (cache.named(model)["decoder.layers.0.self_attention.keys"] for cache in caches)
    assert not torch.equal(one, other)
