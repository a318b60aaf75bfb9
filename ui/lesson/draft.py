"""A lesson while somebody writes it: what the editor shows of a file, and the file that it makes.

`read_draft(write_draft(draft)) == tidied(draft)` for every draft: what is tidied is only what a
file cannot say.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import yaml
from markdown_it.token import Token
from msgspec import Meta, Struct, structs

from ui.lesson.markdown import parsed

LONGEST_TITLE = 300
MOST_MINUTES = 10_000
"""What the editor still shows; a lesson has far fewer."""
_SPACE = re.compile(r"\s+")
_TICKS = re.compile(r"`+")
Lines = Sequence[str]


class DraftAbout(Struct, frozen=True):
    """The first block, in which a field may still be missing."""

    minutes: int | None = None
    goal: str = ""
    makes: str = ""
    before: str = ""


class DraftStep(Struct, frozen=True):
    """One step: its page, and its text with the other blocks in it, as they are in the file."""

    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    link: str = ""
    text: str = ""


class Draft(Struct, frozen=True):
    """A whole lesson."""

    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    about: DraftAbout | None = None
    """None where the file has none that can be read; what it has is then in the text below it."""
    intro: str = ""
    steps: list[DraftStep] = []


class _Indented(yaml.SafeDumper):  # type: ignore[misc]  # PyYAML has no types
    """Writes lists further in than their name, as people do."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def fenced(kind: str, content: str) -> str:
    """Return a block. Its fence is longer than any row of backticks in it."""
    longest = max((len(one) for one in _TICKS.findall(content)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{kind}\n{content.strip(chr(10))}\n{fence}"


def block_of(kind: str, values: Mapping[str, Any]) -> str:
    """Return a block of fields, quoted where YAML would read something else."""
    dumped = yaml.dump(
        dict(values), Dumper=_Indented, allow_unicode=True, sort_keys=False, width=10_000
    )
    return fenced(kind, dumped)


def write_draft(draft: Draft) -> str:
    """Return the text of the file."""
    draft = tidied(draft)
    pieces = [_heading("#", draft.title)]
    if draft.about is not None:
        fields = {name: one for name, one in structs.asdict(draft.about).items() if one is not None}
        if not fields["before"]:
            del fields["before"]
        pieces.append(block_of("lesson", fields))
    pieces.append(draft.intro)
    for step in draft.steps:
        pieces.append(_heading("##", step.title))
        if step.link:
            pieces.append(fenced("open", step.link))
        pieces.append(step.text)
    return "\n\n".join(piece for piece in pieces if piece) + "\n"


def _heading(level: str, title: str) -> str:
    # Signs at its end would be read as the end of the heading.
    return f"{level} {title} {level}" if title.endswith("#") else f"{level} {title}".strip()


def read_draft(source: str) -> Draft:
    """Return what the editor shows of a file."""
    lines = _lines_of(source)
    title, intro, about = "", "", None
    steps: list[DraftStep] = []
    tokens = parsed("\n".join(lines))
    starts = [(place, one) for place, one in enumerate(tokens) if _is_start(one)]
    ends = [_lines(one)[0] for _, one in starts[1:]]
    for (place, one), end in zip(starts, [*ends, len(lines)], strict=False):
        heading = _one_line(tokens[place + 1].content)
        text = _trimmed(lines[_lines(one)[1] : end])
        if one.tag == "h1":
            found, text = _without_about(text)
            title, intro, about = heading, text, about or found
        else:
            link, text = _without_link(text)
            steps.append(DraftStep(heading, link, text))
    return Draft(title, about, intro, steps)


def tidied(draft: Draft) -> Draft:
    """Return a draft as a file can say it: titles of one line, no headings of steps in a text, all
    blocks with an end, the page of a step in its field.
    """
    about, intro = draft.about, _in_one_section(draft.intro)
    if about is None:
        about, intro = _without_about(intro)
    else:
        about = _tidied_about(about)
    return Draft(_one_line(draft.title), about, intro, [_tidied_step(one) for one in draft.steps])


def _tidied_about(about: DraftAbout) -> DraftAbout:
    minutes = about.minutes
    if minutes is not None and abs(minutes) >= MOST_MINUTES:
        minutes = None
    texts = {name: _printable(getattr(about, name)) for name in ("goal", "makes", "before")}
    return DraftAbout(minutes, **texts)


def _tidied_step(step: DraftStep) -> DraftStep:
    link, text = _one_line(step.link), _in_one_section(step.text)
    if not link:
        link, text = _without_link(text)
    return DraftStep(_one_line(step.title), link, text)


def _is_start(token: Token) -> bool:
    return token.type == "heading_open" and token.tag in ("h1", "h2") and token.level == 0


def _lines(token: Token) -> tuple[int, int]:
    first, end = token.map or (0, 0)
    return first, end


def _lines_of(text: str) -> list[str]:
    """The lines as Markdown counts them."""
    return _printable(text).split("\n")


def _printable(text: str) -> str:
    """Without what neither Markdown nor YAML can have in a file."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(one for one in text if one in "\n\t" or _is_printable(one))


def _is_printable(char: str) -> bool:
    code = ord(char)
    return (
        0x20 <= code <= 0x7E
        or (0xA0 <= code <= 0xD7FF and code not in (0x2028, 0x2029))
        or (0xE000 <= code <= 0xFFFD and code != 0xFEFF)
        or code >= 0x10000
    )  # fmt: skip


def _one_line(text: str) -> str:
    return _SPACE.sub(" ", _printable(text)).strip()


def _trimmed(lines: Lines) -> str:
    """The text without empty lines at its ends; a first line keeps its indentation."""
    kept = list(lines)
    while kept and not kept[0].strip():
        kept.pop(0)
    while kept and not kept[-1].strip():
        kept.pop()
    return "\n".join(kept)


def _in_one_section(text: str) -> str:
    """A text in which nothing begins a step and every block ends."""
    lines = _trimmed(_lines_of(text)).split("\n")
    tokens = parsed("\n".join(lines))
    if tokens and not _is_closed(tokens[-1], lines):
        lines.append(tokens[-1].markup)
    for place in reversed([place for place, one in enumerate(tokens) if _is_start(one)]):
        first, end = _lines(tokens[place])
        lines[first:end] = [_heading("###", _one_line(tokens[place + 1].content))]
    return _trimmed(lines)


def _is_closed(token: Token, lines: Lines) -> bool:
    """Whether the last token of a text ends before the text does, unlike a block without an end."""
    if token.type != "fence" or token.level:
        return True
    first, end = _lines(token)
    last = lines[end - 1].strip()
    return end - first > 1 and len(last) >= len(token.markup) and not last.strip(token.markup[0])


def _without_first(text: str, kind: str) -> tuple[str | None, str]:
    """The content of the first block of a kind, and the text without it."""
    lines = text.split("\n")
    for token in parsed(text):
        if token.type == "fence" and token.level == 0 and token.info.split()[:1] == [kind]:
            first, end = _lines(token)
            return token.content, _joined(lines[:first], lines[end:])
    return None, text


def _joined(before: Lines, after: Lines) -> str:
    """What was around a block; an empty line keeps it apart."""
    return "\n\n".join(filter(None, [_trimmed(before), _trimmed(after)]))


def _without_link(text: str) -> tuple[str, str]:
    while True:
        content, rest = _without_first(text, "open")
        link = _one_line(content or "")
        if link or content is None:
            return link, rest
        text = rest


def _without_about(text: str) -> tuple[DraftAbout | None, str]:
    content, rest = _without_first(text, "lesson")
    about = None if content is None else _about_of(content)
    return (None, text) if about is None else (about, rest)


def _about_of(content: str) -> DraftAbout | None:
    """What can be read of a block; None if it is no block of fields, or has others."""
    try:
        fields = yaml.safe_load(content)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    if not isinstance(fields, dict) or fields.keys() - set(DraftAbout.__struct_fields__):
        return None
    minutes = fields.pop("minutes", None)
    if isinstance(minutes, bool) or not isinstance(minutes, int | None):
        return None
    if minutes is not None and abs(minutes) >= MOST_MINUTES:
        return None
    if any(not isinstance(one, str) for one in fields.values()):
        return None
    return DraftAbout(minutes, **fields)
