"""What a person sees while the server does not answer, and after it is back."""

import os
import signal

from playwright.sync_api import expect

from benchmarks.server import serving
from ui.shell.language import read_words

SLOW_MS = 4000
"""After so long a page says that the server is slow."""
LONGEST_PAUSE_MS = 60_000
"""Between two tries to reach a server that is gone."""
WORDS = read_words("en", "workbench")


def test_a_server_that_hangs_or_is_gone_is_said_so_and_nothing_done_is_lost(visit):
    with serving() as server:
        opened = visit("masks", address=server.address, prepare=lambda page: page.clock.install())
        page = opened.page
        sign, chip = (
            page.locator(".no-answer"),
            page.get_by_role("button", name="A gap in the middle"),
        )
        expect(sign).to_be_hidden()
        os.kill(server.process, signal.SIGSTOP)
        chip.click()
        page.clock.fast_forward(SLOW_MS)
        expect(sign).to_have_text(WORDS["frame.slow_answer"])
        expect(chip).to_have_attribute("aria-pressed", "false")
        os.kill(server.process, signal.SIGCONT)
        expect(sign).to_be_hidden()
        expect(chip).to_have_attribute("aria-pressed", "true")
    expect(sign).to_have_text(WORDS["frame.no_answer"])
    port = int(server.address.rpartition(":")[2])
    with serving(port=port):
        page.clock.fast_forward(LONGEST_PAUSE_MS)
        expect(sign).to_be_hidden()
        expect(chip).to_have_attribute("aria-pressed", "true")
    # The browser and Streamlit note each try to reach a server that is gone.
    assert not any("page error" in one for one in opened.troubles)
    opened.troubles.clear()
