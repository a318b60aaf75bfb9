"""A window that slides along with the query (Beltagy et al., 2020, section 3.1)."""

from torch import Tensor

from transformer_core.checks import require_sizes


def sliding_window(queries: Tensor, keys: Tensor, size: int) -> Tensor:
    """Hides the keys that are `size` or more positions before the query.

    With the look-ahead mask each query sees `size` keys, its own position the last one. Keys after
    the query are not hidden here.

    Args:
        queries: (seq_q,) or (batch, seq_q) positions, whole numbers.
        keys: (seq_k,) or (batch, seq_k).

    Returns: (seq_q, seq_k) or (batch, 1, seq_q, seq_k) bool, True = hidden.
    """
    require_sizes({"size": size})
    distance = queries.unsqueeze(-1) - keys.unsqueeze(-2)  # (..., seq_q, seq_k)
    hidden = distance >= size
    return hidden if hidden.dim() == 2 else hidden.unsqueeze(1)
