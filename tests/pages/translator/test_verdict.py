"""What is said of a text that the model was unsure of."""

import re

import pytest

from pages.translator.model_edits import the_translator
from tests.pages.overview.overview_page import overview
from tests.pages.your_sentence.sentence_page import AskedSentence
from ui.words.language import text_of

UNSURE = "Are you okay?"


@pytest.fixture(autouse=True)
def sure_from(monkeypatch) -> float:
    """A threshold between that sentence and the page's first, whatever was measured."""
    shares = least_share(AskedSentence("en")), least_share(AskedSentence("en", sentence=UNSURE))
    assert shares[1] < shares[0], "the model is surer of this sentence: take another one"
    between = sum(shares) / 2
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
    asked = page(language, sentence=UNSURE)
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
    asked = AskedSentence(language, **values)
    assert not any(unsure(language) in text for text in asked.notes)


def test_nothing_is_said_where_nobody_measured_when_it_is_sure(language, monkeypatch):
    monkeypatch.setattr(the_translator(), "threshold", None)
    asked = AskedSentence(language, sentence=UNSURE)
    assert not any(unsure(language) in text for text in asked.notes)
