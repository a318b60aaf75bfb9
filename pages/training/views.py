"""The attention of the example as matrices and lines, laid out for the browser to fill in."""

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from pages.training.run_model import attentions, shown_kind, untrained
from pages.training.setting import TrainingSetting
from pages.training.sides import Sides
from transformer_lab.learning.config import RunConfig
from ui.picture.matrix_view import Axis, Matrix, Tiles
from ui.picture.matrix_view.matrix import Blobs, item_header
from ui.picture.word_lines import Head, WordLines
from ui.words.language import Text

LINK = "training"


def stacked(config: RunConfig, kind: str, attention: Mapping[str, Tensor]) -> Tensor:
    """The weights of one kind of attention: (layers * heads, seq_q, seq_k)."""
    return torch.cat([attention[one.name] for one in attentions(config, kind)])


def attention_item(
    text: Text,
    setting: TrainingSetting,
    sides: Sides,
    configs: Sequence[RunConfig],
    attention: Mapping[str, Tensor] | None = None,
) -> Matrix:
    """One head as a matrix with its numbers; several heads, or two runs, side by side.

    If `attention` is None, each run has its attention before the first step.
    """
    kind = shown_kind(setting, configs[0])
    weights = torch.cat(
        [stacked(config, kind, attention or untrained(config).attention) for config in configs]
    )
    rows, cols = sides.axes(kind)
    looks: dict[str, Any] = {
        "rows": Axis("query", labels=rows, spoken=text("axes.query")),
        "cols": Axis("key", labels=cols, spoken=text("axes.key")),
        "name": text(f"of.{kind}"),
        "scale": "weights",
    }
    hidden = _hidden(kind, configs, weights)
    if len(weights) == 1:
        return Matrix(
            "weights", weights[0], hidden=hidden[0] if kind == "decoder" else None, **looks
        )
    labels = [label for place, _ in enumerate(configs) for label in _labels(text, configs, place)]
    tiles = Axis("tile", labels=labels)
    looks["hidden"] = hidden if kind == "decoder" else None
    # With several heads: one row of tiles per layer, or several
    columns = configs[0].num_heads if len(configs) == 1 and configs[0].num_heads > 1 else None
    return Tiles("heads", weights, tile_axis=tiles, columns=columns, **looks)


def _hidden(kind: str, configs: Sequence[RunConfig], weights: Tensor) -> Tensor:
    """What the look-ahead mask hides in each head: (heads, seq_q, seq_k) bool."""
    future = torch.ones(weights.shape[-2:], dtype=torch.bool).triu(1)
    return torch.cat(
        [
            (future & config.look_ahead).expand(config.num_layers * config.num_heads, -1, -1)
            for config in configs
        ]
    )


def _labels(text: Text, configs: Sequence[RunConfig], place: int) -> list[str]:
    """The labels of the heads of one of the runs."""
    config = configs[place]
    run = text(f"curve.{('this_run', 'other_run')[place]}") if len(configs) > 1 else ""
    if config.num_layers * config.num_heads == 1:
        return [run]
    return [
        " · ".join(filter(None, [run, text("of.tile", layer=layer + 1, head=head + 1)]))
        for layer in range(config.num_layers)
        for head in range(config.num_heads)
    ]


def item_header_with_names(
    item: Matrix, configs: Sequence[RunConfig], kind: str, blobs: Blobs
) -> dict[str, Any]:
    """The header for the browser, with the source of its numbers: run, and name in a record."""
    names = [
        [place, one.name]
        for place, config in enumerate(configs)
        for one in attentions(config, kind)
    ]
    return item_header(item, blobs) | {"names": names}


def word_lines(
    text: Text,
    setting: TrainingSetting,
    sides: Sides,
    config: RunConfig,
    weights: Mapping[str, Tensor] | None = None,
) -> tuple[WordLines, str]:
    """The heads of one layer as lines, and the name of their weights in a record."""
    layer = min(setting.layer, config.num_layers) - 1
    kind = shown_kind(setting, config)
    attention = attentions(config, kind)[layer]
    rows, cols = sides.axes(kind)
    off = {int(head) for head in setting.off.split("_") if head}
    on = [head for head in range(config.num_heads) if head not in off]
    on = on or list(range(config.num_heads))
    names = [text("of.head", head=head + 1) for head in range(config.num_heads)]
    lines = WordLines(
        "lines",
        (weights or untrained(config).attention)[attention.name],
        cols,
        rows,
        heads=[Head(name, head in on) for head, name in enumerate(names)],
        shown=on,
        strings=_strings(text, kind),
        pins=setting.pins,
        link=LINK,
        pins_field="pins",
        off_field="off",
    )
    return lines, attention.name


def _strings(text: Text, kind: str) -> dict[str, str]:
    sides = text.section(f"sides.{kind}")
    return text.section("lines") | sides
