"""What the pictures of the sentence page change, as texts in an address."""

import re

from ui.models import PATCH, PRESSES

MOST_STEPS = 128


def read_places(text: str) -> frozenset[int]:
    """Parse "0_3": positions in a sentence. Raises: ValueError for any other text."""
    pieces = list(filter(None, text.split("_")))
    if not all(piece.isascii() and piece.isdigit() and len(piece) < 4 for piece in pieces):
        raise ValueError(f"{text[:40]!r} is not a list of positions")
    return frozenset(map(int, pieces))


def write_places(places: frozenset[int]) -> str:
    return "_".join(map(str, sorted(places)))


def read_pins(text: str) -> str:
    """Check pinned words, as "q3_k1". Raises: ValueError for any other text."""
    for piece in filter(None, text.split("_")):
        if piece[0] not in "qk" or not (piece[1:].isascii() and piece[1:].isdigit()):
            raise ValueError(f"{text[:40]!r} is not a list of words")
    return text


def read_step(text: str) -> int:
    """Parse a step. Raises: ValueError if it is not one."""
    if not re.fullmatch(r"\d{1,3}", text, flags=re.ASCII) or int(text) > MOST_STEPS:
        raise ValueError(f"{text[:40]!r} is not a step")
    return int(text)


def read_patch(text: str) -> str:
    """Check where a vector is put in, as "e1.3.3". Raises: ValueError for any other text."""
    if text and not PATCH.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is not the place of a vector")
    return text


def read_press(text: str) -> str:
    """Check what a press on a vector does. Raises: ValueError for any other text."""
    if text not in PRESSES:
        raise ValueError(f"{text[:40]!r} is nothing that a press does")
    return text
