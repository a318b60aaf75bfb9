"""The numbers of Adam's update, as they are written, add up."""

import re

import pytest

from pages.training.adam import adam_lines
from transformer_lab.learning import AdamStep, explained
from ui.explain.arithmetic.numbers import TIMES_TEN, read_back
from ui.words.language import text_of

ADAM = ("first", "second", "first_corrected", "second_corrected", "update", "new_weight")


@pytest.fixture
def update() -> AdamStep:
    return explained(-0.02, 0.25, first=0.03, second=0.0018, step=3, rate=0.0125)


def test_what_adamw_takes_off_has_its_own_line() -> None:
    decayed = explained(
        -0.02, 0.25, first=0.03, second=0.0018, step=3, rate=0.0125, weight_decay=0.1
    )
    text = text_of("training", "en")
    lines = dict(adam_lines(text, decayed))
    shown = lines[text("explained.decay")]
    assert shown[0]["text"] == "0.01250 · 0.1 · 0.2500"
    assert read_back(shown[-1]["text"].split(" ", 1)[1]) == pytest.approx(0.0125 * 0.1 * 0.25)
    new = lines[text("explained.new_weight")][-1]["text"]
    assert read_back(new.split(" ", 1)[1]) == pytest.approx(decayed.new_weight, rel=1e-3)


def test_the_last_line_is_the_new_weight(update: AdamStep) -> None:
    text = text_of("training", "en")
    shown = dict(adam_lines(text, update))[text("explained.new_weight")][-1]["text"]
    assert read_back(shown.split(" ", 1)[1]) == pytest.approx(update.new_weight, rel=1e-3)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_number_stands_there(language: str, update: AdamStep) -> None:
    lines = adam_lines(text_of("training", language), update)
    assert len([label for label, _ in lines if label]) == 7
    written = " ".join(piece["text"] for _, spans in lines for piece in spans)
    for number in ("−0.02000", "0.03000", "1.800 × 10⁻³", "0.01250", "1 − 0.9^3", "1 − 0.98^3"):
        assert number in written or number.replace("1.800 × 10⁻³", "0.001800") in written
    assert not re.search(r"[-+] [-−]", written), "never two signs in a row"


@pytest.mark.parametrize(
    ("gradient", "squared"),
    [(3.917e-7, "(3.917 × 10⁻⁷)²"), (-3.917e-7, "(−3.917 × 10⁻⁷)²"), (-0.02, "(−0.02000)²")],
)
def test_a_square_is_of_the_whole_number(gradient: float, squared: str) -> None:
    small = explained(gradient, 0.25, first=0.0, second=0.0, step=3, rate=0.0125)
    lines = dict(adam_lines(text_of("training", "en"), small))
    assert f"· {squared}" in lines["v: second moment"][0]["text"]
    root = re.search(r"√(\S+|\([^)]+\)) \+", lines["update"][0]["text"])
    assert root is not None
    assert (TIMES_TEN in root[1]) == root[1].startswith("(")


def test_what_the_shown_digits_do_not_give_is_no_equality(update: AdamStep) -> None:
    for label, (*before, result) in adam_lines(text_of("training", "en"), update)[1:]:
        assert not label or result["text"][0] in "=≈" or not before


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_step_of_adam_is_followed_by_the_sentence_that_says_what_it_is_for(
    language: str, update: AdamStep
) -> None:
    text, words = text_of("training", language), text_of("explain", language)
    lines = adam_lines(text, update)[1:]
    for (label, _), (none, (sentence,)) in zip(lines[::2], lines[1::2], strict=True):
        (name,) = [one for one in ADAM if text(f"explained.{one}") == label]
        assert (none, sentence["text"]) == ("", words(f"adam.{name}"))
