"""What happens between a token's row of the embedding and the first layer."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer_core.layers import Embedding

Build = Callable[[], nn.Module]
Look = Callable[[str, Tensor], Tensor]


@dataclass(frozen=True)
class InputParts:
    """How the tokens of one side enter the model.

    scale: what embeddings are multiplied by, sqrt(d_model) in the paper (section 3.4).
    positions: builds what makes vectors of positions; None where attention itself knows them.
    token_types: of BERT's two sentences, a row for each; 0 has none.
    norm: builds a norm of the sum, as BERT has it.
    projection: builds a layer from the embedding's width to d_model, before or after the sum:
    `projects_sum` says which.
    uncounted: a token at no position, as that of padding is in RoBERTa and M2M100.
    counts_padding: whether tokens that only fill up the batch have positions as all others have;
    if not, those after them count on from the last real token, as in OPT.
    """

    vocab_size: int
    width: int
    scale: float | None = None
    positions: Build | None = None
    token_types: int = 0
    norm: Build | None = None
    projection: Build | None = None
    projects_sum: bool = True
    uncounted: int | None = None
    counts_padding: bool = True


class InputEncoding(nn.Module):
    """Scales embeddings, adds positions and token types, normalises and projects the sum."""

    def __init__(self, parts: InputParts) -> None:
        super().__init__()
        self.scale = parts.scale
        self.positions = parts.positions() if parts.positions else None
        self.token_types = Embedding(parts.token_types, parts.width) if parts.token_types else None
        self.norm = parts.norm() if parts.norm else None
        self.projection = parts.projection() if parts.projection else None
        self.projects_sum = parts.projects_sum
        self.uncounted = parts.uncounted
        self.counts_padding = parts.counts_padding

    def counted(self, ids: Tensor, positions: Tensor) -> Tensor:
        """The positions of tokens where one of them may not count.

        That one is at -1, and those after it are at one position less. What came before these ids,
        and is kept in a cache, is taken to have none of them.

        Args:
            ids: (batch, seq_len) token ids.
            positions: (seq_len,) or (batch, seq_len), as if each counted.

        Returns: positions as they are, or (batch, seq_len).
        """
        if self.uncounted is None:
            return positions
        is_uncounted = ids == self.uncounted
        return (positions - is_uncounted.cumsum(1)).masked_fill(is_uncounted, -1)

    def places(self, positions: Tensor, padding: Tensor | None) -> Tensor:
        """The positions that tokens enter with; -1 of padding that is not counted.

        Args:
            positions: (seq_len,) those of the tokens that are read, counted with padding.
            padding: (batch, seq_k) bool, True where a token only fills up the batch.

        Returns: (seq_len,) or (batch, seq_len) whole numbers.
        """
        if self.counts_padding or padding is None:
            return positions
        counted = (~padding).cumsum(1) - 1  # (batch, seq_k)
        return counted.masked_fill(padding, -1)[:, positions]  # (batch, seq_len)

    def forward(
        self, embeddings: Tensor, positions: Tensor, token_types: Tensor | None, look: Look
    ) -> Tensor:
        """(batch, seq_len, width) -> (batch, seq_len, d_model).

        Args:
            positions: (seq_len,) or (batch, seq_len) whole numbers, see `counted`.
            token_types: (batch, seq_len) whole numbers; all 0 when None.
            look: what each step goes through with its name: scaled (times the scale), positions,
                token_types (the vectors that are added), encoded (the sum), normed, projected.
        """
        x = embeddings if self.scale is None else look("scaled", embeddings * self.scale)
        if self.projection is not None and not self.projects_sum:
            x = look("projected", self.projection(x))  # (batch, seq_len, d_model)
        if self.token_types is not None:
            types = torch.zeros_like(x[..., 0]).long() if token_types is None else token_types
            x = x + look("token_types", self.token_types(types))
        if self.positions is not None:
            x = x + look("positions", self.positions(positions))
        x = look("encoded", x)
        if self.norm is not None:
            x = look("normed", self.norm(x))
        if self.projection is not None and self.projects_sum:
            x = look("projected", self.projection(x))  # (batch, seq_len, d_model)
        return x
