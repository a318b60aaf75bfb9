"""Streamlit's insides are named in one room, and Streamlit still has what that room names."""

import re
from functools import cache
from pathlib import Path

import pytest
from streamlit.file_util import get_static_dir

ROOT = Path(__file__).parents[3]
ROOM = ROOT / "ui" / "streamlit"
KINDS = (".py", ".js", ".css", ".html", ".toml")
TREE = [ROOT / "app.py", *(ROOT / "ui").rglob("*"), *(ROOT / "pages").rglob("*")]
ELSEWHERE = sorted(path for path in TREE if path.suffix in KINDS and ROOM not in path.parents)
# Test ids and classes of elements, states in attributes, the names of its library of components.
INSIDES = re.compile(r"data-test(?:id|-)|testId|\bst[A-Z]\w*|data-stale|data-st-|baseweb")
IMPORT = re.compile(r"^\s*(?:from (streamlit\.[\w.]+) import|import (streamlit\.[\w.]+))", re.M)
DOCUMENTED = ("streamlit.delta_generator", "streamlit.navigation.page")
"""The types of containers and pages, which its documentation names."""


def insides_in(text: str) -> list[str]:
    """Return Streamlit's insides that a file names."""
    modules = [one or other for one, other in IMPORT.findall(text)]
    return INSIDES.findall(text) + [one for one in modules if one not in DOCUMENTED]


@pytest.mark.parametrize(
    "text",
    [
        'document.querySelector(".stMain")',
        'app.getAttribute("data-test-script-state")',
        ':root [data-testid="stHeader"] { display: none; }',
        "element.dataset.testId",
        "from streamlit.runtime import memory_session_storage",
        "    import streamlit.web.cli",
    ],
)
def test_what_leans_on_streamlits_insides_is_found(text: str) -> None:
    assert insides_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "import streamlit as st",
        "from streamlit import config",
        "from streamlit.delta_generator import DeltaGenerator",
        "const key = `.st-key-${store.name}`;",
        "color: var(--st-text-color);",
        "store.state, startTime, isStill",
    ],
)
def test_what_streamlit_documents_may_be_used_everywhere(text: str) -> None:
    assert not insides_in(text)


def test_only_the_room_names_streamlits_insides() -> None:
    named = {str(path.relative_to(ROOT)): insides_in(path.read_text("utf-8")) for path in ELSEWHERE}
    assert len(named) > 500
    assert {path: found for path, found in named.items() if found} == {}


@cache
def streamlits_scripts() -> str:
    scripts = (Path(get_static_dir()) / "static" / "js").glob("*.js")
    return "\n".join(script.read_text(encoding="utf-8") for script in scripts)


NAMED = sorted(
    {
        name
        for path in ROOM.iterdir()
        if path.suffix in (".js", ".css")
        for name in re.findall(
            r"\bst[A-Z]\w*|data-(?:test-|st-)[\w-]+|data-stale|InputInstructions",
            path.read_text(encoding="utf-8"),
        )
    }
)


@pytest.mark.parametrize("name", NAMED)
def test_seam_names(name: str) -> None:
    """Streamlit still gives this name to something."""
    assert re.search(rf"""[`"'{{,]{name}[`"':,]""", streamlits_scripts())


def test_the_room_knows_nothing_of_the_app() -> None:
    for path in ROOM.iterdir():
        if path.suffix in (".py", ".js"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"^(?:from|import) (?:ui|pages|transformer)\b", text, re.M)
            assert not re.search(r"""from ["']\.\./""", text)
