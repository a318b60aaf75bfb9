"""Pages as Streamlit runs them. Their answers are asked for without a screen: `answers.py`."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ui.explain.arithmetic.numbers import read_back
from ui.words.language import LANGUAGES

ROOT = Path(__file__).parents[2]


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


def all_text(app: AppTest) -> str:
    """Everything that stands on a page as Markdown."""
    return "\n".join(one.value for one in app.markdown)
