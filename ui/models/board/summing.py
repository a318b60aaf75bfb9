"""Heads of another model as one matrix, and the arithmetic of one of its numbers."""

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import HEAD, Origin
from transformer_core.variants.models import EncoderModel
from transformer_lab.measures.row_gradients import numbers_kept, row_gradients
from transformer_lab.measures.summary_steps import (
    Made,
    gradient_steps,
    length_steps,
    rollout_steps,
)
from transformer_lab.pretrained.errors import PretrainedError, shown
from ui.answer.parts import Part
from ui.explain.explanation import explained
from ui.explain.head_summary import TOGETHER, is_on_the_way, step_name, step_term, title_of_heads
from ui.models.board.changes import changes_of
from ui.models.board.forward import BoardForward, told_apart
from ui.models.board.head_summary import HeadSummary
from ui.models.board.naming import BoardNaming
from ui.models.board.texts import board_strings
from ui.picture.label import with_gloss
from ui.picture.matrix_view import Pin
from ui.words.language import Text, text_of

MOST_NUMBERS = {"by_length": 32_000_000, "gradient": 200_000_000}
"""The most numbers that a summary may keep while it is computed, of 4 bytes each."""
PAGE = "your_sentence"
"""The page whose texts the summaries have."""


class SummedUp:
    """A summary of one forward.

    Raises: PretrainedError summary_size where it takes too much memory; ValueError for heads that
        there are not, and for gradients of a model without logits.
    """

    def __init__(self, made: BoardForward, asked: HeadSummary) -> None:
        self.made, self.asked = made, asked
        tensors = made.computation.tensors
        weights = tensors.get(f"{asked.path}.weights")
        if weights is None or not asked.on or max(asked.on) >= len(weights):
            raise ValueError("there are no such heads")
        if asked.how == "rollout" and asked.kind == "cross":
            raise ValueError("cross-attention has no rollout")
        self._check_size(weights)
        added, steps = self._steps()
        of_heads = made.computation.origins[f"{asked.path}.weights"]
        axes = tuple(axis for axis in of_heads.axes if axis != HEAD)
        origin = Origin(TOGETHER, axes, of_heads.block)
        self.computation: Computation = replace(
            made.computation,
            tensors={**tensors, **added},
            steps={**made.computation.steps, **steps},
            origins={**made.computation.origins, TOGETHER: origin},
        )

    @property
    def weights(self) -> Tensor:
        """(seq_q, seq_k)."""
        return self.computation.tensors[TOGETHER]

    def _steps(self) -> Made:
        asked, computation = self.asked, self.made.computation
        if asked.how == "rollout":
            layers = range(asked.layer + 1)
            names = [f"{asked._replace(layer=layer).path}.weights" for layer in layers]
            return rollout_steps(names, computation, TOGETHER)
        if asked.how == "by_length":
            return length_steps(asked.path, list(asked.on), computation, TOGETHER)
        made = self.made
        change = changes_of(made.opened.model, made.question)
        tokens = counted_tokens(made)
        gradient = row_gradients(made.opened.model, made.given, asked.path, tokens, change)
        return gradient_steps(asked.path, list(asked.on), gradient, computation, TOGETHER)

    def _check_size(self, weights: Tensor) -> None:
        asked, model = self.asked, self.made.opened.model
        seq_q, seq_k = weights.shape[1:]
        count = 0
        if asked.how == "by_length":
            width = model.get_submodule(asked.path).get_parameter("w_o.weight").size(0)
            count = seq_q * seq_k * width
        elif asked.how == "gradient" and model.output is not None:
            count = numbers_kept(model, asked.path, seq_q, seq_k)
        most = MOST_NUMBERS.get(asked.how, count)
        if count > most:
            name = shown(self.made.opened.name)
            size, limit = f"{4e-9 * count:.1f}", f"{4e-9 * most:.1f}"
            raise PretrainedError("summary_size", name=name, size=size, limit=limit)


def counted_tokens(made: BoardForward) -> Tensor:
    """The token of each row whose logit counts, (seq,); -1 for a row whose logits do not.

    Of what is written each row's next token; where it is not known, the likeliest. An encoder's
    likeliest token counts under each mask, or everywhere where there is none.
    """
    likeliest = made.records["logits"][0].argmax(-1)  # (seq,)
    if not isinstance(made.opened.model, EncoderModel):
        due = torch.tensor(made.due[: len(likeliest)], dtype=torch.long)
        return torch.cat([due, likeliest[len(due) :]])
    assert made.given.src_ids is not None
    mask = made.opened.mask_token
    if mask is None:
        return likeliest
    masked = made.given.src_ids[0] == mask
    return likeliest.masked_fill(~masked, -1) if bool(masked.any()) else likeliest


class SummaryParts:
    """The arithmetic of a summary.

    Args:
        text: the texts of the map, in which numbers are named.
    """

    def __init__(self, text: Text, summed: SummedUp) -> None:
        self.text, self.summed = text, summed

    def arithmetic(self, pin: str, trail: str) -> Sequence[Part]:
        """Of the pinned number; of the largest one if none is pinned."""
        weights, made = self.summed.weights, self.summed.made
        found = Pin.parse(pin)
        rows, cols = weights.shape
        row, col = divmod(int(weights.abs().argmax()), cols)
        if found is not None and found.matrix == "weights":
            row, col = (
                (found.row, found.col) if found.row < rows and found.col < cols else (row, col)
            )
        naming = SummaryNaming(self.text, made, board_strings(self.text, made)["tensors"])
        naming.computation, naming.asked = self.summed.computation, self.summed.asked
        cell = Cell(TOGETHER, (row, col))
        return [explained(self.text, self.summed.computation, cell, naming, trail)]


class SummaryNaming(BoardNaming):
    """Names a summary as its picture does: rows of a decoder after the token that comes next."""

    asked: HeadSummary

    @property
    def summary_labels(self) -> tuple[Sequence[str], Sequence[str]]:
        """Of the rows and of the columns."""
        made, kind = self.made, self.asked.kind
        cols = made.labels["tgt" if kind == "decoder" else "src"]
        return made.labels["src"] if kind == "encoder" else predicted_labels(made), cols

    def name(self, cell: Cell) -> str:
        if is_on_the_way(cell):
            return step_name(text_of(PAGE, self.text.language), cell, self.summary_labels)
        if cell.tensor != TOGETHER:
            return super().name(cell)
        page = text_of(PAGE, self.text.language)
        kind, layer, on = self.asked.kind, self.asked.layer, self.asked.on
        title = title_of_heads(page, kind, layer, on, self.asked.how)
        (rows, cols), (row, col) = self.summary_labels, cell.index
        return f"{title}[ {with_gloss(rows[row])}, {with_gloss(cols[col])} ]"

    def term(self, cell: Cell) -> str:
        if is_on_the_way(cell):
            return step_term(cell, self.summary_labels, self.text("map.head"))
        if cell.tensor == f"{self.asked.path}.weights" and self.asked.how == "gradient":
            return self.text("map.head", number=cell.index[0] + 1)
        return super().term(cell)

    def in_words(self, explanation: Explanation) -> str:
        return "" if explanation.cell.tensor == TOGETHER else super().in_words(explanation)


def predicted_labels(made: BoardForward) -> list[str]:
    """The token that comes next in each row of a decoder, as far as it is known."""
    ids = list(made.due)
    if "logits" in made.records:
        ids = counted_tokens(made).tolist()
    first = made.given.tgt_ids[:, :1]  # type: ignore[index]
    pieces = made.opened.pieces(torch.tensor([ids]))
    if made.given.src_ids is not None:
        return told_apart(pieces)
    return told_apart((*made.opened.pieces(first), *pieces))[1:]
