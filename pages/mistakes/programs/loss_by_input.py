"""A loss that counts where the input is real."""

import torch
import torch.nn.functional as F

# Setting
seq_len, seed = 6, 11
# Program
vocab, longest = 10, 12
sentences = min(4, seq_len)
generator = torch.Generator().manual_seed(seed)
logits = torch.randn(4, longest, vocab, generator=generator)[:sentences, :seq_len]
trg = torch.randint(3, vocab, (4, longest + 1), generator=generator)
trg = trg[:sentences, : seq_len + 1]
trg[:, 0] = 1  # <sos>
for place, sentence in enumerate(trg):
    sentence[seq_len - place :] = 0  # padding
    sentence[seq_len - place] = 2  # <eos>
inputs, labels = trg[:, :-1], trg[:, 1:]  # (sentences, seq_len) each
losses = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="none")
losses = losses.view_as(labels)


def right_losses(losses: torch.Tensor) -> torch.Tensor:
    real = labels != 0  # right
    return losses.masked_fill(~real, 0.0)


def wrong_losses(losses: torch.Tensor) -> torch.Tensor:
    real = inputs != 0  # wrong
    return losses.masked_fill(~real, 0.0)


right, wrong = right_losses(losses), wrong_losses(losses)
print(right, wrong, wrong - right, sep="\n")
