"""All heads of a model as large as BERT in one board, made anew for each seed."""

import streamlit as st
import torch

from transformer_core import generator
from ui.picture.matrix_view import Axis, Tiles, matrix_view
from ui.shell.language import text_of

seed = st.slider("seed", 0, 1000, 0)
scores = torch.randn(12 * 12, 64, 64, generator=generator(seed))  # (heads, seq_q, seq_k)
matrix_view(
    [
        Tiles(
            "heads",
            torch.softmax(4 * scores, dim=-1),
            Axis("query"),
            Axis("key"),
            tile_axis=Axis("head"),
            scale="weights",
            columns=12,
        )
    ],
    key=f"heads_{seed}",
    strings=text_of("workbench", "en").section("matrix_view"),
)
