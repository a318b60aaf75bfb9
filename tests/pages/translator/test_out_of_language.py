"""A sentence outside the language: why it is, and a way on."""

import pytest

from english_korean.language.lexicon import LEXICON
from english_korean.language.recognition import recognise
from tests.pages.answers import Asked
from tests.pages.your_sentence.sentence_page import AskedSentence
from ui.words.language import LANGUAGES, text_of

WRONG = {
    "bare": "i have headache",
    "number": "I have two headache",
    "article": "a apple is on the table",
    "form": "she go to school",
    "unknown": "colorless green ideas sleep furiously",
    "stuck": "I want to to go to school",
    "unfinished": "Tom likes",
    "hangul": "고양이가 잔다",
    "too_long": "dog " * 60,
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_the_reason_that_the_rule_itself_gives(language):
    recognition = recognise("She is new.")
    assert recognition.reason is not None
    page = AskedSentence(language, sentence="She is new.")
    assert recognition.reason.result["why"][language] in page.all_text


@pytest.mark.sampled
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", WRONG)
def test_why_a_sentence_is_outside_is_said_and_the_nearest_are_offered(language, kind):
    page = AskedSentence(language, sentence=WRONG[kind])
    texts = page.text(f"outside.{kind}", words="|", limit=40).split("|")
    assert all(piece in page.all_text for piece in texts)
    chips = page.row("nearest", "written").chips
    assert 1 <= len(chips) <= 3
    for chip in chips:
        assert recognise(chip.label).state != "outside"
        assert chip.setting["sentence"] == chip.label


def test_the_word_and_the_place_are_named():
    text = AskedSentence(sentence="I want to to go to school").all_text
    assert "Read as far as “I want to”." in text
    assert "“to”" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_types_korean_is_told_first_to_type_english(language):
    page = AskedSentence(language, sentence="고양이가 잔다")
    assert any(note.startswith(page.text("outside.hangul")) for note in page.notes)


def test_a_press_goes_on_with_the_sentence_and_hides_nothing():
    page = AskedSentence(sentence="I have two headache", hidden=frozenset({1}), step=2)
    page.pressed("I have two headaches.")
    assert page.setting.sentence == "I have two headaches."
    assert (page.setting.hidden, page.setting.step) == (frozenset(), 0)
    assert page.text("state.inside") in page.all_text


def test_a_sentence_inside_has_no_such_chips():
    for sentence in ("the dog sleeps", "Zoe saw a quokka"):
        page = AskedSentence(sentence=sentence)
        assert not [row for row in page.parts() if getattr(row, "name", "") == "nearest"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_says_it_above_itself(language):
    page = Asked("overview", language, sentence="고양이가 잔다")
    notes = [part.text for part in page.parts("notice") if hasattr(part, "text")]
    assert any(page.text("outside.hangul") in note for note in notes)
    assert not Asked("overview", language).parts("notice")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_tells_how_many_words_there_are(language):
    verbs = {verb for frame in LEXICON.frames.values() for verb in frame}
    words = {*LEXICON.nouns, *LEXICON.adjectives, *LEXICON.adverbs, *verbs}
    assert "2,200" in text_of("your_sentence", language)("controls.sentence_help")
    assert abs(len(words) - 2200) < 100
