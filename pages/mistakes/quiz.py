"""Find the mistake: a number determines a picture and four mistakes to choose from."""

from collections.abc import Collection
from dataclasses import dataclass, field

import torch

from pages.mistakes.setting import (
    FIRST_RELEASE,
    OPTIONS,
    SHOWN,
    MistakeSetting,
    QuizAnswer,
    Sizes,
    numbered,
)
from transformer_core import generator
from transformer_lab.mistakes import MISTAKES


def rivals(name: str, among: Collection[str] = ()) -> tuple[str, ...]:
    """The mistakes with the same kind of picture as `name`, itself included: none stands out.

    Those that have curves and matrices are drawn as matrices when they are the answer themselves.

    Args:
        among: all mistakes if none are given.
    """
    picture = MISTAKES[name].picture
    every = [MISTAKES[one] for one in among or numbered()]
    if picture is None:
        curves = [one for one in every if one.curve and one.curve.is_option]
        return tuple(one.name for one in sorted(curves, key=lambda one: one.picture is not None))
    return tuple(one.name for one in every if one.picture and one.picture.scale == picture.scale)


@dataclass(frozen=True)
class Question:
    """A picture, the mistake that made it, and the options."""

    mistake: str
    options: tuple[str, ...]
    sizes: Sizes

    @property
    def right_option(self) -> int:
        """The number of the right option, from 1."""
        return self.options.index(self.mistake) + 1

    def is_over(self, answer: QuizAnswer | None) -> bool:
        """True if the mistake was found, or its name was shown."""
        return answer is not None and answer.option in (SHOWN, self.right_option)


def question_of(setting: MistakeSetting) -> Question:
    """The question that is asked, which may be one of the first release's quiz."""
    return first_question(setting.number) if setting.number else question(setting.question)


def first_question(number: int) -> Question:
    """The question that a number from 1 had in the first release."""
    lap, place = divmod(number - 1, len(FIRST_RELEASE))
    return _asked(number, _shuffled(FIRST_RELEASE, generator(lap))[place], FIRST_RELEASE)


def question(number: int) -> Question:
    """The question with a number from 1. Each block of 23 numbers has every mistake once.

    The first one is that of the first release, whose links leave out the number 1.
    """
    first, names = first_question(1), numbered()
    lap, place = divmod(number - 1, len(names))
    order = _shuffled(tuple(names), generator(lap))
    if lap == 0:
        order.sort(key=lambda name: name != first.mistake)
    return first if number == 1 else _asked(number, order[place], names)


def _asked(number: int, mistake: str, among: Collection[str]) -> Question:
    draw = generator(number)
    others = [name for name in _shuffled(rivals(mistake, among), draw) if name != mistake]
    options = _shuffled((mistake, *others[: OPTIONS - 1]), draw)
    asked = MistakeSetting(seed=number, seq_len=5 + number % 3)
    return Question(mistake, tuple(options), asked.sizes_of(mistake))


def _shuffled(names: tuple[str, ...], draw: torch.Generator) -> list[str]:
    return [names[place] for place in torch.randperm(len(names), generator=draw)]


@dataclass
class FirstTries:
    """The user's first answer to each question; an answer from a link does not count."""

    came_with: QuizAnswer | None = None
    right: dict[tuple[bool, int], bool] = field(default_factory=dict)
    """By number, apart for this release's quiz and the first one's."""

    def take(self, setting: MistakeSetting) -> None:
        """Record the current answer; only the first one to a question counts."""
        answer = setting.current_answer
        if answer is None or (self.came_with and self.came_with.number == answer.number):
            return
        is_right = answer.option == question_of(setting).right_option
        self.right.setdefault((bool(setting.number), answer.number), is_right)
