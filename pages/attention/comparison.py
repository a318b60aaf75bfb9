"""Two settings of one attention side by side: A, which was held, and B, which goes on changing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
import torch

from pages.attention.setting import AttentionSetting
from pages.attention.views import attention_items
from transformer_core.measures.difference import largest_difference
from ui.explain.arithmetic import exact
from ui.picture.matrix_view import Break, Matrix, Operator, Pin
from ui.picture.matrix_view.matrix import Item
from ui.shell.language import Text
from ui.shell.page import Page
from ui.state.typed_input import shown_in_message
from ui.state.url_state import one_of

HELD = "a_"
"""What stands before the ids of A's matrices."""
LINES = (
    ("X",),
    ("W_Q", "W_K", "W_V"),
    ("Q", "K"),
    ("scores", "mask", "scaled"),
    ("masked", "weights"),
    ("V", "output"),
)
MOST_WITH_VALUES = 12
"""Matrices with more columns are drawn with small cells, so that A and B stand side by side."""
COLUMNS_OF_A_LINE = 10
"""With more columns than that in two matrices, their pairs stand on lines of their own."""


def write_setting(setting: AttentionSetting | None) -> str:
    """As short as a link wants it: the values in their order, "~" between them."""
    if setting is None:
        return ""
    plain = setting.plain()
    sizes = f"{setting.queries}.{setting.keys}.{setting.d_k}.{setting.d_v}"
    names = ("seed", "mask_kind", "padding", "edits", "painted", "words")
    others = (str(plain[name]) for name in names)
    return "~".join([setting.source, sizes, str(int(setting.scaled)), *others])


def read_setting(text: str) -> AttentionSetting | None:
    """The setting that `write_setting` wrote. Raises: ValueError for any other text."""
    if not text:
        return None
    source, sizes, scaled, seed, mask_kind, padding, edits, painted, words = text.split("~", 8)
    queries, keys, d_k, d_v = sizes.split(".")
    return AttentionSetting.read(
        {
            "source": source,
            "queries": queries,
            "keys": keys,
            "d_k": d_k,
            "d_v": d_v,
            "scaled": one_of("01")(scaled) == "1",
            "seed": seed,
            "mask_kind": mask_kind,
            "padding": padding,
            "edits": edits,
            "painted": painted,
            "words": words,
        }
    )


@dataclass(frozen=True)
class AttentionView:
    """What the page's picture shows: one setting, or B beside A."""

    setting: AttentionSetting
    held: AttentionSetting | None = None

    @classmethod
    def read(cls, values: dict[str, Any]) -> "AttentionView":
        """From plain values by name. Raises: ValueError for what no control would give."""
        return cls(AttentionSetting.read(values), read_setting(values.get("held", "")))

    def plain(self) -> dict[str, Any]:
        """What `read` takes."""
        return self.setting.plain() | {"held": write_setting(self.held)}


def attention_picture(page: Page, view: AttentionView) -> list[Item]:
    """The page's picture, from its settings alone."""
    items = attention_items(page, view.setting)
    return items if view.held is None else side_by_side(attention_items(page, view.held), items)


def side_by_side(held: Sequence[Item], live: Sequence[Item]) -> list[Item]:
    """Each step as a pair, A | B, in the colours of one scale. A matrix that only one of them has
    stands alone."""
    first, second = _by_id(held), _by_id(live)
    items: list[Item] = []
    for line in LINES:
        pairs = [pair for id in line if (pair := [one[id] for one in (first, second) if id in one])]
        columns = sum(max(_columns(matrix) for matrix in pair) for pair in pairs)
        for place, pair in enumerate(pairs):
            apart = place and columns > COLUMNS_OF_A_LINE and not pair[0].id.startswith("W_")
            items.append(Break() if apart or not place else Operator("\u2003"))
            items += _pair(pair, held)
    return items


def _by_id(items: Sequence[Item]) -> dict[str, Matrix]:
    return {item.id: item for item in items if isinstance(item, Matrix)}


def _columns(matrix: Matrix) -> int:
    return matrix.values.shape[-1]


def _pair(pair: Sequence[Matrix], held: Sequence[Item]) -> list[Item]:
    finite = [torch.as_tensor(matrix.values).float() for matrix in pair]
    limit = max(float(v.masked_fill(v.isinf(), 0.0).abs().max()) for v in finite) or None
    small = max(_columns(matrix) for matrix in pair) > MOST_WITH_VALUES
    items: list[Item] = []
    for matrix in pair:
        is_held = any(matrix is item for item in held)
        items += [Operator("|")] if items else []
        looks: dict[str, Any] = {"name": f"{matrix.name or matrix.id} · {'A' if is_held else 'B'}"}
        if is_held:
            looks |= {"id": HELD + matrix.id, "editable": False, "paintable": False}
        if matrix.scale == "diverging":
            looks["limit"] = limit
        looks |= {"compact": small or matrix.compact, "row_labels": True}
        items.append(replace(matrix, **looks))
    return items


def shown_pin(page: Page, view: AttentionView) -> None:
    """Let the pin stand in a matrix that is there: one of A's only where B has no such cell."""
    pin = page.pinned()
    if pin is None:
        return
    id = pin.matrix.removeprefix(HELD)
    in_held = view.held is not None and _has(view.held, id, pin)
    if pin.matrix != id and not in_held:
        page.set_pin(f"{id}.{pin.row}.{pin.col}")
    elif pin.matrix == id and in_held and not _has(view.setting, id, pin):
        page.set_pin(f"{HELD}{id}.{pin.row}.{pin.col}")


def _has(setting: AttentionSetting, id: str, pin: Pin) -> bool:
    sizes = matrix_sizes(setting).get(id)
    return sizes is not None and pin.row < sizes[0] and pin.col < sizes[1]


def matrix_sizes(setting: AttentionSetting) -> dict[str, tuple[int, int]]:
    """Rows and columns of every matrix of a picture, as they are shown."""
    queries, keys, d_k, d_v = setting.queries, setting.keys, setting.d_k, setting.d_v
    sizes = {"Q": (queries, d_k), "K": (d_k, keys), "V": (keys, d_v), "output": (queries, d_v)}
    sizes |= dict.fromkeys(("scores", "scaled", "masked", "weights"), (queries, keys))
    if setting.mask_kind == "painted":
        sizes["mask"] = (queries, keys)
    if made := setting.projections():
        sizes |= {name: tuple(matrix.shape) for name, matrix in made._asdict().items()}
    return sizes


def show_difference(page: Page, view: AttentionView) -> None:
    """In words: where the weights of A and B differ most, and what was chosen otherwise."""
    text, held, live = page.text, view.held, view.setting
    if held is None or held == live:
        st.markdown(text("compare.same"))
        return
    first, second = held.steps().weights, live.steps().weights
    found = largest_difference(first, second, size=1.0)
    said = text("compare.same_weights")
    if found.first != found.second:
        said = text(
            "compare.largest",
            difference=exact(abs(found.second - found.first)),
            query=_label(live, found.row),
            key=_label(live, found.col),
            first=exact(found.first),
            second=exact(found.second),
        )
    if first.shape != second.shape:
        said = f"{said} {text('compare.common')}"
    st.markdown(f"{said}  \n:gray[{' · '.join(_differing(text, held, live))}]")


def _label(setting: AttentionSetting, place: int) -> str:
    return shown_in_message(setting.labels[place]) if setting.words else str(place)


def _differing(text: Text, held: AttentionSetting, live: AttentionSetting) -> list[str]:
    """What was chosen otherwise, as "Seed 11 → 12"."""
    first, second = _chosen(text, held), _chosen(text, live)
    return [
        f"{label} {first[label]} → {second[label]}"
        for label in first
        if first[label] != second[label]
    ]


def _chosen(text: Text, setting: AttentionSetting) -> dict[str, str]:
    """The choices of a setting in words, by their labels."""
    chosen = {
        text("compare.source"): text(f"presets.{setting.source}"),
        text("controls.sentence"): shown_in_message(" ".join(setting.words)) or "–",
        text("controls.seed"): str(setting.seed),
        text("controls.mask"): text(f"mask.{setting.mask_kind}"),
        text("controls.padding"): str(setting.padding),
        text("controls.scaling"): text("compare.on" if setting.scaled else "compare.off"),
        text("compare.edits"): str(len(setting.edits)),
        text("compare.painted"): str(len(setting.painted)),
    }
    sizes = ("queries", "keys", "d_k", "d_v")
    return chosen | {text(f"controls.{name}"): str(getattr(setting, name)) for name in sizes}
