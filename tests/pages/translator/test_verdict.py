"""What is said of a text that the model was unsure of."""

import re
from functools import cache

import pytest

from benchmarks.ordinary import LISTS, sentences_of
from pages.translator.model_edits import the_translator
from tests.pages.overview.overview_page import overview
from tests.pages.your_sentence.sentence_page import AskedSentence
from ui.answer.parts import Note
from ui.words.language import text_of

UNSURE = "Are you okay?"
"""The shipped model is less sure of it than of the page's first sentence; if another model should
not be, others are tried."""


@cache
def doubted() -> str:
    """A sentence of which the model is less sure than of the page's first."""
    first = least_share(AskedSentence("en"))
    for sentence in (UNSURE, *sentences_of(LISTS[0])):
        found = the_translator().translate(sentence)
        is_less = found.certainty is not None and found.certainty < first - 0.01
        if is_less and found.recognition.state == "inside":
            return sentence
    raise AssertionError("there is no such sentence: take other ones")


@pytest.fixture(autouse=True)
def sure_from(monkeypatch) -> float:
    """A threshold between that sentence and the page's first, whatever was measured."""
    pages = AskedSentence("en"), AskedSentence("en", sentence=doubted())
    between = sum(map(least_share, pages)) / 2
    monkeypatch.setattr(the_translator(), "threshold", between)
    return between


def least_share(page) -> float:
    written = page.setting.written
    ids = written.translation.tgt_ids[0, 1:]
    return float(written.probabilities.gather(1, ids[:, None]).min())


def unsure(language: str) -> str:
    """What only this note says."""
    return text_of("translator", language)("state.unsure", token="#", percent="#").split("#")[0]


@pytest.mark.parametrize("page", [AskedSentence, overview])
def test_a_model_that_is_unsure_says_so_with_its_smallest_probability(language, page, sure_from):
    asked = page(language, sentence=doubted())
    share = least_share(asked)
    assert share < sure_from
    (note,) = [text for text in asked.notes if unsure(language) in text]
    said = note[note.index(unsure(language)) :]
    percent = re.search(r"([\d.]+)%", said)
    assert percent is not None and float(percent[1]) == pytest.approx(100 * share, abs=0.5)
    written = asked.setting.written
    assert written.tokens[written.least_probable_step].strip("-") in said


@pytest.mark.parametrize(
    "values",
    [{}, {"sentence": UNSURE, "model": "untrained"}, {"sentence": UNSURE, "writing": "sampled"},
     {"sentence": UNSURE, "writing": "forced"}, {"sentence": UNSURE, "hidden": frozenset({2})},
     {"sentence": "colorless green ideas sleep furiously"}],
    ids=str,
)  # fmt: skip
def test_nothing_is_said_where_it_is_sure_outside_or_did_not_choose_alone(language, values):
    sentence = {"sentence": doubted()} if values.get("sentence") == UNSURE else {}
    asked = AskedSentence(language, **(values | sentence))
    assert not any(unsure(language) in text for text in asked.notes)


def test_nothing_is_said_where_nobody_measured_when_it_is_sure(language, monkeypatch):
    monkeypatch.setattr(the_translator(), "threshold", None)
    asked = AskedSentence(language, sentence=doubted())
    assert not any(unsure(language) in text for text in asked.notes)


@pytest.mark.parametrize(
    ("sentence", "symbols"),
    [
        ("the happy 😀 student bought a book yesterday 🎉", "😀 🎉"),
        ("the cat 👍🏽 sleeps 👍🏽", "👍"),
        ("the dog costs $5 = 50% of it", "$ = %"),
        ("she & he <b>run</b> * `fast`", "& < > / …"),
        ("the cat # @ ~ ^ + sleeps", "# @ ~ ^ …"),
    ],
)
def test_symbols_that_are_not_read_are_named(language, sentence, symbols):
    for page, area in ((overview, "notice"), (AskedSentence, "written")):
        asked = page(language, sentence=sentence)
        words = text_of("translator", language)
        shown = symbols.replace(" …", f", {words('translation.more', count=1)}")
        assert words("state.not_read", symbols=shown) in [n.text for n in asked.all(Note, area)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Don’t go, Tom's dog (the “old” one) is here; it’s 3:30 – run!",
        "the well-known café is open…",
        "did the cat drink the milk?",
        "मैं घर जाता हूँ",
        "⟮the⟯ dog",
    ],
)
def test_punctuation_and_letters_are_not_named_as_not_read(language, sentence):
    begins = text_of("translator", language)("state.not_read", symbols="#").split("#")[0]
    for page in (overview, AskedSentence):
        assert not [note for note in page(language, sentence=sentence).notes if begins in note]
