"""What somebody writes in the editor is in the file, and the other way round."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui.lesson.draft import (
    Draft,
    DraftAbout,
    DraftStep,
    block_of,
    fenced,
    read_draft,
    tidied,
    write_draft,
)
from ui.lesson.lesson import About, Do, Open, Prose
from ui.lesson.library import read_text

ABOUT = DraftAbout(8, "compute a weight", "a row: 'all' of it", "")
LESSON = Draft(
    '마스크: "가리기" `softmax`',
    ABOUT,
    "Intro with `code`, a colon: here, and 한국어.",
    [
        DraftStep("One: first", "masks?v=4", "Text.\n\n- a\n- b\n\n    code"),
        DraftStep("", "", "```note\nFor *you*\n```\n\nMore."),
        DraftStep("C#", "attention", ""),
        DraftStep("#", "", "### A heading\n\n```python\n# no step\n## none\n```"),
    ],
)


def test_a_lesson_is_read_as_it_was_written() -> None:
    assert tidied(LESSON) == LESSON
    assert read_draft(write_draft(LESSON)) == LESSON


def test_the_reader_of_lessons_finds_what_the_editor_wrote() -> None:
    lesson = read_text(write_draft(LESSON), "a", "a.ko.md", "ko")
    assert lesson.title == LESSON.title
    assert lesson.about == About(8, ABOUT.goal, ABOUT.makes)
    assert [one.title for one in lesson.steps] == ["One: first", "", "C#", "#"]
    assert lesson.steps[0].items[0] == Open("masks?v=4")
    assert not lesson.problems


TEXT = st.text(
    st.sampled_from("ab 한글`~#:'\"-*>=&|[]{}\n\n\t\\!%@,?0\r\x00\u2028\x85"), max_size=40
)
PIECE = st.sampled_from([
    "", "Text", "# Title\n", "Title\n===\n", "## Step", "```", "~~~", "```lesson\ngoal: x\n```",
    "```lesson\nminutes: soon\n```",
    "```open\nmasks\n```", "```open\n\n```",
    "````do\n```\nsay: x\n",
    "> # quoted", "- item\n  ## inside", "    indented", "---", "| a |\n|---|\n| b |",
])  # fmt: skip
WRITTEN = st.lists(st.one_of(TEXT, PIECE), max_size=4).map("\n".join)
ABOUTS = st.builds(DraftAbout, st.none() | st.integers(-5, 20_000), TEXT, TEXT, TEXT)
STEPS = st.builds(DraftStep, TEXT, TEXT, WRITTEN)
DRAFTS = st.builds(
    Draft, TEXT, st.none() | ABOUTS, WRITTEN, st.lists(STEPS, max_size=3)
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(DRAFTS)
def test_any_draft_is_read_as_it_was_written(draft: Draft) -> None:
    assert read_draft(write_draft(draft)) == tidied(draft)
    assert tidied(tidied(draft)) == tidied(draft)


@settings(max_examples=150, deadline=None)
@given(DRAFTS)
def test_the_reader_of_lessons_finds_as_many_steps(draft: Draft) -> None:
    lesson = read_text(write_draft(draft), "a", "a.en.md", "en")
    titles = [one.title for one in tidied(draft).steps]
    # What is wrong in the introduction has a step of its own.
    assert [one.title for one in lesson.steps][len(lesson.steps) - len(titles) :] == titles
    assert len(lesson.steps) <= len(titles) + 1


@settings(max_examples=60, deadline=None)
@given(WRITTEN)
def test_any_file_opens_and_stays_the_same_when_it_is_saved_again(source: str) -> None:
    once = write_draft(read_draft(source))
    assert write_draft(read_draft(once)) == once


def test_a_block_that_cannot_be_read_stays_in_the_text() -> None:
    source = "# Title\n\n```lesson\nminutes: soon\n```\n\n## One\n"
    draft = read_draft(source)
    assert draft.about is None and "minutes: soon" in draft.intro
    assert "minutes: soon" in write_draft(draft)


def test_the_page_of_a_step_is_the_first_link_wherever_it_stands() -> None:
    draft = read_draft(
        "# T\n\n## One\n\nText.\n\n```open\nmasks\n```\n\nMore.\n\n```open\nattention\n```\n"
    )
    (step,) = draft.steps
    assert step == DraftStep("One", "masks", "Text.\n\nMore.\n\n```open\nattention\n```")


def test_a_heading_in_a_text_makes_no_step() -> None:
    draft = Draft("T", ABOUT, "", [DraftStep("One", "", "# Not a title\n\nNot a step\n----------")])
    (step,) = read_draft(write_draft(draft)).steps
    assert step.text == "### Not a title\n\n### Not a step"


def test_a_block_without_its_end_ends_with_its_step() -> None:
    draft = Draft("T", ABOUT, "", [DraftStep("One", "", "```note\nopen"), DraftStep("Two")])
    assert [one.title for one in read_draft(write_draft(draft)).steps] == ["One", "Two"]


def test_backticks_in_a_block_do_not_end_it() -> None:
    assert fenced("note", "```\ncode\n```").startswith("````note")
    (prose, note) = read_text(
        f"# T\n\n## One\n\n```text\nx\n```\n\n{fenced('note', '```a```')}\n", "a", "a.en.md", "en"
    ).steps[0].items  # fmt: skip
    assert isinstance(prose, Prose) and note.text == "```a```"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text", ["yes", "1", "a: b", "'q' \"r\"", "- a", "& x", "* y", "한국어: 예", "`c` # d"]
)
def test_the_texts_of_a_block_are_read_as_they_are(text: str) -> None:
    block = block_of("do", {"say": text, "when": [{"setting": "scaling", "is": text}]})
    (found,) = read_text(f"# T\n\n## One\n\n{block}\n", "a", "a.en.md", "en").steps[0].items
    assert isinstance(found, Do) and (found.say, found.when[0].equals) == (text, text)
