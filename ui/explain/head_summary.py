"""Names for the numbers on the way to a summary over heads and layers."""

from collections.abc import Sequence

from transformer_core.explain.computation import Cell
from ui.picture.label import with_gloss
from ui.words.language import Text

TOGETHER = "together"
"""The summary itself, (seq_q, seq_k)."""
STEPS_OF_SUMMARY = {
    "mean": "qk",
    "mixed": "qk",
    "after": "qk",
    "heads_of_w_o": "hmd",
    "passed_on": "hkm",
    "added": "qkm",
    "length": "qk.",
    "gradient": "hqk",
}
"""The tensors on the way there, with a letter for each axis: query, key, head, dimension; a dot for
one of a single number.
"""
Labels = tuple[Sequence[str], Sequence[str]]
"""Of the rows and the columns of a summary."""


def is_on_the_way(cell: Cell) -> bool:
    """True of a step of a summary such as "together.after.0", not of the summary itself."""
    return cell.tensor.startswith(f"{TOGETHER}.")


def step_name(text: Text, cell: Cell, labels: Labels) -> str:
    """The name of a number on the way. `text` is that of a page that shows summaries."""
    _, part, *layer = cell.tensor.split(".")
    of_axis = {"q": labels[0], "k": labels[1]}
    places = [
        with_gloss(of_axis[axis][at]) if axis in of_axis else str(at + 1)
        for axis, at in zip(STEPS_OF_SUMMARY[part], cell.index, strict=True)
        if axis != "."
    ]
    name = text(f"summary_steps.{part}", layer=int(layer[0]) + 1 if layer else "")
    return f"{name}[ {', '.join(places)} ]"


def step_term(cell: Cell, labels: Labels, head: str) -> str:
    """The token on the way, the key or the head that tells a term from the others.

    Args:
        head: how a head is called, with {number}.
    """
    part = cell.tensor.split(".")[1]
    if part in ("mean", "mixed", "after"):
        return labels[1][cell.index[0]]
    if part == "length":
        return labels[1][cell.index[1]]
    if part == "added":
        return f"d{cell.index[-1]}"
    return head.format(number=cell.index[0] + 1)


def title_of_heads(text: Text, kind: str, layer: int, heads: Sequence[int], how: str) -> str:
    """What heads as one matrix are called: "Cross-attention, layer 2, average of 4 heads"."""
    said = text("heads.one", head=heads[0] + 1)
    if how:
        first, second = heads[0] + 1, heads[-1 if len(heads) < 2 else 1] + 1
        said = text(f"heads.{how}", count=len(heads), first=first, second=second)
    where = text("heads.layer", layer=layer + 1)
    return f"{text(f'kinds_long.{kind}')}, {where}, {said}"
