"""The words of the example on each axis of its attentions."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from transformer_core.learning.tasks import Sentence, Task
from ui.picture.word_labels import word_labels

START, END = "⟨start⟩", "⟨end⟩"


@dataclass(frozen=True)
class Sides:
    """A source and a target; equal words are told apart."""

    sentence: Sentence

    @classmethod
    def of(cls, task: Task) -> "Sides":
        """Of the example of a task."""
        return cls(task.example)

    @cached_property
    def source(self) -> tuple[str, ...]:
        return word_labels(self.sentence.source)

    @cached_property
    def read(self) -> tuple[str, ...]:
        """What the decoder reads."""
        return word_labels((START, *self.sentence.target))

    @cached_property
    def due(self) -> tuple[str, ...]:
        """What it should say behind each of these."""
        return word_labels((*self.sentence.target, END))

    def axes(self, kind: str) -> tuple[Sequence[str], Sequence[str]]:
        """Rows and columns of an attention: what looks, and what is looked at."""
        if kind == "encoder":
            return self.source, self.source
        return self.due, self.source if kind == "cross" else self.read
