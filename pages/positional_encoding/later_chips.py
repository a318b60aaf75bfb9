"""Presets of the ways that came since the paper, and changes to try in each."""

from typing import Any

from pages.positional_encoding.setting import LATER, MOST_POSITIONS, EncodingSetting
from ui.answer.chips import suggestions
from ui.answer.parts import Chips
from ui.words.language import Text

SMALL: dict[str, Any] = {
    "kind": LATER,
    "positions": 6,
    "trained_len": 4,
    "moved_by": 0,
    "layout": "interleaved",
    "d_k": 4,
    "base": 10_000.0,
    "num_heads": 8,
    "head": 0,
    "num_buckets": 8,
    "max_distance": 8,
}
PRESETS: dict[str, dict[str, Any]] = {
    "learned_rows": {"way": "learned"},
    "none": {"way": "none"},
    "rotary": {"way": "rotary"},
    "alibi": {"way": "alibi"},
    "relative": {"way": "relative"},
}
Suggested = dict[str, tuple[EncodingSetting, str]]
ASKED: dict[str, tuple[dict[str, Any], str]] = {
    "turned": ({"way": "rotary", "moved_by": 10}, "scores.3.1"),
    "no_vector": ({"way": "alibi", "positions": 8}, "distance_bias.7.3"),
    "t5_buckets": ({"way": "relative", "positions": 10, "trained_len": 10}, "buckets.9.2"),
    "past_length": ({"way": "learned", "positions": 8}, "placed.4.0"),
}
"""What answers each question about these ways: fields of the setting, and the cell to pin."""


def later_presets(setting: EncodingSetting) -> dict[str, EncodingSetting]:
    return {name: setting.with_values(**SMALL | values) for name, values in PRESETS.items()}


def later_suggestions(text: Text, setting: EncodingSetting) -> Chips:
    return suggestions(text, setting, SUGGESTED[setting.way](setting))


def _rotary(setting: EncodingSetting) -> Suggested:
    wide = setting.with_values(d_k=max(4, setting.width))
    other = "neighbours" if setting.layout == "halves" else "halves"
    layout = "interleaved" if other == "neighbours" else "halves"
    return {
        "moved": (setting.with_values(moved_by=10), "scores.3.1"),
        other: (wide.with_values(layout=layout), "queries.1.0"),
        "fast": (setting.with_values(base=1.0), ""),
    }


def _alibi(setting: EncodingSetting) -> Suggested:
    return {"last_head": (setting.with_values(num_heads=8, head=7), "")}


def _relative(setting: EncodingSetting) -> Suggested:
    sizes = {"num_buckets": 32, "max_distance": 128, "positions": 12, "trained_len": 12}
    return {"t5": (setting.with_values(**sizes), "buckets.11.0")}


def _learned(setting: EncodingSetting) -> Suggested:
    longer = setting.with_values(positions=MOST_POSITIONS, trained_len=MOST_POSITIONS)
    return {"longer": (longer, "")}


def _none(setting: EncodingSetting) -> Suggested:
    return {"alibi": (setting.with_values(way="alibi"), "")}


SUGGESTED = {
    "learned": _learned,
    "rotary": _rotary,
    "alibi": _alibi,
    "relative": _relative,
    "none": _none,
}
