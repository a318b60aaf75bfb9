"""Hangul syllables and the letters that they are made of."""

from typing import NamedTuple

INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")

FIRST_SYLLABLE = 0xAC00
LAST_SYLLABLE = 0xD7A3


class Syllable(NamedTuple):
    """The letters of one syllable; `final` is empty in an open one."""

    initial: str
    vowel: str
    final: str


def is_syllable(character: str) -> bool:
    """Whether this one character is a composed Hangul syllable, such as 간."""
    return len(character) == 1 and FIRST_SYLLABLE <= ord(character) <= LAST_SYLLABLE


def decompose(syllable: str) -> Syllable:
    """The letters of a composed syllable: 간 -> ㄱ, ㅏ, ㄴ.

    Raises: ValueError for anything else.
    """
    if not is_syllable(syllable):
        raise ValueError(f"{syllable!r} is not one Hangul syllable")
    code = ord(syllable) - FIRST_SYLLABLE
    initial_and_vowel, final = divmod(code, len(FINALS))
    initial, vowel = divmod(initial_and_vowel, len(VOWELS))
    return Syllable(INITIALS[initial], VOWELS[vowel], FINALS[final])


def compose(initial: str, vowel: str, final: str = "") -> str:
    """The syllable of these letters: ㄱ, ㅏ, ㄴ -> 간.

    Raises: ValueError for letters that cannot stand there.
    """
    if initial not in INITIALS or vowel not in VOWELS or final not in FINALS:
        raise ValueError(f"{initial!r}, {vowel!r}, {final!r} make no Hangul syllable")
    code = INITIALS.index(initial) * len(VOWELS) + VOWELS.index(vowel)
    return chr(FIRST_SYLLABLE + code * len(FINALS) + FINALS.index(final))


def final_consonant(word: str) -> str | None:
    """The consonant that a word ends in, "" after a vowel, None when it does not end in Hangul."""
    if not word or not is_syllable(word[-1]):
        return None
    return decompose(word[-1]).final


def with_final(word: str, final: str) -> str:
    """The word with its last syllable's final consonant put in, changed, or with "" dropped."""
    initial, vowel, _ = decompose(word[-1])
    return word[:-1] + compose(initial, vowel, final)
