"""Pages run through AppTest, with what they hand to the matrix view laid open."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import ui.explain.explanation
import ui.shell.page
from ui.explain.arithmetic.numbers import read_back
from ui.picture.matrix_view.matrix import Matrix
from ui.shell.language import LANGUAGES

ROOT = Path(__file__).parents[2]


class Shown(dict[str, Matrix]):
    """The matrices of the last run, by id, and what the page does when a person changes one."""

    change: Callable[[dict[str, Any]], None] | None = None


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Record every matrix that a page draws."""
    seen = Shown()
    draw = ui.shell.page.matrix_view

    def record(items, **options):
        seen.update({item.id: item for item in items if isinstance(item, Matrix)})
        seen.change = options.get("on_change") or seen.change
        draw(items, **options)

    monkeypatch.setattr(ui.shell.page, "matrix_view", record)
    return seen


@pytest.fixture
def explained(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the arithmetic that the last page explained, one for each box."""
    titles = []
    draw = ui.explain.explanation.arithmetic

    def record(title, *arguments, **options):
        titles.append(title)
        draw(title, *arguments, **options)

    monkeypatch.setattr(ui.explain.explanation, "arithmetic", record)
    return titles


def number_in(title: str) -> float:
    """The number after the last "= " of a title."""
    return read_back(title.rpartition("= ")[2])


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    """Open a page by its name, in a language, at an address with these query parameters."""

    def open_(name: str, language: str = "en", **address: str) -> AppTest:
        app = AppTest.from_file(str(ROOT / "pages" / name / "page.py"), default_timeout=30)
        app.query_params["lang"] = language
        for parameter, value in address.items():
            app.query_params[parameter] = value
        return app.run()

    return open_


def errors(app: AppTest) -> list[str]:
    return [error.value for error in app.error]


def press(app: AppTest, row: str, name: str) -> AppTest:
    """Press one of a row of pills: a preset, or something to try."""
    app.pills(key=row).set_value(name).run()
    assert not app.exception
    return app


@pytest.fixture
def arithmetic(monkeypatch):
    """The arithmetic box of the last run."""
    seen = {}
    monkeypatch.setattr(
        "ui.explain.explanation.arithmetic",
        lambda title, question, lines, **options: seen.update(title=title, lines=lines, **options),
    )
    return seen


def said(app: AppTest) -> str:
    """Everything that stands on a page as Markdown."""
    return "\n".join(one.value for one in app.markdown)
