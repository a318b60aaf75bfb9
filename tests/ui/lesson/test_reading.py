"""A lesson is read as it is written, and what is wrong in it is named with its line."""

from collections.abc import Iterator

import pytest
import yaml
from yaml import parse

from ui.lesson.lesson import Do, Lesson, Look, Note, Open, Prose, Question, Wrong
from ui.lesson.library import read_text, said
from ui.lesson.markdown import inline_tree
from ui.words.language import LANGUAGES

ABOUT = """```lesson
minutes: 8
goal: compute a weight
makes: a row
```
"""
START = f"# Title\n\nIntro.\n\n{ABOUT}\n## One\n\n"


def read(source: str, language: str = "en") -> Lesson:
    return read_text(source, "name", "name.en.md", language)


def messages(source: str, language: str = "en") -> list[str]:
    return [said(one, language) for one in read(source, language).problems]


def block(kind: str, *lines: str) -> str:
    return "\n".join([f"```{kind}", *lines, "```", ""])


def test_a_lesson_has_title_intro_and_steps() -> None:
    lesson = read(f"{START}First.\n\n## Two\n\nSecond.\n")
    assert (lesson.title, lesson.intro) == ("Title", [["p", "Intro."]])
    assert [step.title for step in lesson.steps] == ["One", "Two"]
    assert lesson.about is not None and lesson.about.minutes == 8
    assert lesson.problems == []


def test_blocks_and_text_keep_their_order() -> None:
    source = START + "Text.\n\n" + block("open", "masks") + block("look", "matrix: weights")
    source += "More.\n\n" + block("note", "For the **teacher**.")
    items = read(source).steps[0].items
    assert [type(one) for one in items] == [Prose, Open, Look, Prose, Note]
    assert items[1] == Open("masks")


@pytest.mark.parametrize("text", ['Ask: "Why?" Then wait.', "2 * 3 & 4: *six*", "- [a, b", "{"])
def test_a_note_is_plain_text_whatever_yaml_would_make_of_it(text: str) -> None:
    lesson = read(START + block("note", text))
    assert lesson.steps[0].items == [Note(text)] and not lesson.problems


def test_a_do_has_its_conditions_and_hints() -> None:
    source = START + block(
        "do", "say: Reach it", "when:", "  - matrix: weights", "    row: it", "    col: 2",
        "    above: 0.5", "  - setting: scaling", "    is: false", "hints: [look, there]",
        "show: attention?at_scaling=false",
    )  # fmt: skip
    (do,) = read(source).steps[0].items
    assert isinstance(do, Do)
    first, second = do.when
    assert (first.row, first.col, first.above) == ("it", 2, 0.5)
    assert (second.setting, second.equals) == ("scaling", False)


def test_code_in_a_lesson_is_shown_and_never_a_block() -> None:
    (prose,) = read(START + "```python\nimport os\n```\n").steps[0].items
    assert prose == Prose([["pre", "import os\n"]])


def test_html_in_a_lesson_is_text() -> None:
    (prose,) = read(START + "<img src=x onerror=alert(1)> <b>bold</b>\n").steps[0].items
    assert isinstance(prose, Prose)
    assert str(prose.tree).count("img") == 1
    assert not [one for one in prose.tree if isinstance(one, list) and one[0] in ("img", "b")]


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", "vbscript:x"])
def test_a_link_that_would_run_is_no_link(address: str) -> None:
    assert inline_tree(f"[text]({address})") == [f"[text]({address})"]


def task(condition: str, *more: str) -> str:
    return block("do", "say: x", "when:", f"  - {{{condition}}}", *more)


WRONG = [
    ("", "at_title", 1, "no title"),
    (ABOUT, "", 1, "no title"),
    ("# Title\n\n## One\n", "", 1, "“lesson” is missing"),
    (f"# Title\n\n{ABOUT}", "", 1, "no steps"),
    (START + block("opne", "masks"), "", 13, "There is no block “opne”"),
    (START + block("open", "mask"), "", 13, "There is no page “mask”"),
    (START + block("open", "masks?masks_nothing=1"), "", 13, "cannot open"),
    (START + block("open", "masks?at_scaling=false"), "", 13, "parts of the link: at_scaling"),
    (
        START + task("setting: a, is: none", "show: masks?at_scaling=false"),
        "",
        13,
        "at_scaling",
    ),
    (
        START + task("matrix: w, row: 1, col: 1, above: {}"),
        "",
        13,
        "“above” names the number",
    ),
    (START + task("setting: a, above: {matrix: w, row: 1}"), "", 13, "“above.col” is missing"),
    (START + task("setting: a, above: {tensor: w}"), "", 13, "“above.at” is missing"),
    (START + task("setting: a, near: {matrix: w, setting: b}"), "", 13, "exactly one"),
    (START + task("setting: a, near: {colour: 1}"), "", 16, "no “colour”"),
    (START + task("setting: a, below: much"), "", 16, "“when.1.below”"),
    (START + block("predict", "ask: x", "kind: pick", "matrix: w", "line: 1"), "", 13, "“line”"),
    (START + block("predict", "ask: x", "kind: pick", "matrix: w", "cover: no"), "", 17, "“no”"),
    (START + block("do", "say: x"), "", 14, "needs “when”"),
    (START + block("do", "say: x", "when:", "  - matrix: w", "    rw: 1"), "", 16, "no “rw”"),
    (START + block("do", "say: x", "when: 3"), "", 15, "“when”"),
    (START + block("do", "say: x", "when: []"), "", 15, "empty"),
    (START + block("do", "say: x", "when:", "  - setting: a"), "", 13, "compares"),
    (START + block("do", "say: x", "when:", "  - above: 1"), "", 13, "exactly one"),
    (START + block("do", "say: [x", "when: 3"), "", 15, "YAML"),
    (START + block("do", "say: &a x", "when: *a"), "", 13, "& or *"),
    (START + block("look", "matrix: a", "area: b"), "", 13, "exactly one"),
    (START + block("look"), "", 13, "exactly one"),
    (START + block("predict", "ask: x", "kind: guess", "matrix: w"), "", 15, "cannot be “guess”"),
    (START + block("predict", "ask: x", "kind: cell", "matrix: w", "row: 1"), "", 13, "“col”"),
    (START + block("predict", "ask: x", "kind: curve", "matrix: w"), "", 13, "one “curve”"),
    (START + block("question", "ask: x"), "", 13, "either"),
    (START + block("question", "ask: x", "options:", "  - text: a", "    why: b"), "", 13, "two"),
    (f"# T\n\n{ABOUT.replace('8', '0')}\n## One\n", "", 4, "at least 1"),
]


@pytest.mark.parametrize(("source", "_", "line", "part"), WRONG, ids=[one[3] for one in WRONG])
def test_what_is_wrong_is_named_with_its_line(source: str, _: str, line: int, part: str) -> None:
    found = messages(source)
    assert any(one.startswith(f"name.en.md, line {line}: ") and part in one for one in found), found


@pytest.mark.parametrize("source", [one[0] for one in WRONG])
def test_what_is_wrong_is_said_in_korean_too(source: str) -> None:
    for one in messages(source, "ko"):
        assert one.startswith("name.en.md ") and any("가" <= letter <= "힣" for letter in one)


def test_a_wrong_block_takes_only_itself_out_of_the_lesson() -> None:
    source = START + "Before.\n\n" + block("look") + "\nAfter.\n\n## Two\n\nLast.\n"
    lesson = read(source)
    assert [type(one) for one in lesson.steps[0].items] == [Prose, Wrong, Prose]
    assert len(lesson.steps) == 2


def test_a_nest_of_aliases_is_refused_before_it_is_unfolded() -> None:
    nest = [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9) if i else 'x'}]" for i in range(12)]
    assert "& or *" in messages(START + block("do", *nest))[0]


def test_deeply_nested_yaml_is_a_problem_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found early: to scan all that is nested takes as long as the square of its depth."""
    read_events: list[object] = []

    def counted(text: str) -> Iterator[object]:
        for event in parse(text):
            read_events.append(event)
            yield event

    monkeypatch.setattr(yaml, "parse", counted)
    assert messages(START + block("do", "say: " + "[" * 1500))
    assert 0 < len(read_events) < 100


def test_a_lesson_that_is_too_long_is_refused() -> None:
    assert "at most" in messages("# T\n" + "x" * 100_001)[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_in_words_and_one_with_options(language: str) -> None:
    options = ["options:", "  - {text: a, why: b}", "  - {text: c, why: d, right: true}"]
    source = (
        START + block("question", "ask: x", "answer: y") + block("question", "ask: x", *options)
    )
    lesson = read(source, language)
    assert lesson.problems == []
    assert [len(one.options) for one in lesson.steps[0].items if isinstance(one, Question)] == [
        0,
        2,
    ]


def test_a_note_may_hold_any_signs() -> None:
    """It is plain text, in which a colon, a star or an & is only that."""
    written = "Expected: 0.5. Then: *ask* why; Q & K"
    lesson = read(START + block("note", written))
    assert lesson.problems == []
    assert written in [one.text for one in lesson.steps[0].items if isinstance(one, Note)]


def test_yes_no_on_and_off_are_words() -> None:
    """They are booleans to most readers of YAML, and good answers to a question."""
    options = [
        "options:",
        "  - {text: Yes, why: on, right: true}",
        "  - {text: No, why: true or off}",
    ]
    lesson = read(START + block("question", "ask: Is it?", *options))
    assert lesson.problems == []
    (question,) = [one for one in lesson.steps[0].items if isinstance(one, Question)]
    assert [(one.text, one.why, one.right) for one in question.options] == [
        ("Yes", "on", True),
        ("No", "true or off", False),
    ]


def test_a_note_is_text_and_no_yaml() -> None:
    for text in ("*Most* say: it sorts", "`a`: b", "- [x", "**Both** & more"):
        (note,) = read(START + block("note", text)).steps[0].items
        assert note == Note(text)


@pytest.mark.parametrize(
    "text", ["> # Title\n", "- a\n  ## Step\n", "- ```do\n  say: x\n  ```\n- b\n"]
)
def test_what_stands_inside_a_list_or_a_quotation_is_part_of_it(text: str) -> None:
    lesson = read(f"{START}{text}\n## Two\n")
    assert [step.title for step in lesson.steps] == ["One", "Two"]
    assert [type(one) for one in lesson.steps[0].items] == [Prose]


def test_a_first_block_with_a_mistake_is_not_said_to_be_missing() -> None:
    (message,) = messages("# Title\n\n```lesson\nminutes: 8\ngoal: ''\nmakes: b\n```\n\n## One\n")
    assert "“goal” in the block “lesson” is empty" in message
