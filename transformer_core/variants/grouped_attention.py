"""Multi-head attention whose heads share keys and values (Ainslie et al., 2023, "GQA")."""

from collections.abc import Callable
from functools import partial

from torch import Tensor, nn

from transformer_core.attention import attention
from transformer_core.checks import require_sizes
from transformer_core.layers import Linear
from transformer_core.trace import seen
from transformer_core.variants.attention_view import View
from transformer_core.variants.sliding_window import sliding_window
from transformer_core.variants.soft_cap import soft_cap

Build = Callable[[], nn.Module]


class GroupedAttention(nn.Module):
    """The paper's multi-head attention, with what differs in models since.

    Args:
        d_model: width of the input and of the output.
        num_heads: heads of queries.
        num_kv_heads: heads of keys and values; each serves num_heads / num_kv_heads heads of
            queries in a row. As many as num_heads when None; 1 is multi-query attention (Shazeer,
            2019).
        d_k: width of a head, d_model / num_heads when None.
        bias: whether w_q, w_k and w_v have biases.
        output_bias: whether w_o has one.
        scale: what scores are multiplied by, 1 / sqrt(d_k) when None.
        preparations: build what queries and keys go through before they meet, in order, such as
            `RotaryPositions`.
        window: how many keys each query sees at most, its own position the last one; all when None
            (see `sliding_window`).
        cap: what no scaled score exceeds (see `soft_cap`); None leaves them as they are.

    Records: as `MultiHeadAttention`, but keys and values are (batch, kv_heads, seq_k, d_k), with a
        cache all that are there by now. Before each preparation queries_* and keys_* with its word
        for them (queries_unturned); after scaled, where there are such, capped and biased.
    Raises: ValueError when one number of heads does not divide the other.
    """

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        num_kv_heads: int | None = None,
        d_k: int | None = None,
        *,
        bias: bool = True,
        output_bias: bool = True,
        scale: float | None = None,
        preparations: tuple[Build, ...] = (),
        window: int | None = None,
        cap: float | None = None,
    ) -> None:
        super().__init__()
        num_kv_heads, d_k = num_kv_heads or num_heads, d_k or _width_of_head(d_model, num_heads)
        require_sizes({"d_model": d_model, "num_heads": num_heads, "d_k": d_k})
        if num_heads % num_kv_heads:
            raise ValueError(
                f"num_heads={num_heads} is not divisible by num_kv_heads={num_kv_heads}"
            )
        self.d_k, self.scale, self.window, self.cap = d_k, scale, window, cap
        self.group = num_heads // num_kv_heads
        self.w_q = Linear(d_model, num_heads * d_k, bias=bias)
        self.w_k = Linear(d_model, num_kv_heads * d_k, bias=bias)
        self.w_v = Linear(d_model, num_kv_heads * d_k, bias=bias)
        self.w_o = Linear(num_heads * d_k, d_model, bias=output_bias)
        self.preparations = nn.ModuleList(build() for build in preparations)

    def forward(self, query: Tensor, memory: Tensor, view: View) -> Tensor:
        """Attend with every head at once.

        Args:
            query: (batch, seq_q, d_model).
            memory: (batch, seq_k, d_model), from which keys and values are made.

        Returns: (batch, seq_q, d_model).
        """
        look = partial(seen, self)
        queries, keys, values = self._made(query, memory, view)
        queries = look("queries", queries)  # (batch, heads, seq_q, d_k)
        keys = look("keys", keys)  # (batch, kv_heads, seq_k, d_k)
        values = look("values", values)  # (batch, kv_heads, seq_k, d_k)
        each_keys = keys.repeat_interleave(self.group, dim=1)  # (batch, heads, seq_k, d_k)
        each_values = values.repeat_interleave(self.group, dim=1)
        mask, scores_seen = self._mask(view), partial(self._seen, view.bias)
        steps = attention(queries, each_keys, each_values, mask, self.scale, seen=scores_seen)
        heads = look("heads", steps.output)  # (batch, heads, seq_q, d_k)
        concatenated = look("concatenated", heads.transpose(1, 2).flatten(2))
        return look("projected", self.w_o(concatenated))  # (batch, seq_q, d_model)

    def _made(self, query: Tensor, memory: Tensor, view: View) -> tuple[Tensor, Tensor, Tensor]:
        """Queries, keys and values, of a cache also those that it has kept."""
        queries = self._split(self.w_q(query))
        if view.cache is not None and view.is_memory and self in view.cache:
            return queries, *view.cache[self]
        keys, values = self._split(self.w_k(memory)), self._split(self.w_v(memory))
        for preparation in self.preparations:
            queries = seen(self, f"queries_{preparation.before}", queries)
            keys = seen(self, f"keys_{preparation.before}", keys)
            queries, keys = preparation(queries, keys, view.queries)
        if view.cache is not None:
            keys, values = view.cache.extended(self, keys, values)
        return queries, keys, values

    def _mask(self, view: View) -> Tensor | None:
        if self.window is None:
            return view.mask
        far = sliding_window(view.queries, view.keys, self.window)
        return far if view.mask is None else view.mask | far

    def _split(self, x: Tensor) -> Tensor:
        return x.unflatten(2, (-1, self.d_k)).transpose(1, 2)  # (batch, heads, seq, d_k)

    def _seen(self, bias: Tensor | None, name: str, step: Tensor) -> Tensor:
        """`attention` goes on with what this returns, so cap and bias come between its steps."""
        step = seen(self, name, step)
        if name == "scaled" and self.cap is not None:
            step = seen(self, "capped", soft_cap(step, self.cap))
        if name == "scaled" and bias is not None:
            step = seen(self, "biased", step + bias)
        return step


def _width_of_head(d_model: int, num_heads: int) -> int:
    if d_model % num_heads:
        raise ValueError(f"d_model={d_model} is not divisible by num_heads={num_heads}")
    return d_model // num_heads
