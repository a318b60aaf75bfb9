from english_korean.language.forms import (
    ENGLISH_FUNCTION_WORDS,
    KOREAN_FUNCTION_MORPHEMES,
    english_forms,
    korean_forms,
)
from english_korean.language.pairs import UNKNOWN, pair_of
from english_korean.language.syntax import STYLES

ENGLISH, KOREAN = english_forms(), korean_forms()


def words_of(sentences):
    pairs = [pair_of(each, STYLES[i % len(STYLES)]) for i, each in enumerate(sentences)]
    return {w for p in pairs for w in p.english}, {m for p in pairs for m in p.korean}


def test_the_grammar_writes_no_other_words(sentences):
    english, korean = words_of(sentences)
    assert english - set(ENGLISH) == set()
    assert korean - set(KOREAN) == {UNKNOWN}  # the digits of a year


def test_what_is_no_word_of_the_lexicon_occurs_soon(sentences):
    """But for what only a few words of the lexicon bring with them."""
    english, korean = words_of(sentences)
    assert len(set(ENGLISH_FUNCTION_WORDS) - english) < 13
    assert len(set(KOREAN_FUNCTION_MORPHEMES) - korean) < 24
    assert len(english) > 0.35 * len(ENGLISH)


def test_the_decoder_can_start_in_every_style():
    tokens = {style.token for style in STYLES}
    assert tokens <= set(KOREAN) and not tokens & set(ENGLISH)


def test_forms_are_sorted_and_none_stands_twice():
    for forms in (ENGLISH, KOREAN):
        assert forms == sorted(set(forms))
        assert not any(not form or " " in form for form in forms)
