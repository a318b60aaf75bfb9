"""The map's texts, from the shared word lists."""

from typing import Any

from ui.words.language import Text

SECTIONS = (
    "tools",
    "outline",
    "sides",
    "titles",
    "parts",
    "tensors",
    "narration",
    "legend",
    "parameter",
    "blocks",
    "about_layers",
    "about_blocks",
    "about",
    "cache",
)
_PLAIN = (
    "name",
    "hint",
    "head",
    "hidden",
    "links",
    "path",
    "not_a_number",
    "set_by_hand",
    "special",
    "piece",
    "hint_touch",
    "next_token",
    "click_to_pin",
    "parameter_count",
)
_DOTTED = ("encoder.embedding", "decoder.embedding", "encoder.output", "decoder.output")


def map_strings(text: Text, *, norm_first: bool = False, **others: Any) -> dict[str, Any]:
    """Return all texts of the map, by name, for a model with this order of norm and sublayer;
    `others` are page-specific, such as side names.
    """
    words: dict[str, Any] = {name: text(f"map.{name}") for name in _PLAIN}
    words |= {section: text.section(f"map.{section}") for section in SECTIONS}
    for dotted in _DOTTED:
        words["titles"][dotted] = text(f"map.titles_of.{dotted.replace('.', '_')}")
    for stack in ("encoder", "decoder"):
        words["tensors"][f"{stack}.output"] = text(f"map.tensors.{stack}_output")
    normed_first = words["tensors"].pop("residual_norm_first")
    if norm_first:
        words["tensors"]["residual"] = normed_first
    return words | others
