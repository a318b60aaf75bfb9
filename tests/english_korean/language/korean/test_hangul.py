import pytest
from hypothesis import given
from hypothesis import strategies as st

from english_korean.language.korean.hangul import (
    FIRST_SYLLABLE,
    LAST_SYLLABLE,
    compose,
    decompose,
    final_consonant,
    is_syllable,
    with_final,
)


@given(code=st.integers(FIRST_SYLLABLE, LAST_SYLLABLE))
def test_composing_undoes_decomposing_for_every_syllable(code):
    assert compose(*decompose(chr(code))) == chr(code)


@pytest.mark.parametrize(
    ("syllable", "letters"),
    [("가", ("ㄱ", "ㅏ", "")), ("간", ("ㄱ", "ㅏ", "ㄴ")), ("흙", ("ㅎ", "ㅡ", "ㄺ")),
     ("왔", ("ㅇ", "ㅘ", "ㅆ")), ("힣", ("ㅎ", "ㅣ", "ㅎ"))],
)  # fmt: skip
def test_syllables_are_made_of_their_letters(syllable, letters):
    assert decompose(syllable) == letters


def test_there_are_19_initials_21_vowels_and_27_finals_besides_none():
    assert LAST_SYLLABLE - FIRST_SYLLABLE + 1 == 19 * 21 * 28 == 11_172


@pytest.mark.parametrize(
    ("word", "final"), [("고양이", ""), ("책", "ㄱ"), ("물", "ㄹ"), ("Tom", None), ("", None)]
)
def test_the_final_consonant_decides_the_particle(word, final):
    assert final_consonant(word) == final


def test_a_final_consonant_can_be_put_in_and_taken_out():
    assert with_final("가", "ㄴ") == "간"
    assert with_final("만들", "") == "만드"


@pytest.mark.parametrize("other", ["a", "ㄱ", "ㅏ", "가나", "", "漢"])
def test_nothing_else_is_a_syllable(other):
    assert not is_syllable(other)
    with pytest.raises(ValueError, match="is not one Hangul syllable"):
        decompose(other)


def test_letters_that_cannot_stand_there_are_refused():
    with pytest.raises(ValueError, match="make no Hangul syllable"):
        compose("ㅏ", "ㄱ")
