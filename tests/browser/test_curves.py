"""Every curve as Plotly draws it, on every page that has one; a run's: `test_training.py`."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.drawn_curves import Line, expect_lines
from tests.browser.matrix_board import wait_until_idle
from tests.pages.answers import Asked
from ui.answer.parts import Curves
from ui.picture.curves import Figure
from ui.state.address import write_state
from ui.words.language import LANGUAGES, text_of

pytestmark = pytest.mark.thorough

SAVE = {one: text_of("learning_rate", one).section("frame")["plot_save"] for one in LANGUAGES}
# The fields of an address, and its curves.
SHOWN: dict[str, list[dict[str, Any]]] = {
    "learning_rate": [{}, {"axes": "logarithmic"}],
    "positional_encoding": [{"below": "waves"}],
    "encoder_decoder": [{"below": "depth"}],
    "mistakes": [{"mistake": "unscaled_scores"}, {"mistake": "warmup_exponent"}],
}
SETTINGS = [(name, fields) for name, all_fields in SHOWN.items() for fields in all_fields]


def lines_of(figure: Figure) -> list[Line]:
    return [
        Line(one["x"], one["y"], one["line"]["color"])
        for one in figure["data"]
        if one["mode"] == "lines"
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("name", "fields"), SETTINGS)
def test_curves_are_drawn_through_their_numbers(visit, name, fields, scheme):
    asked = Asked(name, **fields)
    address = write_state(asked.state, "en", asked.text)
    page = visit(f"{name}{address}", color_scheme=scheme).page
    wait_until_idle(page)
    curves = [one for one in asked.parts() if isinstance(one, Curves)]
    assert curves
    for one in curves:
        node = page.locator(f"[data-workbench=curve][data-id={one.id}]")
        node.locator(".js-line").first.wait_for()
        node.scroll_into_view_if_needed()
        expect_lines(node, lines_of(one.figure), one.figure["layout"])


WIDTHS = (
    """(node) => [...node.querySelectorAll(".js-line")].map((line) => line.style.strokeWidth)"""
)


def test_lines_whose_numbers_stay_are_drawn_as_another_seed_has_them(visit):
    page = visit("ablations").page
    wait_until_idle(page)
    curve = page.locator("[data-workbench=curve][data-id=exact]")
    curve.locator(".js-line").first.wait_for()
    strong, others = ["3px"] * 2, ["2px"] * 2
    page.get_by_role("radio", name="Seed 2").click()
    # A curve is drawn a moment after its answer has come.
    expect(curve.locator(".js-line").nth(2)).to_have_css("stroke-width", "3px")
    assert curve.evaluate(WIDTHS) == [*others, *strong, *others]
    page.get_by_role("radio", name="Encoder self-attention").click()
    wait_until_idle(page)
    assert curve.evaluate(WIDTHS) == [*others, *strong, *others]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_button_that_saves_a_plot_is_named_in_the_language_of_the_page(visit, language):
    page = visit(f"learning_rate?lang={language}").page
    button = page.locator("[data-workbench=curve] .modebar-btn").first
    assert button.get_attribute("data-title") == SAVE[language]
