"""X and the weight matrices that make Q, K and V of a sentence, and the cells set by hand."""

from dataclasses import replace

import numpy as np
from torch import Tensor

from pages.attention.setting import AttentionSetting
from ui.answer.parts import Chip, Entry, Legend
from ui.picture.attention import axes
from ui.picture.matrix_view import Axis, Matrix, Operator
from ui.picture.matrix_view.matrix import Item, MatrixOptions, Role
from ui.state.cells import Edits
from ui.words.language import Text

NAMES = {"Q": "queries", "K": "keys", "V": "values"}
ROLES: dict[str, Role] = {"Q": "query", "K": "key", "V": "value"}
COLOURS = {"Q": "#3654c9", "K": "#b45309", "V": "#0f766e"}


def shape_of(matrix: Tensor) -> str:
    return f"({matrix.size(0)}, {matrix.size(1)})"


def projection_items(text: Text, setting: AttentionSetting) -> list[Item]:
    """X and the matrices that make Q, K and V from it; empty if these are given directly."""
    made = setting.projections
    if made is None:
        return []
    on = axes(text, setting.labels)
    words = Axis("query", labels=setting.labels, also=("key",), spoken=text("axes.word"))
    d_model = Axis("d_model", spoken="d_model")
    note = f"{shape_of(made.X)} {text('matrices.embeddings')}"
    items: list[Item] = [
        Matrix(
            "X",
            made.X,
            words,
            d_model,
            note=note,
            flat=True,
            compact=True,
            editable=True,
            given=True,
        )
    ]
    for name, role in ROLES.items():
        weights = getattr(made, f"W_{name}")
        cols = on["d_v" if name == "V" else "d_k"]
        matrix = Matrix(f"W_{name}", weights, d_model, cols, role=role, row_labels=name == "Q")
        items += [
            Operator("×" if name == "Q" else ""),
            replace(matrix, compact=True, editable=True, given=True),
        ]
    return items


def given_options(text: Text, setting: AttentionSetting) -> dict[str, MatrixOptions]:
    """How Q, K and V are drawn: by their roles, editable, with their shapes or a note that they
    were edited.
    """
    by_hand = setting.detached()
    options: dict[str, MatrixOptions] = {}
    for name, matrix in setting.matrices._asdict().items():
        turned = name == "K" and not setting.is_trained
        shown = matrix.T if turned else matrix
        note = f"{shape_of(shown)} {text(f'matrices.{NAMES[name]}')}"
        options[name] = {
            "note": note,
            "editable": True,
            "role": ROLES[name],
            "given": setting.projections is None,
        }
        if turned:
            options[name]["name"] = "Kᵀ"
        if setting.is_trained:
            options[name]["compact"] = True
        if name in by_hand:
            options[name]["note"] = text("by_hand", product=f"X·W_{name}")
            options[name]["marks"] = _marks(by_hand[name], matrix, turned=turned)
    return options


def _marks(by_hand: Edits, matrix: Tensor, *, turned: bool) -> np.ndarray | None:
    """Mark the cells set by hand; None if all were, which needs no marks."""
    marks = np.zeros(tuple(matrix.shape), dtype=bool)
    for _, row, col in by_hand:
        marks[row, col] = True
    if marks.all():
        return None
    return marks.T if turned else marks


def detached_parts(text: Text, setting: AttentionSetting) -> list[Legend]:
    """Those of Q, K and V that no longer follow from X and the weights, with chips to undo it."""
    entries = [
        Entry(
            COLOURS[name],
            text("detached", matrix=name, count=len(cells), all=setting.matrices[at].numel()),
            Chip.to(text("reattach", matrix=name), setting.reattached(name), None),
        )
        for at, name in enumerate("QKV")
        if (cells := setting.detached().get(name))
    ]
    return [Legend(entries)] if entries else []
