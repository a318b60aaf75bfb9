"""The panel of "Share" as a person meets it, and what comes out of it."""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from xml.etree import ElementTree

from playwright.sync_api import Download, Page, expect

DROP = """([name, text, where]) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name));
    const target = document.querySelector(where);
    target.dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
}"""


def open_panel(page: Page, tab: str = "") -> None:
    page.locator(".history-bar .share").click()
    expect(page.locator(".share-panel")).to_be_visible()
    if tab:
        page.locator(f".share-panel [data-tab={tab}]").click()


def saved(page: Page, name: str) -> Download:
    with page.expect_download() as download:
        page.locator(".share-panel").get_by_role("button", name=name, exact=True).click()
    return download.value


@contextmanager
def by_itself(page: Page, html: str) -> Iterator[Page]:
    """A page that was saved, opened beside this one where nothing can be asked of anybody."""
    alone = page.context.new_page()
    try:
        alone.route("**/*", lambda route: route.abort())
        alone.set_content(html)
        yield alone
    finally:
        alone.close()


def drop(page: Page, name: str, content: bytes, where: str = "body") -> None:
    page.evaluate(DROP, [name, base64.b64encode(content).decode(), where])


def texts(svg: bytes) -> list[str]:
    """Every text of a picture, which has to be well-formed."""
    return ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter() if one.text]
