"""A tokenizer's own pieces in readable form.

Each kind of tokenizer has its own marks. A space is written as ␣, whether the tokenizer uses Ġ
(byte-level) or ▁ (SentencePiece). WordPiece's ## stays: it means the opposite, that the word
continues. Byte-level tokenizers spell every byte as one letter, so that 한 becomes íķľ; here whole
characters are written as themselves, and an incomplete one as its bytes, ⟨ED 95⟩.
"""

import json
import re
from collections.abc import Callable, Collection
from functools import cache
from typing import Any, Literal

SPACE = "␣"

_MARKS = {" ": SPACE, "\n": "↵", "\t": "⇥"}
_BYTE_PIECE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
# A lone byte, as Python's error handler "surrogateescape" writes it.
_LONE_BYTES = re.compile("[\udc80-\udcff]+")
_FIRST_LONE_BYTE = 0xDC00

Mark = Literal["space", "goes_on", "joined", "ends", "line", "bytes", "invisible", "number"]
_MARKED: dict[Mark, re.Pattern[str]] = {
    "space": re.compile(SPACE),
    "joined": re.compile(r".+@@$"),
    "ends": re.compile(r"</w>$"),
    "line": re.compile(f"[{_MARKS[chr(10)]}{_MARKS[chr(9)]}]"),
    "bytes": re.compile(r"⟨[0-9A-F]{2}(?: [0-9A-F]{2})*⟩"),
    "invisible": re.compile(r"⟨U\+[0-9A-F]+⟩"),
}


def readable_pieces(tokeniser: Any) -> Callable[[str], str]:
    """The function that makes the pieces of a transformers tokenizer readable."""
    if type(tokeniser).__name__ == "ByT5Tokenizer":
        return _byte_letter
    return byte_level_piece if _is_byte_level(tokeniser) else spelled_piece


def marks_of(tokeniser: Any, pieces: Collection[str], nameless: bool) -> tuple[Mark, ...]:
    """The marks that occur in readable pieces and therefore have to be explained.

    nameless: whether a piece is shown by its number.
    """
    found: list[Mark] = [mark for mark, form in _MARKED.items() if any(map(form.search, pieces))]
    if _is_wordpiece(tokeniser) and any(piece.startswith("##") for piece in pieces):
        found.append("goes_on")
    if nameless:
        found.append("number")
    return tuple(found)


def byte_level_piece(piece: str) -> str:
    """A piece in GPT-2's alphabet, which has one letter for each of the 256 bytes."""
    byte_of = _byte_of_letter()
    if not all(letter in byte_of for letter in piece):
        return written_text(piece)
    return _written_bytes(bytes(byte_of[letter] for letter in piece))


def spelled_piece(piece: str) -> str:
    """A piece of WordPiece, Unigram or character-level BPE; <0xED> is a single byte."""
    byte = _BYTE_PIECE.fullmatch(piece)
    if byte:
        return _written_bytes(bytes.fromhex(byte[1]))
    return written_text(piece.replace("▁", " "))


def _byte_letter(piece: str) -> str:
    """A piece of ByT5: one byte, written as the character of that number."""
    return _written_bytes(piece.encode("latin-1")) if len(piece) == 1 else written_text(piece)


def _written_bytes(data: bytes) -> str:
    return written_text(data.decode("utf-8", errors="surrogateescape"))


def written_text(text: str) -> str:
    """Plain text with its invisible characters made visible."""
    return _LONE_BYTES.sub(_hex, "".join(map(_visible, text)))


def _visible(character: str) -> str:
    if (character.isprintable() and character != " ") or _LONE_BYTES.match(character):
        return character
    return _MARKS.get(character, f"⟨U+{ord(character):04X}⟩")


def _hex(lone: re.Match[str]) -> str:
    return f"⟨{' '.join(f'{ord(c) - _FIRST_LONE_BYTE:02X}' for c in lone[0])}⟩"


def _is_wordpiece(tokeniser: Any) -> bool:
    model = getattr(getattr(tokeniser, "backend_tokenizer", None), "model", None)
    return type(model).__name__ == "WordPiece" or hasattr(tokeniser, "wordpiece_tokenizer")


def _is_byte_level(tokeniser: Any) -> bool:
    decoder = getattr(getattr(tokeniser, "backend_tokenizer", None), "decoder", None)
    if decoder is None:
        return hasattr(tokeniser, "byte_decoder")
    return "ByteLevel" in _types(json.loads(decoder.__getstate__()))


def _types(decoder: dict[str, Any]) -> set[str]:
    inner = (_types(part) for part in decoder.get("decoders", []))
    return {decoder.get("type", "")}.union(*inner)


@cache
def _byte_of_letter() -> dict[str, int]:
    """Printable Latin-1 letters are their own byte; U+0100 onwards are the others in order."""
    own = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in own]
    return {chr(b): b for b in own} | {chr(0x100 + i): b for i, b in enumerate(others)}
