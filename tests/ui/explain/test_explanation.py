"""The way from number to number, as it stands in the URL."""

import pytest

from transformer_core.explain.computation import Cell
from transformer_core.explain.step_kinds import KINDS
from ui.explain.explanation import NUMBERS
from ui.explain.way import read_trail, write_trail
from ui.words.language import LANGUAGES, text_of

WAY = (Cell("encoder.layers.0.self_attention.weights", (1, 0, 2)), Cell("losses", (3,)))


def test_a_way_is_read_as_it_was_written():
    assert read_trail(write_trail(WAY)) == WAY
    assert read_trail("") == ()


@pytest.mark.parametrize(
    "text", ["weights", "weights@", "@1.2", "w@1.2.3.4", "<b>@1", "w@-1", "w@1~x"]
)
def test_what_is_no_way_is_refused(text):
    with pytest.raises(ValueError):
        read_trail(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_step_has_its_words(language):
    text = text_of("workbench", language)
    assert all(f"kinds.{kind}" in text for kind in KINDS)
    assert all(f"numbers.{name}" in text for names in NUMBERS.values() for name in names)
    with_bars = ("dot_product", "weighted_sum", "linear", "sum", "difference")
    assert all(f"charts.{kind}" in text for kind in with_bars)
