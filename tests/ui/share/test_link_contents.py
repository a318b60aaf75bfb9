"""What the panel says that a link holds."""

import pytest

from tests.pages.answers import Asked
from tests.pages.changed_setting import changed_setting
from ui.share.link_contents import caption, changed_fields
from ui.state.control import Choice
from ui.words.language import LANGUAGES
from ui.words.pages import page_names


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", page_names())
def test_whatever_is_changed_is_called_by_a_word(name: str, language: str) -> None:
    asked = Asked(name, language)
    controls = asked.handler.page.setting.controls()
    words = {
        field: (f"controls.{control.words or field}", f"picture_fields.{field}")
        for field, control in controls.items()
    }
    assert [
        field for field, names in words.items() if not any(n in asked.text for n in names)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", page_names())
def test_whatever_is_chosen_is_said_in_words(name: str, language: str) -> None:
    asked = Asked(name, language)
    setting = changed_setting(type(asked.setting), asked.text)
    controls = type(setting).controls().values()
    options = {
        one for control in controls if isinstance(control, Choice) for one in control.options
    }
    texts = {value for _, value in changed_fields(asked.text, setting) if value}
    assert not texts & options


def test_a_number_that_is_changed_in_the_picture_is_said() -> None:
    asked = Asked("training", step=40)
    assert list(changed_fields(asked.text, asked.setting)) == [("Step shown", "40")]


def test_a_caption_says_the_guess_in_words_and_leaves_a_runs_name_out():
    asked = Asked("training", run="r1", beside="r2", expected="not", steps=60)
    text = caption("training", asked.text, asked.setting)
    assert text.split(" · ")[:-1] == ["Training", "Steps 60", "Expected Guessing"]
    edited = Asked("attention", edits={("Q", 0, 0): 2.0})
    assert "Edited numbers" in caption("attention", edited.text, edited.setting)


@pytest.mark.parametrize(
    ("page", "words"), [("your_sentence", "Heads not shown"), ("training", "Heads not shown")]
)
def test_heads_that_are_only_out_of_the_picture_are_not_said_to_be_switched_off(page, words):
    asked = Asked(page)
    assert asked.text("picture_fields.off") == words
    assert Asked("overview").text("picture_fields.heads_off") == "Heads switched off"
