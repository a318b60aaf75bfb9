"""A page's state in the address."""

from dataclasses import dataclass
from urllib.parse import parse_qsl

import pytest

from tests.pages.answers import Asked
from ui.state.address import (
    VERSION,
    Selection,
    State,
    is_newer,
    read_state,
    unrestored_fields,
    write_state,
)
from ui.state.setting import Setting, choice, number
from ui.words.language import LANGUAGES, text_of
from ui.words.pages import page_names


def parameters(address: str) -> dict[str, str]:
    return dict(parse_qsl(address[1:], keep_blank_values=True))


def of(asked: Asked, **changed: str) -> State:
    written = parameters(write_state(asked.state, asked.handler.language))
    return read_state(asked.handler.page.setting, asked.text, written | changed)


def test_an_address_has_a_version_and_a_language() -> None:
    written = parameters(write_state(Asked("masks").state, "en"))
    assert (written["v"], written["lang"]) == (VERSION, "en")


def test_what_is_as_the_page_starts_is_not_written() -> None:
    assert "ma_seed" not in parameters(write_state(Asked("masks").state, "en"))
    assert parameters(write_state(Asked("masks", seed=12).state, "en"))["ma_seed"] == "12"


def test_a_text_that_the_language_decides_is_written_so_that_everybody_sees_the_same() -> None:
    korean = Asked("masks", "ko", given="sentence")
    written = parameters(write_state(korean.state, "ko")) | {"lang": "en"}
    english = read_state(korean.handler.page.setting, Asked("masks", "en").text, written)
    assert english.setting == korean.setting


def test_what_is_looked_at_is_written_and_read_back() -> None:
    asked = Asked("masks", pin="painted.1.2", trail="painted@1.2")
    assert of(asked).selection == Selection("painted.1.2", "painted@1.2")


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
    asked = Asked(name, language)
    query = write_state(asked.state, language, asked.text)
    assert len(f"https://workbench.example.org/{name}{query}") < 120
    assert read_state(asked.handler.page.setting, asked.text, parameters(query)) == asked.state


def test_a_text_that_the_page_starts_with_means_the_same_in_every_language() -> None:
    korean, english = Asked("masks", "ko", given="sentence"), Asked("masks", "en")
    written = parameters(write_state(korean.state, "ko", korean.text))
    assert written["ma_sentence"] == "~ko"
    assert read_state(korean.handler.page.setting, english.text, written).setting == korean.setting


@pytest.mark.parametrize(
    ("language", "kept"), [("en", "the cat sat down"), ("ko", "고양이가 매트 위에 앉았다")]
)
def test_a_kept_link_opens_the_text_with_which_its_page_started_then(language, kept) -> None:
    asked = Asked("attention")
    values = {"at_source": "sentence", "at_sentence": f"~{language}"}
    setting = asked.handler.page.setting
    assert (
        read_state(setting, asked.text, values | {"v": "3"}).setting.to_json()["sentence"] == kept
    )
    now = read_state(setting, asked.text, values | {"v": VERSION}).setting.to_json()["sentence"]
    assert now == Asked("attention", language).text("controls.sentence_default") != kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kept_link_that_does_not_say_a_text_opens_the_one_of_its_time(language) -> None:
    asked = Asked("masks", language)
    setting = asked.handler.page.setting
    assert read_state(setting, asked.text, {"v": "3"}).setting.target == "je suis étudiant"
    start = asked.text("controls.target_default")
    assert read_state(setting, asked.text, {"v": VERSION}).setting.target == start


@pytest.mark.parametrize("typed", ["~ko", "~~en", "~", "ko", "~ko ~en"])
def test_a_typed_text_is_never_taken_for_one_that_the_page_starts_with(typed: str) -> None:
    asked = Asked("masks", given="sentence", sentence=typed)
    written = parameters(write_state(asked.state, "en", asked.text))
    opened = read_state(asked.handler.page.setting, asked.text, written)
    assert opened.setting.to_json()["sentence"] == typed


def test_eight_by_eight_numbers_edited_in_every_matrix_fit_a_link() -> None:
    edits = {
        (matrix, row, col): round(-1.73 + 0.37 * row * (col + 1) % 5, 2)
        for matrix in "QKV"
        for row in range(8)
        for col in range(8)
    }
    asked = Asked("attention", queries=8, keys=8, d_k=8, d_v=8, edits=edits, seed=123)
    query = write_state(asked.state, "en", asked.text)
    assert len(f"https://workbench.example.org/attention{query}") < 1200
    assert read_state(asked.handler.page.setting, asked.text, parameters(query)) == asked.state


def lost(**text: str) -> list[str]:
    asked = Asked("masks")
    return unrestored_fields(asked.handler.page.setting, asked.text, text)


def test_what_an_address_says_in_vain_is_named() -> None:
    assert lost(ma_seed="12", ma_pin="painted.1.2", v="2", lang="en", at_seed="x") == []
    assert lost(ma_seed="12.5", ma_ids="5 6 7") == ["seed"]
    assert lost(ma_new="1", ma_cells="0.x") == ["cells", "ma_new"]


def test_fields_that_do_not_go_together_are_named() -> None:
    asked = Asked("multi_head_attention")
    setting = asked.handler.page.setting
    values = {"mh_d_model": "7", "mh_num_heads": "2"}
    opened = read_state(setting, asked.text, values).setting.to_json()
    different = [n for n in ("d_model", "num_heads") if str(opened[n]) != values[f"mh_{n}"]]
    assert [name for name in unrestored_fields(setting, asked.text, values)] == different


def test_a_later_version_is_told_from_an_earlier_one() -> None:
    assert [is_newer({"v": v}) for v in ("", "2", VERSION, "99", "x", "9" * 5000)] == [
        False, False, False, True, False, True,
    ]  # fmt: skip


@dataclass(frozen=True, eq=False)
class Reopened(Setting):
    """A page that starts with a source that it did not have when its first links were made."""

    PREFIX = "re"

    source: str = choice(("trained", "random"), "trained", former="random")
    seed: int = number(0, 99, 1)


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ({}, "trained"),
        ({"lang": "ko"}, "trained"),
        ({"v": VERSION, "lang": "en"}, "random"),
        ({"re_seed": "3"}, "random"),
        ({"v": VERSION, "re_source": "trained"}, "trained"),
    ],
)
def test_a_link_shows_what_the_page_started_with_when_it_was_made(
    address: dict[str, str], source: str
) -> None:
    text = text_of("masks", "en")
    assert read_state(Reopened, text, address).setting.source == source
    assert unrestored_fields(Reopened, text, address) == []


@pytest.mark.parametrize("source", ["trained", "random"])
def test_a_field_whose_start_has_changed_is_always_written(source: str) -> None:
    written = parameters(write_state(State(Reopened(source=source)), "en"))
    assert written["re_source"] == source
    assert read_state(Reopened, text_of("masks", "en"), written).setting.source == source
