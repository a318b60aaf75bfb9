"""The tests' own tab: a page that is left leaves Streamlit's front end ready for the next one."""

import pytest
from playwright.sync_api import expect

from tests.browser.kept_tab import KeptTab

pytestmark = pytest.mark.thorough


def test_a_page_that_is_left_leaves_the_front_end_ready(profile, server):
    tab = KeptTab(profile("en-US").new_page())
    for name in ("masks", "multi_head_attention"):
        tab.open(server, f"{name}?lang=en", is_loaded=False)
        tab.page.locator(".area-picture canvas").first.wait_for()
        tab.leave()
        assert tab.is_ready
    tab.page.close()


def test_what_a_left_page_still_writes_is_not_the_address_of_the_next(profile, server):
    tab = KeptTab(profile("en-US").new_page())
    tab.open(server, "masks?lang=en", is_loaded=False)
    tab.page.locator(".area-picture canvas").first.wait_for()
    tab.leave()
    late = "history.pushState(null, '', '/masks?ma_ids=1+2+3')"
    tab.page.evaluate(f"() => {{ window.openPage('/masks?ma_ids=4+5&lang=en'); {late} }}")
    tab.page.locator(".area-picture canvas").first.wait_for()
    expect(tab.page.get_by_role("textbox", name="Token ids")).to_have_value("4 5")
    assert "ma_ids=4+5" in tab.page.url
    tab.page.close()
