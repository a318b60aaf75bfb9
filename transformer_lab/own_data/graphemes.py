"""What a reader takes for one character: a letter with its accents, a whole emoji."""

import unicodedata
from collections.abc import Iterator

JOINER = "\u200d"
_TONES = range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)
_TAGS = range(0xE0020, 0xE0080)


def graphemes(text: str) -> list[str]:
    """The characters of a text, of one code point or more; put together they are the text.

    Follows the rules of Unicode (UAX 29) for combining marks, emoji that are joined, skin tones and
    flags; Hangul is expected to be composed (NFC).
    """
    return list(_parted(text))


def _parted(text: str) -> Iterator[str]:
    if text.isascii():
        yield from text
        return
    current = ""
    for character in text:
        if current and _goes_on(current, character):
            current += character
            continue
        if current:
            yield current
        current = character
    if current:
        yield current


def _goes_on(current: str, character: str) -> bool:
    """Whether a character belongs to what comes before it."""
    code, last = ord(character), current[-1]
    if last.isspace() or character.isspace():
        return False
    if character == JOINER or code in _TONES or code in _TAGS:
        return True
    if unicodedata.category(character) in ("Mn", "Me", "Mc"):
        return True
    if last == JOINER and unicodedata.category(character) == "So":
        return True
    return code in _FLAGS and len(current) == 1 and ord(last) in _FLAGS
