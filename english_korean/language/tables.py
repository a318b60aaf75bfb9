"""Rules as ordered tables: rules/*.toml, whose heads say what their columns mean.

A rule is a row: what must hold, what then follows, and an example that is its test. The first row
that fits counts.
"""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from english_korean.language.lexicon import LEXICON

RULES = Path(__file__).parent / "rules"
NOT = "not_"
Columns = Mapping[str, Callable[..., Collection[str]]]
"""The conditions of a table: for each column what gives everything that is true at a place."""


class Facts(dict[str, Collection[str]]):
    """What is true at a place in a sentence, by column; each is found when a row asks for it."""

    def __init__(self, columns: Columns, place: tuple[Any, ...]) -> None:
        super().__init__()
        self._columns, self._place = columns, place

    def __missing__(self, column: str) -> Collection[str]:
        self[column] = found = self._columns[column](*self._place)
        return found


@dataclass(frozen=True, eq=False)
class Row:
    """One rule."""

    place: int
    """Its number in the table, from 1."""
    needs: Mapping[str, frozenset[str]]
    """By column: one of these must hold."""
    excludes: Mapping[str, frozenset[str]]
    """By column: none of these may hold."""
    result: Mapping[str, Any]
    example: tuple[str, str]
    """An English sentence, and its Korean; "" where the row puts it outside the language."""

    @cached_property
    def conditions(self) -> tuple[tuple[str, frozenset[str], bool], ...]:
        """Column, values, and whether one of them must hold, or none may."""
        needs = ((name, values, True) for name, values in self.needs.items())
        excludes = ((name, values, False) for name, values in self.excludes.items())
        return (*needs, *excludes)

    def may_fit(self, facts: Mapping[str, Collection[str]]) -> bool:
        """Whether nothing that is known of some columns rules the row out."""
        return all(
            values.isdisjoint(facts[name]) is not is_needed
            for name, values, is_needed in self.conditions
            if name in facts
        )


class Table:
    """The rows of a file, or of one part of it, in their order."""

    def __init__(
        self,
        name: str,
        columns: Columns,
        *,
        nouns: Collection[str] = (),
        part: str = "rows",
        lead: Sequence[str] = (),
    ) -> None:
        """Read a table.

        Args:
            name: of the file in rules/, without its ending.
            columns: those that are conditions; all others are results.
            nouns: those of them that name nouns by kind, group ("animate") or word ("=time").
            part: the rows' name in the file.
            lead: columns that every place is asked for, by which rows are found sooner.

        Raises: ValueError for a row without an example.
        """
        self.name = name if part == "rows" else f"{name}.{part}"
        self.columns, self.nouns, self._lead = columns, frozenset(nouns), tuple(lead)
        data = tomllib.loads((RULES / f"{name}.toml").read_text("utf-8"))
        self._lists: Mapping[str, Sequence[str]] = data.get("lists", {})
        self.rows = tuple(self._row(place, row) for place, row in enumerate(data[part], start=1))
        self._led: dict[tuple[frozenset[str], ...], tuple[Row, ...]] = {}

    def row_of(self, *place: Any) -> Row | None:
        """The row that decides at a place, which is what the columns' functions take."""
        return self.first(Facts(self.columns, place))

    def first(self, facts: Facts) -> Row | None:
        """The first row that fits; None where none does."""
        for row in self._possible(facts):
            for name, values, is_needed in row.conditions:
                if values.isdisjoint(facts[name]) is is_needed:
                    break
            else:
                return row
        return None

    def _possible(self, facts: Facts) -> Sequence[Row]:
        """The rows that the leading columns do not rule out."""
        if not self._lead:
            return self.rows
        values = tuple(frozenset(facts[column]) for column in self._lead)
        if values not in self._led:
            known = dict(zip(self._lead, values, strict=True))
            self._led[values] = tuple(row for row in self.rows if row.may_fit(known))
        return self._led[values]

    def _row(self, place: int, row: Mapping[str, Any]) -> Row:
        conditions = {
            key: self._values(key.removeprefix(NOT), row[key])
            for key in row
            if key.removeprefix(NOT) in self.columns
        }
        example = row.get("example", ())
        if isinstance(example, str):
            example = (example, "")
        if len(example) != 2:
            raise ValueError(f"row {place} of {self.name}.toml needs an example of two sentences")
        return Row(
            place,
            {key: values for key, values in conditions.items() if not key.startswith(NOT)},
            {key.removeprefix(NOT): v for key, v in conditions.items() if key.startswith(NOT)},
            {key: row[key] for key in row if key not in conditions and key != "example"},
            (example[0], example[1]),
        )

    def _values(self, column: str, given: str | list[str]) -> frozenset[str]:
        named = [given] if isinstance(given, str) else given
        values = [value for name in named for value in self._lists.get(name, [name])]
        return LEXICON.resolved(values) if column in self.nouns else frozenset(values)
