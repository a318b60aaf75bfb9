"""A page's state in the address."""

from urllib.parse import parse_qsl

import pytest

from tests.pages.answers import Asked
from ui.shell.language import LANGUAGES
from ui.shell.navigation import page_names
from ui.state.address import VERSION, Place, State, read_state, write_state


def parameters(address: str) -> dict[str, str]:
    return dict(parse_qsl(address[1:], keep_blank_values=True))


def of(asked: Asked, **changed: str) -> State:
    written = parameters(write_state(asked.state, asked.trip.language))
    return read_state(asked.trip.page.setting, asked.text, written | changed)


def test_an_address_has_a_version_and_a_language() -> None:
    written = parameters(write_state(Asked("masks").state, "en"))
    assert (written["v"], written["lang"]) == (VERSION, "en")


def test_what_is_as_the_page_starts_is_not_written() -> None:
    assert "ma_seed" not in parameters(write_state(Asked("masks").state, "en"))
    assert parameters(write_state(Asked("masks", seed=12).state, "en"))["ma_seed"] == "12"


def test_a_text_that_the_language_decides_is_written_so_that_everybody_sees_the_same() -> None:
    korean = Asked("masks", "ko", given="sentence")
    written = parameters(write_state(korean.state, "ko")) | {"lang": "en"}
    english = read_state(korean.trip.page.setting, Asked("masks", "en").text, written)
    assert english.setting == korean.setting


def test_what_is_looked_at_is_written_and_read_back() -> None:
    asked = Asked("masks", pin="painted.1.2", trail="painted@1.2")
    assert of(asked).place == Place("painted.1.2", "painted@1.2")


@pytest.mark.parametrize(
    "wrong", [{"ma_seed": "12.5"}, {"ma_seed": "-1"}, {"ma_given": "words"}, {"ma_cells": "0.x"}]
)
def test_a_wrong_value_counts_as_nothing_and_spoils_nothing(wrong: dict[str, str]) -> None:
    asked = Asked("masks", ids="5 6 7")
    assert of(asked, **wrong).setting.ids == "5 6 7"
    assert of(asked, **wrong).setting == asked.setting


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", page_names())
def test_the_address_of_a_page_as_it_starts_is_short(name: str, language: str) -> None:
    query = write_state(Asked(name, language).state, language)
    assert len(f"https://workbench.example.org/{name}{query}") < 120 + 9 * query.count("%")
