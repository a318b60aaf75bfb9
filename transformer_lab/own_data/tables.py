"""Lines as rows of cells: tab-separated, comma-separated, or a JSON value a line."""

import csv
import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from transformer_lab.own_data.errors import LeftOut

Format = Literal["tsv", "csv", "jsonl"]
_LOOKED_AT = 200
"""Lines by which a format is told."""
_LONGEST_CELL = 20_000
NAMES_OF_SOURCE = ("source", "src", "input", "from", "question", "원문", "입력")
NAMES_OF_TARGET = ("target", "tgt", "output", "to", "answer", "번역", "출력")
LANGUAGES = (
    *("english", "spanish", "french", "german", "korean", "japanese", "chinese"),
    *("en", "es", "fr", "de", "ko", "ja", "zh", "it", "pt", "ru", "ar", "he"),
)


class Row(NamedTuple):
    """The cells of one row, and the line that it ends in, from 1."""

    line: int
    cells: tuple[str, ...]


class Table(NamedTuple):
    """All rows that could be read."""

    format: Format
    names: tuple[str, ...]
    """Those of the columns, () where the file has none."""
    rows: list[Row]
    left_out: list[LeftOut]


def read_table(lines: Sequence[str | None]) -> Table:
    """The rows of a file; what is no row is left out, blank lines without a word."""
    kind = format_of(lines)
    left_out = [LeftOut(line, "encoding") for line, text in enumerate(lines, 1) if text is None]
    if kind == "jsonl":
        return _of_json(lines, left_out)
    rows: list[Row] = []
    for row in _of_text(lines, "\t" if kind == "tsv" else _separator(lines)):
        if isinstance(row, LeftOut):
            left_out.append(row)
        elif any(cell.strip() for cell in row.cells):
            rows.append(row)
    names: tuple[str, ...] = ()
    if rows and is_header(rows[0].cells):
        names = tuple(cell.strip().lower() for cell in rows.pop(0).cells)
    return Table(kind, names, rows, left_out)


def format_of(lines: Sequence[str | None]) -> Format:
    """JSON where lines begin as a JSON value does, tabs where most lines have one, else commas."""
    some = [line for line in lines if line and line.strip()][:_LOOKED_AT]
    if some and sum(line.lstrip()[0] in "[{" for line in some) > len(some) / 2:
        return "jsonl"
    return "tsv" if sum("\t" in line for line in some) > len(some) / 2 else "csv"


def is_header(cells: Sequence[str]) -> bool:
    """Whether the first row names the columns."""
    known = {*NAMES_OF_SOURCE, *NAMES_OF_TARGET, *LANGUAGES}
    return len(cells) > 1 and all(cell.strip().lower() in known for cell in cells[:2])


def _separator(lines: Sequence[str | None]) -> str:
    some = [line for line in lines if line][:_LOOKED_AT]
    return max(",;|", key=lambda sign: sum(sign in line for line in some))


def _of_text(lines: Sequence[str | None], separator: str) -> Iterator[Row | LeftOut]:
    """A row may go over several lines where a quote is open; with tabs quotes mean nothing."""
    if separator == "\t":
        for line, text in enumerate(lines, 1):
            if text:
                yield Row(line, tuple(text.split("\t")))
        return
    reader = csv.reader(((line or "") + "\n" for line in lines), delimiter=separator)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield LeftOut(reader.line_num, "table")
            continue
        if sum(map(len, cells)) > _LONGEST_CELL:
            yield LeftOut(reader.line_num, "table")
        elif cells:
            yield Row(reader.line_num, tuple(cell.replace("\n", " ") for cell in cells))


def _of_json(lines: Sequence[str | None], left_out: list[LeftOut]) -> Table:
    rows: list[Row] = []
    names: tuple[str, ...] = ()
    for line, text in enumerate(lines, 1):
        if not text or not text.strip():
            continue
        try:
            own_names, cells = _cells(json.loads(text))
        except (ValueError, RecursionError):
            left_out.append(LeftOut(line, "json"))
            continue
        names = names or own_names
        rows.append(Row(line, cells))
    return Table("jsonl", names, rows, left_out)


def _cells(value: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names and the cells of ["...", "..."], of {"en": "...", "es": "..."}, or of such an
    object in another one, as in {"translation": {...}}.

    Raises: ValueError for anything else.
    """
    while isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
    if isinstance(value, dict):
        texts = {name: cell for name, cell in value.items() if isinstance(cell, str | int | float)}
        return tuple(name.lower() for name in texts), tuple(map(str, texts.values()))
    if isinstance(value, list) and all(isinstance(cell, str | int | float) for cell in value):
        return (), tuple(map(str, value))
    raise ValueError("neither a list of texts nor an object of them")
