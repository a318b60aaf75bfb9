"""An equation with its numbers filled in, with = only if the displayed digits add up."""

import heapq
import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from transformer_core.explain.computation import Cell, Term
from transformer_core.explain.explanation import Explanation
from ui.explain.arithmetic import Span, exact, significant, span
from ui.explain.arithmetic.numbers import (
    MINUS,
    as_operand,
    in_brackets_if_negative,
    read_back,
)
from ui.explain.trail import write_trail
from ui.words.language import Text

MOST_TERMS = 16
"""Sums of up to this many terms are written out; of longer ones, the LARGEST_TERMS."""
LARGEST_TERMS = 8
DIGITS = 4
MORE_DIGITS = (5, 6, 7)
"""Digits tried for a short equation if four digits do not add up."""
FEW_FACTORS = 8
"""Equations of up to this many factors count as short."""
OPERATORS = f"+·/^{MINUS}"


class Naming(Protocol):
    """How a page names its cells."""

    def name(self, cell: Cell) -> str:
        """Return the full name, e.g. "Weights[ student, I ]"."""

    def term(self, cell: Cell) -> str:
        """Return what tells a cell from the other terms of a sum, e.g. "student" or "d3"."""

    def role(self, cell: Cell) -> str:
        """Return query, key, value, or an empty string."""

    def in_words(self, explanation: Explanation) -> str:
        """Return the number's meaning in words; empty if there is nothing to add."""


def number_text(explanation: Explanation, value: float, digits: int = DIGITS) -> str:
    """Format a number the way this kind of step does."""
    is_significant = explanation.declared.notation.significant
    return (significant if is_significant else exact)(value, digits)


class Chosen(NamedTuple):
    """The terms that are written out, the number of those left out, and their sum."""

    places: list[int]
    left_out: int
    rest: float


def chosen_terms(
    values: Sequence[float], *, by_size: bool = False, own: int | None = None
) -> Chosen:
    """Choose all terms of a short sum, the largest of a long one; in order, or largest first.

    Args:
        own: the place of a term that is among them whatever its size.
    """
    most = len(values) if len(values) <= MOST_TERMS else LARGEST_TERMS
    # With thousands of terms, as in a softmax over a vocabulary, this is quicker than sorting all.
    sizes = list(map(abs, values))
    places = sorted(heapq.nlargest(most, range(len(values)), key=sizes.__getitem__))
    if own is not None and own not in places:
        places.remove(min(places, key=sizes.__getitem__))
        places = sorted([*places, own])
    chosen = set(places)
    rest = math.fsum(value for place, value in enumerate(values) if place not in chosen)
    if by_size:
        places.sort(key=lambda place: -abs(values[place]))
    return Chosen(places, len(values) - most, rest)


def own_term(explanation: Explanation) -> int | None:
    """The place of the term that a share is of, so that one can follow it; None of other sums."""
    place, terms = explanation.cell.index[-1], explanation.terms
    if not explanation.declared.notation.sum_to_1 or place >= len(terms):
        return None
    cells = [cell for cell in terms[place].cells if cell is not None]
    return place if any(cell.index[-1] == place for cell in cells) else None


def equation_spans(text: Text, explanation: Explanation, naming: Naming) -> list[Span]:
    """Return the whole equation up to its result; empty if a rule decides."""
    if not explanation.equation:
        return []
    digits = _digits_that_hold(explanation)
    sign = "≈" if digits is None else "="
    written = _Equation(text, explanation, naming, digits or DIGITS)
    spans = [one | {"text": one["text"].replace(" = ", f" {sign} ")} for one in written.spans()]
    return [*spans, span(f"{sign} {value_text(text, explanation)}", "result")]


def value_text(text: Text, explanation: Explanation) -> str:
    """Format the number that is explained."""
    if explanation.value == -math.inf:
        return text("arithmetic.hidden_value")
    return number_text(explanation, explanation.value)


def _digits_that_hold(explanation: Explanation) -> int | None:
    """Return how many digits make the displayed equation true; None if none of those tried do."""
    tried = (DIGITS, *(MORE_DIGITS if _is_short(explanation) else ()))
    return next((digits for digits in tried if _holds(explanation, digits)), None)


def _is_short(explanation: Explanation) -> bool:
    terms = explanation.terms
    return len(terms) <= FEW_FACTORS and sum(len(one.factors) for one in terms) <= FEW_FACTORS


def _holds(explanation: Explanation, digits: int) -> bool:
    def rounded(value: float) -> float:
        return read_back(number_text(explanation, value, digits))

    def shown(value: float) -> float:
        return read_back(number_text(explanation, value))

    values = explanation.values
    places, left_out, rest = chosen_terms(values, own=own_term(explanation))
    terms = [math.prod(map(rounded, explanation.terms[place].factors)) for place in places]
    if left_out and is_listed(explanation):
        terms += [values[place] for place in range(len(values)) if place not in places]
    elif left_out:
        terms.append(rounded(rest))
    numbers = {name: rounded(number) for name, number in explanation.numbers.items()}
    result = explanation.from_shown(terms, numbers)
    both_nan = math.isnan(result) and math.isnan(explanation.value)
    return both_nan or shown(result) == shown(explanation.value)


def is_listed(explanation: Explanation) -> bool:
    """Return whether the terms are a list and not a sum."""
    return "{list}" in explanation.equation


class _Equation:
    """The equation of one explanation, with a given number of digits."""

    def __init__(self, text: Text, explanation: Explanation, naming: Naming, digits: int) -> None:
        self.text, self.explanation, self.naming, self.digits = text, explanation, naming, digits

    def spans(self) -> list[Span]:
        """Return each term as a separate span, and the text between terms as one span each."""
        spans: list[Span] = []
        before = ""
        for piece in re.split(r"(\{terms\}|\{list\})", self.explanation.equation):
            if piece in ("{terms}", "{list}"):
                spans += self._terms(after_operator=before.strip()[-1:] in tuple(OPERATORS))
            elif piece.strip():
                spans.append(span(self._filled(piece).strip()))
            before = piece
        return spans

    def _number(self, value: float) -> str:
        return number_text(self.explanation, value, self.digits)

    def _filled(self, piece: str) -> str:
        """Fill in the numbers of a piece, with brackets where a sign would follow an operator."""

        def fill(found: re.Match[str]) -> str:
            name, before = found[1], piece[: found.start()].rstrip()[-1:]
            behind = piece[found.end() :].lstrip()[:1]
            number = self._number(self.explanation.numbers[name])
            if before in ("/", "√") or behind in ("^", "²"):
                return as_operand(number)
            return in_brackets_if_negative(number) if before in tuple(OPERATORS) else number

        return re.sub(r"\{(\w+)\}", fill, piece)

    def _terms(self, *, after_operator: bool = False) -> list[Span]:
        values = self.explanation.values
        by_size = self.explanation.declared.notation.largest_first
        own = own_term(self.explanation)
        places, left_out, rest = chosen_terms(values, by_size=by_size, own=own)
        listed = is_listed(self.explanation)
        spans: list[Span] = []
        for number, place in enumerate(places):
            follows = after_operator if number == 0 else not listed
            spans += self._joined(self.explanation.terms[place], number == 0, listed, follows)
        if left_out:
            more = self.text("arithmetic.more_terms", count=f"{left_out:,}")
            spans.append(span(f"… {more}" if listed else f"+ {more} ({self._number(rest)})"))
        return spans

    def _joined(self, term: Term, is_first: bool, listed: bool, follows: bool) -> Iterator[Span]:
        """Yield a term with the operator that joins it; a factor of −1 becomes a minus sign."""
        pairs = list(zip(term.factors, term.cells, strict=True))
        is_taken_away = len(pairs) > 1 and pairs[0] == (-1.0, None)
        if is_taken_away:
            pairs, follows = pairs[1:], True
            yield span(MINUS)
        elif not is_first:
            yield span("," if listed else "+")
        for place, (factor, cell) in enumerate(pairs):
            if place:
                yield span("·")
            number = self._number(factor)
            number = in_brackets_if_negative(number) if place or follows else number
            if cell is None:
                yield span(number)
            else:
                role, name = self.naming.role(cell), self.naming.name(cell)
                yield span(number, role, write_trail([cell]), name)
