"""What of a page answers a question: the pictures that are brought into sight when it is asked."""

from collections.abc import Mapping, Sequence

NOTE = "note"
"""The sentence below the picture before it."""
ON_PAGE: Mapping[str, Sequence[str]] = {
    "ablations": ("whole", "without"),
    "attention": ("weights", "V"),
    "attention_limits": ("weight", "share", NOTE),
    "mistakes": ("right", "wrong"),
    "masks": ("right", "other_weights"),
    "self_attention": ("scores", "weights"),
}
"""The first and the last picture that answers the questions of a page, by the ids of matrices and
curves. Where the window has no room for both, the last is in sight.
"""
OF_QUESTION: Mapping[str, Sequence[str]] = {
    "several_heads": ("weights", "full_weights"),
    "head_split": ("queries_heads",),
    "over_1": ("weights", "dropped"),
    "grouped_heads": ("queries_heads", "values_heads"),
    "importance": ("weight", "token_change", NOTE),
    "sink": ("weight", "length", NOTE),
    "residual_leak": ("right", "other_reach"),
    "norm_leak": ("right", "other_reach"),
    "mask_at_inference": ("right", "other_reach"),
    "whole_target": ("right", "other_reach"),
    "sliding_window": ("window", "window_weights", NOTE),
    "packed_documents": ("packed", "packed_weights", NOTE),
    "sin_cos": ("matrix", "moved"),
    "interleaved": ("turn", "halves"),
    "learned_positions": ("computed", "learned"),
    "add_or_concatenate": ("added", "joined"),
    "rope": ("queries", "scores"),
    "alibi": ("slopes", "distance_bias"),
    "t5_buckets": ("bucket_table", "buckets"),
    "past_length": ("position_table", "placed"),
    "residual_and_norm": ("parts", NOTE),
    "left_out": ("parts", NOTE),
    "pre_or_post": ("depth_encoder",),
    "parameters": ("counts",),
    "nonsense": ("learning", "weights"),
    "noam_factor": ("rates",),
    "cosine": ("rates",),
}
"""The same for one question."""


def shown_by(key: str, page: str) -> Sequence[str]:
    """Return what answers a question, in the order of the page; empty where its area does."""
    return OF_QUESTION.get(key) or ON_PAGE.get(page, ())
