"""Writing on from a text with a decoder alone, token by token."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from transformer_core.checks import require_at_least_0, require_sizes
from transformer_lab.vocabulary import SPECIAL_TOKENS

TEMPERATURE = 0.8
"""Of the samples that are written while a model learns."""


@torch.inference_mode()
def continued(
    model: nn.Module,
    prompt: Sequence[int],
    count: int,
    draw: torch.Generator,
    context: int,
    *,
    temperature: float = 1.0,
    top_p: float = 1.0,
) -> list[int]:
    """The next tokens, each drawn from the model's distribution; special ones are never drawn.

    Args:
        prompt: at least one token.
        count: tokens to write.
        context: how many of the last tokens the model reads.
        temperature: divides the logits; 0 takes the most probable token.
        top_p: only the most probable tokens that together have this share can be drawn (Holtzman
            et al., 2020), the first of them always.

    Raises: ValueError for no prompt, a negative temperature and a share that is not over 0 and at
        most 1.
    """
    require_sizes({"the number of tokens of the prompt": len(prompt), "count": count})
    require_at_least_0("temperature", temperature)
    if not 0 < top_p <= 1:
        raise ValueError(f"top_p must be over 0 and at most 1, got {top_p}")
    ids = list(prompt)
    for _ in range(count):
        logits = model(torch.tensor([ids[-context:]]))[0, -1]  # (vocab,)
        logits[: len(SPECIAL_TOKENS) + 1] = -torch.inf
        ids.append(_chosen(logits, draw, temperature, top_p))
    return ids[len(prompt) :]


def _chosen(logits: Tensor, draw: torch.Generator, temperature: float, top_p: float) -> int:
    if temperature == 0:
        return int(logits.argmax())
    shares = torch.softmax(logits / temperature, dim=-1)
    return int(torch.multinomial(nucleus(shares, top_p), 1, generator=draw))


def nucleus(shares: Tensor, top_p: float) -> Tensor:
    """A distribution (vocab,) with 0 for all but the fewest tokens that together have `top_p`."""
    ordered, places = shares.sort(descending=True)
    before = ordered.cumsum(dim=0) - ordered
    kept = torch.zeros_like(shares).scatter(0, places, (before < top_p).float())
    left: Tensor = shares * kept
    return left / left.sum()
