"""The words of the example on each axis of its attentions."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from transformer_core.learning.tasks import Sentence, Task
from ui.picture.word_labels import word_labels

START, END = "⟨start⟩", "⟨end⟩"


@dataclass(frozen=True)
class Sides:
    """A source and a target, with equal words told apart."""

    sentence: Sentence

    @classmethod
    def of(cls, task: Task) -> "Sides":
        """The sides of a task's example."""
        return cls(task.example)

    @cached_property
    def source(self) -> tuple[str, ...]:
        return word_labels(self.sentence.source)

    @cached_property
    def read(self) -> tuple[str, ...]:
        """The tokens that the decoder reads."""
        return word_labels((START, *self.sentence.target))

    @cached_property
    def due(self) -> tuple[str, ...]:
        """The token it should write after each of these."""
        return word_labels((*self.sentence.target, END))

    def axes(self, kind: str) -> tuple[Sequence[str], Sequence[str]]:
        """Rows (what attends) and columns (what is attended to) of a kind of attention."""
        if kind == "encoder":
            return self.source, self.source
        return self.due, self.source if kind == "cross" else self.read
