"""Multi-head attention (section 3.2.2, figure 2 right)."""

from functools import partial

from torch import Tensor, nn

from transformer_core.attention import attention
from transformer_core.checks import require_rate, require_sizes
from transformer_core.dropout import Dropout
from transformer_core.initialisation import untrained
from transformer_core.layers import Linear
from transformer_core.trace import seen


class MultiHeadAttention(nn.Module):
    """MultiHead(Q, K, V) = Concat(head_1, ..., head_h) W_O, section 3.2.2.

    The W_Q of all heads are next to each other in one linear layer `w_q`: head i uses its columns
    i * d_k to (i + 1) * d_k. Likewise `w_k` and `w_v`; d_k = d_v = d_model / num_heads.

    Args:
        d_model: width of the input and of the output.
        num_heads: heads computed in parallel; divides d_model.
        dropout: probability of dropping an attention weight in training. The paper drops none.

    Its `scale` is what the scores are multiplied by: 1 / sqrt(d_k) where it is None, as in
    `attention`.

    Records: queries, keys, values (batch, heads, seq, d_k); mask where there is one, scores,
        scaled, masked, weights (after dropout: what the values are multiplied by)
        (batch, heads, seq_q, seq_k); heads (batch, heads, seq_q, d_k); concatenated, projected
        (batch, seq_q, d_model).
    Raises: ValueError when `num_heads` does not divide `d_model`.
    """

    def __init__(self, d_model: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        require_sizes({"d_model": d_model, "num_heads": num_heads})
        require_rate("dropout", dropout)
        if d_model % num_heads:
            raise ValueError(f"d_model={d_model} is not divisible by num_heads={num_heads}")
        self.num_heads = num_heads
        self.scale: float | None = None
        self.w_q = Linear(d_model, d_model)
        self.w_k = Linear(d_model, d_model)
        self.w_v = Linear(d_model, d_model)
        self.w_o = Linear(d_model, d_model)
        self.dropout = Dropout(dropout)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> Tensor:
        """Attend with every head at once.

        Args:
            query: (batch, seq_q, d_model).
            key, value: (batch, seq_k, d_model).
            mask: bool, True = hidden: (seq_q, seq_k) for every sentence and head, or four
                dimensions broadcastable to (batch, heads, seq_q, seq_k). A mask with one row per
                sentence, `torch.nn.MultiheadAttention`'s key_padding_mask (batch, seq_k), is
                written key_padding_mask[:, None, None, :]; one matrix per sentence
                (batch, seq_q, seq_k) is written mask[:, None].

        Returns: (batch, seq_q, d_model).
        Raises: ValueError for inputs without three dimensions, and as `attention`. A mask
            (batch, seq_k) with as many sentences as queries is taken for (seq_q, seq_k): their
            shapes are the same.
        """
        for name, x in (("query", query), ("key", key), ("value", value)):
            if x.dim() != 3:
                raise ValueError(
                    f"{name} must have shape (batch, seq_len, d_model), got {tuple(x.shape)}"
                )
        look = partial(seen, self)
        queries = look("queries", self._split(self.w_q(query)))  # (batch, heads, seq_q, d_k)
        keys = look("keys", self._split(self.w_k(key)))  # (batch, heads, seq_k, d_k)
        values = look("values", self._split(self.w_v(value)))  # (batch, heads, seq_k, d_v)
        steps = attention(queries, keys, values, mask, self.scale, self.dropout, look)
        heads = look("heads", steps.output)  # (batch, heads, seq_q, d_v)
        concatenated = look("concatenated", heads.transpose(1, 2).flatten(2))
        return look("projected", self.w_o(concatenated))  # (batch, seq_q, d_model)

    def _split(self, x: Tensor) -> Tensor:
        return x.unflatten(2, (self.num_heads, -1)).transpose(1, 2)  # (batch, heads, seq, d_k)


def build_multi_head_attention(d_model: int, num_heads: int, seed: int) -> MultiHeadAttention:
    """Untrained attention with weights from `seed`, see `untrained`.

    The weights do not depend on `num_heads`: one seed gives the same W_Q, W_K, W_V and W_O however
    they are split.
    """
    return untrained(lambda: MultiHeadAttention(d_model, num_heads), seed)
