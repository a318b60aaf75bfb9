"""What the editor, a worksheet and the answers ask the server for, also when somebody else asks."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ui.lesson.draft import read_draft
from ui.lesson.library import FOLDER
from ui.lesson.reading import LONGEST_LESSON
from ui.lesson.route import LATER, LONGEST_FILE, ROUTES
from ui.words.language import LANGUAGES

client = TestClient(Starlette(routes=ROUTES))
ABOUT = "# T\n\n```lesson\nminutes: 1\ngoal: a\nmakes: b\n```\n\n"
SOURCE = f"{ABOUT}## One\n\n```open\nattention\n```\n"
TYPES = '{"setting": 3, "title": 3, "source": 3}'
POSTED = ("subjects", "template", "written", "draft", "worksheet")


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    (tmp_path / "own.en.md").write_text(SOURCE, "utf-8")
    (tmp_path.parent / "secret.en.md").write_text("# Secret\n", "utf-8")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


def post(path: str, content: Any, page: str = "attention", **more: Any) -> Any:
    body = content if isinstance(content, str | bytes) else json.dumps(content)
    return client.post(f"/lessons/{path}/{page}?lang=en", content=body, **more)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_later_texts_come_in_every_language(language: str) -> None:
    words = client.get(f"/lessons/words?lang={language}").json()
    assert set(words) == set(LATER) and all(words.values())


def test_what_is_written_is_read_again() -> None:
    draft = post("draft", {"file": "own.en.md", "source": SOURCE}).json()["draft"]
    assert (draft["title"], draft["steps"][0]["link"]) == ("T", "attention")
    source = post("written", draft).json()["source"]
    assert read_draft(source) == read_draft(SOURCE)
    lesson = post("dropped", {"file": "own.en.md", "source": source}).json()["lesson"]
    assert lesson["problems"] == [] and lesson["count"] == 1


def test_the_file_of_a_lesson_is_given_and_nothing_else() -> None:
    assert client.get("/lessons/source/own?lang=en").json()["source"] == SOURCE
    for name in ("nothing", "..%2Fsecret", "%2e%2e%2fsecret", "own.en.md", "secret"):
        answer = client.get(f"/lessons/source/{name}?lang=en")
        assert answer.status_code == 404 or answer.json()["source"] is None


def test_a_worksheet_is_of_a_lesson_of_the_list_or_of_a_file() -> None:
    for asked in ({"lesson": "own"}, {"source": SOURCE}):
        sheet = post("worksheet", asked).json()["sheet"]
        assert sheet["steps"][0]["picture"]["target"]["page"] == "attention"
    assert post("worksheet", {"lesson": "nothing"}).json()["sheet"] is None
    assert post("worksheet", {"source": "x"}).json()["sheet"]["problems"]


@pytest.mark.parametrize("path", POSTED)
def test_what_no_page_would_send_is_refused(path: str) -> None:
    for wrong in (b"\xff", "[", "[]", TYPES, "[" * 100_000, '"\\ud800"', "3"):
        assert post(path, wrong).status_code in (400, 413), wrong
    content = json.dumps({"source": "x" * 10})
    assert post(path, content, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert client.get(f"/lessons/{path}/attention?lang=en").status_code == 405
    assert post(path, "x" * (LONGEST_FILE + 1)).status_code == 413


def test_a_number_that_is_too_large_for_anybody_stays_in_the_text() -> None:
    source = ABOUT.replace("1", "9" * 100)
    draft = post("draft", {"file": "a", "source": source}).json()["draft"]
    assert draft["about"] is None and "999" in draft["intro"]


def test_a_lesson_that_is_too_long_is_refused_or_named() -> None:
    long = "x" * (LONGEST_LESSON + 1)
    assert post("draft", {"file": "a", "source": long}).status_code == 400
    (problem,) = post("worksheet", {"source": long}).json()["sheet"]["problems"]
    assert "at most" in problem


def test_other_sites_and_languages_get_no_texts() -> None:
    for path in ("words", "source/own"):
        headers = {"sec-fetch-site": "cross-site"}
        assert client.get(f"/lessons/{path}?lang=en", headers=headers).status_code == 403
        assert client.get(f"/lessons/{path}?lang=xx").status_code == 400
