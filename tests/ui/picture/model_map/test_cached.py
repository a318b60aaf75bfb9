"""What a map says of a key-value cache is what a cache keeps."""

from dataclasses import replace
from functools import partial

import pytest

from tests.core.explain.computations import traced
from tests.core.variants.test_key_value_cache import IDS, ROTARY, decoder
from tests.core.variants.test_models import BOTH, LAYER
from transformer_core import trace
from transformer_core.explain.assembled.computation import ModelInputs, assembled_computation
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.key_value_cache import KeyValueCache
from transformer_core.variants.models import assembled
from transformer_core.variants.norm_placement import PreNormLayer
from ui.picture.model_map.cached import PARTS, cache_header
from ui.picture.model_map.sections import map_sections


def header(computation):
    return cache_header(computation, map_sections(computation, norm_first=False))


@pytest.mark.parametrize("parts", [ROTARY, BOTH])
def test_the_numbers_are_those_in_a_cache(parts):
    model, cache = assembled(parts), KeyValueCache()
    ids = IDS[:1]
    if parts is BOTH:
        given, rest = ModelInputs(src_ids=ids[:, :3], tgt_ids=ids), (ids[:, :3], ids)
        model.decode(ids, model.encode(ids[:, :3]), cache=cache)
    else:
        given, rest = ModelInputs(tgt_ids=ids), (ids,)
        model(ids, cache=cache)
    with trace(model) as records:
        model(*rest)
    said = header(assembled_computation(model, records, given))
    for part in PARTS:
        kept = [one for name, one in cache.named(model).items() if part in name]
        if not kept:
            assert said[part] is None
            continue
        rows = kept[0].size(2)
        assert sum(one.numel() for one in kept) == (
            rows * said[part]["layers"] * said[part]["numbers"]
        )


def test_heads_that_share_keys_and_values_keep_fewer():
    model = assembled(ROTARY)
    with trace(model) as records:
        model(IDS[:1])
    said = header(assembled_computation(model, records, ModelInputs(tgt_ids=IDS[:1])))
    own = said["self_attention"]
    assert (own["heads"], own["kv_heads"], own["d_k"], own["layers"]) == (4, 2, 2, 2)
    assert (own["numbers"], own["unshared"]) == (8, 16)


def test_the_papers_decoder_keeps_both_attentions():
    computation = traced(False, False)
    said = header(computation)
    keys = computation.tensors["decoder.layers.0.cross_attention.keys"]  # (heads, seq_k, d_k)
    assert said["self_attention"] == said["cross_attention"]
    assert said["self_attention"]["numbers"] == 2 * keys.size(0) * keys.size(2)


def test_of_layers_that_differ_and_of_an_encoder_nothing_is_said():
    layers = decoder().decoder.layers
    stack = replace(decoder().decoder, layers=(layers[0], _with_one_head))
    model = assembled(replace(decoder(), decoder=stack))
    with trace(model) as records:
        model(IDS[:1])
    assert header(assembled_computation(model, records, ModelInputs(tgt_ids=IDS[:1]))) is None
    encoder = assembled(replace(BOTH, tgt=None, decoder=None))
    with trace(encoder) as records:
        encoder(IDS[:1])
    assert header(assembled_computation(encoder, records, ModelInputs(src_ids=IDS[:1]))) is None


def _with_one_head():
    attention = partial(GroupedAttention, 8, 4, 1)
    return PreNormLayer(replace(LAYER, self_attention=attention))
