"""A vector put in by hand, as a text: "e1.3.2" in an address."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from transformer_lab.measures.patching import Place

PATCH = re.compile(r"([ed])(\d{1,2})\.(\d{1,3})\.(\d{1,3})", flags=re.ASCII)
"""A vector that is put in by hand: of the encoder or decoder, after how many layers, at which
token, taken from which token of the other sentence.
"""
STACKS = {"e": "encoder", "d": "decoder"}
LETTERS = {stack: letter for letter, stack in STACKS.items()}


class Patching(NamedTuple):
    """What a page asks for: the other sentence, the patch as a text, and what a press on a vector
    does, one of `patch_pins.PRESSES`.
    """

    other: str = ""
    patch: str = ""
    press: str = "put"


NO_PATCHING = Patching()


@dataclass(frozen=True)
class Patch:
    """Where a vector is put, and the token of the other sentence whose vector it is."""

    place: Place
    token: int

    def written(self) -> str:
        """As the setting has it."""
        return f"{taker(self.place)}.{self.token}"

    @classmethod
    def read(cls, text: str) -> "Patch | None":
        """Read what `written` made; None of any other text."""
        found = PATCH.fullmatch(text)
        if found is None:
            return None
        return cls(Place(STACKS[found[1]], int(found[2]), int(found[3])), int(found[4]))


def taker(place: Place) -> str:
    """The name of a place in a patch, before the token that is put there."""
    return f"{LETTERS[place.stack]}{place.layer}.{place.token}"
