"""Bytes as lines of text, whatever they were written in."""

import codecs
import unicodedata
from typing import NamedTuple

from transformer_lab.own_data.errors import OwnDataError

MOST_BYTES = 4_000_000
"""The largest file that is read."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""What a file starts with that says so itself; UTF-32 first, whose mark begins with UTF-16's."""
_TURNS = {*range(0x202A, 0x202F), *range(0x2066, 0x206A)}
"""Characters that turn the direction of what follows them, in every label too."""
_MOSTLY_UTF8 = 0.5
"""The share of lines beyond ASCII from which on a file counts as UTF-8 with broken lines."""


class Lines(NamedTuple):
    """The lines of a file."""

    lines: list[str | None]
    """None for a line that is broken."""
    encoding: str
    """Its name in Python."""


def read_lines(data: bytes) -> Lines:
    """The lines of a file in UTF-8, UTF-16 or UTF-32, or else in Korean's cp949 or in cp1252.

    Composed (NFC), without control characters and marks that turn the direction of writing.

    Raises: OwnDataError for an empty or too large file, and for one that is no text.
    """
    if len(data) > MOST_BYTES:
        raise OwnDataError("too_large", bytes=len(data), most=MOST_BYTES)
    lines, encoding = _decoded(data)
    cleaned = [None if line is None else clean(line) for line in lines]
    if not any(cleaned):
        raise OwnDataError("empty")
    return Lines(cleaned, encoding)


def clean(line: str) -> str:
    """Composed (NFC), and without what nobody sees but what a picture would obey."""
    if line.isascii() and line.isprintable():
        return line
    kept = (c for c in line if c == "\t" or not _is_unseen(c))
    return unicodedata.normalize("NFC", "".join(kept))


def _is_unseen(character: str) -> bool:
    code = ord(character)
    return unicodedata.category(character) in ("Cc", "Cs") or code in _TURNS or code == 0xFEFF


def _decoded(data: bytes) -> tuple[list[str | None], str]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data, encoding), encoding
    first, second = data[0::2].count(0), data[1::2].count(0)
    if max(first, second) > len(data) // 8 and min(first, second) < max(first, second) // 8:
        encoding = "utf-16-be" if first > second else "utf-16-le"
        return _strictly(data, encoding), encoding
    if b"\0" in data:
        raise OwnDataError("not_text")
    return _in_bytes(data)


def _strictly(data: bytes, encoding: str) -> list[str | None]:
    try:
        return list(_parted(data.decode(encoding)))
    except UnicodeDecodeError:
        raise OwnDataError("not_text") from None


def _in_bytes(data: bytes) -> tuple[list[str | None], str]:
    """UTF-8 where most lines beyond ASCII are; else the first of the others that fits."""
    raw = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    lines = [_line(line) for line in raw]
    other = sum(not line.isascii() for line in raw)
    broken = lines.count(None)
    if broken == 0 or (other - broken) / other >= _MOSTLY_UTF8:
        return lines, "utf-8"
    for encoding in ("cp949", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding != "cp949" or _is_korean(text):
            return list(_parted(text)), encoding
    raise OwnDataError("not_text")


def _line(line: bytes) -> str | None:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return None


def _is_korean(text: str) -> bool:
    """Whether most of what is not ASCII is Hangul, as no other language makes it by chance."""
    other = [c for c in text if not c.isascii()]
    return sum("가" <= c <= "힣" for c in other) > len(other) / 2


def _parted(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
