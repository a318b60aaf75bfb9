"""A norm of queries and keys (Henry et al., 2020), so that no score grows without limit."""

from collections.abc import Callable

from torch import Tensor, nn


class QueryKeyNorm(nn.Module):
    """Normalises each head's query and key over its d_k numbers.

    Args:
        norm: builds a norm over d_k, once for the queries and once for the keys.
    """

    before = "unnormed"
    """What the queries and keys that it takes are called in a trace."""

    def __init__(self, norm: Callable[[], nn.Module]) -> None:
        super().__init__()
        self.queries = norm()
        self.keys = norm()

    def forward(self, queries: Tensor, keys: Tensor, positions: Tensor) -> tuple[Tensor, Tensor]:
        """Takes and returns (batch, heads, seq_len, d_k) each."""
        return self.queries(queries), self.keys(keys)
