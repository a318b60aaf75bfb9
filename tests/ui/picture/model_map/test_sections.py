"""Which tensors are on the map, in which section, of the paper's model and of any other."""

import pytest

from tests.core.explain.assembled_models import MODELS, explained, inputs_of, recorded
from tests.core.explain.computations import traced
from transformer_core.explain.computation import Computation
from transformer_core.variants.models import assembled
from ui.picture.model_map.sections import Column, layer_count, map_sections
from ui.picture.model_map.tensors import tensor_header

OFF_THE_MAP = ("mask", "position_bias")
"""What a record's name ends with that is not drawn, but read by a step that is."""
every_model = pytest.mark.parametrize("name", MODELS)


def columns(computation: Computation) -> list[Column]:
    return [
        column
        for section in map_sections(computation, norm_first=True)
        for column in section.columns
    ]


@every_model
def test_everything_that_a_model_records_is_on_the_map_once(name):
    model = assembled(MODELS[name]())
    records = recorded(model, inputs_of(model, padded=True))
    expected = {one for one in records if not one.endswith(OFF_THE_MAP)}
    shown = [column.tensor for column in columns(explained(name, padded=True))]
    assert len({*shown}) == len(shown)
    assert expected <= {*shown} <= expected | {"probabilities"}


@every_model
def test_half_a_model_has_the_sections_of_that_half(name):
    computation = explained(name)
    sections = map_sections(computation, norm_first=True)
    stacks = [stack for stack in ("encoder", "decoder") if layer_count(computation, stack)]
    assert [*dict.fromkeys(section.stack for section in sections)] == stacks
    assert all(section.columns for section in sections)
    is_both = len(stacks) == 2
    assert any(section.part == "cross_attention" for section in sections) == is_both


def test_rows_are_the_tokens_that_a_tensor_has_a_row_for():
    for name in ("marian", "bert", "llama"):
        computation = explained(name)
        for column in columns(computation):
            axes = computation.origins[column.tensor].axes
            assert axes[-2].tokens == column.rows, column


def test_heads_that_share_keys_are_heads():
    computation = explained("llama")
    heads = {
        column.name: tensor_header(computation, column)["heads"]
        for column in columns(computation)
        if column.tensor.startswith("decoder.layers.0.self_attention")
    }
    assert (heads["queries"], heads["keys"], heads["projected"]) == (4, 2, 0)


def test_of_the_papers_model_nothing_is_missing():
    sections = map_sections(traced(False, False), norm_first=False)
    parts = [section.part for section in sections if section.stack == "decoder"]
    layer = ["self_attention", "cross_attention", "feed_forward"]
    assert parts == ["embedding", *layer, *layer, "output", "softmax"]
    assert [column.name for column in sections[-1].columns] == ["logits", "probabilities"]
