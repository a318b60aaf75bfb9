"""A page, or a picture of it, in somebody's own page."""

import http.server
import threading
from contextlib import contextmanager
from functools import partial

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.thorough

FRAME = """<!doctype html><title>a school</title><link rel="icon" href="data:,">
<iframe src="{src}" width="900" height="600"></iframe>"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format, *arguments):
        pass


@contextmanager
def school(folder, port=0):
    """Somebody's own site, at any port or at one."""
    handler = partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_listed_site_shows_a_page_or_a_picture_without_what_stands_around_it(
    visit, server, school_port, tmp_path
):
    with school(tmp_path, school_port) as site:
        for name, options in {"page": "", "picture": "&amp;embed_options=picture"}.items():
            src = f"{server}/attention?at_seed=5&amp;embed=true{options}"
            # Each at an address of its own: one that is written anew within the second in which
            # it was asked for is answered with "not modified"
            (tmp_path / f"{name}.html").write_text(FRAME.format(src=src))
            page = visit(f"{name}.html", address=site, is_framed=True).page
            frame = page.frame_locator("iframe")
            expect(frame.locator(".workbench.main canvas.base").first).to_be_visible()
            expect(frame.get_by_test_id("stSidebar")).to_be_hidden()
            expect(frame.locator("h1")).to_be_visible(visible=not options)
            expect(frame.locator('[data-workbench="arithmetic"]')).to_be_visible(
                visible=not options
            )
            page.goto("about:blank")  # The end of the server is no trouble of the page's.


def test_a_link_leads_from_the_frame_to_the_whole_page(visit, server):
    page = visit("attention?at_seed=5&embed=true", is_loaded=True).page
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open in the Attention Workbench").click()
    whole = opened.value
    expect(whole.get_by_test_id("stSidebar")).to_be_visible()
    assert "at_seed=5" in whole.url
    assert "embed" not in whole.url
    assert "embed=true" in page.url
    whole.close()


def test_another_site_shows_nothing_of_us(visit, tmp_path, server):
    with school(tmp_path) as site:
        (tmp_path / "index.html").write_text(FRAME.format(src=f"{server}/attention?embed=true"))
        visited = visit("", address=site, is_framed=True)
        visited.expected = "frame-ancestors"
        frame = visited.page.frame_locator("iframe")
        visited.page.wait_for_timeout(500)
        assert frame.locator(".workbench").count() == 0
        visited.page.goto("about:blank")
