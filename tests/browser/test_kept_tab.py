"""The tests' own tab: a page that is left leaves Streamlit's front end ready for the next one."""

from tests.browser.kept_tab import KeptTab


def test_a_page_that_is_left_leaves_the_front_end_ready(profile, server):
    tab = KeptTab(profile("en-US").new_page())
    for name in ("masks", "multi_head_attention"):
        tab.open(server, f"{name}?lang=en", is_loaded=False)
        tab.page.locator(".area-picture canvas").first.wait_for()
        tab.leave()
        assert tab.is_ready
    tab.page.close()
