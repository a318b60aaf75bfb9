"""What hiding each word changes, next to the attention that a head gives it."""

import torch
from torch import Tensor

from transformer_core.trace import trace
from transformer_core.transformer import Transformer

DECISIVE = 0.01
"""A token depends on a word whose hiding changes its probability by at least this much."""
SHORT, IDLE = 0.8, 0.1
"""What counts as little of an average length, and of an average change: see `is_sink`."""
FEWEST_RANKED = 3
"""With fewer numbers there is no order to speak of."""


@torch.inference_mode()
def logits_without_each(model: Transformer, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
    """The logits of a sentence without each of its words, which becomes padding.

    All other words keep their positions. One forward for all: it computes a batch of sentences.

    Args:
        src_ids: (1, seq_k).
        tgt_ids: (1, seq_q), what the decoder reads, whatever is hidden.

    Returns: (seq_k, seq_q, vocab); first the sentence without its first word.
    """
    words = src_ids.size(1)
    without = src_ids.repeat(words, 1)  # (hidden word, seq_k)
    without.fill_diagonal_(model.config.pad_id)
    return model(without, tgt_ids.expand(words, -1))


@torch.inference_mode()
def logits_without_each_in(
    model: Transformer, src_ids: Tensor, tgt_ids: Tensor, path: str, head: int
) -> Tensor:
    """The same with each word hidden from one head alone: from all queries of this attention.

    The head's weights on all other words grow, so that they sum to 1 again.

    Args:
        path: the attention, such as "decoder.layers.0.cross_attention"; its keys are the source's.
        head: counted from 0.
    """
    words = src_ids.size(1)

    def with_each_hidden(mask: Tensor) -> Tensor:
        hidden = mask.clone()  # (hidden word, heads, seq_q, seq_k)
        each = torch.eye(words, dtype=torch.bool)
        hidden[:, head] |= each[:, None]
        return hidden

    with trace(model, {f"{path}.mask": with_each_hidden}):
        return model(src_ids.expand(words, -1), tgt_ids.expand(words, -1))


def log_probabilities_of(logits: Tensor, ids: Tensor) -> Tensor:
    """ln of the probability of each token that follows: (..., seq_q), worked out in float64.

    Args:
        logits: (..., seq_q, vocab).
        ids: (seq_q,), the token that follows at each position.
    """
    own = logits.gather(-1, ids.expand(logits.shape[:-1])[..., None])[..., 0]
    return (own.double() - logits.double().logsumexp(-1)).float()


def passed_on(values: Tensor, W_O: Tensor) -> Tensor:
    """What each key hands on at weight 1: its value times the rows of W_O of its head.

    An attention's output is the sum of these, each times its weight, over keys and heads, plus the
    bias of W_O (Kobayashi et al. 2020, equation 2).

    Args:
        values: (heads, seq_k, d_v).
        W_O: (heads, d_model, d_v), as torch keeps it: what comes out first.

    Returns: (heads, seq_k, d_model).
    """
    return values @ W_O.mT


def is_sink(weights: Tensor, lengths: Tensor, changes: Tensor) -> Tensor:
    """Whether the word with the largest weight is a sink: what it passes on is at most SHORT times
    as long as on average, and hiding it changes at most IDLE times as much as hiding a word does
    on average.

    Args:
        weights, lengths, changes: (..., words).

    Returns: (...) of bool.
    """
    most = weights.argmax(-1, keepdim=True)
    is_short, is_idle = (
        (numbers.gather(-1, most) <= part * numbers.mean(-1, keepdim=True))[..., 0]
        for numbers, part in ((lengths, SHORT), (changes.abs(), IDLE))
    )
    return is_short & is_idle


def places(numbers: Tensor) -> Tensor:
    """The place of each number in the order from the largest on: 1 + how many are larger.

    Args:
        numbers: (..., count).
    """
    return 1 + (numbers[..., None, :] > numbers[..., :, None]).sum(-1)


def rank_correlation(first: Tensor, second: Tensor) -> float | None:
    """Spearman's: 1 where both have the same order, -1 where one reverses the other.

    Args:
        first, second: (count,); equal numbers share the mean of their ranks.

    Returns: None for fewer than FEWEST_RANKED numbers, and where all numbers of one are equal.
    """
    if len(first) < FEWEST_RANKED:
        return None
    ranks = torch.stack([_mean_ranks(first), _mean_ranks(second)])
    apart = ranks - ranks.mean(-1, keepdim=True)
    sizes = apart.square().sum(-1)
    if bool((sizes == 0).any()):
        return None
    return float((apart[0] * apart[1]).sum() / sizes.prod().sqrt())


def _mean_ranks(numbers: Tensor) -> Tensor:
    """(count,) in float64, from the smallest on."""
    smaller = (numbers[None, :] < numbers[:, None]).sum(-1)
    same = (numbers[None, :] == numbers[:, None]).sum(-1)
    return smaller.double() + (same - 1) / 2
