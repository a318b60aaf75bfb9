"""A link means the same to everybody: in any language it opens the same tensors."""

from urllib.parse import parse_qsl

import pytest
import torch

from tests.pages.answers import Asked
from ui.answer.parts import Chip, Chips
from ui.state.address import read_state, unrestored_fields, write_state
from ui.words.language import LANGUAGES
from ui.words.pages import page_names

MOST_CHIPS = 6
FIRST, *_ = LANGUAGES


def chips_of(asked: Asked) -> list[Chip]:
    """What the page itself offers: whole examples, and changes worth making."""
    rows = asked.handler.answer(asked.state).areas["chips"].parts()
    return [chip for row in rows if isinstance(row, Chips) for chip in row.chips][:MOST_CHIPS]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", page_names())
def test_what_a_page_offers_opens_from_its_link_in_the_other_language(
    name: str, language: str
) -> None:
    asked = Asked(name, language)
    other = Asked(name, next(one for one in LANGUAGES if one != language))
    for number, chip in enumerate(chips_of(asked)):
        state = asked.pressed(chip).state
        text = dict(parse_qsl(write_state(state, language, asked.text).removeprefix("?")))
        opened = read_state(asked.handler.page.setting, other.text, text)
        assert opened.setting == state.setting
        assert unrestored_fields(asked.handler.page.setting, other.text, text) == []
        if language != FIRST or number:
            continue  # The same setting has the same tensors: seen of one.
        before, after = (asked.handler.page.tensors(one.setting) for one in (state, opened))
        assert list(before) == list(after)
        for key, tensor in before.items():
            assert torch.equal(torch.nan_to_num(tensor), torch.nan_to_num(after[key])), key
