"""Why somebody's data cannot be used, and which of its lines were left out."""

from typing import Literal, NamedTuple

Reason = Literal[
    "encoding", "json", "table", "columns", "empty", "too_long", "duplicate", "too_many"
]
REASONS: tuple[Reason, ...] = (
    "encoding",
    "json",
    "table",
    "columns",
    "empty",
    "too_long",
    "duplicate",
    "too_many",
)


class LeftOut(NamedTuple):
    """A line that is not used."""

    line: int
    """From 1."""
    reason: Reason


class OwnDataError(ValueError):
    """Data that cannot be used at all.

    why: "empty", "too_large", "not_text", "no_pairs", "few_pairs", "few_characters", "file" or
    "cut".
    """

    def __init__(self, why: str, **values: int) -> None:
        numbers = ", ".join(f"{name}={value}" for name, value in values.items())
        super().__init__(f"the data cannot be used: {why}" + (f" ({numbers})" if numbers else ""))
        self.why, self.values = why, values
