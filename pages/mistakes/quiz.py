"""Find the mistake: a number determines a picture and four mistakes to choose from."""

from dataclasses import dataclass, field

import torch

from pages.mistakes.setting import OPTIONS, SHOWN, MistakeSetting, QuizAnswer, Sizes
from transformer_core import generator
from transformer_lab.mistakes import MISTAKES


def rivals(name: str) -> tuple[str, ...]:
    """The mistakes with the same kind of picture as `name`, itself included: none stands out.

    Those that have curves and matrices are drawn as matrices when they are the answer themselves.
    """
    picture = MISTAKES[name].picture
    if picture is None:
        curves = [one for one in MISTAKES.values() if one.curve]
        return tuple(one.name for one in sorted(curves, key=lambda one: one.picture is not None))
    drawn = ((one.name, one.picture) for one in MISTAKES.values())
    return tuple(one for one, other in drawn if other and other.scale == picture.scale)


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


def question(number: int) -> Question:
    """The question with a number from 1. Each block of 13 numbers has every mistake once."""
    lap, place = divmod(number - 1, len(MISTAKES))
    mistake = _shuffled(tuple(MISTAKES), generator(lap))[place]
    draw = generator(number)
    others = [name for name in _shuffled(rivals(mistake), draw) if name != mistake]
    options = _shuffled((mistake, *others[: OPTIONS - 1]), draw)
    asked = MistakeSetting(seed=number, seq_len=5 + number % 3)
    return Question(mistake, tuple(options), asked.sizes_of(mistake))


def _shuffled(names: tuple[str, ...], draw: torch.Generator) -> list[str]:
    return [names[place] for place in torch.randperm(len(names), generator=draw)]


@dataclass
class FirstTries:
    """The user's first answer to each question; an answer from a link does not count."""

    came_with: QuizAnswer | None = None
    right: dict[int, bool] = field(default_factory=dict)

    def take(self, answer: QuizAnswer | None) -> None:
        """Record the current answer; only the first one to a question counts."""
        if answer is None or (self.came_with and self.came_with.number == answer.number):
            return
        is_right = answer.option == question(answer.number).right_option
        self.right.setdefault(answer.number, is_right)
