"""A translation that is none to trust says so where it stands, not below the picture."""

from functools import cache

import pytest

from benchmarks.ordinary import LISTS, sentences_of
from english_korean import SHIPPED, Translator, reference_translation
from pages.translator.verdict import MOST_NAMED
from tests.pages.overview.overview_page import overview
from tests.pages.your_sentence.sentence_page import AskedSentence
from ui.answer.parts import Note
from ui.words.language import LANGUAGES


@cache
def departing(*, is_wrong: bool) -> tuple[str, str]:
    """A sentence of which the shipped model makes something else, or the same in other words; and
    the translation of the grammar.
    """
    translator = Translator.load(SHIPPED)
    for sentence in (*MISTAKEN, *(one for file in LISTS for one in sentences_of(file))):
        translation = translator.translate(sentence)
        departure = translation.departure
        if departure is not None and departure.is_wrong == is_wrong:
            return sentence, reference_translation(translation.recognition) or ""
    raise AssertionError("there is no such sentence: take other ones")


def wrong() -> tuple[str, str]:
    return departing(is_wrong=True)


MISTAKEN = ("Are you okay?",)
"""The shipped model translates it wrongly; if another one should not, all are tried."""


def warnings(page, area):
    return [note.text for note in page.all(Note, area) if note.tone == "warning"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["greedy", "beam"])
def test_that_the_model_is_wrong_stands_beside_the_translation(language, way):
    sentence, reference = wrong()
    page = AskedSentence(language, sentence=sentence, writing=way)
    if way == "beam" and page.setting.written.translation.is_right:
        pytest.skip("the beam finds what greedy decoding misses")
    (text,) = warnings(page, "written")
    assert page.text("translation.wrong") in text
    assert page.text("translation.other", reference=reference) in text
    said = " ".join(note.text for note in page.all(Note, "details"))
    assert reference not in said and not warnings(page, "details")


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_the_map_too(language):
    sentence, reference = wrong()
    page = overview(language, sentence=sentence)
    found = [note.text for area in page.answer.areas for note in page.all(Note, area)
             if note.tone == "warning"]  # fmt: skip
    assert len(found) == 1
    assert reference in found[0]


def test_a_right_translation_is_not_doubted():
    page = AskedSentence()
    assert not warnings(page, "written")
    assert page.all(Note, "details")


@pytest.mark.parametrize(
    "values",
    [{"model": "untrained"}, {"hidden": frozenset({0})}, {"writing": "sampled", "draw": 3},
     {"step": 1}, {"writing": "forced", "forced": "책"}],
    ids=str,
)  # fmt: skip
def test_what_a_person_did_to_it_is_not_laid_at_the_models_door(values):
    sentence, _ = wrong()
    page = AskedSentence(sentence=sentence, **values)
    assert page.text("translation.wrong") not in page.all_text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ask", [AskedSentence, overview])
def test_another_wording_is_not_called_wrong(language, ask):
    sentence, _ = departing(is_wrong=False)
    page = ask(language, sentence=sentence)
    notes = [note for area in page.answer.areas for note in page.all(Note, area)]
    (text,) = [note for note in notes if page.setting.written.translation.is_right is False and
               reference_translation(page.setting.written.recognition) in note.text]  # fmt: skip
    assert text.tone == "plain"
    assert page.text("translation.wrong") not in text.text
    translation = page.setting.written.translation
    name = "same" if translation.is_equivalent else "differs"
    reference = reference_translation(translation.recognition)
    assert page.text(f"translation.{name}", reference=reference) in text.text


def test_what_is_wrong_names_what_it_leaves_out():
    sentence, _ = wrong()
    page = AskedSentence(sentence=sentence)
    (text,) = warnings(page, "written")
    departure = page.setting.written.translation.departure
    assert departure is not None
    for token in (departure.missing or departure.turned)[:MOST_NAMED]:
        assert token in text
