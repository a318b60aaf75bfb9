"""The text files: both languages say the same things, with the same places to fill in."""

import re
from string import Formatter

import pytest

from ui.words.language import LANGUAGES, read_words, text_of, worded_pages, words_folder
from ui.words.pages import SECTIONS

PAGES = worded_pages()


def places(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(words) if name is not None}


def test_every_page_has_its_words_in_every_language():
    named = {name for names in SECTIONS.values() for name in names}
    for language in LANGUAGES:
        assert all((words_folder(page) / f"{language}.toml").is_file() for page in PAGES)
    assert set(PAGES) >= named


@pytest.mark.parametrize("page", PAGES)
def test_both_languages_have_the_same_keys(page):
    assert read_words("en", page).keys() == read_words("ko", page).keys()


@pytest.mark.parametrize("page", PAGES)
def test_both_languages_fill_in_the_same_values(page):
    english, korean = read_words("en", page), read_words("ko", page)
    differing = {key for key in english if places(english[key]) != places(korean[key])}
    assert not differing


@pytest.mark.parametrize("page", PAGES)
def test_korean_words_are_korean(page):
    untranslated = {
        key: words
        for key, words in read_words("ko", page).items()
        if re.search("[a-z]{3} [a-z]{3}", words) and not re.search("[가-힣]", words)
    }
    allowed = {"presets.student", "controls.target_default", "controls.target_asked"}
    allowed |= {"controls.sentence_trained"}
    assert untranslated.keys() <= allowed


def test_an_unknown_key_is_an_error():
    with pytest.raises(KeyError):
        text_of("overview", "en")("no.such.words")
