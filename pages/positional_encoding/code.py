"""The PyTorch code of the positional-encoding page, with torch alone and with the core."""

from pathlib import Path

from pages.positional_encoding.setting import EncodingSetting
from pages.positional_encoding.shift import MOST_SHIFTED
from pages.positional_encoding.unordered import MOST_WORDS
from transformer_lab.examples import word_ids
from ui.answer.template import both_printed

PROGRAMS = Path(__file__).with_name("programs")


def encoding_programs(setting: EncodingSetting) -> tuple[str, str]:
    """The encoding of a kind, or what a later way makes of queries and keys."""
    kind = setting.way if setting.is_later else setting.kind
    # Only one way reads the sentence, which may be one that is refused.
    words = word_ids(setting.words[:MOST_WORDS]) if kind == "none" else []
    values = {
        "seq_len": setting.seq_len,
        "d_model": setting.d_model,
        "base": setting.base,
        "positions": setting.positions,
        "trained_len": setting.trained_len,
        "moved_by": setting.moved_by,
        "offset": setting.offset,
        "moved_positions": min(setting.seq_len, MOST_SHIFTED),
        "d_k": setting.width,
        "seed": setting.seed,
        "num_heads": setting.num_heads,
        "head": setting.shown_head,
        "words": words,
        "num_buckets": setting.bucket_count,
        "max_distance": setting.bucket_reach,
    }
    is_power = setting.num_heads.bit_count() == 1
    choices: dict[str, bool | str] = {
        "kind": kind,
        "layout": setting.layout,
        "is_power": is_power,
        "is_moved": setting.below == "shift" and setting.encoding.has_shift,
    }
    return both_printed(PROGRAMS, values, choices)
