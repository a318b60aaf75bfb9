"""What the panel of "Share" asks the server for."""

import json

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.pages.answers import Asked
from transformer_core.version import __version__
from ui.answer.route import LONGEST_REQUEST
from ui.share.route import KINDS, ROUTES
from ui.state.labels import field_label
from ui.words.language import LANGUAGES
from ui.words.pages import page_names

client = TestClient(Starlette(routes=ROUTES))


def body(asked: Asked, **more: object) -> str:
    selection = {"pin": asked.state.selection.pin, "trail": ""}
    return json.dumps({"setting": asked.setting.to_json(), "selection": selection} | more)


def ask(asked: Asked, kind: str, content: str | bytes | None = None, **more: object):
    url = f"/share/{asked.handler.name}/{kind}?lang={asked.handler.language}"
    return client.post(url, content=body(asked, **more) if content is None else content)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", page_names())
def test_every_page_says_what_its_link_holds(name: str, language: str) -> None:
    asked = Asked(name, language)
    values = ask(asked, "about", link=f"http://127.0.0.1/{name}").json()
    assert values["holds"] == []
    assert values["qr"].startswith("<svg")
    assert f"Attention Workbench {__version__}" in values["caption"]


@pytest.mark.parametrize("name", page_names())
def test_whatever_a_link_can_hold_has_a_name(name: str) -> None:
    asked = Asked(name, "ko")
    cls = type(asked.setting)
    labels = {field: field_label(asked.text, cls, field) for field in cls.controls()}
    # The sizes are called alike in every language.
    sizes = {"d_model", "d_ff", "d_k", "d_v", "num_heads", "max_distance"}
    assert not {field for field, label in labels.items() if label == field} - sizes


def test_what_was_changed_is_said_with_its_value() -> None:
    values = ask(Asked("masks", "ko", seed=12, cells=frozenset({(0, 1)})), "about").json()
    assert values["holds"] == [["시드", "12"], ["직접 바꾼 칸", ""]]
    assert "시드 12 · 직접 바꾼 칸 · Attention Workbench" in values["caption"]


def test_a_long_link_has_no_code_and_is_said_to_be_long() -> None:
    values = ask(Asked("masks"), "about", link="http://127.0.0.1/?" + "x" * 2000).json()
    assert (values["qr"], values["long"]) == ("", True)


@pytest.mark.parametrize("link", ["", "javascript:alert(1)", "x" * 50])
def test_only_a_link_becomes_a_code(link: str) -> None:
    assert ask(Asked("masks"), "about", link=link).json()["qr"] == ""


@pytest.mark.parametrize("half", [b"\\ud800", b"\\uDFFF", b"\xed\xa0\x80"])
@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"open", "load"}))
def test_half_a_character_is_no_text(kind: str, half: bytes) -> None:
    asked = Asked("your_sentence")
    for text in (b"the happy student", b"cross"):
        content = body(asked, matrix="cross", link="cross").encode()
        assert text in content
        assert ask(asked, kind, content.replace(text, half)).status_code == 400


def test_a_request_before_a_file_is_no_longer_than_any_other() -> None:
    request = body(Asked("masks"), more="x" * LONGEST_REQUEST).encode()
    content = len(request).to_bytes(4, "little") + request
    assert ask(Asked("masks"), "load", content).status_code == 400


@pytest.mark.parametrize("name", page_names())
def test_the_file_of_a_setting_opens_the_same(name: str) -> None:
    asked = Asked(name, "ko", pin="weights.0.0")
    found = ask(Asked("masks", "en"), "open", ask(asked, "setting").content).json()
    assert found["page"] == name
    assert found["state"]["setting"] == asked.setting.to_json()
    assert found["state"]["selection"]["pin"] == asked.state.selection.pin
    assert found["address"].startswith("?v=")


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"\xff", b"[" * 5000, b'{"workbench": "attention-workbench"}',
     b'{"workbench": "attention-workbench", "page": "../x", "setting": {}}',
     b'{"workbench": "attention-workbench", "page": "masks", "setting": {"ids": "\\ud800"}}'],
)  # fmt: skip
def test_any_other_file_is_refused_in_words(content: bytes) -> None:
    assert "not a workbench settings file" in ask(Asked("masks"), "open", content).json()["error"]


def test_a_file_with_the_former_name_of_a_field_opens_the_same() -> None:
    asked = Asked("attention", show="compare", seed=6)
    values = json.loads(ask(asked, "setting").content)
    values["setting"]["held"] = values["setting"].pop("baseline")
    found = ask(Asked("masks"), "open", json.dumps(values).encode()).json()
    assert found["state"]["setting"] == asked.setting.to_json()
    assert found["lost"] == ""


def test_of_a_file_with_unknown_fields_the_rest_is_restored() -> None:
    values = json.loads(ask(Asked("masks", seed=12), "setting").content)
    values["setting"] |= {"padding_first": "x", "colour": "red"}
    found = ask(Asked("masks"), "open", json.dumps(values).encode()).json()
    assert found["state"]["setting"]["seed"] == 12
    assert "colour" in found["lost"] and "Padding first" in found["lost"]


def test_the_rules_of_the_answers_hold() -> None:
    assert client.get("/share/masks/about").status_code == 405
    assert ask(Asked("masks"), "nothing").status_code == 404
    assert ask(Asked("masks"), "about", b"{}").status_code == 400
    assert ask(Asked("masks"), "about", b" " * (LONGEST_REQUEST + 1)).status_code == 413
    stranger = {"sec-fetch-site": "cross-site"}
    answer = client.post("/share/masks/about", content=body(Asked("masks")), headers=stranger)
    assert answer.status_code == 403


HOSTILE = [
    b"", b"{}", b"[]", b"null", b"\xff", b"[" * 5000, b'{"setting": 1, "selection": 2}',
    b'{"setting": {}, "selection": {"pin": "", "trail": ""}}', b"\0\0\0\0", b"\xff\xff\xff\x7f",
]  # fmt: skip


@pytest.mark.parametrize("content", HOSTILE)
@pytest.mark.parametrize("kind", KINDS)
def test_no_request_is_an_error_of_ours(kind: str, content: bytes) -> None:
    expected = 200 if kind == "open" else 400
    assert ask(Asked("masks"), kind, content).status_code == expected


@pytest.mark.parametrize("matrix", [None, 1, [], {}, "x" * 10_000, "\ud800"])
def test_no_name_of_a_matrix_is_an_error_of_ours(matrix: object) -> None:
    assert ask(Asked("masks"), "csv", matrix=matrix).status_code == 400
