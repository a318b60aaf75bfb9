"""The user's changes to a Hugging Face model, as they are written in the URL."""

import math
import re
from collections.abc import Mapping, Sequence

from pages.translator.model_edits import LARGEST, LETTERS, MOST_CELLS
from ui.models import OffHead, SetNumber

MOST_HEADS = 512
_HEAD = re.compile(r"([edc])(\d{1,3})\.(\d{1,3})", flags=re.ASCII)
_NUMBER = re.compile(
    r"([A-Za-z_0-9.]{3,80})@(\d{1,6}(?:\.\d{1,6})?)=(-?[0-9.e+-]{1,24})", flags=re.ASCII
)


def read_off_heads(text: str) -> frozenset[OffHead]:
    """Parse "d11.3_e0.2". Raises: ValueError for any other text."""
    pieces = list(filter(None, text.split("_")))
    found = [_HEAD.fullmatch(piece) for piece in pieces]
    if len(pieces) > MOST_HEADS or None in found:
        raise ValueError(f"{text[:40]!r} is not a list of heads")
    return frozenset(
        OffHead(LETTERS[one[1]], int(one[2]), int(one[3])) for one in found if one is not None
    )


def write_off_heads(heads: frozenset[OffHead]) -> str:
    letters = {kind: letter for letter, kind in LETTERS.items()}
    return "_".join(f"{letters[kind]}{layer}.{head}" for kind, layer, head in sorted(heads))


def read_numbers(text: str) -> tuple[SetNumber, ...]:
    """Parse "output.weight@3.5=0.25~...". Raises: ValueError for any other text."""
    numbers: tuple[SetNumber, ...] = ()
    for piece in filter(None, text.split("~")):
        found = _NUMBER.fullmatch(piece)
        if found is None:
            raise ValueError(f"{piece[:40]!r} is not a number of a parameter")
        index = tuple(map(int, found[2].split(".")))
        numbers = with_number(numbers, SetNumber(found[1], index, float(found[3])))
    return numbers


def write_numbers(numbers: tuple[SetNumber, ...]) -> str:
    return "~".join(
        f"{name}@{'.'.join(map(str, index))}={value!r}" for name, index, value in numbers
    )


def with_number(numbers: tuple[SetNumber, ...], new: SetNumber) -> tuple[SetNumber, ...]:
    """Set one more number, replacing any set before in the same place. Raises: ValueError."""
    if not math.isfinite(new.value) or abs(new.value) > LARGEST:
        raise ValueError(f"{new.value} is not in the range from {-LARGEST:,.0f} to {LARGEST:,.0f}")
    made = (*(one for one in numbers if one[:2] != new[:2]), new)
    if len(made) > MOST_CELLS:
        raise ValueError(f"at most {MOST_CELLS} numbers can be set by hand, got {len(made)}")
    return made


def parameter_place(
    tensor: str,
    index: tuple[int, ...],
    shapes: Mapping[str, Sequence[int]],
    ids: Mapping[str, Sequence[int]],
) -> tuple[str, tuple[int, ...]] | None:
    """The parameter shown in a cell; for an embedding, its token's row of the table.

    Args:
        shapes: of the parameters by name.
        ids: of the tokens of "src" and "tgt".

    Returns: None if the cell is not a parameter.
    """
    side, _, name = tensor.partition("_")
    if name == "embeddings" and len(index) == 2 and index[0] < len(ids.get(side, ())):
        return f"{side}_embedding.weight", (ids[side][index[0]], index[1])
    shape = shapes.get(tensor, ())
    fits = len(shape) == len(index) and all(a < b for a, b in zip(index, shape, strict=True))
    return (tensor, index) if fits and index else None
