"""The words of a sentence on each axis of its attentions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pages.translator.glossed import english_label, korean_label
from pages.whole_model.sentences import Sentences
from pages.whole_model.task_sentences import END, START
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.tasks import Sentence, Task
from transformer_lab.own_data.merges import readable
from transformer_lab.vocabulary import SPECIAL_TOKENS
from ui.picture.label import Label, gloss_of
from ui.picture.word_labels import word_labels


@dataclass(frozen=True)
class Sides:
    """A source and a target, with equal words told apart, and glosses for a reader's language."""

    sentence: Sentence
    language: str

    @cached_property
    def source(self) -> tuple[Label, ...]:
        return self._labels(english_label, self.sentence.source)

    @cached_property
    def read(self) -> tuple[Label, ...]:
        """The tokens that the decoder reads."""
        return self._labels(korean_label, (START, *self.sentence.target))

    @cached_property
    def due(self) -> tuple[Label, ...]:
        """The token it should write after each of these."""
        return self._labels(korean_label, (*self.sentence.target, END))

    def _labels(self, label: Callable[..., Label], words: Sequence[str]) -> tuple[Label, ...]:
        names = zip(words, word_labels(words), strict=True)
        return tuple(label(self.language, word, name) for word, name in names)

    def axes(self, kind: str) -> tuple[Sequence[str], Sequence[str]]:
        """Rows (what attends) and columns (what is attended to) of a kind of attention."""
        if kind == "encoder":
            return self.source, self.source
        return self.due, self.source if kind == "cross" else self.read


class TextSides(Sides):
    """Of a text, which a model reads as it is: the same tokens on every axis."""

    @cached_property
    def source(self) -> tuple[Label, ...]:
        return self._labels(lambda _, __, name: name, [readable(one) for one in self.sentence[0]])

    @property
    def read(self) -> tuple[Label, ...]:
        return self.source

    @property
    def due(self) -> tuple[Label, ...]:
        return self.source


def sides_of(config: RunConfig, sentence: Sentence, language: str) -> Sides:
    """The words on the axes of a run's attentions."""
    if config.kind == "encoder_decoder":
        return Sides(sentence, language)
    text = sentence.source[: config.context]
    return TextSides(Sentence(text, text), language)


def labelled(language: str, task: Task, sentences: Sentences) -> Sentences:
    """The tokens of a forward pass with their glosses; those of a text have none."""
    if not sentences.src_names or not sentences.tgt_names:
        return sentences
    source = tuple(task.source.words(sentences.src_ids[0].tolist()))
    target = tuple(task.target.words(sentences.tgt_ids[0, 1:].tolist()))
    sides = Sides(Sentence(source, target), language)
    names: dict[int, str] = {
        token: korean_label(language, name) for token, name in sentences.names.items()
    }
    return replace(
        sentences, src_names=sides.source, tgt_names=sides.read, target_names=sides.due, names=names
    )


def glosses(language: str, task: Task) -> dict[str, str]:
    """The gloss of every word of a task that has one."""
    special = len(SPECIAL_TOKENS)
    if task.cut is not None:
        return {}
    labels = [english_label(language, word) for word in task.source.tokens[special:]]
    labels += [korean_label(language, token) for token in task.target.tokens[special:]]
    return {label: gloss_of(label) for label in labels if gloss_of(label)}
