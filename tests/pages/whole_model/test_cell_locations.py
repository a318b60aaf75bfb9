"""Every tensor of the encoder-decoder has a place in its blocks, and every place its tensor."""

import pytest
import torch

from pages.encoder_decoder.blocks import is_block
from pages.encoder_decoder.sizes import Sizes
from pages.whole_model.cell_locations import CellLocation, CellLocations
from pages.whole_model.names import EncoderDecoderNaming
from pages.whole_model.sentences import sentences_of
from tests.core.explain.traced_model import recorded_forward
from tests.ui.explained_numbers import assert_called_the_same
from transformer_core import TransformerConfig
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.origin import Block
from transformer_core.explain.provenance import transformer_computation
from ui.words.language import LANGUAGES, text_of

SIZES = Sizes(2, 8, 2, 12, 9, 0.3)


def computation(norm_first: bool, dropout: bool) -> Computation:
    config = TransformerConfig(
        9, 9, 8, 2, num_layers=2, d_ff=12, dropout=0.3, norm_first=norm_first
    )
    src, tgt = torch.tensor([[3, 4, 0]]), torch.tensor([[1, 5]])
    model, records = recorded_forward(config, src, tgt, dropout=dropout, seed=1)
    return transformer_computation(model, records, src, tgt, tgt)


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("dropout", [False, True])
def test_a_location_leads_back_to_its_cell(norm_first, dropout):
    made = computation(norm_first, dropout)
    locations = CellLocations(made, norm_first)
    for name in made.steps:
        cell = Cell(name, {1: (1,), 2: (0, 1), 3: (1, 0, 1)}[made.tensors[name].dim()])
        location = locations.location_of(cell)
        assert is_block(location.block, SIZES, norm_first), name
        assert locations.cell_at(location.block, location.head or 0, location.pin) == cell


def location_of(cell: Cell, norm_first: bool = False) -> CellLocation | None:
    return CellLocations(computation(norm_first, False), norm_first).location_of(cell)


def test_keys_are_shown_transposed():
    location = location_of(Cell("encoder.layers.0.self_attention.keys", (1, 4, 2)))
    assert (location.head, location.pinned) == (1, "keys.2.4")


def test_parameters_are_shown_nowhere():
    assert location_of(Cell("encoder.layers.0.self_attention.w_q.weight", (0, 0))) is None
    assert location_of(Cell("src_embedding.weight", (3, 0))) is None


def test_a_sum_stands_in_its_own_block_with_pre_norm():
    cell = Cell("decoder.layers.1.residual_2", (0, 0))
    assert location_of(cell, False).block == Block("norm", "decoder", 1, 2)
    assert location_of(cell, True).block == Block("residual", "decoder", 1, 2)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("dropout", [False, True])
def test_what_a_tensor_is_called_in_the_computation_changes_no_word(language, norm_first, dropout):
    made = computation(norm_first, dropout)
    sentences = sentences_of(("a", "b"), ("c",), padding=1)
    text = text_of("encoder_decoder", language)
    assert_called_the_same(
        made, lambda one: EncoderDecoderNaming(text, sentences, one, norm_first), made.steps
    )
