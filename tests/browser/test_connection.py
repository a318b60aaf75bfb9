"""What a person sees of a server that is new, that does not answer, and that is back."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from benchmarks.server import Server, serving
from tests.browser.matrix_board import MatrixBoard
from ui.words.language import read_words

pytestmark = pytest.mark.thorough

WORDS = read_words("en", "workbench")
TRAINING = read_words("en", "training")
WIDTH_OF_SIDEBAR = 240
SLOW_MS = 4000
"""After so long a page says that the server is slow."""
STARTED_MS = 90_000
"""The longest that the workers take to start on a busy machine."""
LONGEST_PAUSE_MS = 60_000
"""Between two tries to reach a server that is gone."""


@pytest.fixture(scope="module")
def life() -> Iterator[ExitStack]:
    """That of the server; whoever closes it ends the server."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture(scope="module")
def new_server(life: ExitStack) -> Server:
    """One that nobody has visited yet."""
    return life.enter_context(serving())


def test_the_first_visitor_sees_a_picture_beside_a_whole_sidebar(visit, new_server):
    page = visit("attention?at_pin=weights.2.1", address=new_server.address).page
    assert page.get_by_test_id("stSidebar").bounding_box()["width"] == WIDTH_OF_SIDEBAR
    assert "0.5000" in MatrixBoard(page, "weights").readout.inner_text()


def test_a_server_that_hangs_or_is_gone_is_said_so_and_nothing_done_is_lost(
    visit, life, new_server
):
    """A page that was changed, and beside it one whose run goes with the server."""
    address, install = new_server.address, lambda page: page.clock.install()
    with_run = visit("training?tr_steps=4000&tr_d_model=16&tr_d_ff=16", address=address)
    training, picture = with_run.page, with_run.page.locator(".training")
    training.get_by_role("button", name=TRAINING["player.start"], exact=True).click()
    expect(picture).not_to_have_attribute("data-step", "0", timeout=STARTED_MS)
    link = training.url
    opened = visit("masks", address=address, prepare=install)
    page = opened.page
    sign, chip = page.locator(".no-answer"), page.locator(".area-chips .suggestions .chip").first
    expect(sign).to_be_hidden()
    os.kill(new_server.process, signal.SIGSTOP)
    chip.click()
    page.clock.fast_forward(SLOW_MS)
    expect(sign).to_have_text(WORDS["frame.slow_answer"])
    expect(chip).to_have_attribute("aria-pressed", "false")
    os.kill(new_server.process, signal.SIGCONT)
    expect(sign).to_be_hidden()
    expect(chip).to_have_attribute("aria-pressed", "true")
    life.close()
    expect(sign).to_have_text(WORDS["frame.no_answer"])
    with serving(port=int(address.rpartition(":")[2])):
        page.clock.fast_forward(LONGEST_PAUSE_MS)
        expect(sign).to_be_hidden()
        expect(chip).to_have_attribute("aria-pressed", "true")
        the_run_is_gone_and_its_curve_stays(training, link)
        # A page that stays open would go on looking for the server when this one is gone too.
        for left in (page, training):
            left.goto("about:blank")
    # The browser and Streamlit note each try to reach a server that is gone.
    for visited in (opened, with_run):
        assert not any("page error" in one for one in visited.troubles)
        visited.troubles.clear()


def the_run_is_gone_and_its_curve_stays(page: Page, link: str) -> None:
    """And what is done next is done."""
    picture = page.locator(".training")
    expect(picture).to_have_attribute("data-status", "gone")
    # After the new session has drawn the page too.
    expect(page.locator(".no-answer")).to_be_hidden()
    page.wait_for_timeout(3000)
    expect(page.locator(".training .status")).to_have_text(TRAINING["player.gone"])
    assert page.url == link
    assert picture.get_attribute("data-step") != "0"
    page.get_by_role("button", name=TRAINING["player.start"], exact=True).click()
    expect(page).not_to_have_url(link)
    expect(picture).to_have_attribute("data-status", re.compile("waiting|running|done"))
