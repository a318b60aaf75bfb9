"""Why a cell is hidden or visible, and the effect on the softmax."""

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from pages.masks.setting import ALL_KINDS, CROSS, D_K, SINCE, MaskSetting
from pages.masks.since import since_reasons
from pages.masks.tokens import PAD_ID
from transformer_core import AttentionSteps
from transformer_core.explain.attention_provenance import attention_steps
from transformer_core.explain.axes import attention_axes
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import Axis, Origin
from transformer_core.variants.sliding_window import sliding_window
from ui.explain.arithmetic import Arithmetic, percent
from ui.explain.board import BoardNames, BoardTensor, board_arithmetic
from ui.explain.embedding_arithmetic import untrained
from ui.state.address import Selection
from ui.words.language import Text

SHARED = ("scores", "scaled")
"""Steps before the mask, which all masks share."""
GRID = attention_axes()["scores"]
AXES = {
    "Q": attention_axes()["queries"],
    "K": attention_axes()["keys"],
    "Q_target": attention_axes("tgt")["queries"],
    **dict.fromkeys(
        (f"{CROSS}_{name}" for name in (*SHARED, "masked", "weights")),
        attention_axes("tgt")["scores"],
    ),
    "ids": (Axis("key"),),
    "documents": (Axis("key"),),
    "padding": (Axis("row"), Axis("key")),
    CROSS: (Axis("row"), Axis("key")),
}
"""The axes of the tensors that are not a grid of queries and keys."""
OF_ALL = ("padding", CROSS)
"""Masks with one row, which applies to every query."""
KIND_OF = {
    name: kind
    for kind in (*ALL_KINDS, *SINCE)
    for name in (kind, f"{kind}_masked", f"{kind}_weights")
} | {"too_far": "window"}
"""The kind of mask that each tensor is or depends on."""


def mask_computation(setting: MaskSetting, steps: dict[str, AttentionSteps]) -> Computation:
    """The masks by kind, and the effect of each on the same scores."""
    Q, K = setting.queries_and_keys()
    any_mask = steps[setting.kinds[0]]
    tensors = {"Q": Q, "K": K, "scores": any_mask.scores, "scaled": any_mask.scaled}
    tensors |= {"ids": torch.tensor(setting.token_ids), **setting.masks()}
    made = {
        "padding": Step("padding_mask", {"ids": "ids"}, {"pad_id": PAD_ID}),
        "look_ahead": Step("look_ahead_mask"),
        "decoder": Step("decoder_mask", {"padding": "padding", "look_ahead": "look_ahead"}),
        CROSS: Step("padding_mask", {"ids": "ids"}, {"pad_id": PAD_ID}),
        "too_far": Step("sliding_window_mask", {}, {"window": setting.window}),
        "window": Step("joined_masks", {"look_ahead": "look_ahead", "window": "too_far"}),
        "prefix": Step("prefix_mask", {}, {"prefix": setting.prefix}),
        "packed": Step("packed_mask", {"documents": "documents"}),
    }
    tensors["Q_target"] = setting.target_queries()
    if setting.last == "packed":
        tensors["documents"] = setting.documents_in_order
    if setting.last == "window":
        places = torch.arange(setting.size)
        tensors["too_far"] = sliding_window(places, places, setting.window)
    for kind in setting.all_kinds:
        own = {name: f"{kind}_{name}" for name in ("masked", "weights")}
        if kind == CROSS:
            own |= {name: f"{kind}_{name}" for name in SHARED}
        tensors |= {place: getattr(steps[kind], name) for name, place in own.items()}
        # Only the weights are shown: there are no values, and no output.
        queries = "Q_target" if kind == CROSS else "Q"
        names = {"queries": queries, "keys": "K", "values": "", "output": ""}
        names |= {name: name for name in SHARED} | own
        made |= dict(attention_steps(names, D_K**-0.5, kind))
    kept = {name: step for name, step in made.items() if name in tensors}
    origins = {name: Origin(name, AXES.get(name, GRID)) for name in tensors}
    return Computation(tensors, kept, origins=origins)


def mask_board(text: Text, setting: MaskSetting, computation: Computation) -> BoardNames:
    """The masks above their weights; the steps in between have no matrix."""
    tokens, target = (quoted(labels) for labels in (setting.labels, setting.target_labels))
    grid = (tokens, tokens)
    shown = {
        "Q": BoardTensor("", "Q", tokens, role="query"),
        "K": BoardTensor("", "K", tokens, role="key"),
        "Q_target": BoardTensor("", "Q", target, role="query"),
        **{name: BoardTensor("", text(f"matrices.{name}"), *grid) for name in (*SHARED, "too_far")},
    }
    for kind in setting.all_kinds:
        if kind == CROSS:
            grid = (target, tokens)
            shown |= {
                f"{kind}_{name}": BoardTensor("", text(f"matrices.{name}"), *grid)
                for name in SHARED
            }
        name = text(f"matrices.{kind}")
        rows = (text("all_queries"),) if kind in OF_ALL else tokens
        shown[kind] = BoardTensor(kind, name, rows, tokens)
        shown[f"{kind}_masked"] = BoardTensor("", f"{text('matrices.masked')} · {name}", *grid)
        weights = f"{kind}_weights"
        shown[weights] = BoardTensor(weights, text(f"matrices.{weights}"), *grid)
    return BoardNames(shown, lambda explanation: _means(text, setting, computation, explanation))


def quoted(labels: Sequence[str]) -> list[str]:
    return [f"“{label}”" for label in labels]


def reasons(kind: str, masks: Mapping[str, Tensor], row: int, col: int) -> list[str]:
    """The names of the rules that hide a cell of a mask; empty if it is visible."""
    rules = {
        "padding": kind in ("padding", "decoder", CROSS) and bool(masks["padding"][0, col]),
        "look_ahead": kind in ("look_ahead", "decoder") and bool(masks["look_ahead"][row, col]),
        "painted": kind == "painted" and bool(masks["painted"][row, col]),
    }
    return [name for name, hides in rules.items() if hides]


def _means(
    text: Text, setting: MaskSetting, computation: Computation, explanation: Explanation
) -> str:
    """Explain why a key is hidden or visible, and what follows from that."""
    cell = explanation.cell
    kind = KIND_OF.get(cell.tensor)
    if kind is None:
        return untrained(text, explanation)
    row, col = cell.index
    if cell.tensor == "too_far":
        hidden_by, visible = ["outside_window"] if explanation.value else [], "inside_window"
    elif kind in SINCE:
        hidden_by, visible = since_reasons(kind, computation, row, col)
    else:
        hidden_by = reasons(kind, computation.tensors, row, col)
        visible = "no_padding" if cell.tensor in OF_ALL else "visible"
    query, key = quoted(setting.query_labels[kind])[row], quoted(setting.labels)[col]
    places = {"query": query, "key": key, "window": setting.window}
    sentences = [text(f"reason.{name}", **places) for name in hidden_by or [visible]]
    if cell.tensor in OF_ALL:
        sentences.append(text(f"arithmetic.broadcast_{'hidden' if hidden_by else 'visible'}"))
    elif explanation.kind == "softmax":
        sentences.append(share(text, explanation))
    return " ".join(sentences)


def share(text: Text, explanation: Explanation) -> str:
    """Explain a key's weight in comparison with the weights of the other keys."""
    if explanation.numbers["total"] == 0:
        return text("arithmetic.empty_row")
    exponentials = explanation.values
    seen = sum(exponential > 0 for exponential in exponentials)
    hidden = explanation.numbers["x"] == -float("inf")
    size = len(exponentials)
    kind = "hidden_weight" if hidden else "visible_weight"
    return text(
        f"arithmetic.{kind}{'_of_all' if 1 < seen == size else ''}",
        seen=seen,
        size=size,
        percent=percent(explanation.value),
    )


def worth_explaining(mask: Tensor, kind: str = "decoder") -> Cell:
    """The first key hidden from the last query, else the first hidden cell."""
    for row in (mask.size(0) - 1, 0):
        if mask[row].any():
            return Cell(f"{kind}_weights", (row, int(mask[row].int().argmax())))
    return Cell(f"{kind}_weights", (0, 0))


def mask_arithmetic(
    text: Text, setting: MaskSetting, steps: dict[str, AttentionSteps], selection: Selection
) -> Arithmetic:
    """The arithmetic of the pinned cell, or of a default one if none is pinned."""
    computation = mask_computation(setting, steps)
    board = mask_board(text, setting, computation)
    kind = "decoder" if setting.last == "painted" else setting.last
    otherwise = worth_explaining(computation.tensors[kind], kind)
    return board_arithmetic(text, computation, board, selection, otherwise)
