"""Everything that can be changed on the mistakes page: the mistake, its sizes, and the quiz."""

from dataclasses import dataclass
from typing import NamedTuple

from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.finite_mask import LOWERED
from transformer_lab.mistakes.masks import LONGEST
from transformer_lab.mistakes.saturation import D_KS
from transformer_lab.mistakes.training import MOST_PADDING
from ui.state.control import Choice, Stepped
from ui.state.setting import Setting, number, picture_field, stepped, toggle

Sizes = dict[str, int]
"""The sizes of a mistake's input, by the parameter names of its `given`."""

LARGEST = 10_000

FIRST_RELEASE = (
    "unscaled_scores",
    "softmax_over_queries",
    "mask_after_softmax",
    "mask_hides_itself",
    "mask_leaks_next",
    "minus_1e9",
    "minus_infinity",
    "one_speed",
    "unscaled_embeddings",
    "heads_without_transpose",
    "pre_norm",
    "loss_over_padding",
    "warmup_exponent",
)
"""The mistakes of the first release, in the order in which its links count them."""
COUNTED = (
    *FIRST_RELEASE,
    "cross_attention_mask",
    "inverted_mask",
    "joined_with_and",
    "norm_over_positions",
    "finite_mask",
    "loss_by_input",
    "padding_by_zeros",
    "narrow_feed_forward",
    "multiplied_mask",
    "wrong_residual",
)
"""All mistakes in the order in which links count them: one that is added comes last."""

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


def numbered() -> list[str]:
    """All mistakes in the order in which links count them."""
    return [*COUNTED, *(name for name in MISTAKES if name not in COUNTED)]


def read_mistake(text: str) -> str:
    """Read a mistake by its name or by its number in a link, from 1.

    Raises: ValueError for any other text.
    """
    names = numbered()
    if text in (str(number) for number in range(1, len(names) + 1)):
        return names[int(text) - 1]
    return Choice(options=tuple(MISTAKES)).read(text)


def write_number(name: str) -> str:
    """The number of a mistake, used where its name must not appear."""
    return str(numbered().index(name) + 1)


def _other_padding(setting: "MistakeSetting") -> list[int]:
    """The target's padding: not as much as the source's, or both masks are the same."""
    source = setting.size("source_padding")
    return [amount for amount in range(setting.seq_len) if amount != source]


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
    source_padding: int = stepped(1, LARGEST, 2, lambda setting: range(1, setting.seq_len))
    target_padding: int = stepped(0, LARGEST, 1, _other_padding)
    trailing: int = stepped(1, LARGEST, 2, lambda setting: range(1, setting.seq_len))
    lowered: int = stepped(0, 1_000_000, LOWERED[-1], lambda _: LOWERED)
    positions: int = number(2, 128, 50)
    seq_len: int = number(2, LONGEST, 6)
    seed: int = number(0, 9999, 11)
    warmup: int = number(100, 20_000, 4000, step=100, width=150)
    answer: QuizAnswer | None = picture_field(read_quiz_answer, write_quiz_answer, None)
    question: int = number(1, LAST_NUMBER, 1, words="number")
    # A link of the first release has a number of its quiz, which had fewer mistakes; 0 for none.
    number: int = number(0, LAST_NUMBER, 0)

    @property
    def sizes(self) -> Sizes:
        """The sizes of the mistake shown."""
        return self.sizes_of(self.mistake)

    def sizes_of(self, mistake: str) -> Sizes:
        """The sizes of a mistake, from its controls."""
        return {name: self.size(name) for name in MISTAKES[mistake].sizes}

    def size(self, name: str) -> int:
        """One size, as its control limits it."""
        control, value = self.controls()[name], getattr(self, name)
        return control.chosen(self, value) if isinstance(control, Stepped) else value

    @property
    def asked_number(self) -> int:
        """The number of the question, in this release's quiz or in the first one's."""
        return self.number or self.question

    @property
    def current_answer(self) -> QuizAnswer | None:
        """The answer to the current question, if there is one."""
        return self.answer if self.answer and self.answer.number == self.asked_number else None

    def answering(self, option: int) -> "MistakeSetting":
        return self.with_values(answer=QuizAnswer(self.asked_number, option))

    def going_on(self) -> "MistakeSetting":
        """Go on to the next question; after the last one comes the first."""
        following = self.asked_number % LAST_NUMBER + 1
        if self.number:
            return self.with_values(number=following, answer=None)
        return self.with_values(question=following, answer=None)

    def in_address(self, name: str) -> str:
        """In the quiz, write the mistake as its number: its name could be taken for the answer."""
        if name == "mistake" and not self.quiz:
            return self.mistake
        return super().in_address(name)
