"""How the Korean speaks to its hearer: chosen on the page, and what the decoder starts with."""

import pytest

from english_korean.language.syntax import LEVELS, Style
from pages.translator.setting import SentenceSetting
from tests.pages.your_sentence.sentence_page import AskedSentence
from ui.state.address import read_state, write_state
from ui.words.language import LANGUAGES

ENDINGS = {"plain": "다.", "polite": "어요.", "formal": "습니다."}
GRANDMOTHER = "my grandmother bought a book"


@pytest.mark.parametrize("level", LEVELS)
def test_the_level_decides_how_the_sentence_ends(level):
    page = AskedSentence(level=level)
    assert page.heading.endswith(ENDINGS[level])
    assert page.setting.written.attentions.read[0] == Style(level).label


def test_what_an_elder_does_is_honoured_or_not():
    def morphemes(**values):
        return AskedSentence(sentence=GRANDMOTHER, **values).setting.written.tokens

    assert "-시-" in morphemes()
    assert "-시-" not in morphemes(honorific=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_token_says_what_it_is(language):
    page = AskedSentence(language, kind="decoder", level="polite")
    assert page.lines.keys[0] == "⟨해요체+시⟩"
    assert dict(page.lines.hints) == {"⟨해요체+시⟩": page.text("style.help")}


def test_no_word_of_the_sentence_says_the_style():
    page = AskedSentence(level="formal")
    assert page.setting.written.attentions.source == page.setting.written.words
    assert len(page.row("hide").chips) == len(page.setting.written.words) == 7


def test_an_old_link_that_hides_the_style_hides_nothing():
    page = AskedSentence(hidden=frozenset({7}))
    assert page.setting.written.hidden == frozenset()


def test_a_hidden_word_stays_hidden_in_another_level():
    page = AskedSentence(hidden=frozenset({5})).typed(level="formal")
    assert page.setting.hidden == {5}
    assert page.lines.keys[5] == "(book)"


def test_a_link_without_a_level_is_plain_and_honours():
    page = AskedSentence()
    opened = read_state(SentenceSetting, page.text, {"ys_sentence": GRANDMOTHER}).setting
    assert opened.style == Style("plain", honorific=True)


def test_the_style_stands_in_the_address():
    page = AskedSentence(level="formal", honorific=False)
    address = write_state(page.state, "en")
    assert "ys_level=formal" in address and "ys_honorific=false" in address


def test_forcing_starts_in_the_style_that_is_chosen():
    assert "-ㅂ니다" in AskedSentence(level="formal", writing="forced").setting.forced


@pytest.mark.parametrize("value", ["rude", "<b>", ""])
def test_a_level_that_there_is_not_falls_back(value):
    text = AskedSentence().text
    assert read_state(SentenceSetting, text, {"ys_level": value}).setting.level == "plain"
