"""Whatever stands in an address, a page opens: what is no value is as the page starts."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.hostile import TEXTS, bounded_memory, quick, texts
from ui.answer.page_handler import PageHandler
from ui.state.address import read_state, write_state
from ui.words.pages import page_names

MOST_ANSWERED = 1
PLACES = ("pin", "trail")


def warmed_up(handler: PageHandler) -> None:
    """What a server loads once is no part of an answer."""
    handler.encoded(read_state(handler.page.setting, handler.text, {}))


def opens(handler: PageHandler, parameters: dict[str, str]) -> None:
    """Read, answered and written, and what is written opens the same."""
    with quick(parameters):
        state = handler.page.opened(read_state(handler.page.setting, handler.text, parameters))
    with quick(parameters):
        assert handler.encoded(state)
    assert type(state.setting).read(state.setting.to_json()) == state.setting
    write_state(state, handler.language).encode()


@pytest.mark.thorough
@pytest.mark.parametrize("name", page_names())
def test_no_value_of_any_parameter_keeps_a_page_from_opening(name: str) -> None:
    handler, chance = PageHandler(name, "en"), random.Random(1)
    prefix = handler.page.setting.PREFIX
    warmed_up(handler)
    with bounded_memory():
        for field, control in handler.page.setting.controls().items():
            taken: dict[str, str] = {}
            for text in TEXTS:
                with quick(text):
                    try:
                        value = control.from_text(text)
                    except ValueError:
                        continue
                taken.setdefault(str(control.write(value)), text)
            values = list(taken.values())
            for text in chance.sample(values, min(len(values), MOST_ANSWERED)):
                opens(handler, {f"{prefix}_{field}": text})
        for place in PLACES:
            for text in chance.sample(TEXTS, 10 * MOST_ANSWERED):
                opens(handler, {f"{prefix}_{place}": text})


@pytest.mark.thorough
@pytest.mark.parametrize("name", page_names())
def test_no_values_together_keep_a_page_from_opening(name: str) -> None:
    handler = PageHandler(name, "ko")
    setting = handler.page.setting
    warmed_up(handler)
    fields = [f"{setting.PREFIX}_{one}" for one in (*setting.controls(), *PLACES)]

    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(st.dictionaries(st.sampled_from([*fields, "lang", "v", "x"]), texts, max_size=8))
    def every(parameters: dict[str, str]) -> None:
        opens(handler, parameters)

    every()
