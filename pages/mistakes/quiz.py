"""Find the mistake: a number decides a picture and the four mistakes to choose from."""

from dataclasses import dataclass
from typing import NamedTuple

import torch

from pages.mistakes.setting import CONTROLS, DEFAULTS, Sizes
from transformer_core import generator
from transformer_core.mistakes import MISTAKES

LAST_NUMBER = 999
OPTIONS = 4

_WEIGHTS = (
    "unscaled_scores",
    "softmax_over_queries",
    "mask_after_softmax",
    "mask_hides_itself",
    "mask_leaks_next",
    "minus_1e9",
    "minus_infinity",
)
_VECTORS = ("one_speed", "unscaled_embeddings", "heads_without_transpose", "pre_norm")
_CURVES = ("loss_over_padding", "warmup_exponent", "unscaled_scores", "pre_norm")


def rivals(name: str) -> tuple[str, ...]:
    """Mistakes whose pictures are of the same kind, `name` among them: none is ruled out at once.

    The last two of the curves are shown as matrices when they are themselves the answer.
    """
    return next(kind for kind in (_WEIGHTS, _VECTORS, _CURVES) if name in kind)


@dataclass(frozen=True)
class Question:
    """One picture, the mistake that made it, and what to choose from."""

    mistake: str
    options: tuple[str, ...]
    sizes: Sizes

    @property
    def right_option(self) -> int:
        """Which option is the mistake, from 1."""
        return self.options.index(self.mistake) + 1


def question(number: int) -> Question:
    """The question of a number from 1. Every run of 13 numbers asks for each mistake once."""
    lap, place = divmod(number - 1, len(MISTAKES))
    mistake = _shuffled(tuple(MISTAKES), generator(lap))[place]
    draw = generator(number)
    others = [name for name in _shuffled(rivals(mistake), draw) if name != mistake]
    options = _shuffled((mistake, *others[: OPTIONS - 1]), draw)
    sizes = DEFAULTS | {"seed": number, "seq_len": 5 + number % 3}
    return Question(mistake, tuple(options), {name: sizes[name] for name in CONTROLS[mistake]})


def _shuffled(names: tuple[str, ...], draw: torch.Generator) -> list[str]:
    return [names[place] for place in torch.randperm(len(names), generator=draw)]


class Answer(NamedTuple):
    """What somebody said to a question: which option, from 1; SHOWN asks for the right one."""

    number: int
    option: int


SHOWN = 0


def read_answer(text: str) -> Answer:
    """From "7.2": of question 7, the second option. Raises: ValueError for any other text."""
    number, _, option = text.partition(".")
    options = [str(option) for option in range(SHOWN, OPTIONS + 1)]
    if not (number.isdecimal() and option in options and len(number) <= 3):
        raise ValueError(f"{text[:40]!r} is no answer")
    return Answer(int(number), int(option))


def write_answer(answer: Answer) -> str:
    return f"{answer.number}.{answer.option}"
