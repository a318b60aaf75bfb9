"""Which room may import which: every arrow points down, so no two rooms need each other.

An import inside a function is an arrow like any other; so is, in JavaScript, a module that is
loaded only when it is needed.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from os.path import normpath
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE = "transformer_core"
LAB = "transformer_lab"
KOREAN = "english_korean"

MAY_IMPORT: dict[str, set[str]] = {
    # The model of the paper, what one does with it, and the translator.
    CORE: set(),
    f"{CORE}/explain": {CORE, f"{CORE}/variants"},
    f"{CORE}/variants": {CORE},
    LAB: {CORE, f"{LAB}/pretrained"},
    f"{LAB}/examples": {CORE, f"{CORE}/explain", f"{CORE}/variants"},
    f"{LAB}/measures": {CORE, f"{CORE}/explain", f"{CORE}/variants"},
    f"{LAB}/own_data": {LAB},
    f"{LAB}/learning": {CORE, f"{CORE}/variants", LAB, f"{LAB}/measures", f"{LAB}/own_data",
                        f"{LAB}/pretrained"},
    f"{LAB}/pretrained": {CORE, f"{CORE}/explain", f"{CORE}/variants"},
    f"{LAB}/mistakes": {CORE, f"{CORE}/explain", f"{LAB}/examples", f"{LAB}/measures"},
    f"{KOREAN}/language": {LAB},
    KOREAN: {CORE, LAB, f"{LAB}/measures", f"{KOREAN}/language"},
    f"{KOREAN}/teaching": {CORE, LAB, f"{LAB}/measures", f"{LAB}/learning", KOREAN,
                           f"{KOREAN}/language"},
    # What the pages share.
    "ui/words": set(),
    "ui/streamlit": set(),
    "ui/store": set(),
    "ui/server": {"ui/streamlit"},
    "ui/state": {"ui/words"},
    "ui/picture": {f"{CORE}/explain", f"{CORE}/variants", f"{LAB}/measures", "ui/words",
                   "ui/streamlit", "ui/store", "ui/state"},
    "ui/explain": {f"{CORE}/explain", "ui/words", "ui/store", "ui/state", "ui/picture"},
    "ui/questions": {"ui/words", "ui/state"},
    "ui/answer": {f"{CORE}/explain", "ui/words", "ui/streamlit", "ui/store",
                  "ui/server", "ui/state", "ui/picture", "ui/explain", "ui/questions"},
    "ui/share": {CORE, "ui/words", "ui/streamlit", "ui/store", "ui/state",
                 "ui/picture", "ui/answer"},
    "ui/runs": {f"{LAB}/learning", f"{LAB}/own_data", "ui/streamlit", "ui/server", "ui/answer"},
    "ui/processes": {"ui/runs"},
    "ui/models": {CORE, f"{CORE}/explain", f"{CORE}/variants", f"{LAB}/measures",
                  f"{LAB}/pretrained", "ui/words", "ui/server", "ui/picture", "ui/explain",
                  "ui/answer"},
    "ui/notebook": {"ui/picture"},
    "ui/shell": {"ui/words", "ui/streamlit", "ui/store", "ui/server", "ui/state", "ui/picture",
                 "ui/answer", "ui/share", "ui/processes"},
    "ui/tour": {"ui/streamlit", "ui/store", "ui/picture", "ui/shell"},
    "ui/lesson": {"ui/words", "ui/streamlit", "ui/store", "ui/state", "ui/picture",
                  "ui/answer", "ui/share", "ui/shell", "ui/tour"},
    "ui/glossary": {"ui/words", "ui/streamlit", "ui/store", "ui/picture",
                    "ui/answer", "ui/questions", "ui/shell"},
    "ui/present": {"ui/words", "ui/streamlit", "ui/store", "ui/picture",
                   "ui/answer", "ui/shell"},
    "ui/classroom": {"ui/words", "ui/streamlit", "ui/store", "ui/server", "ui/picture",
                     "ui/answer", "ui/share", "ui/shell", "ui/lesson"},
    "ui/ask": {"ui/words", "ui/streamlit", "ui/store", "ui/picture", "ui/answer",
               "ui/questions", "ui/shell"},
}  # fmt: skip
NOT_FOR_PAGES = {
    f"{KOREAN}/teaching",
    "ui/notebook",
    "ui/processes",
    "ui/questions",
    "ui/ask",
    "ui/classroom",
    "ui/lesson",
    "ui/glossary",
    "ui/present",
    "ui/tour",
}
FOR_PAGES = MAY_IMPORT.keys() - NOT_FOR_PAGES
PAGES = sorted(f"pages/{file.parent.name}" for file in (ROOT / "pages").glob("*/page.py"))
MAY_IMPORT |= {
    # What some pages share. A page imports no other page.
    "pages/whole_model": {*FOR_PAGES},
    "pages/translator": {*FOR_PAGES, "pages/whole_model"},
    **{page: {*FOR_PAGES, "pages/whole_model", "pages/translator"} for page in PAGES},
    "app.py": {"ui/streamlit", "ui/server", "ui/state", "ui/answer", "ui/share", "ui/runs",
               "ui/ask", "ui/lesson", "ui/glossary", "ui/present", "ui/classroom", "ui/shell"},
}  # fmt: skip
TOPS = sorted({room.split("/")[0] for room in MAY_IMPORT})
_IMPORT = re.compile(
    r"""\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']|new URL\(["'](\.[^"']+\.\w+)["']"""
)

Arrow = tuple[str, str, str]
"""The file with its line, its room, and the module or file that it imports."""


def room_of(path: str) -> str:
    """The room of a file: the innermost folder in the table; empty if there is none."""
    folders = [path, *map(str, Path(path).parents)]
    return next((folder for folder in folders if folder in MAY_IMPORT), "")


def modules_of(tree: ast.Module, folder: str) -> Iterator[tuple[int, str]]:
    """Every module that is imported anywhere in a file, as a path, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name.replace(".", "/")
        elif isinstance(node, ast.ImportFrom):
            start = normpath(f"{folder}/{'../' * (node.level - 1)}") if node.level else ""
            module = "/".join(filter(None, [start, (node.module or "").replace(".", "/")]))
            for name in node.names:
                yield node.lineno, f"{module}/{name.name}"


def python_arrows(root: Path) -> Iterator[Arrow]:
    """What each file of ours imports of ours. The programs are printed, never imported."""
    files = [file for top in TOPS for file in sorted([root / top, *(root / top).rglob("*.py")])]
    for file in files:
        name = file.relative_to(root).as_posix()
        if not file.is_file() or "/programs/" in name:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for line, module in modules_of(tree, str(Path(name).parent)):
            if module.split("/")[0] in TOPS:
                yield f"{name}:{line}", name, module


def javascript_arrows(root: Path) -> Iterator[Arrow]:
    for file in sorted(root.rglob("*.js")):
        name = file.relative_to(root).as_posix()
        if name.split("/")[0] not in TOPS:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            for found in _IMPORT.finditer(line):
                target = normpath(f"{Path(name).parent}/{found[1] or found[2]}")
                yield f"{name}:{number}", name, target


def arrows(root: Path = ROOT) -> list[Arrow]:
    return [*python_arrows(root), *javascript_arrows(root)]


def wrong(found: list[Arrow]) -> list[str]:
    """What the table does not allow, by file and line."""
    return [
        f"{where}: {room_of(file)} may not import {target}"
        for where, file, target in found
        if room_of(target) not in (room_of(file), *MAY_IMPORT.get(room_of(file), ()))
    ]


def test_every_arrow_points_down() -> None:
    found = arrows()
    assert len(found) > 2000, "of Python and of JavaScript"
    assert wrong(found) == []


def test_the_table_goes_in_no_circle() -> None:
    TopologicalSorter(MAY_IMPORT).prepare()


def test_every_file_has_a_room() -> None:
    assert not [where for where, file, _ in arrows() if room_of(file) == ""]


def test_no_arrow_is_allowed_that_nothing_needs() -> None:
    """Pages share one line of the table."""
    used = {(room_of(file), room_of(target)) for _, file, target in arrows()}
    of_one_room = {room: others for room, others in MAY_IMPORT.items() if "pages/" not in room}
    idle = {(room, other) for room, others in of_one_room.items() for other in others} - used
    assert not idle


@pytest.mark.parametrize(
    ("name", "line", "fault"),
    [
        ("ui/words/language.py", "from ui.state.address import State", "ui/state/address/State"),
        ("ui/state/session.py", "def f():\n    import ui.picture.curves", "ui/picture/curves"),
        ("ui/notebook/show.py", "from ..answer import parts", "ui/answer/parts"),
        ("transformer_core/mask.py", "import transformer_lab", "transformer_lab"),
        ("pages/masks/answer.py", "from pages.attention import code", "pages/attention/code"),
        (
            "ui/store/store.js",
            'import { boardPart } from "../answer/parts.js";',
            "ui/answer/parts.js",
        ),
        ("ui/answer/parts.js", 'await import("../share/panel.js");', "ui/share/panel.js"),
        ("ui/new/thing.py", "import ui.words.language", "ui/words/language"),
    ],
)
def test_a_wrong_arrow_is_named_by_file_and_line(
    tmp_path: Path, name: str, line: str, fault: str
) -> None:
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    file.write_text(f"\n{line}\n")
    (text,) = wrong(arrows(tmp_path))
    number = 2 + line.count("\n")
    assert text.startswith(f"{name}:{number}: ") and text.endswith(f" may not import {fault}")


def test_a_page_takes_its_texts_from_no_other_page() -> None:
    for file in sorted((ROOT / "pages").rglob("en.toml")):
        other = tomllib.loads(file.read_text(encoding="utf-8")).get("builds_on")
        assert f"pages/{other}" not in PAGES, file
