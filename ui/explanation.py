"""The arithmetic of one number, and the way from it back to what it was made of.

How a number is made comes from `transformer_core.explanation`; here it gets its words, its links
and the breadcrumbs of the way that a person took.
"""

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from transformer_core.arithmetic import largest_terms
from transformer_core.computation import Cell, Computation, Term
from transformer_core.explanation import Explanation, explain, without_scaling
from ui.arithmetic import Chart, Line, Span, arithmetic, chart_of, exact, significant, span
from ui.language import Text
from ui.page import Page
from ui.url_state import UrlValue

MOST_TERMS = 16
"""Sums of so many terms are written out; of longer ones the LARGEST_TERMS."""
LARGEST_TERMS = 8
LONGEST_TRAIL = 40
NUMBERS = {
    "layer_norm": ("mean", "variance", "epsilon", "gain", "bias"),
    "positional_encoding": ("divisor", "angle", "turns"),
    "learning_rate": ("falling", "rising", "slope"),
    "softmax": ("maximum", "total"),
    "dropout": ("kept",),
    "cross_entropy": ("log_sum", "smoothing", "mean"),
}
"""The numbers of a kind that are named in a line of their own, because its equation does not."""
LISTED = ("spread", "decoder_mask", "maximum")
"""Kinds whose terms stand side by side and are no sum."""
WRITTEN: dict[str, Callable[[float], str]] = {"learning_rate": significant}
"""How a kind writes its numbers, where four decimals would leave nothing of them."""


class Naming(Protocol):
    """What a page calls its cells."""

    def name(self, cell: Cell) -> str:
        """The whole name, e.g. "Weights[ student, I ]"."""

    def term(self, cell: Cell) -> str:
        """What tells a cell from the other terms of one sum, e.g. "student" or "d3"."""

    def role(self, cell: Cell) -> str:
        """query, key, value, or nothing."""

    def means(self, explanation: Explanation) -> str:
        """What the number says in words; nothing where there is nothing to add."""


def read_trail(text: str) -> tuple[Cell, ...]:
    """From "weights@2.1~scores@2.1". Raises: ValueError for any other text."""
    cells = []
    for piece in filter(None, text.split("~")):
        found = re.fullmatch(r"([\w.]{1,80})@(\d{1,6}(?:\.\d{1,6}){0,2})", piece, flags=re.ASCII)
        if found is None:
            raise ValueError(f"{piece[:40]!r} is no cell")
        cells.append(Cell(found[1], tuple(map(int, found[2].split(".")))))
    return tuple(cells)


def write_trail(cells: Sequence[Cell]) -> str:
    return "~".join(f"{cell.tensor}@{'.'.join(map(str, cell.index))}" for cell in cells)


class Trail:
    """The way that a person took from number to number, in the URL like all state.

    The last cell is the one that is explained; without a way that is the pinned one.
    """

    def __init__(self, page: Page) -> None:
        self._held = UrlValue(page.key("trail"), (), read_trail, write_trail)

    @property
    def start(self) -> Cell | None:
        """Where the way began; None while there is none."""
        return next(iter(self._held.get()), None)

    def cells(self, computation: Computation) -> tuple[Cell, ...]:
        """The way, as long as this computation has all of its cells."""
        way = self._held.get()
        return way if all(is_there(computation, cell) for cell in way) else ()

    def follow(self, here: Cell, to: str) -> Cell:
        """Go on to a cell, or back to the numbered one. Returns where that leads."""
        way = self._held.get() or (here,)
        if to.startswith("back:"):
            way = way[: int(to.removeprefix("back:")) + 1]
        else:
            way = (*way, *read_trail(to))[-LONGEST_TRAIL:]
        self._held.set(way)
        return way[-1]


def is_there(computation: Computation, cell: Cell) -> bool:
    """Whether a computation has this cell."""
    tensor = computation.tensors.get(cell.tensor)
    sizes = () if tensor is None else tuple(tensor.shape)
    return len(sizes) == len(cell.index) > 0 and all(
        place < size for place, size in zip(cell.index, sizes, strict=True)
    )


def show_explanation(
    page: Page,
    computation: Computation,
    cell: Cell,
    naming: Naming,
    open_cell: Callable[[Cell], None],
    more_charts: Callable[[Explanation], list[Chart]] = lambda _: [],
) -> None:
    """The arithmetic of a cell, or of the one to which a person went from it.

    `open_cell` brings the page to another cell, from a callback. `more_charts` are those that only
    this page has.
    """
    text, trail = page.text, Trail(page)
    *way, cell = trail.cells(computation) or (cell,)
    explanation = explain(computation, cell)
    crumbs = [
        span(naming.name(one), to=f"back:{number}", spoken=text("explanation.back"))
        for number, one in enumerate(way)
    ]
    arithmetic(
        f"{naming.name(cell)} = {_value(text, explanation)}",
        text(f"kinds.{explanation.kind}"),
        explanation_lines(text, explanation, naming),
        key=page.key("arithmetic"),
        bars=[*_charts(text, computation, explanation, naming), *more_charts(explanation)],
        crumbs=crumbs,
        on_go=lambda to: open_cell(trail.follow(cell, to)),
    )


def _number(explanation: Explanation, value: float) -> str:
    return WRITTEN.get(explanation.kind, exact)(value)


def _value(text: Text, explanation: Explanation) -> str:
    value = explanation.value
    hidden = value == -float("inf")
    return text("arithmetic.hidden_value") if hidden else _number(explanation, value)


def explanation_lines(text: Text, explanation: Explanation, naming: Naming) -> list[Line]:
    """The equation with its numbers put in, what the numbers are called, and what that means."""
    lines: list[Line] = []
    is_empty = explanation.kind == "softmax" and explanation.numbers["total"] == 0
    if explanation.kind != "input" and explanation.equation and not is_empty:
        spans = [*_equation(text, explanation, naming)]
        spans.append(span(f"= {_value(text, explanation)}", "result"))
        lines.append((text("explanation.sum"), spans))
    if (named := NUMBERS.get(explanation.kind)) and not is_empty:
        numbers = {name: _number(explanation, explanation.numbers[name]) for name in named}
        shown = [f"{text(f'numbers.{name}')} {number}" for name, number in numbers.items()]
        lines.append((text("explanation.with"), [span(" · ".join(shown))]))
    if means := naming.means(explanation) or _means(text, explanation):
        lines.append((text("arithmetic.means"), [span(means)]))
    return lines


def _means(text: Text, explanation: Explanation) -> str:
    numbers = explanation.numbers
    if explanation.kind == "masking" and numbers["hidden"]:
        return text("arithmetic.hidden_cell")
    if explanation.kind == "softmax" and numbers["total"] == 0:
        return text("arithmetic.empty_row")
    if explanation.kind == "softmax" and numbers["x"] == -float("inf"):
        return text("arithmetic.hidden_cell")
    if explanation.kind == "dropout" and numbers["kept"] == 0:
        return text("explanation.dropped")
    if explanation.kind == "cross_entropy" and numbers["padding"]:
        return text("explanation.padding_loses_nothing")
    if explanation.kind == "weighted_sum" and not any(t.factors[0] for t in explanation.terms):
        return text("arithmetic.empty_row")
    return ""


def _equation(text: Text, explanation: Explanation, naming: Naming) -> list[Span]:
    """The terms as spans of their own; what stands between them in one piece each."""
    spans: list[Span] = []
    for piece in re.split(r"(\{terms\}|\{spread\})", explanation.equation):
        if piece == "{terms}":
            spans += _sum_spans(text, explanation, naming)
        elif piece == "{spread}":
            spans += _spread_spans(text, explanation, naming)
        elif piece.strip():
            filled = re.sub(r"\{(\w+)\}", lambda found: _filled(explanation, found[1]), piece)
            spans.append(span(filled.strip()))
    return spans


def _filled(explanation: Explanation, name: str) -> str:
    if name == "wave":
        return "cos" if explanation.numbers["dimension"] % 2 else "sin"
    return _number(explanation, explanation.numbers[name])


def _spread_spans(text: Text, explanation: Explanation, naming: Naming) -> list[Span]:
    numbers, terms = explanation.numbers, _sum_spans(text, explanation, naming)
    if numbers["power"] == 1:
        return [span("("), *terms, span(f") / {numbers['count']:.0f}")]
    return [span(f"√ mean (x − {exact(numbers['mean'])})², x ="), *terms]


def _shown_terms(explanation: Explanation) -> tuple[list[int], int, float]:
    """Which terms are written out, how many that leaves, and what those add up to."""
    values = [term.value for term in explanation.terms]
    most = len(values) if len(values) <= MOST_TERMS else LARGEST_TERMS
    places, rest = largest_terms(values, most)
    if explanation.kind == "weighted_sum":
        places.sort(key=lambda place: -abs(values[place]))
    return places, len(values) - most, rest


def _sum_spans(text: Text, explanation: Explanation, naming: Naming) -> list[Span]:
    places, left_out, rest = _shown_terms(explanation)
    sign = "," if explanation.kind in LISTED else "+"
    spans: list[Span] = []
    for place in places:
        spans += [span(sign)] if spans else []
        spans += _term_spans(explanation.terms[place], naming)
    if left_out:
        spans.append(span(f"+ {text('arithmetic.more_terms', count=left_out)} ({exact(rest)})"))
    return spans


def _term_spans(term: Term, naming: Naming) -> list[Span]:
    spans: list[Span] = []
    for factor, cell in zip(term.factors, term.cells, strict=True):
        spans += [span("·")] if spans else []
        if cell is None:
            spans.append(span(factor))
        else:
            spans.append(span(factor, naming.role(cell), write_trail([cell]), naming.name(cell)))
    return spans


def _charts(
    text: Text, computation: Computation, explanation: Explanation, naming: Naming
) -> list[Chart]:
    """The terms as bars; of a softmax the shares, and the shares without scaling."""
    has_bars = explanation.kind == "softmax" or f"charts.{explanation.kind}" in text
    if len(explanation.terms) < 2 or not has_bars:
        return []
    labels = [naming.term(_telling(term)) for term in explanation.terms]
    if explanation.kind == "softmax":
        total = explanation.numbers["total"] or 1.0
        rows = [(text("explanation.row"), [term.value / total for term in explanation.terms])]
        unscaled = without_scaling(computation, explanation.cell)
        rows += [(text("explanation.row_unscaled"), unscaled)] if unscaled else []
        return [_chart(text, title, labels, values, sort=False) for title, values in rows]
    values = [term.value for term in explanation.terms]
    return [
        _chart(
            text,
            text(f"charts.{explanation.kind}"),
            labels,
            values,
            sort=explanation.kind == "weighted_sum",
        )
    ]


def _telling(term: Term) -> Cell:
    """The cell that tells a term from the others of its sum."""
    return next(cell for cell in reversed(term.cells) if cell is not None)


def _chart(
    text: Text, title: str, labels: Sequence[str], values: Sequence[float], *, sort: bool
) -> Chart:
    most = len(values) if len(values) <= MOST_TERMS else LARGEST_TERMS
    places, rest = largest_terms(values, most)
    if sort:
        places.sort(key=lambda place: -abs(values[place]))
    names, shown = [labels[place] for place in places], [values[place] for place in places]
    if len(values) > most:
        names.append(text("arithmetic.more_terms", count=len(values) - most))
        shown.append(rest)
    return chart_of(title, names, shown)
