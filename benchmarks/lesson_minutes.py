"""How long each lesson takes somebody who meets its subject for the first time.

    python -m benchmarks.lesson_minutes [NAME ...]

An estimate from what the lesson asks for: its words are read, each view that it opens is looked at,
each task done, each answer worked out and typed. Hints and the teacher's notes are left out. The
times of these were set by two people who took lesson 1 and knew nothing before: 8.6 minutes in
English and 9.9 in Korean. People differ by far more than the lessons do, so only compare them.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from ui.lesson.lesson import Do, Lesson, Look, Open, Predict, Prose, Question, Tree
from ui.lesson.library import SHIPPED, lesson_of
from ui.words.language import LANGUAGES

CHARACTERS_A_MINUTE = {"en": 490, "ko": 190}
"""Without blanks: what is new is read slowly, and formulas stand in it."""
VIEW_SECONDS, LOOK_SECONDS = 20, 5
TASK_SECONDS, PICK_SECONDS, SUM_SECONDS, OPEN_ANSWER_SECONDS = 60, 15, 60, 60
"""A task with its change on the page; an option; an answer that is worked out and typed, drawn or
painted; an answer in one's own words."""


@dataclass(frozen=True)
class Load:
    """What a lesson asks of a learner."""

    characters: int
    views: int
    looks: int
    tasks: int
    picks: int
    sums: int
    words: int

    def minutes(self, language: str) -> float:
        seconds = (
            VIEW_SECONDS * self.views
            + LOOK_SECONDS * self.looks
            + TASK_SECONDS * self.tasks
            + PICK_SECONDS * self.picks
            + SUM_SECONDS * self.sums
            + OPEN_ANSWER_SECONDS * self.words
        )
        return self.characters / CHARACTERS_A_MINUTE[language] + seconds / 60


def _read(lesson: Lesson) -> Iterator[str]:
    yield lesson.title
    yield from _prose(lesson.intro)
    for step in lesson.steps:
        yield step.title
        for item in step.items:
            if isinstance(item, Prose):
                yield from _prose(item.tree)
            elif isinstance(item, Do):
                yield item.say
            elif isinstance(item, Predict):
                yield item.ask
            elif isinstance(item, Question):
                yield item.ask
                for option in item.options:
                    yield option.text
                    yield option.why if option.right else ""


def _prose(tree: Tree) -> Iterator[str]:
    """Without the names of tags, which begin each list."""
    if isinstance(tree, str):
        yield tree
        return
    parts = list(tree)
    for one in parts[1:] if parts and isinstance(parts[0], str) else parts:
        yield from _prose(one)


def load_of(lesson: Lesson) -> Load:
    """What one lesson asks."""
    items = [item for step in lesson.steps for item in step.items]
    questions = [one for one in items if isinstance(one, Question)]
    predictions = [one for one in items if isinstance(one, Predict)]
    return Load(
        characters=sum(len("".join(text.split())) for text in _read(lesson)),
        views=len({one.link for one in items if isinstance(one, Open)}),
        looks=sum(isinstance(one, Look) for one in items),
        tasks=sum(isinstance(one, Do) for one in items),
        picks=sum(bool(one.options) for one in questions)
        + sum(one.kind == "pick" for one in predictions),
        sums=sum(one.kind != "pick" for one in predictions),
        words=sum(not one.options for one in questions),
    )


def main() -> None:
    """Print a row for each lesson."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*")
    every = sorted({path.name.split(".")[0] for path in SHIPPED.glob("*.en.md")})
    names = parser.parse_args().names or every
    print("| lesson | language | minutes | steps | characters | views | tasks | picks | sums |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in names:
        for language in LANGUAGES:
            lesson = lesson_of(name, language)
            assert lesson is not None, name
            load = load_of(lesson)
            asked = (load.characters, load.views, load.tasks, load.picks, load.sums)
            row = (name, language, f"{load.minutes(language):.1f}", len(lesson.steps), *asked)
            print(f"| {' | '.join(map(str, row))} |")


if __name__ == "__main__":
    main()
