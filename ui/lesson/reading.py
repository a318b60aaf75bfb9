"""Reads a lesson from its text: Markdown with marked blocks, each block in YAML.

A mistake is named with its line and takes only its own block out of the lesson.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

import msgspec
import yaml
from markdown_it.token import Token

from ui.lesson.lesson import (
    BLOCKS,
    About,
    Item,
    Lesson,
    Problem,
    Prose,
    Step,
    Wrong,
)
from ui.lesson.markdown import parsed, tree_of

LONGEST_LESSON = 100_000
MOST_STEPS = 60
PLAIN = {"open": "link", "note": "text"}
"""Blocks whose content is one text, written as it is, and the field that it is."""
CODE = ("python", "text")
"""Fences that are shown as they are."""
_PATH = re.compile(r" - at `\$(?P<path>.*?)`$")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<place>\d+)\]")
_FAULTS: Sequence[tuple[str, re.Pattern[str]]] = (
    ("missing_field", re.compile(r"Object missing required field `(?P<field>.*?)`")),
    ("unknown_field", re.compile(r"Object contains unknown field `(?P<field>.*?)`")),
    ("not_one_of", re.compile(r"Invalid enum value '(?P<value>.*)'")),
    ("wrong_type", re.compile(r"Expected `(?P<wanted>.*?)`, got `(?P<given>.*?)`")),
    ("too_short", re.compile(r"Expected `\w+` of length >= ")),
    ("too_long", re.compile(r"Expected `\w+` of length <= (?P<most>\d+)")),
    ("too_small", re.compile(r"Expected `\w+` >= (?P<least>\S+)")),
    ("too_large", re.compile(r"Expected `\w+` <= (?P<most>\S+)")),
)
"""What msgspec says, and the text that says it in a lesson's language."""
Check = Callable[[Any], Iterator[tuple[str, dict[str, Any]]]]
"""What is wrong with a block that is well formed: names of texts, with their values."""


_BOOLEAN = "tag:yaml.org,2002:bool"
DEEPEST = 20
"""How deeply lists and fields may be nested in a block; the deepest of ours has three."""


class _Loader(yaml.SafeLoader):  # type: ignore[misc] # YAML comes without types
    """Reads no word but true and false as a boolean: an option may be “Yes”, a field “off”."""

    yaml_implicit_resolvers: ClassVar = {
        letter: [one for one in found if one[0] != _BOOLEAN]
        for letter, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


_Loader.add_implicit_resolver(
    _BOOLEAN, re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)


class _Reader:
    """Collects the steps of one file, and what is wrong in it."""

    def __init__(self, file: str, check: Check) -> None:
        self.file, self.check = file, check
        self.problems: list[Problem] = []

    def problem(self, line: int, key: str, **values: Any) -> Problem:
        found = Problem(self.file, line, key, values)
        self.problems.append(found)
        return found

    def block(self, token: Token) -> Any:
        """Return the block of a fence; a problem where it has one."""
        kind, first = token.info.split()[0], (token.map or [0])[0] + 1
        try:
            if kind not in PLAIN and _has_alias(token.content):
                return self.problem(first, "has_alias")
            content, lines = _content(kind, token.content, first)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            line = first + 1 + (mark.line if mark else 0)
            return self.problem(line, "not_yaml", why=getattr(error, "problem", "") or "")
        except RecursionError:
            return self.problem(first, "not_yaml", why="")
        try:
            block = msgspec.convert(content, BLOCKS[kind])
        except msgspec.ValidationError as error:
            return self._fault(str(error), kind, lines, first)
        for key, values in self.check(block):
            return self.problem(first, key, **values)
        return block

    def _fault(self, message: str, kind: str, lines: dict[str, int], first: int) -> Problem:
        path = _PATH.search(message)
        where, message = (path["path"], message[: path.start()]) if path else ("", message)
        line = next((lines[one] for one in _from_inside(where) if one in lines), first)
        for key, pattern in _FAULTS:
            if found := pattern.search(message):
                name = ".".join(one["name"] or str(int(one["place"]) + 1)
                                for one in _STEP.finditer(where))  # fmt: skip
                return self.problem(line, key, block=kind, name=name, **found.groupdict())
        return self.problem(line, "not_a_block", block=kind)


def _from_inside(path: str) -> Iterator[str]:
    """A path and all that it is inside of, the innermost first: $.when[0], $.when, $."""
    while path:
        yield path
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    yield ""


def _has_alias(text: str) -> bool:
    """Raises: RecursionError where lists are nested deeper than any block's.

    PyYAML's time to scan what is nested grows with the square of its depth.
    """
    depth = 0
    for one in yaml.parse(text):
        if isinstance(one, yaml.AliasEvent):
            return True
        opened = isinstance(one, yaml.CollectionStartEvent)
        depth += opened - isinstance(one, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise RecursionError
    return False


def _content(kind: str, text: str, first: int) -> tuple[Any, dict[str, int]]:
    """Return the values of a block, and the line of each by its path."""
    if kind in PLAIN:
        return {PLAIN[kind]: text.strip()}, {}
    node = yaml.compose(text, Loader=_Loader)
    lines = dict(_lines(node, first + 1)) if node is not None else {}
    return _Loader(text).get_single_data() or {}, lines


def _lines(node: yaml.Node, first: int, path: str = "") -> Iterator[tuple[str, int]]:
    yield path, first + node.start_mark.line
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _lines(value, first, f"{path}.{key.value}")
    elif isinstance(node, yaml.SequenceNode):
        for place, value in enumerate(node.value):
            yield from _lines(value, first, f"{path}[{place}]")


def _nothing_wrong(block: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    return iter(())


def read_lesson(
    source: str,
    name: str,
    file: str,
    said: Callable[[Problem], str],
    check: Check = _nothing_wrong,
) -> Lesson:
    """Read a lesson, with everything that is wrong in it.

    Args:
        name: of the lesson, without language and ending.
        file: as problems name it.
        said: what a problem is in the reader's language.
        check: what a block must fulfil besides its form.
    """
    reader = _Reader(file, check)
    if len(source) > LONGEST_LESSON:
        return _empty(name, [reader.problem(1, "lesson_too_long", most=LONGEST_LESSON)])
    title, intro, about = "", [], None
    steps: list[Step] = []
    for heading, line, tokens in _sections(parsed(source)):
        items = list(_items(reader, tokens, said))
        if heading.startswith("1"):
            title, about = heading[1:].strip(), about or _about(items)
            intro = [piece for one in items if isinstance(one, Prose) for piece in one.tree]
            steps += [Step("", line, wrong)] if (wrong := _wrong(items)) else []
        else:
            steps.append(Step(heading[1:].strip(), line, items))
    if not title:
        reader.problem(1, "no_title")
    if about is None and title and not _is_about_wrong(reader.problems):
        reader.problem(1, "no_about")
    if not steps:
        reader.problem(1, "no_steps")
    if len(steps) > MOST_STEPS:
        reader.problem(steps[MOST_STEPS].line, "too_many_steps", most=MOST_STEPS)
    return Lesson(name, title or name, about, intro, steps[:MOST_STEPS], reader.problems)


def _empty(name: str, problems: list[Problem]) -> Lesson:
    return Lesson(name, name, None, [], [], problems)


def _about(items: Sequence[Any]) -> About | None:
    return next((one for one in items if isinstance(one, About)), None)


def _is_about_wrong(problems: Sequence[Problem]) -> bool:
    """Whether the first block is there, and what is wrong in it has been said."""
    return any(one.values.get("block") == "lesson" for one in problems)


def _wrong(items: Sequence[Any]) -> list[Item]:
    return [one for one in items if isinstance(one, Wrong)]


def _sections(tokens: Sequence[Token]) -> Iterator[tuple[str, int, list[Token]]]:
    """The title with what follows it, then each step: level and heading, line, tokens."""
    heading, line = "1", 1
    inside: list[Token] = []
    place, started = 0, False
    while place < len(tokens):
        token = tokens[place]
        # One inside a list or a quotation is part of it.
        if token.type == "heading_open" and token.tag in ("h1", "h2") and token.level == 0:
            if started or inside:
                yield heading, line, inside
            heading = token.tag[1] + tokens[place + 1].content
            line, inside, started = (token.map or [0])[0] + 1, [], True
            place += 3
            continue
        inside.append(token)
        place += 1
    if started or inside:
        yield heading, line, inside


def _items(
    reader: _Reader, tokens: Sequence[Token], said: Callable[[Problem], str]
) -> Iterator[Any]:
    """The text and the blocks of a section, in their order."""
    text: list[Token] = []
    for token in tokens:
        words = token.info.split() if token.type == "fence" and token.level == 0 else []
        if not words or words[0] in CODE:
            text.append(token)
            continue
        if text:
            yield Prose(tree_of(text))
            text = []
        if words[0] not in BLOCKS:
            line = (token.map or [0])[0] + 1
            found = reader.problem(line, "unknown_block", block=words[0], known=", ".join(BLOCKS))
        else:
            found = reader.block(token)
        yield Wrong(said(found)) if isinstance(found, Problem) else found
    if text:
        yield Prose(tree_of(text))
