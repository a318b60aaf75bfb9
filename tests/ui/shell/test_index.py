"""The HTML in which a page opens."""

import pytest
from starlette.requests import Request
from starlette.routing import Match

from ui.shell.index import ROUTES, first_language, index_html
from ui.words.language import LANGUAGES
from ui.words.pages import SECTIONS


def request(query: str = "", accepted: str = "") -> Request:
    headers = [(b"accept-language", accepted.encode())]
    return Request({"type": "http", "query_string": query.encode(), "headers": headers})


def served(path: str) -> bool:
    scope = {"type": "http", "method": "GET", "path": path}
    return any(route.matches(scope)[0] is Match.FULL for route in ROUTES)


PAGES = [name for names in SECTIONS.values() for name in names]


@pytest.mark.parametrize("path", ["/", "/no_page_of_ours", *(f"/{name}" for name in PAGES)])
def test_every_page_has_it(path):
    assert served(path)


@pytest.mark.parametrize(
    "path", ["/favicon.png", "/static/js/index.js", "/_stcore/health", "/pictures/attention"]
)
def test_what_is_no_page_is_left_to_others(path):
    assert not served(path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_streamlits_with_our_styles_name_and_language(language):
    html = index_html(language)
    head = html.partition("</head>")[0]
    assert "/static/js/index." in head
    assert ".stMainBlockContainer" in head
    assert "<title>Attention Workbench</title>" in head
    assert f'<html lang="{language}">' in head


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "ko-KR,ko;q=0.9,en;q=0.8", "ko"),
        ("", "en-US,en;q=0.9", "en"),
        ("", "fr-FR,fr;q=0.9", "en"),
        ("", "", "en"),
        ("lang=ko", "en-US", "ko"),
        ("lang=en", "ko-KR", "en"),
        ("lang=%22%3E%3Cscript%3E", "ko-KR", "ko"),
    ],
)
def test_its_language_is_the_addresss_or_the_browsers(query, accepted, language):
    assert first_language(request(query, accepted)) == language


def test_it_is_asked_for_again_at_every_visit():
    headers = ROUTES[0].endpoint(request()).headers
    assert headers["cache-control"] == "no-cache"
    assert headers["vary"] == "Accept-Language"


def test_the_first_page_is_found_by_its_name_too():
    scope = {
        "type": "http",
        "query_string": b"lang=ko&ov_seed=3",
        "headers": [],
        "path": "/overview",
    }
    scope |= {"path_params": {"name": "overview"}, "server": ("127.0.0.1", 80), "scheme": "http"}
    answer = ROUTES[0].endpoint(Request(scope))
    assert answer.status_code == 307
    assert answer.headers["location"] == "/?lang=ko&ov_seed=3"
