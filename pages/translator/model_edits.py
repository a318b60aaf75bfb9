"""The user's changes to the translator: heads switched off and parameters set by hand."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import NamedTuple, TypeVar

import torch
from torch import Tensor

from english_korean import Translator
from transformer_core import trace

LETTERS = {"e": "encoder", "d": "decoder", "c": "cross"}
"""The letters for the kinds of attention in the URL."""
PATHS = {
    "encoder": "encoder.layers.{layer}.self_attention",
    "decoder": "decoder.layers.{layer}.self_attention",
    "cross": "decoder.layers.{layer}.cross_attention",
}
MOST_CELLS, LARGEST = 64, 1e6
T = TypeVar("T")
Edit = tuple[tuple[int | slice, ...], float]
"""Where in a parameter, and the number that is set there."""
_HEAD = re.compile(r"([edc])(\d)\.(\d{1,2})", flags=re.ASCII)
_CELL = re.compile(
    r"([a-z_0-9.]{3,80})@(\d{1,5}(?:\.\d{1,5})?)=(-?[0-9.e+-]{1,24})", flags=re.ASCII
)


class Head(NamedTuple):
    """One head of one attention, counted from 0."""

    kind: str
    layer: int
    head: int

    @property
    def path(self) -> str:
        return PATHS[self.kind].format(layer=self.layer)


class SetCell(NamedTuple):
    """A number of a parameter, set by hand."""

    name: str
    index: tuple[int, ...]  # type: ignore[assignment]  # a tuple has a method of that name
    value: float


@dataclass(frozen=True)
class ModelEdits:
    """The user's changes to a translator."""

    heads: frozenset[Head] = frozenset()
    cells: tuple[SetCell, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.heads or self.cells)


NO_EDITS = ModelEdits()


@cache
def shapes() -> Mapping[str, tuple[int, ...]]:
    """The shapes of the translator's parameters by name."""
    return {name: tuple(one.shape) for name, one in the_translator().model.named_parameters()}


@cache
def the_translator() -> Translator:
    """The shipped translator, one instance for all users and for both of its models."""
    # Whoever asks first may be computing without gradients, others need them later.
    with torch.inference_mode(False):
        return Translator.load()


@cache
def _parameters(model: str) -> Mapping[str, Tensor]:
    """The parameters of a model by name: "translator" as shipped, "untrained" as they were before
    its training.
    """
    translator = the_translator()
    with torch.inference_mode(False):
        named = (translator.untrained() if model == "untrained" else translator).model
    return {name: parameter.detach() for name, parameter in named.named_parameters()}


@contextmanager
def editing(model: str, edits: ModelEdits) -> Iterator[dict[str, Tensor]]:
    """Inside this context the translator computes as `model` (see `_parameters`), with a user's
    changes; yields the parameters that are not the shipped ones.

    The translator, which all users share, is not modified. A head that is off adds nothing: its
    columns of W_O are 0.
    """
    own, by_name = _parameters(model), _by_name(edits)
    edited = {name: _edited(own[name], by_name[name]) for name in by_name}
    changed = {**own, **edited} if model == "untrained" else edited
    if not changed:
        yield {}
        return
    change = {name: partial(_instead, tensor) for name, tensor in changed.items()}
    with trace(the_translator().model, change):
        yield changed


def _by_name(edits: ModelEdits) -> dict[str, list[Edit]]:
    """A user's changes by the name of the parameter."""
    d_head = the_translator().model.config.d_k
    by_name: dict[str, list[Edit]] = {}
    for head in edits.heads:
        columns = (slice(None), columns_of(head, d_head))
        by_name.setdefault(f"{head.path}.w_o.weight", []).append((columns, 0.0))
    for name, index, value in edits.cells:
        by_name.setdefault(name, []).append((index, value))
    return by_name


def _edited(parameter: Tensor, edits: Sequence[Edit]) -> Tensor:
    own = parameter.detach().clone()
    for index, value in edits:
        own[index] = value
    return own


def _instead(own: Tensor, _: Tensor) -> Tensor:
    return own


def columns_of(head: Head, d_head: int) -> slice:
    """The columns of W_O that take a head's output."""
    return slice(head.head * d_head, (head.head + 1) * d_head)


def read_heads(text: str) -> frozenset[Head]:
    """Parse "c1.3_e0.2". Raises: ValueError if it names no head of the translator."""
    config, heads = the_translator().model.config, []
    for piece in filter(None, text.split("_")):
        found = _HEAD.fullmatch(piece)
        if found is None:
            raise ValueError(f"{piece[:40]!r} is not a head")
        head = Head(LETTERS[found[1]], int(found[2]), int(found[3]))
        if head.layer >= config.num_layers or head.head >= config.num_heads:
            raise ValueError(f"{piece!r} is not a head of this model")
        heads.append(head)
    return frozenset(heads)


def write_heads(heads: frozenset[Head]) -> str:
    letters = {kind: letter for letter, kind in LETTERS.items()}
    return "_".join(f"{letters[kind]}{layer}.{head}" for kind, layer, head in sorted(heads))


def read_cells(text: str) -> tuple[SetCell, ...]:
    """Parse "output.weight@3.5=0.25~...". Raises: ValueError if it names no parameter."""
    cells = {}
    for piece in _few(tuple(filter(None, text.split("~")))):
        found = _CELL.fullmatch(piece)
        if found is None:
            raise ValueError(f"{piece[:40]!r} is not a number of a parameter")
        cell = checked(found[1], tuple(map(int, found[2].split("."))), float(found[3]))
        cells[cell.name, cell.index] = cell
    return tuple(cells.values())


def _few(cells: tuple[T, ...]) -> tuple[T, ...]:
    """Check the number of cells. Raises: ValueError if there are more than can be set by hand."""
    if len(cells) > MOST_CELLS:
        raise ValueError(f"at most {MOST_CELLS} numbers can be set by hand, got {len(cells)}")
    return cells


def checked(name: str, index: tuple[int, ...], value: float) -> SetCell:
    """A number to set. Raises: ValueError if the parameter or the number is invalid."""
    shape = shapes().get(name, ())
    if len(shape) != len(index) or not all(
        at < size for at, size in zip(index, shape, strict=True)
    ):
        raise ValueError(f"{name}[{index}] is not a number of a parameter")
    if not math.isfinite(value) or abs(value) > LARGEST:
        raise ValueError(f"{value} is not in the range from {-LARGEST:,.0f} to {LARGEST:,.0f}")
    return SetCell(name, index, value)


def write_cells(cells: tuple[SetCell, ...]) -> str:
    return "~".join(f"{name}@{'.'.join(map(str, index))}={value!r}" for name, index, value in cells)


def with_cell(cells: tuple[SetCell, ...], cell: SetCell) -> tuple[SetCell, ...]:
    """Set one more number, replacing any set before in the same cell. Raises: ValueError."""
    others = [one for one in cells if (one.name, one.index) != (cell.name, cell.index)]
    return _few((*others, cell))


def parameter_cell(
    tensor: str, index: tuple[int, ...], ids: Mapping[str, Tensor]
) -> tuple[str, tuple[int, ...]] | None:
    """The parameter cell shown in a cell; for an embedding, its token's row of the table.

    `ids` are the sentences' token ids by "src" and "tgt". None if the cell is not a parameter.
    """
    side, _, name = tensor.partition("_")
    if name == "embeddings":
        return f"{side}_embedding.weight", (int(ids[side][index[0]]), index[1])
    return (tensor, index) if tensor in shapes() else None
