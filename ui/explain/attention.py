"""The arithmetic of one attention: its matrices by name, and the meaning of a weight."""

from collections.abc import Mapping, Sequence

from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import Explanation
from ui.explain.arithmetic import percent
from ui.explain.board import BoardNames, BoardTensor
from ui.words.language import Text

STEPS = ("scores", "scaled", "masked", "weights", "output")


def attention_board(
    text: Text,
    queries: Sequence[str],
    keys: Sequence[str],
    matrices: Mapping[str, str] | None = None,
) -> BoardNames:
    """Make a board of Q, K, V and every step, with K shown transposed.

    `matrices` are the ids of those matrices that are not named like their tensors.
    """
    ids = {name: name for name in ("Q", "K", "V", *STEPS)} | dict(matrices or {})
    shown = {
        "Q": BoardTensor(ids["Q"], "Q", queries, role="query"),
        "K": BoardTensor(ids["K"], "K", keys, role="key", transposed=True),
        "V": BoardTensor(ids["V"], "V", keys, role="value", told_by="row"),
        **{
            name: BoardTensor(ids[name], text(f"matrices.{name}"), queries, keys)
            for name in STEPS[:-1]
        },
        "output": BoardTensor(ids["output"], text("matrices.output"), queries),
    }
    return BoardNames(shown, lambda explanation: heard(text, explanation, queries, keys))


def heard(text: Text, explanation: Explanation, queries: Sequence[str], keys: Sequence[str]) -> str:
    """Describe the meaning of an attention weight; empty for any other number."""
    if explanation.kind != "softmax" or explanation.value == 0:
        return ""
    *_, row, col = explanation.cell.index
    share = percent(explanation.value)
    query, key = queries[row], keys[col]
    # Without words a label is a bare index, so the text has to say what it counts.
    name = "numbered" if (query, key) == (str(row), str(col)) else "hears"
    return text(f"arithmetic.{name}", percent=share, key=key, query=query)


def strongest_weight(computation: Computation, tensor: str = "weights") -> Cell:
    weights = computation.tensors[tensor]
    return Cell(tensor, divmod(int(weights.argmax()), weights.size(1)))
