"""The arithmetic of self-attention on a sentence, back to the random table."""

from collections.abc import Sequence
from dataclasses import replace

import torch

from pages.self_attention.setting import D, SelfAttentionSetting
from pages.self_attention.trained import (
    strongest,
    trained_computation,
    trained_self_attention_board,
)
from transformer_core import AttentionSteps
from transformer_core.explain.attention_provenance import (
    attention_computation,
    weights_straight_from,
)
from transformer_core.explain.axes import embedding_axes
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import DIMENSION, Origin
from ui.explain.arithmetic import Arithmetic
from ui.explain.attention import attention_board
from ui.explain.board import BoardNames, BoardTensor, board_arithmetic
from ui.explain.embedding_arithmetic import untrained
from ui.picture.matrix_view import Pin
from ui.state.address import Selection
from ui.words.language import Text

LETTERS = {"Q": "U_query", "K": "U_key", "V": "U_value"}
EMBEDDING = Step("embedding", {"ids": "ids", "table": "table"})
PLAIN = {"Q": "X", "K": "X", "V": "X"}
WEIGHTED = {"Q": "queries", "V": "values", "scaled": ""}
IN_HEADS = WEIGHTED | {"K": "keys"}
"""The ids of the matrices that differ from their tensors' names; "scaled" has no matrix."""


def self_attention_computation(setting: SelfAttentionSetting) -> Computation:
    """X from the table, and all steps of the view; with several heads, those of the opened one.
    With trained numbers, all of the model.
    """
    if setting.is_trained:
        return trained_computation(setting)
    if setting.view == "plain":
        X = setting.X
        computation = attention_computation(X, X, X, setting.plain_steps, None, 1.0)
        computation = weights_straight_from(computation, "scores", ("scaled", "masked"))
        return _from_table(setting, computation, "QKV")
    steps, weights = setting.head_steps, setting.head_weights
    attended = AttentionSteps(*steps[3:])
    computation = attention_computation(*steps[:3], attended, None, D**-0.5)
    computation = weights_straight_from(computation, "scaled", ("masked",))
    made, origins = dict(computation.steps), dict(computation.origins)
    for letter, name in LETTERS.items():
        made[letter] = Step("linear_without_bias", {"x": "X", "weight": name})
        origins[name] = Origin(name, (origins[letter].axes[-1], DIMENSION))
    tensors = {**computation.tensors, **weights._asdict()}
    return _from_table(setting, Computation(tensors, made, origins=origins), ())


def _from_table(
    setting: SelfAttentionSetting, computation: Computation, same: Sequence[str]
) -> Computation:
    """Add X, and the tensors in `same`, as looked up in the table."""
    table = {"ids": torch.tensor(setting.ids), "table": setting.table, "X": setting.X}
    looked_up = dict.fromkeys(("X", *same), EMBEDDING)
    axes = embedding_axes()
    names = {"ids": "ids", "table": "weight", "X": "embeddings"}
    origins = {tensor: Origin(name, axes[name]) for tensor, name in names.items()}
    return Computation(
        {**computation.tensors, **table},
        {**computation.steps, **looked_up},
        origins={**computation.origins, **origins},
    )


def self_attention_board(text: Text, setting: SelfAttentionSetting) -> BoardNames:
    """The matrices of the view, and X with the table that it was looked up in."""
    if setting.is_trained:
        return trained_self_attention_board(text, setting, self_attention_computation(setting))
    words, is_plain = setting.labels, setting.view == "plain"
    places = {"plain": PLAIN, "weighted": WEIGHTED, "heads": IN_HEADS}[setting.view]
    board = attention_board(text, words, words, places)
    shown = {name: one for name, one in board.tensors.items() if name != "masked"}
    shown["K"] = replace(shown["K"], transposed=False)
    if is_plain:
        del shown["scaled"]
        shown |= {name: replace(shown[name], name="X") for name in LETTERS}
    shown["X"] = BoardTensor("X" if is_plain else "embedding", "X", words)
    shown["table"] = BoardTensor("", text("notebook.table"))

    def in_words(explanation: Explanation) -> str:
        return board.meaning(explanation) or untrained(text, explanation, words)

    return BoardNames(shown, in_words)


def selection_now(setting: SelfAttentionSetting, selection: Selection) -> Selection:
    """Convert a pin of an older link, in which X was shown up to four times and K transposed."""
    pin = Pin.parse(selection.pin)
    moved = {
        ("plain", "XT"): "X.{col}.{row}",
        ("plain", "embedding"): "X.{row}.{col}",
        ("plain", "values"): "X.{row}.{col}",
        ("weighted", "keys"): "K.{col}.{row}",
    }
    now = moved.get((setting.view, pin.matrix)) if pin else None
    if pin is None or now is None:
        return selection
    return replace(selection, pin=now.format(row=pin.row, col=pin.col))


def row_looked_at(setting: SelfAttentionSetting, selection: Selection) -> int:
    """The word whose numbers are shown: that of the pin, else the setting's."""
    pin = Pin.parse(selection_now(setting, selection).pin)
    return setting.row if pin is None else min(pin.row, len(setting.X) - 1)


def self_attention_arithmetic(
    text: Text, setting: SelfAttentionSetting, selection: Selection
) -> Arithmetic:
    """The arithmetic of the pinned cell, or of the word's strongest weight if none is pinned."""
    computation, board = self_attention_computation(setting), self_attention_board(text, setting)
    place = setting.row, int(setting.alpha[setting.row].argmax())
    otherwise = strongest(setting, *place) if setting.is_trained else Cell("weights", place)
    return board_arithmetic(text, computation, board, selection_now(setting, selection), otherwise)
