"""The model's map: every part of it leads to the page on which it is taken apart."""

import streamlit as st

from ui.shell.language import Text
from ui.shell.navigation import page_file

# Each part of the model: its words, the words of its link, the page that it leads to.
COLUMNS = {
    "in": (
        ("embedding", "positional_encoding", "positional_encoding"),
        ("positional_encoding", "waves", "positional_encoding"),
        ("masks", "masks", "masks"),
    ),
    "layers": (
        ("attention", "attention", "attention"),
        ("self_attention", "self_attention", "self_attention"),
        ("heads", "heads", "multi_head_attention"),
        ("stacks", "stacks", "encoder_decoder"),
    ),
    "out": (
        ("output", "output", "your_sentence"),
        ("learning_rate", "learning_rate", "learning_rate"),
        ("mistakes", "mistakes", "mistakes"),
    ),
}


def model_map(text: Text) -> None:
    """The parts of the model from what goes in to what comes out."""
    with st.expander(f"**{text('map.title')}** &nbsp; {text('map.about')}", icon=":material/map:"):
        for column, (name, parts) in zip(st.columns(3, gap="medium"), COLUMNS.items(), strict=True):
            with column, st.container(gap="xsmall"):
                st.markdown(f":gray[{text(f'map.{name}')}]")
                for part in parts:
                    _part(text, *part)


def _part(text: Text, part: str, link: str, target: str) -> None:
    with st.container(border=True, gap=None):
        st.markdown(text(f"parts.{part}"))
        label, icon = text(f"links.{link}"), ":material/arrow_forward:"
        st.page_link(page_file(target), label=label, icon=icon)
