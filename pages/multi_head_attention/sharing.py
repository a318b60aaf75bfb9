"""Which heads share keys and values, and what that saves."""

from pages.multi_head_attention.setting import MultiHeadSetting
from transformer_core.variants.shared_heads import cached_numbers, projection_size
from ui.answer.parts import Note
from ui.words.language import Text

SHOWN_IN = ("project", "split", "attend")
MOST_NAMED = 8
BYTES = 2
"""Of a number in half precision, as caches mostly have it."""


def groups_text(setting: MultiHeadSetting) -> str:
    """The heads of every group, such as "1–2, 3–4"; of many groups the first ones."""
    named = [f"{group[0] + 1}–{group[-1] + 1}" for group in setting.groups[:MOST_NAMED]]
    return ", ".join([*named, *(["…"] if len(setting.groups) > MOST_NAMED else [])])


def sharing_notes(text: Text, setting: MultiHeadSetting) -> list[Note]:
    """The groups and the numbers in a key-value cache, next to the paper's: above the picture."""
    if not is_shown(setting):
        return []
    figures = _figures(setting)
    which = "one" if setting.used_kv_heads == 1 else "several"
    groups = text(f"sharing.{which}", groups=groups_text(setting), **figures)
    return [Note(f"{groups} {text('sharing.cache', **figures)}")]


def parameter_notes(text: Text, setting: MultiHeadSetting) -> list[Note]:
    """The parameters, next to the paper's: below the picture."""
    if not is_shown(setting):
        return []
    return [Note(text("sharing.parameters", **_figures(setting)))]


def is_shown(setting: MultiHeadSetting) -> bool:
    """Whether heads share keys and values, and the step shows some of them."""
    return setting.shares and setting.step in SHOWN_IN


def _figures(setting: MultiHeadSetting) -> dict[str, object]:
    kv_heads, heads, d_k = setting.used_kv_heads, setting.heads, setting.d_k
    size, full_size = (projection_size(setting.width, one, d_k) for one in (kv_heads, heads))
    numbers, full = (cached_numbers(one, d_k) for one in (kv_heads, heads))
    return {
        "kv_heads": kv_heads,
        "heads": heads,
        "d_k": d_k,
        "d_model": setting.width,
        "size": f"{size:,}",
        "full_size": f"{full_size:,}",
        "numbers": f"{numbers:,}",
        "full": f"{full:,}",
        "bytes": f"{BYTES * numbers:,}",
        "full_bytes": f"{BYTES * full:,}",
    }
