"""A lesson as it is read from its file: steps of text and blocks."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

Label = int | str
"""A row or column as the page names it: its word, or the number that the page shows there."""
Tree = list[Any]
"""Formatted text: strings, and lists of a tag with what is inside it."""
Hints = Annotated[list[str], Meta(max_length=2)]
"""A nudge, then a suggestion."""
Text = Annotated[str, Meta(min_length=1)]
KINDS_OF_PREDICTION = ("cell", "row", "mask", "pick", "order", "curve")


class _Block(Struct, frozen=True, forbid_unknown_fields=True):
    """What all blocks have in common: a field that they do not know is a mistake of the writer."""


class Open(_Block, frozen=True):
    """A page, opened when the step begins, with the setting and the pin of the link."""

    link: Text


class Look(_Block, frozen=True):
    """What is ringed while the rest fades: exactly one of these."""

    matrix: str = ""
    """The id of a matrix; with `row` and `col` one of its cells, with one of them a line."""
    row: Label | None = None
    col: Label | None = None
    control: str = ""
    """The name of a field of the page's setting."""
    curve: str = ""
    """The id of a picture of curves."""
    area: str = ""
    """The name of an area of the page, such as "arithmetic"."""
    map: str = ""
    """The name of a tensor on the map of the model."""


class Cover(_Block, frozen=True):
    """What stays covered while the step is open: later steps ask for it."""

    matrices: Annotated[list[Text], Meta(min_length=1)]
    """The ids of matrices on the page."""


class Number(_Block, frozen=True):
    """A value on the page."""

    setting: str = ""
    """A field of the setting, by its name."""
    matrix: str = ""
    """The id of a matrix on the page; `row` and `col` name one of its numbers."""
    tensor: str = ""
    """A tensor of the page, by its name; `at` names one of its numbers."""
    result: str = ""
    """A number that the page measures, such as "held_out_exact" of a training run, by its name."""
    row: Label | None = None
    col: Label | None = None
    at: list[Annotated[int, Meta(ge=1)]] = []
    """The place in the tensor, counted from 1 on each of its axes."""


class Condition(Number, frozen=True):
    """What is to hold of the learner's own setting or numbers."""

    largest: Label | None = None
    """Of the row, the column with the largest number."""
    equals: int | float | bool | str | None = field(default=None, name="is")
    differs: int | float | bool | str | None = field(default=None, name="is_not")
    above: float | Number | None = None
    """A number, or another one on the page: where it names no subject, row or column, those of the
    condition are meant."""
    below: float | Number | None = None
    near: float | Number | None = None
    within: float = 0.005
    """How far from `near` a number may be."""


class Do(_Block, frozen=True):
    """What the learner is to reach on the page."""

    say: Text
    when: Annotated[list[Condition], Meta(min_length=1)]
    """All of these are to hold."""
    hints: Hints = []
    show: str = ""
    """The link of a state in which it is reached: the last hint, "Show me"."""


class Predict(_Block, frozen=True):
    """Values are covered; the learner says what they are before they are shown."""

    ask: Text
    kind: Literal["cell", "row", "mask", "pick", "order", "curve"]
    matrix: str = ""
    curve: str = ""
    line: Label | None = None
    """Of a curve, the line that is asked for: its name, or its number counted from 1."""
    row: Label | None = None
    col: Label | None = None
    cover: Literal["all", "row", "cell"] | None = None
    """What of the matrix is covered, where with the usual other numbers tell the answer."""
    within: float = 0.05
    """How far from a number a prediction may be to count as right."""
    hints: Hints = []


class Option(_Block, frozen=True):
    """One of the answers to choose from, and why it is right or wrong."""

    text: Text
    why: Text
    right: bool = False


class Question(_Block, frozen=True):
    """A question: with options, or answered in words and compared with `answer`."""

    ask: Text
    options: list[Option] = []
    answer: str = ""
    hints: Hints = []


class Note(_Block, frozen=True):
    """What only the teacher reads."""

    text: Text


class About(_Block, frozen=True):
    """The first block of a lesson."""

    minutes: Annotated[int, Meta(ge=1, le=120)]
    goal: Text
    """What the learner can do afterwards."""
    makes: Text
    """What the learner has made at the end."""
    before: str = ""
    """What one should know, or a lesson to take first."""


Block = Open | Look | Cover | Do | Predict | Question | Note | About
BLOCKS: dict[str, type[Struct]] = {
    "lesson": About,
    "open": Open,
    "look": Look,
    "cover": Cover,
    "do": Do,
    "predict": Predict,
    "question": Question,
    "note": Note,
}


class Prose(Struct, frozen=True):
    """Text between blocks."""

    tree: Tree


class Wrong(Struct, frozen=True):
    """A block that cannot be read, with what is wrong in the reader's language."""

    message: str


Item = Prose | Open | Look | Cover | Do | Predict | Question | Note | Wrong


class Step(Struct, frozen=True):
    """What is shown at a time."""

    title: str
    line: int
    """Where it begins in the file, counted from 1."""
    items: Sequence[Item]


class Problem(Struct, frozen=True):
    """What is wrong in a file, and where."""

    file: str
    line: int
    key: str
    """The name of its text in the section "problems"."""
    values: dict[str, Any] = {}


class Lesson(Struct, frozen=True):
    """A whole file."""

    name: str
    title: str
    about: About | None
    intro: Tree
    """The text before the first step."""
    steps: Sequence[Step]
    problems: Sequence[Problem]
    language: str = ""
    """That of its file, if the file's name says it."""
