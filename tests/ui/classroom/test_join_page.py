"""The page to join at, the QR code, and the addresses that begin with them."""

import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ui.classroom.join_page import ROUTES, join_html
from ui.words.language import LANGUAGES, text_of


@pytest.fixture
def site():
    with TestClient(Starlette(routes=ROUTES)) as client:
        yield client


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_in_the_language_of_the_browser_and_runs_no_script_of_its_own(site, language):
    answer = site.get("/join", headers={"Accept-Language": f"{language}-XX"})
    title = text_of("classroom", language)("join.title")
    assert f'<html lang="{language}">' in answer.text and title in answer.text
    assert answer.headers["vary"] == "Accept-Language"
    # The policy of the site allows scripts from files alone.
    assert re.findall(r"<script[^>]*>([^<]*)</script>", answer.text) == [""]
    assert "$" not in join_html(language)


def test_a_code_in_the_link_is_read_by_the_script_alone(site):
    hostile = site.get("/join", params={"code": '"><script>alert(1)</script>'})
    assert hostile.text == site.get("/join").text


def test_who_types_class_is_led_to_what_starts_one(site):
    answer = site.get("/class", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/?class=start")


def test_the_code_as_a_picture_is_of_a_link_that_joins(site):
    link = "https://school.example/join?code=ABCDEF"
    answer = site.get("/class/ABCDEF/qr", params={"link": link})
    assert answer.status_code == 200 and answer.text.startswith("<svg")
    for code, other in (
        ("ABCDEF", "https://school.example/elsewhere"),
        ("ABCDEF", "javascript:alert(1)//join?code=ABCDEF"),
        ("ABCDEG", link),
        ("O0I1", link),
        ("ABCDEF", f"https://{'x' * 3000}/join?code=ABCDEF"),
    ):
        assert site.get(f"/class/{code}/qr", params={"link": other}).status_code == 400
    foreign = site.get("/class/ABCDEF/qr", params={"link": link}, headers={"Origin": "https://x.y"})
    assert foreign.status_code == 403
