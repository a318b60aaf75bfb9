"""What attention costs in training, so that each head of the encoder comes to have a job."""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer_core.checks import require_at_least_0
from transformer_core.config import TransformerConfig

WEIGHTS = "encoder.layers.{layer}.self_attention.weights"


@dataclass(frozen=True)
class AttentionCosts:
    """What is added to the loss for how the encoder attends, on average over its layers, heads and
    words. Raises ValueError.
    """

    entropy: float = 0.0
    """For each nat of a word's weights in a head: a head that looks at one word costs nothing."""
    overlap: float = 0.0
    """For each product of two heads' weights on the same word, summed over the words: it is 1 of
    two heads of a layer that look at one and the same."""
    itself: float = 0.0
    """For the weight that a word gives to itself, which it has anyway (section 3.1: x +
    Sublayer(x))."""

    def __post_init__(self) -> None:
        for name in ("entropy", "overlap", "itself"):
            require_at_least_0(name, getattr(self, name))

    def __bool__(self) -> bool:
        return bool(self.entropy or self.overlap or self.itself)

    def times(self, share: float) -> "AttentionCosts":
        """The same costs, each so much larger."""
        return AttentionCosts(self.entropy * share, self.overlap * share, self.itself * share)

    def of(
        self, records: Mapping[str, Tensor], config: TransformerConfig, src_ids: Tensor
    ) -> Tensor:
        """The sum of the costs: a scalar.

        Args:
            records: of a `trace` of the forward.
            src_ids: (batch, seq_k); padding costs nothing.
        """
        is_word = src_ids != config.pad_id  # (batch, seq_k)
        layers = range(config.num_layers)
        weights = [records[WEIGHTS.format(layer=layer)].float() for layer in layers]
        return torch.stack([self._of_layer(one, is_word) for one in weights]).mean()

    def _of_layer(self, weights: Tensor, is_word: Tensor) -> Tensor:
        """weights (batch, heads, seq_q, seq_k), is_word (batch, seq_q)."""
        heads = weights.size(1)
        entropy = -(weights * (weights + 1e-9).log()).sum(-1).mean(1)  # (batch, seq_q)
        itself = weights.diagonal(dim1=-2, dim2=-1).mean(1)  # (batch, seq_q)
        together = weights.sum(1).square().sum(-1) - weights.square().sum((1, -1))
        overlap = together / max(1, heads * (heads - 1))  # (batch, seq_q)
        cost = self.entropy * entropy + self.overlap * overlap + self.itself * itself
        return (cost * is_word).sum() / is_word.sum().clamp(min=1)
