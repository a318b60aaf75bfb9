"""Everything that can be changed on the mistakes page: the mistake, its sizes, and the quiz."""

from dataclasses import dataclass
from typing import NamedTuple

from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.training import MOST_PADDING
from ui.state.control import Choice, Stepped
from ui.state.setting import Setting, number, picture_field, stepped, toggle

Sizes = dict[str, int]
"""The sizes of a mistake's input, by the parameter names of its `given`."""

GROUPS = {
    "scores": ("unscaled_scores", "softmax_over_queries"),
    "mask": (
        "mask_after_softmax",
        "mask_hides_itself",
        "mask_leaks_next",
        "minus_1e9",
        "minus_infinity",
    ),
    "layers": ("one_speed", "unscaled_embeddings", "heads_without_transpose", "pre_norm"),
    "training": ("loss_over_padding", "warmup_exponent"),
}
"""The mistakes by topic, in the order in which a newcomer meets them."""

SIZES = {
    "unscaled_scores": ("d_k", "seed"),
    "softmax_over_queries": ("seq_len", "seed"),
    "mask_after_softmax": ("seq_len", "seed"),
    "mask_hides_itself": ("seq_len", "seed"),
    "mask_leaks_next": ("seq_len", "seed"),
    "minus_1e9": ("seq_len", "padding", "seed"),
    "minus_infinity": ("seq_len", "padding", "seed"),
    "one_speed": ("positions", "d_model"),
    "unscaled_embeddings": ("d_model", "seed"),
    "heads_without_transpose": ("seq_len", "num_heads"),
    "pre_norm": ("num_layers", "seed"),
    "loss_over_padding": ("padded", "seed"),
    "warmup_exponent": ("warmup",),
}
"""The fields of the setting that each mistake uses."""

D_KS = (2, 4, 8, 16, 32, 64, 128, 256, 512)
LONGEST = 8
LARGEST = 10_000

TRIES: dict[str, dict[str, Sizes]] = {
    "unscaled_scores": {"d_k_512": {"d_k": 512}, "d_k_2": {"d_k": 2}},
    "softmax_over_queries": {"longer": {"seq_len": 7}, "shorter": {"seq_len": 3}},
    "mask_after_softmax": {"longer": {"seq_len": 7}, "shorter": {"seq_len": 3}},
    "mask_hides_itself": {"longer": {"seq_len": 7}, "shorter": {"seq_len": 3}},
    "mask_leaks_next": {"longer": {"seq_len": 7}, "shorter": {"seq_len": 3}},
    "minus_1e9": {"one_padded": {"padding": 1}, "all_padded": {"padding": LONGEST}},
    "minus_infinity": {"one_padded": {"padding": 1}, "all_padded": {"padding": LONGEST}},
    "one_speed": {"longer_text": {"positions": 128}, "narrow": {"d_model": 16, "positions": 8}},
    "unscaled_embeddings": {"d_model_256": {"d_model": 256}, "d_model_16": {"d_model": 16}},
    "heads_without_transpose": {"four_heads": {"num_heads": 4}, "shorter": {"seq_len": 3}},
    "pre_norm": {"one_layer": {"num_layers": 1}, "deep": {"num_layers": 12}},
    "loss_over_padding": {"little_padding": {"padded": 1}, "much_padding": {"padded": 24}},
    "warmup_exponent": {"short_warmup": {"warmup": 400}, "long_warmup": {"warmup": 16_000}},
}
"""Suggested changes and their values. A slider takes the nearest value below."""

LAST_NUMBER = 999
OPTIONS = 4
SHOWN = 0


class Said(NamedTuple):
    """A user's answer to a question: an option from 1, or SHOWN for the solution."""

    number: int
    option: int


def read_said(text: str) -> Said | None:
    """Parse "7.2": question 7, second option; None for "".

    Raises: ValueError for any other text.
    """
    if not text:
        return None
    number, _, option = text.partition(".")
    options = [str(option) for option in range(SHOWN, OPTIONS + 1)]
    if not (number.isdecimal() and option in options and len(number) <= 3):
        raise ValueError(f"{text[:40]!r} is not an answer")
    return Said(int(number), int(option))


def write_said(said: Said | None) -> str:
    return f"{said.number}.{said.option}" if said else ""


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


def is_random(name: str) -> bool:
    """True if a mistake's numbers are random."""
    return "seed" in SIZES[name]


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
    answer: Said | None = picture_field(read_said, write_said, None)
    number: int = number(1, LAST_NUMBER, 1)

    @property
    def sizes(self) -> Sizes:
        """The sizes of the mistake shown."""
        return self.sizes_of(self.mistake)

    def sizes_of(self, mistake: str) -> Sizes:
        """The sizes of a mistake, from its controls."""
        return {name: self._size(name) for name in SIZES[mistake]}

    def _size(self, name: str) -> int:
        control, value = self.controls()[name], getattr(self, name)
        return control.chosen(self, value) if isinstance(control, Stepped) else value

    @property
    def said(self) -> Said | None:
        """The answer to the current question, if there is one."""
        return self.answer if self.answer and self.answer.number == self.number else None

    def saying(self, option: int) -> "MistakeSetting":
        return self.with_values(answer=Said(self.number, option))

    def going_on(self) -> "MistakeSetting":
        """Go on to the next question; after the last one comes the first."""
        return self.with_values(number=self.number % LAST_NUMBER + 1, answer=None)

    def in_address(self, name: str) -> str:
        """In the quiz, write the mistake as its number: its name could be taken for the answer."""
        if name == "mistake" and not self.quiz:
            return self.mistake
        return super().in_address(name)
