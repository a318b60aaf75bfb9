"""What every answer says to the browser about what it may do with it."""

import re

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from ui.shell.security import (
    EMBEDDING,
    SecurityHeaders,
    content_policy,
    embedding_origins,
)

client = TestClient(
    Starlette(
        routes=[Route("/", lambda request: PlainTextResponse("x"))],
        middleware=[Middleware(SecurityHeaders)],
    )
)


def test_good_and_bad_answers_carry_every_header() -> None:
    for path, status in (("/", 200), ("/nothing", 404)):
        answer = client.get(path)
        assert answer.status_code == status
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["content-security-policy"] == content_policy()


def test_nothing_comes_from_elsewhere_and_nobody_frames_us() -> None:
    policy = content_policy()
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "unsafe-eval" not in policy
    assert not re.search(r"https?:|\*", policy)


def test_only_origins_that_the_owner_lists_may_frame_us(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(EMBEDDING, "https://school.example, http://127.0.0.1:8000")
    policy = content_policy()
    assert "frame-ancestors 'self' https://school.example http://127.0.0.1:8000" in policy


@pytest.mark.parametrize(
    "listed",
    ["school.example", "*", "https://*", "https://a.example/path", "javascript:alert(1)",
     "https://a.example;script-src", "https://user@a.example"],
)  # fmt: skip
def test_what_is_no_origin_is_refused_by_its_name(
    listed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(EMBEDDING, listed)
    with pytest.raises(ValueError, match=EMBEDDING):
        embedding_origins()


def test_only_known_scripts_run_in_the_page() -> None:
    scripts = content_policy().partition("script-src")[2].partition(";")[0]
    assert "unsafe-inline" not in scripts
