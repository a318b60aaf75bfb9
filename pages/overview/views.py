"""The overview's live picture: one attention on the typed sentence."""

from typing import Any

from torch import Tensor

from pages.overview.setting import OverviewSetting
from ui.picture.attention import axes, entropy_bars
from ui.picture.matrix_view import Axis, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.shell.language import Text

ROLES = {"Q": "query", "K": "key", "V": "value"}
BESIDE = {"row_labels": False}
"""How a matrix looks to the right of one with the same rows."""


def _axes(text: Text, setting: OverviewSetting) -> dict[str, Axis]:
    words = setting.labels
    word = Axis("query", labels=words, also=("key",), spoken=text("axes.word"))
    x = Axis("d_model", spoken=text("axes.dimension"))
    return axes(text, words) | {"word": word, "x": x}


def _wide(
    id: str, values: Tensor, rows: Axis, cols: Axis, name: str, note: str, **looks: Any
) -> Matrix:
    """One row a word."""
    looks = {"compact": True, "flat": True, "name": name, "note": note} | looks
    return Matrix(id, values, rows, cols, **looks)


def live_items(text: Text, setting: OverviewSetting) -> list[Item]:
    """Input, output below it, and between them the weights of one attention."""
    on, steps = _axes(text, setting), setting.steps
    names = {name: text(f"live.{name}") for name in ("input", "weights", "output")}
    notes = {name: text(f"live.{name}_note") for name in names}
    weights = Matrix(
        "weights",
        steps.weights,
        on["query"],
        on["key"],
        name=names["weights"],
        note=notes["weights"],
        scale="weights",
        bars=entropy_bars(text, steps.weights),
        **BESIDE,
    )
    X = _wide("input", setting.input.X, on["word"], on["x"], names["input"], notes["input"])
    sides = on["query"], on["d_v"]
    output = _wide("output", steps.output, *sides, names["output"], notes["output"], below=True)
    return [X, output, Operator("→"), weights]


def between_items(text: Text, setting: OverviewSetting) -> list[Item]:
    """Q, K and V, from which the weights and the output are made."""
    on = _axes(text, setting)
    return [
        _wide(
            letter,
            values,
            on["query" if letter == "Q" else "key"],
            on["d_v" if letter == "V" else "d_k"],
            letter,
            f"X W_{letter}",
            role=ROLES[letter],
            row_labels=letter == "Q",
        )
        for letter, values in setting.projected._asdict().items()
    ]
