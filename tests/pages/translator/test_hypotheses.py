"""Beam search on the sentence page: what it keeps, step by step, and what it ends with."""

import pytest

from pages.translator.hypotheses import Hypotheses, Row
from tests.pages.answers import Asked
from tests.pages.your_sentence.sentence_page import AskedSentence, without_glosses
from ui.words.language import LANGUAGES

SENTENCE = "he slept because he was tired"


def hypotheses(page) -> Hypotheses:
    (only,) = page.all(Hypotheses, "arithmetic")
    return only


def test_the_translation_is_the_best_hypothesis():
    page = AskedSentence(sentence=SENTENCE, writing="beam")
    first, *others = hypotheses(page).rows
    assert first.text == page.heading
    assert first.chosen and first.finished
    assert not any(row.chosen for row in others)
    assert all(row.score <= first.score for row in others if row.finished)


@pytest.mark.parametrize("width", [1, 3, 8])
def test_as_many_are_kept_as_are_asked_for(width):
    page = AskedSentence(sentence=SENTENCE, writing="beam", beam_width=width)
    assert len(hypotheses(page).rows) == width


def test_they_grow_with_the_steps():
    for step in (1, 2, 3):
        page = AskedSentence(sentence=SENTENCE, writing="beam", step=step)
        rows = [row for row in hypotheses(page).rows if not row.finished]
        assert {len(without_glosses(row.text).split()) for row in rows} == {step}
        (chosen,) = [row.text for row in rows if row.chosen]
        assert page.heading == f"{chosen} …"
        assert page.text("beam.step", step=step) == hypotheses(page).about


def test_a_width_of_one_writes_what_the_likeliest_tokens_are():
    page = AskedSentence(sentence=SENTENCE, writing="beam", beam_width=1)
    greedy = AskedSentence(sentence=SENTENCE)
    assert page.setting.written.tokens == greedy.setting.written.tokens


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sentence", [SENTENCE, "the the the the cat"])
def test_it_is_said_whether_it_found_anything_else(language, sentence):
    page = AskedSentence(language, sentence=sentence, writing="beam")
    greedy = AskedSentence(language, sentence=sentence)
    is_same = page.setting.written.tokens == greedy.setting.written.tokens
    other = page.text("beam.other", greedy=greedy.heading)
    assert (page.text("beam.same") in page.all_text) == is_same
    assert (other in page.all_text) == (not is_same)


def test_a_copied_word_stands_in_every_hypothesis():
    page = AskedSentence(sentence="Zoe saw a quokka in the park", writing="beam")
    finished = [row.text for row in hypotheses(page).rows if row.finished]
    assert finished and not any("<unk>" in text for text in finished)


def test_other_ways_of_writing_have_none():
    assert not AskedSentence().all(Hypotheses)


def test_the_map_shows_those_of_the_token_whose_number_is_explained():
    page = Asked("overview", writing="beam", pin="decoder.output@2.0")
    (only,) = page.all(Hypotheses, "arithmetic")
    assert only.about == page.text("beam.step", step=3)


def test_numbers_have_a_real_minus_sign():
    part = Hypotheses("t", "a", ("x", "y", "z"), [Row("가", "", -1.25, -0.0, True, True)])
    (row,) = part.header(None)["rows"]  # type: ignore[arg-type]
    assert row["numbers"] == ["\u22121.250", "0.000"]
