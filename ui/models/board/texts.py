"""The map's texts for somebody else's model: true for its norm, activation and positions."""

from collections.abc import Iterator
from typing import Any

from ui.models.board.forward import BoardForward
from ui.picture.model_map import map_strings
from ui.picture.model_map.variant import PAPER, Variant, variant_of
from ui.words.language import Text, text_of

SECTIONS = ("tensors", "titles", "narration", "blocks", "about_layers", "about_blocks", "about")


def board_strings(text: Text, made: BoardForward) -> dict[str, Any]:
    """All texts of the map, by name."""
    words, kind = text_of("models", text.language), kind_of(made)
    strings = map_strings(
        text,
        sides={side: words(f"board.{kind}.sides_{side}") for side in ("src", "tgt")},
        hide=text("map.hide"),
        hint=words("board.hint"),
        abbreviations=text.section("abbreviations"),
    )
    for cause in causes(variant_of(made.computation), kind):
        for section in SECTIONS:
            strings[section] |= words.section(f"board.{cause}.{section}")
        for name in ("next_token", "legend_end"):
            if f"board.{cause}.{name}" in words:
                strings[name] = words(f"board.{cause}.{name}")
    for stack in ("encoder", "decoder"):
        strings["tensors"][f"{stack}.output"] = strings["tensors"][f"{stack}_output"]
    _write_scales(strings["tensors"], variant_of(made.computation))
    return strings


def kind_of(made: BoardForward) -> str:
    """ "encoder", "decoder" or "both"."""
    if made.given.tgt_ids is None:
        return "encoder"
    return "decoder" if made.given.src_ids is None else "both"


def causes(variant: Variant, kind: str) -> Iterator[str]:
    """What makes a text of the paper's model untrue here, by the name of its section of texts."""
    yield "any"
    yield f"positions_{variant.positions}" if variant.positions != PAPER else "positions_added"
    if variant.has_types:
        yield "types"
    if variant.norm == "RMSNorm":
        yield "rms"
    if variant.is_gated:
        yield "gated"
    if variant.is_parallel:
        yield "parallel"
    yield kind


def _write_scales(tensors: dict[str, str], variant: Variant) -> None:
    """Name the columns that are multiplied or bent by what is in this model."""
    tensors["scaled_scores"] = variant.scores.replace("÷", "/") or "= QKᵀ"
    tensors["scaled"] = variant.embeddings or tensors["embeddings"]
    tensors["activated_before_dropout"] = variant.activation
    tensors["activated"] = f"{variant.activation} ⊙" if variant.is_gated else variant.activation
    tensors["opened"] = variant.activation
