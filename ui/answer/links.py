"""Links to other pages with some of their fields set. A page is found by its name, so that none has
to import another.
"""

from collections.abc import Mapping
from typing import Any

from ui.answer.carried import Carried, Opening, opening
from ui.answer.page_handler import answer_of
from ui.answer.parts import Link
from ui.state.address import State, write_state
from ui.words.language import Text, text_of


def page_address(page: str, language: str, values: Mapping[str, Any]) -> str:
    """Return the URL of a page with some fields of its setting, relative to any page.

    Raises: KeyError if there is no such page, ValueError if its setting cannot have these values.
    """
    text = text_of(page, language)
    setting = answer_of(page).setting.default(text).with_values(**values)
    return f"{page}{write_state(State(setting), language, text)}"


def preset_link(text: Text, about: str, link: str, page: str, preset: str) -> Link:
    """Return a link to a preset of another page.

    Args:
        about, link: the names of the texts; that of the link names {page} and {preset}.
    """
    chosen = answer_of(page).presets[preset]
    address = page_address(page, text.language, chosen)
    names = {
        "page": text(f"pages.{page}"),
        "preset": text_of(page, text.language)(f"presets.{preset}"),
    }
    brings = opening(answer_of(page).setting, text_of(page, text.language), chosen).fields
    return Link(text(about), text(link, **names), address, page, brings)


def opened_with(page: str, carried: Carried, language: str) -> Opening:
    """Return how a page opens for what a visitor takes along; empty if it takes none of it."""
    target = answer_of(page)
    return opening(target.setting, text_of(page, language), target.takes(carried))
