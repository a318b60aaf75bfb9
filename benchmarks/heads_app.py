"""All heads of a model as large as BERT on one board, generated again for each seed."""

import streamlit as st
import torch

from transformer_core import generator
from ui.answer.parts import Board, encode_frame, encode_parts
from ui.picture.matrix_view import Axis, Tiles
from ui.server import scripts
from ui.shell import index
from ui.shell.page import workbench
from ui.words.language import text_of


def heads(seed: int) -> Board:
    """Return a board with 12 x 12 heads over 64 tokens."""
    scores = torch.randn(12 * 12, 64, 64, generator=generator(seed))  # (heads, seq_q, seq_k)
    weights = torch.softmax(4 * scores, dim=-1)
    looks = {"tile_axis": Axis("head"), "scale": "weights", "columns": 12}
    return Board("heads", [Tiles("heads", weights, Axis("query"), Axis("key"), **looks)])


def answer(seed: int) -> bytes:
    """Return the message of a page whose only area shows the heads."""
    area, name = encode_parts([heads(seed)]), f"heads_{seed}"
    selection = {"pin": "", "trail": ""}
    header = {
        "page": name,
        "state": {"setting": {"seed": seed}, "selection": selection},
        "address": "",
        "equation": "",
        "scripts": [],
        "first": ["picture"],
        "later": [],
        "follows": [],
        "language": "en",
        "strings": text_of("workbench", "en").section("matrix_view"),
        "mount": {"page": name, "areas": ["picture"], "classes": ["main"]},
        "areas": {"picture": len(area)},
    }
    return encode_frame(header, area)


if __name__ == "__main__":
    chosen = st.slider("seed", 0, 1000, 0)
    workbench(key=f"heads_{chosen}", data=answer(chosen))
else:
    app = st.App(__file__, routes=index.ROUTES + scripts.ROUTES)
