"""What a fixed setting of the attention page is in a link: the values that make its numbers."""

from typing import TYPE_CHECKING

from pages.attention.examples import example_sizes
from ui.state.cells import write_cells, write_edits
from ui.state.control import Choice

if TYPE_CHECKING:
    from pages.attention.setting import AttentionSetting


def write_baseline(setting: "AttentionSetting | None") -> str:
    """Write what determines the numbers of a setting, in a short form for a link, joined by "~"."""
    if setting is None:
        return ""
    values = [
        setting.source,
        ".".join(map(str, setting.sizes)),
        int(setting.scaling),
        setting.seed,
        setting.mask,
        setting.padding,
        write_edits(setting.edits),
        write_cells(setting.painted),
        setting.sentence if setting.source == "trained" else " ".join(setting.words),
    ]
    if setting.source == "trained":
        values[0] = f"trained.{setting.kind}.{setting.layer}.{setting.head}"
    return "~".join(map(str, values))


def values_of(text: str) -> dict[str, str | bool]:
    """The values that `write_baseline` wrote, by their fields, as controls read them.

    Raises: ValueError for any other text.
    """
    source, sizes, scaling, seed, mask, padding, edits, cells, sentence = text.split("~", 8)
    queries, keys, d_k, d_v = sizes.split(".")
    head: dict[str, str | bool] = {}
    if source.startswith("trained."):
        source, head["kind"], head["layer"], head["head"] = source.split(".")
        # The translator sets the sizes.
        queries, keys, d_k, d_v = map(str, example_sizes("three_queries"))
    plain = head | {
        "source": source,
        "queries": queries,
        "keys": keys,
        "d_k": d_k,
        "d_v": d_v,
        "scaling": Choice(options="01").read(scaling) == "1",
        "seed": seed,
        "mask": mask,
        "padding": padding,
        "edits": edits,
        "cells": cells,
    }
    if source in ("sentence", "trained"):
        plain["sentence"] = sentence
    return plain
