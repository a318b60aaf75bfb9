"""The masks side by side, each above its weights."""

from pages.masks.setting import CROSS, SINCE, MaskSetting
from transformer_core import AttentionSteps
from ui.picture.matrix_view import Axis, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.words.language import Text


def _shapes(size: int) -> dict[str, str]:
    return {
        "padding": f"(1, 1, 1, {size})",
        "look_ahead": f"({size}, {size})",
        "decoder": f"(1, 1, {size}, {size})",
        CROSS: f"(1, 1, 1, {size})",
    }


def mask_items(text: Text, setting: MaskSetting, steps: dict[str, AttentionSteps]) -> list[Item]:
    """The masks and their weights, in columns; `steps` has those of each kind of mask."""
    query = Axis("query", labels=setting.labels, spoken=text("axes.query"))
    key = Axis("key", labels=setting.labels, spoken=text("axes.key"))
    every = Axis("every_query", labels=(text("all_queries"),), spoken=text("axes.query"))
    notes = _shapes(setting.size) | {
        "painted": text("matrices.paint_here"),
        **dict.fromkeys(SINCE, f"({setting.size}, {setting.size})"),
    }
    items: list[Item] = []
    masks = setting.masks()
    for kind in setting.kinds:
        mask = masks[kind]
        hidden = mask.numpy()
        items += [
            Matrix(
                kind,
                mask.float(),
                every if kind == "padding" else query,
                key,
                name=text(f"matrices.{kind}"),
                note=notes[kind],
                scale="mask",
                hidden=hidden,
                paintable=kind == "painted",
                row_labels=kind == "padding",
            ),
            Matrix(
                f"{kind}_weights",
                steps[kind].weights,
                query,
                key,
                name=text(f"matrices.{kind}_weights"),
                scale="weights",
                hidden=hidden,
                below=True,
                row_labels=kind == "padding",
            ),
        ]
    return items


def cross_items(text: Text, setting: MaskSetting, steps: dict[str, AttentionSteps]) -> list[Item]:
    """The source's padding as one row for every query of the target, and the resulting weights."""
    query = Axis("target_query", labels=setting.target_labels, spoken=text("axes.query"))
    key = Axis("key", labels=setting.labels, spoken=text("axes.key"))
    every = Axis("every_target", labels=(text("all_queries"),), spoken=text("axes.query"))
    mask = setting.masks()[CROSS]
    hidden, name = mask.numpy(), text(f"matrices.{CROSS}")
    shape = _shapes(setting.size)[CROSS]
    row = Matrix(
        CROSS, mask.float(), every, key, name=name, note=shape, scale="mask", hidden=hidden
    )
    weights = Matrix(
        f"{CROSS}_weights",
        steps[CROSS].weights,
        query,
        key,
        name=text(f"matrices.{CROSS}_weights"),
        scale="weights",
        hidden=hidden,
    )
    return [row, Operator("→"), weights]
