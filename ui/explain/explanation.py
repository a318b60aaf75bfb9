"""The arithmetic of one number, and the trail back to the numbers that it was made of.

How a number is computed comes from `transformer_core.explain.explanation`; this module adds the
texts, the links and the breadcrumbs of the user's trail.
"""

from collections.abc import Callable, Sequence

from transformer_core.explain.computation import Cell, Computation, Term
from transformer_core.explain.explanation import Explanation, explain, without_scaling
from ui.explain.arithmetic import Arithmetic, Chart, Line, Span, chart_of, span
from ui.explain.equation import (
    Naming,
    chosen_terms,
    equation_spans,
    is_listed,
    number_text,
    own_term,
    value_text,
)
from ui.explain.sentences import sentence
from ui.explain.trail import BACK, valid_trail, write_trail
from ui.words.language import Text


def explained(
    text: Text,
    computation: Computation,
    cell: Cell,
    naming: Naming,
    trail: str = "",
    more_charts: Callable[[Explanation], list[Chart]] = lambda _: [],
) -> Arithmetic:
    """Return the arithmetic of a cell, or of the last cell of the trail that started there.

    `more_charts` returns charts that only this page has.
    """
    *way, cell = valid_trail(computation, trail) or (cell,)
    explanation = explain(computation, cell)
    crumbs = [
        span(naming.name(one), to=f"{BACK}{number}", spoken=text("explanation.back"))
        for number, one in enumerate(way)
    ]
    return Arithmetic(
        f"{naming.name(cell)} = {value_text(text, explanation)}",
        text(f"kinds.{explanation.kind}"),
        explanation_lines(text, explanation, naming),
        [*_charts(text, computation, explanation, naming), *more_charts(explanation)],
        crumbs,
        write_trail((cell,)),
        sentence(text, computation, cell),
        {text("explanation.sum"): "numbers", text("arithmetic.means"): "idea"},
    )


def explanation_lines(text: Text, explanation: Explanation, naming: Naming) -> list[Line]:
    """Return the equation with its numbers, the names of the numbers, and their meaning."""
    lines: list[Line] = []
    if explanation.equation:
        lines.append((text("explanation.sum"), equation_spans(text, explanation, naming)))
    if (named := explanation.declared.notation.named) and explanation.equation:
        numbers = {name: number_text(explanation, explanation.numbers[name]) for name in named}
        shown = [f"{text(f'numbers.{name}')} {number}" for name, number in numbers.items()]
        lines.append((text("explanation.with"), [span(" · ".join(shown))]))
    if words := naming.in_words(explanation) or _remark(text, explanation):
        lines.append((text("arithmetic.means"), [span(words)]))
    return lines


def made_of(text: Text, computation: Computation, cell: Cell, naming: Naming) -> list[Span]:
    """Explain one of several numbers in one line: its equation, or the rule that decides.

    The number itself links to its full arithmetic.
    """
    explanation = explain(computation, cell)
    on = {"to": write_trail((cell,)), "spoken": naming.name(cell)}
    if made := equation_spans(text, explanation, naming):
        return [*made[:-1], made[-1] | on]
    rule = naming.in_words(explanation) or _remark(text, explanation)
    return [span(value_text(text, explanation), "result") | on, span(f"({rule})")]


def _remark(text: Text, explanation: Explanation) -> str:
    """Say why this cell is special, if it is."""
    remark = explanation.declared.remark(explanation.terms, explanation.numbers)
    return text(f"arithmetic.{remark}") if remark else ""


def _charts(
    text: Text, computation: Computation, explanation: Explanation, naming: Naming
) -> list[Chart]:
    """Return the terms as bars; for a softmax its weights, with and without scaling."""
    notation = explanation.declared.notation
    has_bars = notation.sum_to_1 or f"charts.{explanation.kind}" in text
    if len(explanation.terms) < 2 or not has_bars:
        return []

    def label(place: int) -> str:
        return naming.term(_telling(explanation.terms[place]))

    if notation.sum_to_1:
        total = explanation.numbers["total"] or 1.0
        origin = computation.origins.get(explanation.cell.tensor)
        is_of_tokens = origin is not None and origin.axes[-1].role == "token"
        over = "row_probabilities" if is_of_tokens else notation.sum_to_1
        title = text(f"explanation.{over}")
        rows = [(title, [value / total for value in explanation.values])]
        unscaled = without_scaling(computation, explanation.cell)
        rows += [(text("explanation.row_unscaled"), unscaled)] if unscaled else []
        own = own_term(explanation)
        return [_chart(text, title, label, shown, is_share=True, own=own) for title, shown in rows]
    values, title = explanation.values, f"charts.{explanation.kind}"
    looks = {
        "sort": notation.largest_first,
        "is_sum": not is_listed(explanation),
        "is_share": notation.of_weights,
    }
    return [_chart(text, text(title), label, values, **looks)]


def _telling(term: Term) -> Cell:
    """Return the cell that distinguishes a term from the others of its sum."""
    return next(cell for cell in reversed(term.cells) if cell is not None)


def _chart(
    text: Text,
    title: str,
    label: Callable[[int], str],
    values: Sequence[float],
    *,
    sort: bool = False,
    is_sum: bool = True,
    is_share: bool = False,
    own: int | None = None,
) -> Chart:
    """Make bars of the values; the terms left out share one bar if the terms are a sum.

    Only terms with a separate bar are named: a softmax over a vocabulary has a term for every word.
    """
    places, left_out, rest = chosen_terms(values, by_size=sort, own=own)
    names, shown = [label(place) for place in places], [values[place] for place in places]
    if left_out and is_sum:
        names.append(text("arithmetic.more_terms", count=f"{left_out:,}"))
        shown.append(rest)
    return chart_of(title, names, shown, is_share=is_share)
