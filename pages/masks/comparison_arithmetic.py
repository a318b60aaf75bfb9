"""Where each number of a comparison comes from, and what a cell of it means."""

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from pages.masks.arithmetic import quoted, share
from pages.masks.comparison import Comparison, Side
from pages.masks.tokens import PAD_ID
from transformer_core.explain.attention_provenance import attention_steps
from transformer_core.explain.axes import attention_axes
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import D_V, Axes, Axis, Origin, Tokens
from transformer_core.masks import look_ahead_mask
from transformer_lab.examples.attention_masks import key_padding, query_padding
from transformer_lab.measures.mask_effects import FILL
from ui.explain.arithmetic import Arithmetic, exact
from ui.explain.board import BoardNames, BoardTensor, board_arithmetic
from ui.explain.embedding_arithmetic import untrained
from ui.picture.label import with_gloss
from ui.state.address import Selection
from ui.words.language import Text

PADDED = {"pad_id": PAD_ID}
KEYS = Step("padding_mask", {"ids": "key_ids"}, PADDED)
OTHER_MASKS: Mapping[str, Step] = {
    "none": Step("no_mask"),
    "target": Step("padding_mask", {"ids": "query_ids"}, PADDED),
    "queries": Step("either_mask", {"first": "right", "second": "query_padding"}),
    "axis": Step("query_padding_mask", {"ids": "query_ids"}, PADDED),
    "opposite": Step("opposite_mask", {"mask": "right"}),
    "and": Step("both_masks", {"first": "padding", "second": "look_ahead"}),
    "causal": Step("look_ahead_mask"),
    "padding": KEYS,
    "recomputed": KEYS,
    "transposed": Step("either_mask", {"first": "padding", "second": "past"}),
}
"""How the other mask is made; where it is not named here, it is the right one."""
FILLING = {"finite": "filled_mask", "half": "filled_half", "zero": "zeroed"}
"""The kind of step that fills in something finite."""
SAME = Step("copy", {"x": "right"})
CHANGE = "change"
HIDDEN = "other_hidden"
"""Where a mask hides of which True keeps."""
"""How far another mask takes each output."""


def comparison_computation(of: Comparison) -> Computation:
    """Every number of a comparison, and of the model that its Q, K and V are from, if any."""
    own = compared_attention(of)
    return of.trained.with_origins(own) if of.trained else own


def compared_attention(of: Comparison) -> Computation:
    """Every number of a comparison from Q, K and V on."""
    Q, K, V = of.vectors
    given = {"Q": Q, "K": K, "V": V, "query_ids": of.query_ids, "key_ids": of.key_ids}
    tensors = given | {"scores": of.steps.scores, "scaled": of.steps.scaled}
    steps: dict[str, Step] = {}
    for name, (tensor, step) in _rules(of):
        tensors[name], steps[name] = tensor, step
    for name, side in of.sides.items():
        for tensor_name, tensor, made in _side(of, name, side):
            tensors[tensor_name] = tensor
            if made is not None:
                steps[tensor_name] = made
    if of.trained and (change := of.change) is not None:
        tensors[CHANGE], compared = change, {"before": "right_output", "after": "other_output"}
        steps[CHANGE] = Step("largest_difference", compared)
    steps |= dict(list(attention_steps(_names("right"), of.d_k**-0.5, "right"))[:2])
    axes = _axes(of)
    origins = {name: Origin(name, axes.get(name, axes["scores"])) for name in tensors}
    return Computation(tensors, steps, origins=origins)


def _rules(of: Comparison) -> Iterator[tuple[str, tuple[Tensor, Step]]]:
    """The masks that the two masks are made of."""
    if of.attention == "decoder":
        size = len(of.key_ids)
        yield "padding", (key_padding(of.key_ids), KEYS)
        yield "look_ahead", (look_ahead_mask(size), Step("look_ahead_mask"))
        if of.name == "transposed":
            yield "past", (look_ahead_mask(size).T, Step("past_mask"))
    if of.name == "queries":
        rule = Step("query_padding_mask", {"ids": "query_ids"}, PADDED)
        yield "query_padding", (query_padding(of.query_ids), rule)


def is_read_otherwise(of: Comparison, name: str) -> bool:
    """Whether a side has the right mask, of which it keeps what that hides."""
    return name == "other" and of.name == "opposite"


def _names(side: str) -> dict[str, str]:
    own = {name: f"{side}_{name}" for name in ("masked", "weights", "output")}
    shared = {"queries": "Q", "keys": "K", "values": "V"}
    return shared | {"scores": "scores", "scaled": "scaled"} | own


def _side(of: Comparison, name: str, side: Side) -> Iterator[tuple[str, Tensor, Step | None]]:
    both = Step("decoder_mask", {"padding": "padding", "look_ahead": "look_ahead"})
    right = both if of.attention == "decoder" else KEYS
    if is_read_otherwise(of, name):
        # The same mask; what is hidden is where it has a 0.
        yield name, of.right.mask, SAME
        yield HIDDEN, side.mask, Step("opposite_mask", {"mask": name})
        read = {"x": "scaled", "mask": HIDDEN}
    else:
        yield name, side.mask, right if name == "right" else OTHER_MASKS.get(of.name, SAME)
        read = {"x": "scaled", "mask": name}
    masking = Step("masking", read)
    if name == "other" and of.name in FILLING:
        masking = Step(FILLING[of.name], read, {"fill": FILL})
    yield f"{name}_masked", side.masked, masking
    yield f"{name}_weights", side.weights, Step("softmax", {"x": f"{name}_masked"})
    weighted = Step("weighted_sum", {"weights": f"{name}_weights", "values": "V"})
    if side.block == "attention":
        yield f"{name}_output", side.output, weighted
    else:
        yield f"{name}_attended", side.attended, weighted
        yield from _block(of, name, side)
    if side.reach is not None and side.before is not None and side.after is not None:
        yield f"{name}_before", side.before, None
        yield f"{name}_after", side.after, None
        compared = {"before": f"{name}_before", "after": f"{name}_after"}
        yield f"{name}_reach", side.reach, Step("largest_change", compared)


def _block(of: Comparison, name: str, side: Side) -> Iterator[tuple[str, Tensor, Step]]:
    """What comes after the attention: x added to it, and a norm."""
    summing = Step("sum", {"x": "V", "y": f"{name}_attended"})
    if side.block == "residual":
        yield f"{name}_output", side.output, summing
        return
    summed = f"{name}_summed"
    yield summed, of.vectors[2] + side.attended, summing
    yield f"{name}_output", side.output, Step(side.block, {"x": summed})


def _axes(of: Comparison) -> dict[str, Axes]:
    """The axes of the tensors; those that are not named are grids of queries and keys."""
    queries: Tokens = "src" if of.attention == "encoder" else "tgt"
    keys: Tokens = "tgt" if of.attention == "decoder" else "src"
    named = attention_axes(queries, keys)
    query, key = Axis("query", queries), Axis("key", keys)
    axes: dict[str, Axes] = {"Q": named["queries"], "K": named["keys"], "V": named["values"]}
    axes |= {"scores": named["scores"], "query_ids": (query,), "key_ids": (key,)}
    axes |= {"padding": (Axis("row"), key)}
    axes |= dict.fromkeys(("query_padding", CHANGE), (query, Axis("row")))
    for side in ("right", "other"):
        for name in ("attended", "summed", "output"):
            axes[f"{side}_{name}"] = (query, D_V)
        for name in ("before", "after"):
            axes[f"{side}_{name}"] = (Axis("other", keys), query, D_V)
        axes[f"{side}_reach"] = (query, Axis("other", keys))
    return axes


def comparison_board(text: Text, of: Comparison) -> BoardNames:
    """The names of all tensors; those without a matrix are explained but not drawn."""
    queries, keys = quoted(of.query_labels), quoted(of.key_labels)
    shown = {
        "Q": BoardTensor("", "Q", queries, role="query"),
        "K": BoardTensor("", "K", keys, role="key"),
        "V": BoardTensor("", "V", keys, role="value"),
        **{name: BoardTensor("", text(f"matrices.{name}"), queries, keys) for name in GRIDS},
        "padding": BoardTensor("", text("matrices.padding"), (text("all_queries"),), keys),
        "query_padding": BoardTensor(
            "", text("matrices.query_padding"), queries, (text("all_keys"),)
        ),
    }
    for side in of.sides:
        own = text(f"sides.{side}")
        for name in ("", "_masked", "_weights", "_reach"):
            matrix = "" if name == "_masked" else f"{side}{name}"
            title = f"{text(f'matrices.mask{name}')} · {own}"
            shown[f"{side}{name}"] = BoardTensor(matrix, title, queries, keys)
        for name in ("attended", "summed", "output", "before", "after"):
            is_drawn = name == "output" and of.trained is None
            matrix = f"{side}_output" if is_drawn else ""
            title = f"{text(f'matrices.{name}')} · {own}"
            shown[f"{side}_{name}"] = BoardTensor(matrix, title, queries)
    shown[HIDDEN] = BoardTensor("", text("matrices.opposite"), queries, keys)
    shown[CHANGE] = BoardTensor(CHANGE, text("matrices.change"), queries, (text("largest"),))
    board = BoardNames(shown, lambda explanation: _means(text, of, explanation))
    return of.trained.board(text, comparison_computation(of), board) if of.trained else board


GRIDS = ("scores", "scaled", "look_ahead", "past")


def _means(text: Text, of: Comparison, explanation: Explanation) -> str:
    """Why a key is hidden or visible, and what follows; or what a change of a token does."""
    cell = explanation.cell
    side, _, name = cell.tensor.partition("_")
    if side not in of.sides or name not in ("", "hidden", "masked", "weights", "reach"):
        is_drawn = cell.tensor in ("Q", "K", "V") and of.trained is None
        return untrained(text, explanation) if is_drawn else ""
    row, col = cell.index
    labels = of.query_labels[row], of.key_labels[col], of.key_labels[col + 1 - len(of.key_labels)]
    query, key, other = quoted([with_gloss(label) for label in labels])
    words = {"query": query, "key": key, "other": other}
    if name == "reach":
        how = "written" if of.name == "recomputed" else "moved" if of.trained else "replaced"
        what = "changes" if explanation.value else "same"
        return text(f"reach.{how}.{what}", value=exact(explanation.value), **words)
    sentences = [_reason(text, of, side, cell, words)]
    if explanation.kind == "softmax":
        is_filled = side == "other" and of.name in FILLING and of.sides[side].mask[row, col]
        sentences.append(
            _filled(text, of, explanation.value) if is_filled else share(text, explanation)
        )
    return " ".join(sentences)


def _filled(text: Text, of: Comparison, weight: float) -> str:
    """What becomes of a hidden key whose score is finite."""
    how = "zero" if of.name == "zero" else "leaks" if weight else "no_leak"
    return text(f"finite.{how}", value=exact(weight))


def _reason(text: Text, of: Comparison, side: str, cell: Cell, words: dict[str, str]) -> str:
    """Why a mask hides a key from a query, or does not."""
    row, col = cell.index
    is_hidden = bool(of.sides[side].mask[row, col])
    if side == "other" and of.name in OTHER_MASKS:
        is_row = of.name == "queries" and int(of.query_ids[row]) == PAD_ID
        which = "hidden_row" if is_row else "hidden" if is_hidden else "visible"
        return text(f"other_reason.{of.name}.{which}", **words)
    rules = {
        "padding": int(of.key_ids[col]) == PAD_ID,
        "look_ahead": of.attention == "decoder" and col > row,
    }
    reasons = [name for name, hides in rules.items() if hides] or ["visible"]
    return " ".join(text(f"reason.{name}", **words) for name in reasons)


def _first(of: Comparison) -> Cell:
    """The cell to look at: a leak, else a key hidden by mistake, else a change."""
    if of.other is None:
        return Cell("right_weights", _place(of.right.mask) or (0, 0))
    if of.other.reach is not None:
        later = torch.ones_like(of.other.reach).triu(1)  # (position, token)
        place = _place(of.other.reach * later) or _place(later) or (0, 0)
        return Cell("other_reach", place)
    weights, mask = of.other.weights, of.right.mask
    is_word = (of.query_ids != PAD_ID)[:, None]
    leaks, hidden = (weights > 0) & mask, of.other.mask & ~mask
    if of.trained and (leaked := weights * (leaks & is_word)).any():
        # Trained weights differ so much that the first one that leaks may say nothing.
        return Cell("other_weights", divmod(int(leaked.argmax()), len(of.key_ids)))
    tried = (leaks & is_word, hidden & is_word, leaks, weights != of.right.weights, mask)
    places = (_place(grid) for grid in tried)
    return Cell("other_weights", next(filter(None, places), (0, 0)))


def _place(grid: Tensor) -> tuple[int, ...] | None:
    """The first cell of a grid that is not 0."""
    return tuple(grid.nonzero()[0].tolist()) if grid.any() else None


def comparison_arithmetic(text: Text, of: Comparison, selection: Selection) -> Arithmetic:
    """The arithmetic of the pinned cell, or of one that the comparison is about."""
    computation, board = comparison_computation(of), comparison_board(text, of)
    return board_arithmetic(text, computation, board, selection, _first(of))
