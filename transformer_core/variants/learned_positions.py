"""Learned positions (section 3.5 of the paper, table 3 row E): a row of a table for each."""

from torch import Tensor, nn

from transformer_core.layers import Embedding


class LearnedPositions(nn.Module):
    """One vector for each position, learnt as those of the tokens are.

    Args:
        max_len: the longest sequence.
        d_model: width of each vector.
        offset: the table's row of position 0. BART and OPT leave two rows free, and RoBERTa
            those up to its padding token's.
    """

    def __init__(self, max_len: int, d_model: int, offset: int = 0) -> None:
        super().__init__()
        self.max_len, self.offset = max_len, offset
        self.table = Embedding(max_len + offset, d_model)

    def forward(self, positions: Tensor) -> Tensor:
        """(seq_len,) or (batch, seq_len) whole numbers -> the same and d_model.

        A token without a position is at -1, and has the last row that is left free.

        Raises: ValueError for a position from `max_len` on.
        """
        if positions.numel() and int(positions.max()) >= self.max_len:
            longest = int(positions.max()) + 1
            raise ValueError(f"seq_len must be at most max_len={self.max_len}, got {longest}")
        return self.table(positions + self.offset)
