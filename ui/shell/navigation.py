"""The pages by section, in the order in which a newcomer reads them."""

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from ui.shell.language import Text

NAME = "Attention Workbench"

SECTIONS = {
    "input": ("overview", "positional_encoding", "masks"),
    "attention": ("attention", "self_attention", "multi_head_attention", "your_sentence"),
    "model": ("encoder_decoder", "learning_rate", "training", "mistakes"),
}


def page_names() -> list[str]:
    """Return every page, in the order of the sections."""
    return [name for names in SECTIONS.values() for name in names]


def page_file(name: str) -> str:
    return f"pages/{name}/page.py"


def sections(text: Text) -> dict[str, list]:
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
