"""The arithmetic of the measures of each word, back to the embeddings of the sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from torch import Tensor

import transformer_lab.measures.weight_and_effect  # noqa: F401  # declares the kinds of the steps
from pages.attention_limits.compared import ORDERS, Comparison, comparison
from pages.attention_limits.setting import LimitsSetting
from pages.translator.trained_naming import TrainedBoard, trained_board
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import DIMENSION, HEAD, Axis, Origin
from transformer_lab.measures.hidden_words import places
from ui.explain.arithmetic import Arithmetic
from ui.explain.attention import heard
from ui.explain.board import BoardTensor, board_arithmetic
from ui.picture.label import with_gloss
from ui.picture.matrix_view import Pin
from ui.state.address import Selection, State
from ui.words.language import Text

KEY, WRITTEN = Axis("key", "src"), Axis("position", "tgt")
MEASURES = Axis("figure")
OWN: Mapping[str, tuple[Axis, ...]] = {
    "heads_of_w_o": (HEAD, DIMENSION, Axis("d_v")),
    "passed_on": (HEAD, KEY, DIMENSION),
    "length": (HEAD, KEY, MEASURES),
    "weighted_length": (HEAD, KEY, MEASURES),
    "share": (HEAD, KEY, MEASURES),
    "next_ids": (WRITTEN,),
    "logits_without": (KEY, WRITTEN, Axis("token", "tgt")),
    "logs_without": (KEY, WRITTEN),
    "whole_logs": (MEASURES, WRITTEN),
    **dict.fromkeys(
        ("probability", "total_without", "token_change", "translation_change",
         *(f"place_{name}" for name in ORDERS)),
        (KEY, MEASURES),
    ),
    **dict.fromkeys(("whole_probability", "whole_total"), (MEASURES, MEASURES)),
}  # fmt: skip
"""The tensors that the page adds to the model's, and their axes."""
COLUMNS = ("token_change", "length", "share", "translation_change")
"""Those with a matrix of their own, beside the weights and the places."""


def limits_computation(setting: LimitsSetting) -> Computation:
    """Every number of the model on the sentence, and the measures of its words."""
    found, whole = comparison(setting), setting.trained.computation
    return Computation(
        {**whole.tensors, **_tensors(setting, found)},
        {**whole.steps, **_steps(setting)},
        origins={**whole.origins, **{name: Origin(name, axes) for name, axes in OWN.items()}},
    )


def _tensors(setting: LimitsSetting, found: Comparison) -> dict[str, Tensor]:
    row, position, without = setting.row, setting.position, found.without
    lengths, head = found.lengths[..., None], setting.shown_head
    tensors = {
        "heads_of_w_o": found.W_O,
        "passed_on": found.passed_on,
        "length": lengths,
        "weighted_length": found.weights[:, row, :, None] * lengths,
        "share": found.shares[:, row, :, None],
        "next_ids": without.ids,
        "logits_without": without.logits,
        "logs_without": without.logs,
        "whole_logs": found.whole_logs[None],
        "probability": found.probabilities[:, position, None],
        "whole_probability": found.whole_logs[position].exp()[None, None],
        "token_change": found.changes[:, position, None],
        "total_without": without.logs.sum(-1, keepdim=True),
        "whole_total": found.whole_logs.sum()[None, None],
        "translation_change": found.translation_changes[:, None],
    }
    ordered = {
        "weight": found.weights[head, row],
        "length": found.lengths[head],
        "share": found.shares[head, row],
        "token_change": found.changes[:, position],
    }
    placed = {f"place_{name}": places(ordered[name].abs())[:, None] for name in ORDERS}
    return tensors | {name: tensor.float() for name, tensor in placed.items()}


def _steps(setting: LimitsSetting) -> dict[str, Step]:
    names, trained = setting.trained.names, setting.trained
    head, query = {"head": setting.shown_head}, {"query": setting.row}
    at, ids = {"position": setting.position}, {"ids": "next_ids"}
    weights = names["weights"]
    weighted = {"weights": weights, "lengths": "length"}
    heads = {"heads": trained.num_heads, "d_head": trained.d_k}
    return {
        "heads_of_w_o": Step("split", {"x": names["w_o.weight"]}, heads),
        "passed_on": Step("passed_on", {"values": names["values"], "W_O": "heads_of_w_o"}),
        "length": Step("vector_length", {"x": "passed_on"}),
        "weighted_length": Step("weighted_length", weighted, query),
        "share": Step("share_of_column", {"x": "weighted_length"}),
        "logs_without": Step("log_probability", {"logits": "logits_without", **ids}),
        "whole_logs": Step("log_probability", {"logits": "logits", **ids}),
        "probability": Step("probability_at", {"x": "logs_without"}, at),
        "whole_probability": Step("probability_at", {"x": "whole_logs"}, at),
        "token_change": _change("probability", "whole_probability"),
        "total_without": Step("row_total", {"x": "logs_without"}),
        "whole_total": Step("row_total", {"x": "whole_logs"}),
        "translation_change": _change("total_without", "whole_total"),
        "place_weight": Step("place", {"x": weights}, head | query),
        "place_length": Step("place", {"x": "length"}, head),
        "place_share": Step("place", {"x": "share"}, head),
        "place_token_change": Step("place", {"x": "token_change"}),
    }


def _change(without: str, whole: str) -> Step:
    return Step("change_by_hiding", {"without": without, "whole": whole})


@dataclass(frozen=True)
class LimitsBoard(TrainedBoard):
    """The measures of each word; the first matrix is a row of the weights, put upright."""

    weights: str = ""
    """The name of the weights of all heads."""
    head: int = 0
    query: int = 0
    alone: frozenset[str] = field(default_factory=frozenset)
    """Tensors with one number for each word, or with one in all."""

    def name(self, cell: Cell) -> str:
        """A number of a word has the word's name alone."""
        if cell.tensor == "logits_without":
            return self._logit(cell)
        shown = self.tensors.get(cell.tensor)
        if shown is None or cell.tensor not in self.alone or not self._has(cell):
            return super().name(cell)
        row, col = shown.labels(cell)
        label = row if shown.rows else col if shown.cols else ""
        return f"{shown.name}[ {with_gloss(label)} ]" if label else shown.name

    def _logit(self, cell: Cell) -> str:
        """A logit of the model is named without its word, as that of the whole sentence is."""
        _, position, token = cell.index
        return self._rest.name(Cell("logits", (position, token)))

    def in_words(self, explanation: Explanation) -> str:
        return self.meaning(explanation) or super().in_words(explanation)

    def pinned(self, cell: Cell) -> str:
        if cell.tensor == self.weights and cell.index[:2] == (self.head, self.query):
            return f"weight.{cell.index[2]}.0"
        if cell.tensor.startswith("place_"):
            return f"order.{cell.index[0]}.{ORDERS.index(cell.tensor.removeprefix('place_'))}"
        return super().pinned(cell)

    def cell_at(self, pin: Pin) -> Cell | None:
        if pin.matrix == "weight":
            return Cell(self.weights, (self.head, self.query, pin.row))
        if pin.matrix == "order":
            return Cell(f"place_{ORDERS[min(pin.col, len(ORDERS) - 1)]}", (pin.row, 0))
        return super().cell_at(pin)


def limits_board(text: Text, setting: LimitsSetting, computation: Computation) -> LimitsBoard:
    shown, head = setting.trained, setting.shown_head
    queries, keys = setting.queries_in(text.language), setting.keys_in(text.language)
    weights = shown.names["weights"]
    alone = _measures(text, setting)
    title = text("matrices.weights")
    tensors = {
        **alone,
        "passed_on": BoardTensor("", text("measures.passed_on"), keys, head=head),
        "heads_of_w_o": BoardTensor("", "W_O", head=head),
        "logs_without": BoardTensor(
            "", text("measures.logs_without"), keys, setting.tokens_in(text.language)
        ),
        weights: BoardTensor("all", title, queries, keys, head=head),
    }
    rest = trained_board(text, shown, computation, tensors).rest

    def meaning(explanation: Explanation) -> str:
        return _given(text, explanation, keys) or heard(text, explanation, queries, keys)

    return LimitsBoard(tensors, meaning, rest, weights, head, setting.row, frozenset(alone))


def _measures(text: Text, setting: LimitsSetting) -> dict[str, BoardTensor]:
    """The tensors with one number for each word, or for each token, or in all."""
    keys = setting.keys_in(text.language)
    tensors = {
        name: BoardTensor(
            name if name in COLUMNS else "",
            text(f"measures.{name}"),
            keys,
            head=setting.shown_head if axes[0] == HEAD else None,
            told_by="row",
        )
        for name, axes in OWN.items()
        if axes[-1] == MEASURES and KEY in axes
    }
    for name in ("whole_probability", "whole_total"):
        tensors[name] = BoardTensor("", text(f"measures.{name}"), told_by="name")
    tokens = setting.tokens_in(text.language)
    tensors["whole_logs"] = BoardTensor("", text("measures.whole_logs"), cols=tokens)
    return tensors


def _given(text: Text, explanation: Explanation, keys: tuple[str, ...]) -> str:
    """What a number is that another forward gave; empty for any other."""
    if explanation.cell.tensor != "logits_without":
        return ""
    return text("given.logits_without", word=with_gloss(keys[explanation.cell.index[0]]))


def limits_arithmetic(
    text: Text, setting: LimitsSetting, selection: Selection, otherwise: Cell
) -> Arithmetic:
    """The arithmetic of the pinned cell, or of `otherwise` if none is pinned."""
    computation = limits_computation(setting)
    board = limits_board(text, setting, computation)
    return board_arithmetic(text, computation, board, selection, otherwise)


def followed(state: State[LimitsSetting], cell: Cell, text: Text) -> State[LimitsSetting]:
    """Pin the cell that the user followed a link to, if a matrix shows it."""
    computation = limits_computation(state.setting)
    there = limits_board(text, state.setting, computation).pinned(cell)
    return replace(state, selection=replace(state.selection, pin=there or state.selection.pin))
