"""Turn a program into a notebook that runs from top to bottom: text, code cells and pictures."""

import ast
import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from ui.words.language import Text

LINK = "{link}"
"""Placeholder in the heading for the page's URL, which only the browser knows. Text typed by the
user may contain it elsewhere: the browser replaces it in the first cell only."""


def notebook(text: Text, program: str, drawn: Mapping[str, str]) -> str:
    """Return the notebook as JSON (nbformat 4.5).

    Args:
        text: the texts of the page that the program belongs to.
        program: the source, whose last lines print.
        drawn: what to draw at the end, by title: an expression with any number of axes.
    """
    head = f"# {text('title')}\n\n{text('question')}\n\n{text('program.link', link=LINK)}"
    cells = [_markdown(head)]
    for piece in pieces(program):
        names = assigned(piece)
        if names:
            listed = ", ".join(f"`{name}`" for name in names)
            cells.append(_markdown(text("program.gives", names=listed)))
        cells.append(_code(piece))
    if drawn:
        cells += [_markdown(text("program.picture")), _code(_drawing(drawn))]
    return json.dumps(
        {
            "cells": [{**cell, "id": f"cell-{place}"} for place, cell in enumerate(cells)],
            "metadata": {
                "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
            },
            "nbformat": 4,
            "nbformat_minor": 5,
        },
        ensure_ascii=False,
    )


def pieces(program: str) -> Iterator[str]:
    """Split the program at blank lines between two statements."""
    lines = program.splitlines()
    start = 0
    body = ast.parse(program).body
    for one, other in pairwise(body):
        end, begin = one.end_lineno or one.lineno, other.lineno
        between = lines[end : begin - 1]
        if "" in between:
            cut = end + len(between) - between[::-1].index("")
            yield "\n".join(lines[start:cut]).strip()
            start = cut
    yield "\n".join(lines[start:]).strip()


def assigned(piece: str) -> list[str]:
    """Return the names that a piece assigns, in order, without functions and imports."""
    names: dict[str, None] = {}
    for statement in ast.parse(piece).body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        for target in targets:
            for node in ast.walk(target):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    names[node.id] = None
    names.pop("_", None)
    return list(names)


def _drawing(drawn: Mapping[str, str]) -> str:
    """Plot a line for tensors with one axis, else a heatmap of all rows, one below the other."""
    shown = ",\n".join(f"    {title!r}: {expression}" for title, expression in drawn.items())
    return f"""import plotly.graph_objects as go

for title, values in {{
{shown},
}}.items():
    if values.dim() < 2:
        figure = go.Figure(go.Scatter(y=values.reshape(-1).tolist()))
    else:
        figure = go.Figure(go.Heatmap(z=values.flatten(0, -2).tolist(), colorscale="RdBu", zmid=0))
        figure.update_yaxes(autorange="reversed")
    figure.update_layout(title=title, width=520, height=420)
    figure.show()"""


def _markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def _code(text: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "metadata": {},
        "source": text,
        "execution_count": None,
        "outputs": [],
    }
