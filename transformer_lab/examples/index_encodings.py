"""Encodings of a position that are simpler than the paper's, and worse."""

import torch
from torch import Tensor

from transformer_core.checks import require_sizes
from transformer_core.explain.kind import Kind, declare
from transformer_core.explain.reading import Numbers, OutputCell, Reading


def index_encoding(seq_len: int, d_model: int) -> Tensor:
    """The naive encoding that every column counts: [0, 1, 2, ...]. It grows with the sentence.

    Returns: (seq_len, d_model) float32.
    """
    require_sizes({"seq_len": seq_len, "d_model": d_model})
    return torch.arange(seq_len).float().unsqueeze(1).repeat(1, d_model)  # (seq_len, d_model)


def normalized_index_encoding(seq_len: int, d_model: int) -> Tensor:
    """The naive encoding position / (seq_len - 1): the last position is always 1.

    It stays small, but the same position gets another encoding in a sentence of another length. A
    single position gets 0.

    Returns: (seq_len, d_model) float32, each value in [0, 1].
    """
    return index_encoding(seq_len, d_model) / max(seq_len - 1, 1)


def _position(cell: OutputCell) -> Numbers:
    return {"position": cell.index[0], **cell.step.constants}


declare(
    Kind("index_encoding", Reading(), "{position}", lambda _, n: n["position"], _position),
    Kind(
        "normalized_index_encoding",
        Reading(),
        "{position} / ({length} − 1)",
        lambda _, n: n["position"] / (n["length"] - 1),
        _position,
    ),
)
