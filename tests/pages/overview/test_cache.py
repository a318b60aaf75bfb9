"""With a cache the translator computes the map's own numbers, and keeps what the map says."""

import math
from functools import partial

import pytest
import torch

from pages.translator.model_edits import the_translator
from tests.pages.overview.overview_page import map_of, overview
from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.key_value_cache import KeyValueCache
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.models import EncoderDecoderModel, assembled
from transformer_core.variants.norm_placement import LayerParts, PostNormLayer
from transformer_core.variants.sinusoidal_positions import SinusoidalPositions
from ui.picture.matrix_view.matrix import Blobs
from ui.picture.model_map.cached import PARTS

WRITES_RESIDUAL = ("w_o.weight", "w_o.bias", "linear_2.weight", "linear_2.bias")


def cached_translator() -> EncoderDecoderModel:
    """The translator as a model that can take a cache.

    Its encoding has the even columns before the odd ones, so those of all that reads or writes the
    residual stream are moved with them.
    """
    paper = the_translator().model
    config, width = paper.config, paper.config.d_model
    attention = partial(GroupedAttention, width, config.num_heads)
    feed_forward = partial(ActivatedFeedForward, width, config.d_ff, "relu")
    norm = partial(LayerNorm, width, eps=config.layer_norm_eps)
    layer = LayerParts(attention, feed_forward, norm)
    below = LayerParts(attention, feed_forward, norm, cross_attention=attention)
    src, tgt = (
        InputParts(
            size, width, scale=math.sqrt(width), positions=partial(SinusoidalPositions, width)
        )
        for size in (config.src_vocab_size, config.tgt_vocab_size)
    )
    encoder, decoder = (
        StackParts.alike(partial(PostNormLayer, one), config.num_layers) for one in (layer, below)
    )
    model = assembled(ModelParts(src, encoder, tgt, decoder, OutputParts(), False))
    order = [*range(0, width, 2), *range(1, width, 2)]
    moved = {}
    for name, tensor in paper.state_dict().items():
        if name.endswith(WRITES_RESIDUAL) or "norm" in name:
            moved[name] = tensor[order]
        else:
            moved[name] = tensor[:, order] if tensor.dim() == 2 else tensor
    model.load_state_dict(moved)
    assert isinstance(model, EncoderDecoderModel)
    return model


@pytest.fixture(scope="module")
def stepped():
    """The map's computation, each step's logits with a cache, and what was kept after each."""
    asked = overview()
    computation = asked.setting.written.computation
    model, cache = cached_translator(), KeyValueCache()
    src, tgt = computation.tensors["src_ids"][None], computation.tensors["tgt_ids"][None]
    logits, kept = [], []
    with torch.inference_mode():
        memory = model.encode(src)
        for row in range(tgt.size(1)):
            logits.append(model.decode(tgt[:, row : row + 1], memory, cache=cache)[0, 0])
            kept.append(cache.named(model))
    return asked, logits, kept


def test_each_token_has_the_same_logits_with_a_cache(stepped):
    asked, logits, _ = stepped
    whole = asked.setting.written.computation.tensors["logits"]  # (rows, vocab)
    assert len(logits) == len(whole) > 3
    torch.testing.assert_close(torch.stack(logits), whole, rtol=0, atol=1e-4)
    assert torch.equal(torch.stack(logits).argmax(-1), whole.argmax(-1))


def test_what_is_kept_are_the_maps_own_keys_and_values(stepped):
    asked, _, kept = stepped
    tensors = asked.setting.written.computation.tensors
    for row, named in enumerate(kept):
        for name, (values,) in named.items():
            shown = tensors[name] if "cross" in name else tensors[name][:, : row + 1]
            torch.testing.assert_close(values, shown, rtol=0, atol=1e-4)


def test_as_many_numbers_are_kept_as_the_map_says(stepped):
    asked, _, kept = stepped
    said = map_of(asked).header(Blobs())["cache"]
    for rows, named in enumerate(kept, start=1):
        for part in PARTS:
            count = sum(one.numel() for name, one in named.items() if part in name)
            of = said[part]
            sources = asked.setting.written.computation.tensors["src_ids"].numel()
            times = sources if part == "cross_attention" else rows
            assert count == times * of["layers"] * of["numbers"] > 0
