"""A loss averaged over the padding too."""

import torch
import torch.nn.functional as F

# Setting
padded, seed = 8, 11
# Program
real, vocab = 8, 10
generator = torch.Generator().manual_seed(seed)
logits = torch.randn(1, 32, vocab, generator=generator)
logits = logits[:, : real + padded]  # (1, seq_len, vocab)
token_ids = torch.randint(1, vocab, (real,), generator=generator)
targets = F.pad(token_ids, (0, padded)).unsqueeze(0)  # (1, seq_len), padding is 0
flat = logits.flatten(0, 1)
total = F.cross_entropy(flat, targets.flatten(), ignore_index=0, reduction="sum")


def right_loss(total: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return total / (targets != 0).sum()  # right


def wrong_loss(total: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return total / targets.numel()  # wrong


right, wrong = right_loss(total, targets), wrong_loss(total, targets)
print(right, wrong, wrong - right, sep="\n")
