"""The pages as Streamlit's navigation shows them."""

from urllib.parse import parse_qs, urlsplit

import streamlit as st
from streamlit import config
from streamlit.navigation.page import StreamlitPage

from ui.words.language import Text
from ui.words.pages import NAME, SECTIONS

FRONT = ("", "overview", "encoder_decoder")
"""The pages, by their path, whose picture has the window."""
LESSON = "lesson"
"""The parameter of a link into a lesson, whose panel is in the sidebar."""
SIDEBAR_WIDTH = 240
"""In pixels."""


def starts_folded(url: str | None, opened: set[str]) -> bool:
    """Return whether the sidebar is folded when a page is opened at this URL: only until a page has
    shown it, as it would otherwise go where somebody has just used it. A lesson needs it.

    Args:
        opened: the pages of the session, to which this one is added.
    """
    base = config.get_option("server.baseUrlPath").strip("/")
    if url is not None and LESSON in parse_qs(urlsplit(url).query):
        opened.add(LESSON)
    elif url is not None:
        opened.add(urlsplit(url).path.strip("/").removeprefix(base).strip("/"))
    return bool(opened) and opened <= {*FRONT}


def page_file(name: str) -> str:
    return f"pages/{name}/page.py"


def sections(text: Text) -> dict[str, list[StreamlitPage]]:
    """Return the argument of `st.navigation`, with titles in the language of `text`."""
    return {
        text(f"sections.{section}"): [
            st.Page(
                page_file(name),
                title=text(f"pages.{name}"),
                url_path=name,
                default=name == "overview",
            )
            for name in names
        ]
        for section, names in SECTIONS.items()
    }


def tab_title(page: StreamlitPage) -> str:
    """Return the title of a page in the browser's tab, history and bookmarks."""
    is_first = page.url_path == ""
    return NAME if is_first else f"{page.title} · {NAME}"
