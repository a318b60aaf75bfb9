"""The questions that a setting answers, for the head of the page."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

from ui.picture.matrix_view.matrix import Blobs
from ui.questions.register import is_silent_at, question_of, questions_at, questions_of
from ui.questions.shown import shown_by
from ui.state.setting import Setting
from ui.words.language import LANGUAGES


@dataclass(frozen=True)
class AskedQuestion:
    """A question of the register, in the reader's language."""

    key: str
    question: str
    answer: str
    area: str
    """The area with the picture that answers it, if that is further down the page."""
    shows: Sequence[str]
    """What answers it there, in the order of the page."""
    is_silent: bool
    """Whether only those see it who asked it: the page opens with the setting that answers it, or
    the answer only stays with this one."""


@dataclass(frozen=True)
class Asked:
    """Questions that one setting answers; the head of the page shows one of them."""

    questions: Sequence[AskedQuestion]

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "asked", "questions": [asdict(one) for one in self.questions]}


def load_questions(page: str) -> None:
    """Work out which settings answer the questions of a page, which takes some milliseconds."""
    for question in questions_of(page):
        for language in LANGUAGES:
            _asked(question.key, language)


@cache
def _asked(key: str, language: str) -> AskedQuestion:
    question = question_of(key)
    return AskedQuestion(
        question.key,
        question.text(language),
        question.answer(language),
        question.area(language),
        shown_by(question.key, question.page),
        is_silent_at(question, language, question.state(language).setting),
    )


def asked_parts(page: str, language: str, setting: Setting) -> list[Asked]:
    """Return what a setting of a page answers; nothing if that is no question of the register."""
    asked = [
        replace(_asked(one.key, language), is_silent=is_silent_at(one, language, setting))
        for one in questions_at(page, setting)
    ]
    return [Asked(asked)] if asked else []
