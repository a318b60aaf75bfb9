"""Rules as ordered tables: rules/*.toml, whose heads say what their columns mean.

A rule is a row: what must hold, what then follows, and an example that is its test. The first row
that fits counts.
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from english_korean.language.lexicon import LEXICON

RULES = Path(__file__).parent / "rules"
NOT = "not_"
Facts = Mapping[str, Collection[str]]
"""What is known of a place in a sentence: for each column everything that is true there."""


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
    """An English sentence, and what this row makes of it."""

    def fits(self, facts: Facts) -> bool:
        """Whether everything that the row asks for holds."""
        return all(not needed.isdisjoint(facts[name]) for name, needed in self.needs.items()) and (
            all(excluded.isdisjoint(facts[name]) for name, excluded in self.excludes.items())
        )


class Table:
    """The rows of a file, in their order."""

    def __init__(self, name: str, columns: Collection[str], nouns: Collection[str] = ()) -> None:
        """Read a table.

        Args:
            name: of the file in rules/, without its ending.
            columns: those that are conditions; all others are results.
            nouns: those of them that name nouns by kind, group ("animate") or word ("=time").

        Raises: ValueError for a row without an example.
        """
        self.name, self.columns, self.nouns = name, frozenset(columns), frozenset(nouns)
        data = tomllib.loads((RULES / f"{name}.toml").read_text("utf-8"))
        self.rows = tuple(self._row(place, row) for place, row in enumerate(data["rows"], start=1))

    def first(self, facts: Facts) -> Row | None:
        """The first row that fits; None where none does."""
        return next((row for row in self.rows if row.fits(facts)), None)

    def _row(self, place: int, row: Mapping[str, Any]) -> Row:
        conditions = {
            key: self._values(key.removeprefix(NOT), row[key])
            for key in row
            if key.removeprefix(NOT) in self.columns
        }
        example = row.get("example", ())
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
        values = [given] if isinstance(given, str) else given
        return LEXICON.resolved(values) if column in self.nouns else frozenset(values)
