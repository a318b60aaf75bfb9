"""The tensors of one multi-head attention block: all heads as tiles, one head step by step."""

import math
from collections.abc import Mapping, Sequence

from torch import Tensor

from pages.encoder_decoder.diagram import shape_text
from ui.picture.attention import entropy_bars
from ui.picture.matrix_view import Axis, Break, Matrix, Operator, Tiles
from ui.picture.matrix_view.matrix import Item
from ui.shell.page import Page


def attention_items(
    page: Page, of: Mapping[str, Tensor], words: tuple[Sequence[str], Sequence[str]], head: int
) -> list[Item]:
    """Everything up to the heads' outputs.

    `of` holds the block's tensors by the ids of their matrices, those of all heads as
    (heads, seq, d); `words` name the queries and the keys.
    """
    text, (queries, keys) = page.text, words
    on = {
        "query": Axis("query", labels=queries, spoken=text("axes.query")),
        "key": Axis("key", labels=keys, spoken=text("axes.key")),
        "d_k": Axis("d_k", spoken="d_k"),
        "d_v": Axis("d_v", spoken="d_v"),
    }
    masked = of["masked"] == -math.inf
    hidden = {"hidden": masked.numpy()} if masked.any() else {}
    grid = {"rows": on["query"], "cols": on["key"]}
    names = [text("tensors.head", number=one + 1) for one in range(of["weights"].size(0))]
    tiles = Tiles(
        "all_heads",
        of["weights"],
        **grid,
        name=text("tensors.all_heads"),
        note=shape_text((1, *of["weights"].shape)),
        scale="weights",
        tile_axis=Axis("head", labels=names),
        **hidden,
    )
    one = {name: tensor[head] for name, tensor in of.items() if tensor.dim() == 3}
    return [
        tiles,
        Break(names[head]),
        *_products(one, on),
        Break(),
        *_steps(page, one, grid, head),
        Break(),
        *_heard(page, one, on),
        Break(text("tensors.all_heads_again")),
    ]


def _products(one: Mapping[str, Tensor], on: Mapping[str, Axis]) -> list[Item]:
    """Q x K^T."""
    Q, K = one["queries"], one["keys"].T
    wide = Q.size(1) > 4
    looks = {"compact": wide}
    return [
        Matrix(
            "queries", Q, on["query"], on["d_k"], "Q", shape_text(tuple(Q.shape)), "query", **looks
        ),
        Operator("×"),
        Matrix(
            "keys",
            K,
            on["d_k"],
            on["key"],
            "Kᵀ",
            shape_text(tuple(K.shape)),
            "key",
            row_labels=not wide,
            **looks,
        ),
    ]


def _steps(
    page: Page, one: Mapping[str, Tensor], grid: Mapping[str, Axis], head: int
) -> list[Item]:
    """Scores, scaled, masked, weights."""
    text = page.text
    masked = one["masked"] == -math.inf
    hatched = {"hidden": masked.numpy()} if masked.any() else {}
    notes = {
        "scores": "QKᵀ",
        "scaled": f"÷ √{one['queries'].size(1)}",
        "masked": text("matrices.hidden_is_minus_infinity" if hatched else "matrices.no_mask"),
    }
    items: list[Item] = []
    for name, note in notes.items():
        values = one[name].masked_fill(masked, 0.0) if name == "masked" else one[name]
        looks = hatched if name == "masked" else {}
        items += [
            Matrix(
                name,
                values,
                **grid,
                name=text(f"matrices.{name}"),
                note=note,
                row_labels=name == "scores",
                **looks,
            ),
            Operator("→"),
        ]
    weights = Matrix(
        "weights",
        one["weights"],
        **grid,
        name=text("matrices.weights"),
        note="softmax",
        scale="weights",
        fixed={"head": head},
        bars=entropy_bars(page.text, one["weights"]),
        row_labels=False,
        **hatched,
    )
    return [*items, weights]


def _heard(page: Page, one: Mapping[str, Tensor], on: Mapping[str, Axis]) -> list[Item]:
    """V and what the head makes of it."""
    V, output = one["values"], one["output"]
    looks = {"compact": V.size(1) > 4}
    name, shape = page.text("tensors.head_output"), shape_text(tuple(output.shape))
    return [
        Matrix(
            "values", V, on["key"], on["d_v"], "V", shape_text(tuple(V.shape)), "value", **looks
        ),
        Operator("→"),
        Matrix("output", output, on["query"], on["d_v"], name, shape, **looks),
    ]
