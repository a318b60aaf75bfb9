"""The least that Streamlit can do with our picture: one slider, one matrix, our settings."""

import streamlit as st

from transformer_core import positional_encoding
from ui.picture.matrix_view import Axis, Matrix, matrix_view
from ui.shell.language import text_of

seq_len = st.slider("seq_len", 1, 200, 50)
matrix_view(
    [Matrix("pe", positional_encoding(seq_len, 128), Axis("position"), Axis("dimension"))],
    key="bare",
    strings=text_of("workbench", "en").section("matrix_view"),
)
