"""The arithmetic of the pinned cell of one attention."""

import math
from dataclasses import replace

from torch import Tensor

from pages.attention.projections import ROLES
from pages.attention.setting import AttentionSetting
from pages.attention.trained import trained_computation
from pages.translator.trained_naming import trained_board
from transformer_core.explain.attention_provenance import (
    attention_computation,
    projected_computation,
    weights_straight_from,
)
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import Explanation
from ui.explain.arithmetic import Arithmetic
from ui.explain.attention import STEPS, attention_board, strongest_weight
from ui.explain.board import BoardNames, BoardTensor, board_arithmetic
from ui.explain.trail import read_trail, write_trail
from ui.picture.matrix_view import Pin
from ui.state.address import Selection, State
from ui.words.language import Text

BASELINE = "a_"
"""Prefix of the ids of A's matrices when A and B are compared."""


def setting_computation(setting: AttentionSetting) -> Computation:
    """Everything that a setting's attention computes, with the steps that made Q, K and V."""
    Q, K, V = setting.matrices
    factor = 1 / math.sqrt(setting.sizes.d_k) if setting.scaling else 1.0
    computation = attention_computation(Q, K, V, setting.steps, setting.hidden, factor)
    if setting.hidden is None:
        computation = weights_straight_from(computation, "scaled", ("masked",))
    if setting.is_trained:
        return trained_computation(setting, computation)
    made = setting.projections
    if made is None:
        return computation
    detached = setting.detached().values()
    by_hand = [Cell(name, (row, col)) for cells in detached for name, row, col in cells]
    return projected_computation(computation, made._asdict(), by_hand)


def setting_tensors(setting: AttentionSetting) -> dict[str, Tensor]:
    """The tensors of the attention alone, and those that Q, K and V of a sentence are made from."""
    tensors = setting_computation(setting).tensors
    if not setting.is_trained:
        return {**tensors}
    own = (*setting.matrices._fields, *STEPS, "mask")
    return {name: tensors[name] for name in own if name in tensors}


def setting_board(text: Text, setting: AttentionSetting, prefix: str = "") -> BoardNames:
    """All matrices of a setting; `prefix` is put before their ids."""
    sizes = setting.sizes
    queries, keys = setting.labels_in(text.language)
    queries = queries or tuple(str(row) for row in range(sizes.queries))
    keys = keys or tuple(str(row) for row in range(sizes.keys))
    names = ("Q", "K", "V", *STEPS)
    board = attention_board(text, queries, keys, {name: prefix + name for name in names})
    made = {"X": BoardTensor(f"{prefix}X", "X", setting.labels)}
    for name, role in ROLES.items():
        weights = f"W_{name}"
        made[weights] = BoardTensor(f"{prefix}{weights}", weights, role=role, told_by="row")

    def in_words(explanation: Explanation) -> str:
        cell = explanation.cell
        if explanation.kind == "input" and (cell.tensor, *cell.index) in setting.edits:
            return text("change.by_hand")
        if cell.tensor in made or (explanation.kind == "input" and setting.source == "random"):
            return text("explanation.untrained")
        return board.in_words(explanation)

    if setting.is_trained:
        shown = {**board.tensors, "K": replace(board.tensors["K"], transposed=False)}
        own = trained_board(text, setting.trained, setting_computation(setting), shown)
        return replace(own, meaning=in_words)
    tensors = {**board.tensors, **made} if setting.words else board.tensors
    return BoardNames(tensors, in_words)


def seen_selection(setting: AttentionSetting, selection: Selection) -> Selection:
    """The place in the matrices shown: "scaled" replaces "masked" if there is no mask, and a pin in
    A stays in A only if B lacks the cell or it was pinned there.
    """
    pin = _seen_pin(setting, selection.pin)
    if setting.hidden is not None:
        return Selection(pin, selection.trail)
    try:
        way = read_trail(selection.trail)
    except ValueError:
        return Selection(pin)
    cells = [cell._replace(tensor="scaled") if cell.tensor == "masked" else cell for cell in way]
    return Selection(pin, write_trail(list(dict.fromkeys(cells))))


def _seen_pin(setting: AttentionSetting, written: str) -> str:
    pin = Pin.parse(written)
    if pin is None:
        return written
    baseline = setting.baseline if setting.show == "compare" else None
    name = pin.matrix.removeprefix(BASELINE)
    is_in_live = _has(setting, name, pin)
    if baseline and _has(baseline, name, pin) and (pin.matrix != name or not is_in_live):
        return f"{BASELINE}{_drawn(baseline, name)}.{pin.row}.{pin.col}"
    return f"{_drawn(setting, name)}.{pin.row}.{pin.col}"


def _drawn(setting: AttentionSetting, name: str) -> str:
    """The matrix that shows these numbers."""
    return "scaled" if name == "masked" and setting.hidden is None else name


def _has(setting: AttentionSetting, name: str, pin: Pin) -> bool:
    rows, cols = matrix_sizes(setting).get(_drawn(setting, name), (0, 0))
    return pin.row < rows and pin.col < cols


def matrix_sizes(setting: AttentionSetting) -> dict[str, tuple[int, int]]:
    """Rows and columns of every matrix of the picture, as shown."""
    queries, keys, d_k, d_v = setting.sizes
    sizes = {"Q": (queries, d_k), "K": (d_k, keys), "V": (keys, d_v), "output": (queries, d_v)}
    steps = ("scores", "scaled", "weights", *(["masked"] if setting.mask != "none" else []))
    sizes |= dict.fromkeys(steps, (queries, keys))
    if setting.is_trained:
        sizes["K"] = (keys, d_k)
    if setting.mask == "painted":
        sizes["mask"] = (queries, keys)
    if made := setting.projections:
        sizes |= {name: tuple(matrix.shape) for name, matrix in made._asdict().items()}
    return sizes


def _explained(setting: AttentionSetting, selection: Selection) -> tuple[AttentionSetting, str]:
    """The setting whose number is explained, A or B, and the prefix of its ids."""
    if (
        setting.show == "compare"
        and setting.baseline is not None
        and selection.pin.startswith(BASELINE)
    ):
        return setting.baseline, BASELINE
    return setting, ""


def setting_arithmetic(text: Text, setting: AttentionSetting, selection: Selection) -> Arithmetic:
    """The arithmetic of the pinned cell, or of the strongest weight if none is pinned."""
    selection = seen_selection(setting, selection)
    explained, prefix = _explained(setting, selection)
    computation = setting_computation(explained)
    board = setting_board(text, explained, prefix)
    return board_arithmetic(text, computation, board, selection, strongest_weight(computation))


def normalised(state: State[AttentionSetting]) -> State[AttentionSetting]:
    return replace(state, selection=seen_selection(state.setting, state.selection))


def followed(state: State[AttentionSetting], cell: Cell, text: Text) -> State[AttentionSetting]:
    """Pin the cell that the user followed a link to."""
    board = setting_board(text, *_explained(state.setting, state.selection))
    return replace(state, selection=Selection(board.pinned(cell), state.selection.trail))
