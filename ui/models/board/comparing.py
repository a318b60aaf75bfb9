"""A map next to another forward of the same shapes: of another text, or of another model."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.origin import Tokens
from transformer_lab.measures.distances import relative_distance, total_variation
from ui.explain.arithmetic import Line, exact, percent, span
from ui.models.board.changes import distribution
from ui.models.board.forward import BoardForward
from ui.models.board.predicted import next_tokens, shown_row
from ui.models.board.question import NUMBERS
from ui.picture.model_map import NextToken
from ui.picture.model_map.sections import map_sections
from ui.words.language import Text


@dataclass(frozen=True, eq=False)
class Compared:
    """Another forward, as far as a map shows it.

    name: what the map calls it. tensors: those of the map by name; none where a single number is
    asked for. labels: the tokens of each side. next: its predictions. value: its number in the
    place of the one that is explained, if there is one.
    """

    name: str
    tensors: Mapping[str, Tensor] = field(default_factory=dict)
    labels: Mapping[Tokens, Sequence[str]] = field(default_factory=dict)
    next: Sequence[NextToken] = ()
    value: float | None = None

    @classmethod
    def of(cls, made: BoardForward, name: str) -> Self:
        """Another forward of the same process."""
        return cls(name, map_tensors(made), made.labels, next_tokens(made))

    @classmethod
    def read(cls, name: str, values: Mapping[str, Any], numbers: Tensor) -> Self:
        """What `sent` of another process made."""
        sizes = [math.prod(shape) for shape in values["shapes"].values()]
        parts = torch.split(numbers, sizes)
        tensors = {
            tensor: part.view(shape)
            for (tensor, shape), part in zip(values["shapes"].items(), parts, strict=True)
        }
        pairs = [
            NextToken([(token, share) for token, share in likeliest], (chosen[0], chosen[1]))
            for likeliest, chosen in values["next"]
        ]
        return cls(name, tensors, values["labels"], pairs)

    def computation(self, own: Computation) -> Computation:
        """The other numbers in a computation of the same shapes."""
        return replace(own, tensors=self.tensors)

    def with_labels(self, labels: Sequence[str], side: Tokens) -> list[str]:
        """The tokens of the rows; both where they differ."""
        others = self.labels.get(side) or labels
        return [
            one if one == other else f"{one} | {other}"
            for one, other in zip(labels, others, strict=True)
        ]

    def lines(self, text: Text, computation: Computation, cell: Cell) -> list[Line]:
        """The same number in the other forward, and the difference."""
        if self.value is None:
            return []
        if not math.isfinite(self.value):
            return [(self.name, [span(text("arithmetic.hidden_value"), "result")])]
        own = computation.value(cell)
        lines: list[Line] = [(self.name, [span(exact(self.value), "result")])]
        if math.isfinite(own):
            name = text("map.tools.seen_difference")
            lines.append((name, [span(exact(own - self.value), "result")]))
        return lines


def map_tensors(made: BoardForward) -> dict[str, Tensor]:
    """The tensors of a forward that are on its map, by name. The order of norms changes which
    section they are in, not which they are.
    """
    sections = map_sections(made.computation, norm_first=False)
    names = (column.tensor for section in sections for column in section.columns)
    return {name: made.computation.tensors[name] for name in names}


def sent(made: BoardForward) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """The same for another process, as plain values and tensors."""
    tensors = map_tensors(made)
    values = {
        "shapes": {name: list(one.shape) for name, one in tensors.items()},
        "labels": made.labels,
        "next": [[list(one.likeliest), one.chosen] for one in next_tokens(made)],
    }
    return values, {NUMBERS: torch.cat([one.reshape(-1) for one in tensors.values()])}


def compared_in_numbers(words: Text, made: BoardForward, other: Compared) -> str:
    """How far apart two forwards are: in the last vectors, and in a row's probabilities."""
    stack = "encoder" if made.predicting == "src" else "decoder"
    last = f"{stack}.output"
    now, then = made.computation.tensors[last], other.tensors[last]
    apart = relative_distance(now, then)
    own = made.computation.tensors
    if all(torch.equal(own[name], one) for name, one in other.tensors.items()):
        return words("compared.same", name=other.name)
    said = [words("compared.vectors", name=other.name, percent=percent(apart))]
    if "logits" in made.computation.tensors:
        row = shown_row(made)
        shares = [
            distribution(tensors["logits"][row], made.question)
            for tensors in (made.computation.tensors, other.tensors)
        ]
        moved = total_variation(*shares)
        token = made.labels[made.predicting][row]
        said.append(words("compared.moved", percent=percent(moved), token=token))
    return " ".join(said)
