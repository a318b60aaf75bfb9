"""The arithmetic of the translator's self-attention, back to its embeddings."""

from dataclasses import replace

from torch import Tensor

from pages.self_attention.setting import SelfAttentionSetting
from pages.translator.trained_naming import TrainedBoard, head_tensors, trained_board
from transformer_core.explain.attention_provenance import attention_steps
from transformer_core.explain.axes import attention_axes
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.origin import Origin
from ui.explain.board import BoardTensor
from ui.words.language import Text

MATRICES = {"queries": "queries", "values": "values", "scores": "scores", "weights": "weights",
            "heads": "output"}  # fmt: skip
PLAIN = ("scores", "weights", "output")


def trained_computation(setting: SelfAttentionSetting) -> Computation:
    """Every number of the model; without projections, also what X alone would give."""
    shown = setting.trained
    whole = shown.computation
    if setting.view != "plain":
        return whole
    made = setting.plain_steps._asdict()
    x, axes = shown.names["X"], attention_axes()
    names = {name: name for name in made} | dict.fromkeys(("queries", "keys", "values"), x)
    mask = None if setting.mask is None else "mask"
    steps = dict(attention_steps(names, 1.0, mask))
    origins = {name: Origin(name, axes[name]) for name in made}
    if setting.mask is not None:
        made["mask"], origins["mask"] = setting.mask, Origin("mask", axes["mask"])
    return Computation(
        {**whole.tensors, **made}, {**whole.steps, **steps}, origins={**whole.origins, **origins}
    )


def trained_tensors(setting: SelfAttentionSetting) -> dict[str, Tensor]:
    """The tensors of the attention alone, by their own names; those of all heads together."""
    shown = setting.trained
    if setting.view == "plain":
        tensors = {"X": setting.X, **setting.plain_steps._asdict()}
    else:
        names = ("X", "queries", "keys", "values", "scores", "scaled", "masked", "weights", "heads")
        tensors = {name: shown.tensor(name) for name in names}
    return tensors if setting.mask is None else tensors | {"mask": setting.mask}


def trained_self_attention_board(
    text: Text, setting: SelfAttentionSetting, computation: Computation
) -> TrainedBoard:
    """The matrices of the view, and X, which the model computes with."""
    shown, words = setting.trained, setting.labels_in(text.language)
    if setting.view == "plain":
        tensors = {
            name: BoardTensor(name if name in PLAIN else "", text(f"matrices.{name}"), words, words)
            for name in setting.plain_steps._fields
        }
        tensors["output"] = replace(tensors["output"], cols=None)
    else:
        keys = "K" if setting.view == "weighted" else "keys"
        tensors = head_tensors(text, shown, setting.shown_head, MATRICES | {"keys": keys})
    x = "X" if setting.view == "plain" else "embedding"
    tensors[shown.names["X"]] = BoardTensor(x, "X", words)
    return trained_board(text, shown, computation, tensors)


def strongest(setting: SelfAttentionSetting, row: int, col: int) -> Cell:
    """The cell of a weight in the computation."""
    if setting.view == "plain":
        return Cell("weights", (row, col))
    return Cell(setting.trained.names["weights"], (setting.shown_head, row, col))
