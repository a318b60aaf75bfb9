"""The overview's live picture and the model's map."""

import streamlit as st

from pages.overview.setting import OverviewSetting
from ui.picture.attention import entropy_bars
from ui.picture.matrix_view import Axis, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.shell.navigation import page_file
from ui.shell.page import Page

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


def live_items(page: Page, setting: OverviewSetting) -> list[Item]:
    """Input, weights and output of one attention on the typed sentence."""
    text, words, steps = page.text, setting.labels, setting.steps()
    X, word = setting.input().X, text("axes.word")
    queries = Axis("query", labels=words, also=("key",), spoken=word)
    query = Axis("query", labels=words, spoken=text("axes.query"))
    key = Axis("key", labels=words, spoken=text("axes.key"))
    return [
        Matrix(
            "input",
            X,
            queries,
            Axis("d_model", spoken=text("axes.dimension")),
            name=text("live.input"),
            note=text("live.input_note"),
            compact=True,
        ),
        Operator("→"),
        Matrix(
            "weights",
            steps.weights,
            query,
            key,
            name=text("live.weights"),
            note=text("live.weights_note"),
            scale="weights",
            bars=entropy_bars(page.text, steps.weights),
        ),
        Operator("→"),
        Matrix(
            "output",
            steps.output,
            query,
            Axis("d_v", spoken="d_v"),
            name=text("live.output"),
            note=text("live.output_note"),
            compact=True,
            row_labels=False,
        ),
    ]


def _part(page: Page, part: str, link: str, target: str) -> None:
    with st.container(border=True, gap="small"):
        st.markdown(page.text(f"parts.{part}"))
        st.page_link(
            page_file(target), label=page.text(f"links.{link}"), icon=":material/arrow_forward:"
        )


def model_map(page: Page) -> None:
    """The parts of the model from what goes in to what comes out."""
    page.section("map")
    for column, (name, parts) in zip(st.columns(3, gap="medium"), COLUMNS.items(), strict=True):
        with column:
            st.markdown(f":gray[{page.text(f'map.{name}')}]")
            for part in parts:
                _part(page, *part)
