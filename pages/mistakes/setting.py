"""Everything that can be changed on the mistakes page: the mistake, its sizes, and the quiz."""

from dataclasses import dataclass
from typing import NamedTuple

from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.masks import LONGEST
from transformer_lab.mistakes.saturation import D_KS
from transformer_lab.mistakes.training import MOST_PADDING
from ui.state.control import Choice, Stepped
from ui.state.setting import Setting, number, picture_field, stepped, toggle

Sizes = dict[str, int]
"""The sizes of a mistake's input, by the parameter names of its `given`."""

LARGEST = 10_000

LAST_NUMBER = 999
OPTIONS = 4
SHOWN = 0


class QuizAnswer(NamedTuple):
    """A user's answer to a question: an option from 1, or SHOWN for the solution."""

    number: int
    option: int


def read_quiz_answer(text: str) -> QuizAnswer | None:
    """Parse "7.2": question 7, second option; None for "".

    Raises: ValueError for any other text.
    """
    if not text:
        return None
    number, _, option = text.partition(".")
    options = [str(option) for option in range(SHOWN, OPTIONS + 1)]
    if not (number.isdecimal() and option in options and len(number) <= 3):
        raise ValueError(f"{text[:40]!r} is not an answer")
    return QuizAnswer(int(number), int(option))


def write_quiz_answer(answer: QuizAnswer | None) -> str:
    return f"{answer.number}.{answer.option}" if answer else ""


def read_mistake(text: str) -> str:
    """Read a mistake by its name or by its number in the list, from 1.

    Raises: ValueError for any other text.
    """
    names = list(MISTAKES)
    if text in (str(number) for number in range(1, len(names) + 1)):
        return names[int(text) - 1]
    return Choice(options=tuple(MISTAKES)).read(text)


def write_number(name: str) -> str:
    """The number of a mistake, used where its name must not appear."""
    return str(list(MISTAKES).index(name) + 1)


@dataclass(frozen=True, eq=False)
class MistakeSetting(Setting):
    """A mistake and its sizes; or a question of the quiz and the user's answer."""

    PREFIX = "mi"

    mistake: str = picture_field(read_mistake, write_number, next(iter(MISTAKES)))
    quiz: bool = toggle(False)
    d_k: int = stepped(1, LARGEST, 64, lambda _: D_KS)
    d_model: int = stepped(1, LARGEST, 64, lambda _: (16, 32, 64, 128, 256))
    num_heads: int = stepped(1, LARGEST, 2, lambda _: (2, 4, 8))
    num_layers: int = stepped(1, LARGEST, 6, lambda _: range(1, 13))
    padded: int = stepped(1, LARGEST, 8, lambda _: range(1, MOST_PADDING + 1))
    # A sentence has at most as much padding as tokens.
    padding: int = stepped(1, LARGEST, 2, lambda setting: range(1, setting.seq_len + 1))
    positions: int = number(2, 128, 50)
    seq_len: int = number(2, LONGEST, 6)
    seed: int = number(0, 9999, 11)
    warmup: int = number(100, 20_000, 4000, step=100, width=150)
    answer: QuizAnswer | None = picture_field(read_quiz_answer, write_quiz_answer, None)
    number: int = number(1, LAST_NUMBER, 1)

    @property
    def sizes(self) -> Sizes:
        """The sizes of the mistake shown."""
        return self.sizes_of(self.mistake)

    def sizes_of(self, mistake: str) -> Sizes:
        """The sizes of a mistake, from its controls."""
        return {name: self._size(name) for name in MISTAKES[mistake].sizes}

    def _size(self, name: str) -> int:
        control, value = self.controls()[name], getattr(self, name)
        return control.chosen(self, value) if isinstance(control, Stepped) else value

    @property
    def current_answer(self) -> QuizAnswer | None:
        """The answer to the current question, if there is one."""
        return self.answer if self.answer and self.answer.number == self.number else None

    def answering(self, option: int) -> "MistakeSetting":
        return self.with_values(answer=QuizAnswer(self.number, option))

    def going_on(self) -> "MistakeSetting":
        """Go on to the next question; after the last one comes the first."""
        return self.with_values(number=self.number % LAST_NUMBER + 1, answer=None)

    def in_address(self, name: str) -> str:
        """In the quiz, write the mistake as its number: its name could be taken for the answer."""
        if name == "mistake" and not self.quiz:
            return self.mistake
        return super().in_address(name)
