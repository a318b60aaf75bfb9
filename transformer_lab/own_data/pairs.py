"""Sentence pairs out of a table: which are kept, and why the others are not."""

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from transformer_lab.own_data.cutting import Cutter
from transformer_lab.own_data.data import LONGEST_SIDE
from transformer_lab.own_data.encodings import clean, read_lines
from transformer_lab.own_data.errors import LeftOut, OwnDataError, Reason
from transformer_lab.own_data.tables import (
    NAMES_OF_SOURCE,
    NAMES_OF_TARGET,
    Row,
    Table,
    read_table,
)

MOST_PAIRS = 20_000
LEAST_PAIRS = 20
HELD_OUT_SHARE = 1 / 8
"""The share of all sources that is never trained on."""
_LONGEST_TEXT = 2_000
"""Characters of a sentence, before it is cut."""


class Columns(NamedTuple):
    """Which of a table's columns are read."""

    source: int
    target: int
    is_plain: bool
    """Whether the table says so itself, by its columns' names."""


class RawPair(NamedTuple):
    """A pair as it was written, and its line."""

    line: int
    source: str
    target: str


class RawPairs(NamedTuple):
    """All pairs of a file that could be used, before they are cut."""

    pairs: list[RawPair]
    left_out: list[LeftOut]
    table: Table
    columns: Columns
    encoding: str


def read_pairs(data: bytes, columns: tuple[int, int] | None = None) -> RawPairs:
    """The pairs of a file.

    Args:
        columns: of source and target, counted from 0; as the table says when None, or else its
            first two.

    Raises: OwnDataError for a file that cannot be read, and where no line has two columns.
    """
    lines = read_lines(data)
    table = read_table(lines.lines)
    if not any(len(row.cells) > 1 for row in table.rows):
        raise OwnDataError("no_pairs")
    chosen = columns_of(table) if columns is None else Columns(*columns, True)
    pairs: list[RawPair] = []
    left_out = list(table.left_out)
    known: set[tuple[str, str]] = set()
    for row in table.rows:
        pair = _pair(row, chosen)
        reason = _reason(pair, known, len(pairs))
        if reason:
            left_out.append(LeftOut(row.line, reason))
            continue
        assert pair is not None
        known.add(pair[1:])
        pairs.append(pair)
    return RawPairs(pairs, sorted(left_out), table, chosen, lines.encoding)


def columns_of(table: Table) -> Columns:
    """The columns that are named as source and target; where none are, the first two."""
    source = _named(table.names, NAMES_OF_SOURCE)
    target = _named(table.names, NAMES_OF_TARGET)
    if source is None or target is None:
        return Columns(0, 1, False)
    return Columns(source, target, True)


def _named(names: Sequence[str], wanted: Iterable[str]) -> int | None:
    return next((names.index(name) for name in wanted if name in names), None)


def _pair(row: Row, columns: Columns) -> RawPair | None:
    if len(row.cells) <= max(columns.source, columns.target):
        return None
    source, target = (clean(row.cells[at]).strip() for at in columns[:2])
    return RawPair(row.line, source, target)


def _reason(pair: RawPair | None, known: set[tuple[str, str]], kept: int) -> Reason | None:
    """Why a pair is left out; None if it is kept."""
    if pair is None:
        return "columns"
    if not pair.source or not pair.target:
        return "empty"
    if max(len(pair.source), len(pair.target)) > _LONGEST_TEXT:
        return "too_long"
    if pair[1:] in known:
        return "duplicate"
    return "too_many" if kept >= MOST_PAIRS else None


class CutPair(NamedTuple):
    """A pair as tokens."""

    line: int
    source: list[str]
    target: list[str]


def cut_pairs(pairs: Sequence[RawPair], cutter: Cutter) -> tuple[list[CutPair], list[LeftOut]]:
    """Pairs as tokens; those with too many of them are left out."""
    kept, left_out = [], []
    for pair in pairs:
        source, target = cutter.tokens(pair.source), cutter.tokens(pair.target)
        if max(len(source), len(target)) > LONGEST_SIDE:
            left_out.append(LeftOut(pair.line, "too_long"))
        elif source and target:
            kept.append(CutPair(pair.line, source, target))
        else:
            left_out.append(LeftOut(pair.line, "empty"))
    return kept, left_out


def divided(pairs: Sequence[RawPair]) -> tuple[list[RawPair], list[RawPair], int]:
    """Training and held-out pairs, and how many held-out ones were removed because training has
    their very target for a source that differs in case, spaces or signs alone.

    Which part a pair is in is decided by a hash of its source, so that a source is never in
    both; where that leaves one part empty, the last eighth is held out.
    """
    training = [pair for pair in pairs if not is_held_out(pair.source)]
    held_out = [pair for pair in pairs if is_held_out(pair.source)]
    if not held_out or not training:
        first = len(pairs) - max(1, len(pairs) // 8)
        training, held_out = list(pairs[:first]), list(pairs[first:])
    known = {_alike(pair) for pair in training}
    apart = [pair for pair in held_out if _alike(pair) not in known]
    return training, apart or held_out, len(held_out) - len(apart or held_out)


def is_held_out(source: str) -> bool:
    """Whether pairs with this source are never trained on."""
    return hashlib.sha256(source.encode()).digest()[0] < 256 * HELD_OUT_SHARE


def _alike(pair: RawPair) -> tuple[str, str]:
    return _letters(pair.source), _letters(pair.target)


def _letters(text: str) -> str:
    """What is left without case, spaces and signs; the text itself where nothing is."""
    kept = (c for c in text.casefold() if unicodedata.category(c)[0] not in "PZ")
    return "".join(kept) or text
