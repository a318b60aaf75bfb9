"""Which numbers a number is used by: the opposite direction of its arithmetic."""

from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.uses import uses
from ui.explain.arithmetic import Line, Span, span
from ui.explain.equation import Naming
from ui.explain.trail import write_trail
from ui.words.language import Text

MOST_USES = 6


def uses_lines(text: Text, computation: Computation, cell: Cell, naming: Naming) -> list[Line]:
    """Return links to the numbers that use this one, and what they are; empty if there are none."""
    spans: list[Span] = []
    means = span(text("map.goes_into_means"))
    for use in uses(computation, cell)[:MOST_USES]:
        name = naming.name(use.cell)
        spans.append(span(name, to=write_trail([use.cell]), spoken=name))
        if use.count > 1:
            spans.append(span(f"({text('map.more_uses', count=use.count - 1)})"))
    return [(text("map.goes_into"), [means, *spans])] if spans else []
