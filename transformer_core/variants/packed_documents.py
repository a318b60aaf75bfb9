"""Several documents in one sequence, none of which sees another (Krell et al., 2021)."""

import torch
from torch import Tensor


def document_mask(documents: Tensor) -> Tensor:
    """Hides the keys of other documents.

    Args:
        documents: (batch, seq_len) whole numbers, which document each token belongs to.

    Returns: (batch, 1, seq_len, seq_len) bool, True = hidden.
    """
    return (documents.unsqueeze(-1) != documents.unsqueeze(-2)).unsqueeze(1)


def document_positions(documents: Tensor) -> Tensor:
    """The position of each token in its own document, whose tokens are next to each other.

    Args:
        documents: (batch, seq_len) whole numbers.

    Returns: (batch, seq_len) whole numbers, 0 at the start of each document.
    """
    begins = torch.ones_like(documents, dtype=torch.bool)
    begins[:, 1:] = documents[:, 1:] != documents[:, :-1]
    places = torch.arange(documents.size(1), device=documents.device).expand_as(documents)
    starts = torch.where(begins, places, 0).cummax(dim=1).values  # (batch, seq_len)
    return places - starts
