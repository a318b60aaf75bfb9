"""The way from number to number, as it stands in the URL."""

from collections.abc import Iterable

import pytest

from tests.core.explain.computations import computations
from tests.core.explain.laws import kinds_in
from transformer_core.explain.computation import Cell
from transformer_core.explain.kind import KINDS, Kind
from transformer_lab.mistakes import MISTAKES
from ui.explain.trail import read_trail, write_trail
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


def assert_words(page: str, language: str, kinds: Iterable[Kind]) -> None:
    text = text_of(page, language)
    for kind in kinds:
        assert f"kinds.{kind.name}" in text
        assert all(f"numbers.{name}" in text for name in kind.notation.named)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_step_has_its_words(language):
    assert_words("workbench", language, [KINDS[name] for name in kinds_in(computations())])
    with_bars = ("dot_product", "weighted_sum", "linear", "sum", "difference")
    assert all(f"charts.{kind}" in text_of("workbench", language) for kind in with_bars)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_that_a_mistake_brings_has_its_words_on_its_page(language):
    assert_words("mistakes", language, [kind for one in MISTAKES.values() for kind in one.kinds])
