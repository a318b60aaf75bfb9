"""The lessons there are: those of the workbench, and an owner's own folder."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from ui.lesson.checks import faults_of
from ui.lesson.lesson import Lesson, Problem
from ui.lesson.reading import LONGEST_LESSON, read_lesson
from ui.words.language import LANGUAGES, text_of

SHIPPED = Path(__file__).parents[2] / "lessons"
FOLDER = "WORKBENCH_LESSONS"
"""The variable that names the folder of an owner's lessons; one of the same name as a shipped one
takes its place."""
WORDS = "lesson"
"""The name of the text files."""
NAME = re.compile(r"(?P<name>[a-z0-9_]{1,60})\.(?P<language>[a-z]{2})\.md")
MOST_LESSONS = 200


def folders() -> list[Path]:
    own = os.environ.get(FOLDER, "")
    return [Path(own).expanduser(), SHIPPED] if own else [SHIPPED]


def lesson_files() -> Mapping[str, Mapping[str, Path]]:
    """Return the file of each lesson in each of its languages, the owner's first."""
    found: dict[str, dict[str, Path]] = {}
    for folder in folders():
        mine: dict[str, dict[str, Path]] = {}
        for name, language, path in _in_folder(folder):
            mine.setdefault(name, {})[language] = path
        found |= {name: files for name, files in mine.items() if name not in found}
    return found


def _in_folder(folder: Path) -> Iterator[tuple[str, str, Path]]:
    try:
        paths = sorted(folder.iterdir())[: MOST_LESSONS * len(LANGUAGES)]
    except OSError:
        return
    for path in paths:
        match = NAME.fullmatch(path.name)
        if match and match["language"] in LANGUAGES and path.is_file():
            yield match["name"], match["language"], path


_read: dict[Path, tuple[tuple[int, int], str, Lesson]] = {}


def lesson_of(name: str, language: str) -> Lesson | None:
    """Return a lesson in a language, or in another one that it has; None if there is none.

    It is read again when its file has changed.
    """
    path = _path_of(name, language)
    if path is None:
        return None
    try:
        info = path.stat()
        stamp = info.st_mtime_ns, info.st_size
        known = _read.get(path)
        if known is None or known[:2] != (stamp, language):
            lesson = read_text(_text_of(path), name, path.name, language)
            known = stamp, language, replace(lesson, language=path.name.split(".")[-2])
            _read[path] = known
    except OSError:
        return None
    return known[2]


def _path_of(name: str, language: str) -> Path | None:
    files = lesson_files().get(name, {})
    return files.get(language) or next(iter(files.values()), None)


def _text_of(path: Path) -> str:
    """The text of a file. Raises: OSError."""
    with path.open("rb") as file:
        return file.read(4 * LONGEST_LESSON + 1).decode("utf-8", errors="replace")


def source_of(name: str, language: str) -> str | None:
    """Return the text of a lesson's file, as `lesson_of` reads it; None if there is none."""
    path = _path_of(name, language)
    try:
        return None if path is None else _text_of(path)
    except OSError:
        return None


def read_text(source: str, name: str, file: str, language: str) -> Lesson:
    """Return the lesson of a text, its problems in a language."""
    return read_lesson(
        source,
        name,
        file,
        lambda problem: said(problem, language),
        lambda block: faults_of(block, language),
    )


def said(problem: Problem, language: str) -> str:
    """Return what is wrong, with file and line, in a language."""
    text = text_of(WORDS, language)
    what = text(f"problems.{problem.key}", **problem.values)
    return text("problems.at", file=problem.file, line=problem.line, what=what)


def all_lessons(language: str) -> list[Lesson]:
    """Return every lesson, in the order of their numbers and names."""
    found = (lesson_of(name, language) for name in lesson_files())
    return [one for one in found if one is not None]
