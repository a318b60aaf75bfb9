"""Every tensor of the encoder-decoder has a place on its page, and every place its tensor."""

import pytest
import torch

from pages.encoder_decoder.blocks import is_block
from pages.encoder_decoder.places import cell_at, place_of
from pages.encoder_decoder.sizes import Sizes
from transformer_core import TransformerConfig, build_transformer, seeded_dropout, trace
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.provenance import transformer_computation

SIZES = Sizes(2, 8, 2, 12, 9, 0.3)


def computation(norm_first: bool, dropout: bool) -> Computation:
    config = TransformerConfig(
        9, 9, 8, 2, num_layers=2, d_ff=12, dropout=0.3, norm_first=norm_first
    )
    model = build_transformer(config, 1)
    src, tgt = torch.tensor([[3, 4, 0]]), torch.tensor([[1, 5]])
    with torch.inference_mode(), trace(model) as records:
        if dropout:
            with seeded_dropout(1):
                model(src, tgt)
        else:
            model(src, tgt)
    return transformer_computation(model, records, src, tgt, tgt)


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("dropout", [False, True])
def test_a_place_leads_back_to_its_cell(norm_first, dropout):
    for name in computation(norm_first, dropout).steps:
        cell = Cell(name, (1,) if name == "losses" else (0, 1))
        if ".self_attention." in name or ".cross_attention." in name:
            is_flat = name.endswith(("concatenated", "projected"))
            cell = cell if is_flat else Cell(name, (1, 0, 1))
        place = place_of(cell, norm_first)
        assert is_block(place.block, SIZES, norm_first), name
        back = cell_at(place.block, place.head or 0, place.pin, norm_first)
        assert back == cell


def test_keys_are_shown_transposed():
    place = place_of(Cell("encoder.layers.0.self_attention.keys", (1, 4, 2)), False)
    assert (place.head, place.pinned) == (1, "keys.2.4")


def test_parameters_are_shown_nowhere():
    assert place_of(Cell("encoder.layers.0.self_attention.w_q.weight", (0, 0)), False) is None
    assert place_of(Cell("src_embedding.weight", (3, 0)), False) is None


def test_a_sum_stands_in_its_own_block_with_pre_norm():
    cell = Cell("decoder.layers.1.residual_2", (0, 0))
    assert place_of(cell, False).block == "decoder.layers.1.norm_2"
    assert place_of(cell, True).block == "decoder.layers.1.residual_2"
