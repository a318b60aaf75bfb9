"""What the map of a Hugging Face model is compared with: another text, model, or it unchanged."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from pages.translator.other_source import OtherSource, area_of, error_text
from pages.translator.setting import SentenceSetting
from ui.models import Beside, BoardQuestion, BoardSeen, OpenedModel, PretrainedError, loaded
from ui.words.language import Text, text_of

MOST_NUMBERS = 16_000_000
"""The most numbers of a map that is compared: 64 MB."""
LONGEST_NAME = 24


@dataclass(frozen=True)
class Comparison:
    """Another forward of the same shapes; or why there is none, in `problem`.

    name: what the map calls it. model, question: who is asked, and what.
    """

    name: str = ""
    model: OpenedModel | None = None
    question: BoardQuestion | None = None
    is_same_model: bool = True
    problem: str = ""
    is_coming: bool = False
    """Whether the other model is still being loaded."""

    def beside_map(self) -> Beside:
        """All its numbers. Raises: PretrainedError."""
        assert self.model is not None and self.question is not None
        if self.is_same_model:
            return Beside(self.name, self.question)
        return Beside(self.name, numbers=self.model.board_numbers(self.question))

    def beside_number(self, pin: str) -> Beside:
        """One number of it. Raises: PretrainedError."""
        assert self.model is not None and self.question is not None
        return Beside(self.name, value=self.model.board_value(self.question, pin))


def comparison_of(text: Text, setting: SentenceSetting, source: OtherSource) -> Comparison | None:
    """What the setting compares the model with; None if nothing."""
    words, name = text_of("models", text.language), setting.second_model.strip()
    second, question, seen = setting.second.strip(), setting.board_question, source.seen
    assert seen is not None
    read = tuple(seen.ids["tgt"]) if seen.src and seen.tgt else ()
    asked = replace(question, target="", read=read, sentence=second or question.sentence)
    if not name and not second:
        if question == question.as_it_is:
            return None
        unchanged = text("compared.unedited")
        made = Comparison(unchanged, source.model, asked.as_it_is)
        return _fitting(words, made, source, question.sentence)
    try:
        model = loaded(name) if name else source.model
        if model is None or model.board is None:
            return Comparison(problem=words("compared.loading"), is_coming=True)
    except PretrainedError as error:
        return Comparison(problem=error_text(text, error))
    called = shortened(second or PurePath(name).name)
    made = Comparison(called, model, asked, is_same_model=not name)
    try:
        return _fitting(words, made, source, question.sentence)
    except PretrainedError as error:
        return Comparison(problem=error_text(text, error))


def _fitting(words: Text, made: Comparison, source: OtherSource, sentence: str) -> Comparison:
    """The comparison, or why not all numbers have a partner. Raises: PretrainedError."""
    about, seen, model, question = source.about, source.seen, made.model, made.question
    assert about is not None and seen is not None and model is not None and question is not None
    assert model.board is not None
    if (model.board.family, model.board.parameters) != (about.family, about.parameters):
        return Comparison(problem=words("compared.other_shape", name=made.name))
    there = model.board_seen(question)
    count, others = len(_read(seen)), len(_read(there))
    if count != others:
        named = {"count": count, "others": others, "name": made.name}
        return Comparison(problem=words("compared.other_count", **named))
    if question.sentence == sentence and _read(seen) != _read(there):
        return Comparison(problem=words("compared.other_tokens", name=made.name))
    if _size(seen.shapes, about.parameters) > MOST_NUMBERS:
        return Comparison(problem=words("compared.too_many"))
    return made


def _read(seen: BoardSeen) -> Sequence[int]:
    """The ids of the sentence."""
    return seen.ids["src"] or seen.ids["tgt"]


def _size(shapes: Mapping[str, Sequence[int]], parameters: Mapping[str, Sequence[int]]) -> int:
    """How many numbers a forward has beside its parameters."""
    return sum(math.prod(shape) for name, shape in shapes.items() if name not in parameters)


def other_area(text: Text, made: Comparison, area: str) -> Callable[[], bytes]:
    """Return what asks for an area of the other forward."""
    assert made.question is not None and made.model is not None
    return area_of(text, made.model.name, made.question, area)


def shortened(name: str) -> str:
    """A name of at most LONGEST_NAME characters."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
