"""What the documents for teachers show is a lesson that can be taken, in both languages."""

import re
import tomllib
from pathlib import Path

import pytest
from msgspec import structs

from ui.lesson.lesson import BLOCKS, KINDS_OF_PREDICTION, Condition, Lesson
from ui.lesson.library import FOLDER, SHIPPED, lesson_of, read_text

ROOT = Path(__file__).parents[3]
NAMES = {"en": "teaching.md", "ko": "teaching.ko.md"}
EXAMPLE = re.compile(r"^````markdown\n(.*?)^````$", re.MULTILINE | re.DOTALL)


def text_of(language: str) -> str:
    return (ROOT / "docs" / NAMES[language]).read_text("utf-8")


def example(language: str) -> Lesson:
    (source,) = EXAMPLE.findall(text_of(language))
    return read_text(source, "example", f"example.{language}.md", language)


@pytest.mark.parametrize("language", NAMES)
def test_the_example_is_a_lesson_with_every_block(language: str) -> None:
    lesson = example(language)
    assert not lesson.problems
    kinds = {type(one) for step in lesson.steps for one in step.items} | {type(lesson.about)}
    assert set(BLOCKS.values()) <= kinds


@pytest.mark.parametrize("language", NAMES)
def test_every_block_comparison_and_kind_is_named(language: str) -> None:
    text = EXAMPLE.sub("", text_of(language))
    fields = {one.encode_name for one in structs.fields(Condition)}
    for name in {*BLOCKS, *KINDS_OF_PREDICTION, *fields}:
        assert f"`{name}`" in text or f"`{name}:" in text, name
    assert FOLDER in text


@pytest.mark.parametrize("language", NAMES)
def test_the_plans_have_all_fourteen_lessons(language: str) -> None:
    text = text_of(language)
    numbers = [int(one) for one in re.findall(r"^\| (\d+) [^–~ ]", text, re.MULTILINE)]
    numbers = [one for one in numbers if one < 15]
    assert numbers == list(range(1, 15))
    short = re.findall(r"^\| [A-E] \| ([\d, ]+) \|", text, re.MULTILINE)
    assert [int(one) for line in short for one in line.split(",")] == list(range(1, 15))


@pytest.mark.parametrize("language", NAMES)
def test_the_minutes_are_those_of_the_lessons(language: str) -> None:
    said = re.findall(r"^\| (\d+) [^–~ |][^|]* \| (\d+) \|", text_of(language), re.MULTILINE)
    names = sorted(path.name.split(".")[0] for path in SHIPPED.glob("*.en.md"))
    lessons = {int(name[:2]): lesson_of(name, language) for name in names}
    assert {int(number): int(minutes) for number, minutes in said} == {
        number: lesson.about.minutes
        for number, lesson in lessons.items()
        if lesson and lesson.about
    }


@pytest.mark.parametrize("language", NAMES)
def test_the_buttons_are_called_as_on_the_screen(language: str) -> None:
    words = tomllib.loads((ROOT / f"ui/lesson/{language}.toml").read_text("utf-8"))
    lesson, editor, answers = words["lesson"], words["editor"], words["answers"]
    shown = [lesson[one] for one in ("lessons", "return", "notes", "for_teachers", "make", "edit")]
    shown += [lesson[one] for one in ("worksheet", "key", "my_answers")]
    shown += [editor[one] for one in ("add", "look", "do", "predict", "question", "note")]
    shown += [editor["preview"], editor["save"], answers["forget"]]
    for label in shown:
        assert f"**{label}**" in text_of(language), label
