"""Beam search (section 6.1): keeps several partial translations and returns the best one.

The length penalty is that of Wu et al., 2016, section 7, equation 14.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.checks import require_at_least_0, require_sizes, require_token
from transformer_core.transformer import Transformer

__all__ = ["BeamStep", "Hypothesis", "beam_decoding", "length_normalised"]


class Hypothesis(NamedTuple):
    """A target sentence, finished or begun."""

    ids: tuple[int, ...]
    """The start token and, when it is finished, the end token included."""
    log_probability: float
    """That of all tokens after the start token, given the source: in nats, at most 0."""
    score: float
    """The same by `length_normalised`: what hypotheses of different lengths are compared by."""
    finished: bool
    """It has its end token."""
    parent: int
    """The hypothesis it continues: its index in `kept` of the step before, 0 in the first."""


class BeamStep(NamedTuple):
    """One more token of each hypothesis that was not finished."""

    kept: tuple[Hypothesis, ...]
    """The most probable continuations, `width` at most, the most probable first. The next step
    continues those that are not finished."""
    best: tuple[Hypothesis, ...]
    """The result so far, the best first, `width` at most: all that have finished in this step or
    before, by score, and after them what is not finished, by score."""


def length_normalised(log_probability: float, length: int, length_penalty: float) -> float:
    """log P(Y | X) / lp(Y) with lp(Y) = (5 + |Y|)^alpha / (5 + 1)^alpha (Wu et al., equation 14).

    Without it the shortest sentence is the most probable too often: each token lowers log P.

    Args:
        length: |Y|, the tokens after the start token; an end token counts.
        length_penalty: alpha; 0 leaves the log probability as it is.

    Raises: ValueError when `length` or `length_penalty` is negative.
    """
    require_at_least_0("length", length)
    require_at_least_0("length_penalty", length_penalty)
    # The inverse of lp, which a large alpha takes to 0 instead of beyond what a float can hold
    return log_probability * ((5 + 1) / (5 + length)) ** length_penalty


def beam_decoding(
    model: Transformer,
    src_ids: Tensor,
    start_id: int,
    end_id: int,
    *,
    width: int = 4,
    length_penalty: float = 0.6,
    max_steps: int | None = None,
) -> Iterator[BeamStep]:
    """Beam search with the paper's numbers (section 6.1). The last step's `best` is the result.

    A step continues each hypothesis by every token and keeps the `width` most probable. The search
    ends when no hypothesis is left to continue, after `max_steps`, or earlier when none could
    overtake the best finished one, even if all its tokens to come were certain. Of equally good
    ones the one that continues the earlier hypothesis, then the lower token, goes first. The model
    is used as it is: in training mode its dropout is at work.

    Args:
        src_ids: (1, seq_k) source token ids of one sentence.
        start_id, end_id: the tokens that open and close a target sentence.
        width: hypotheses that a step keeps; 1 is greedy decoding.
        length_penalty: alpha of `length_normalised`.
        max_steps: tokens after the start token, at most. By default 50 more than the source has,
            where the model's max_len leaves room for them.

    Raises: ValueError, before the first step, for an impossible number and for more than one
        source sentence.
    """
    most_steps = model.config.max_len - 1  # the start token takes a position, too
    if src_ids.dim() != 2 or src_ids.size(0) != 1:
        raise ValueError(f"src_ids must have shape (1, seq_k), got {tuple(src_ids.shape)}")
    if max_steps is None:
        max_steps = min(src_ids.size(1) + 50, most_steps)
    else:
        require_sizes({"max_steps": max_steps})
    if max_steps > most_steps:
        raise ValueError(
            f"max_steps must be at most {most_steps}, the model's max_len minus the start token, "
            f"got {max_steps}"
        )
    require_sizes({"width": width})
    require_at_least_0("length_penalty", length_penalty)
    for name, token in (("start_id", start_id), ("end_id", end_id)):
        require_token(name, token, model.config.tgt_vocab_size)
    return _steps(model, src_ids, start_id, end_id, width, length_penalty, max_steps)


def _steps(
    model: Transformer,
    src_ids: Tensor,
    start_id: int,
    end_id: int,
    width: int,
    length_penalty: float,
    max_steps: int,
) -> Iterator[BeamStep]:
    # Closed before each yield: around one, inference mode would reach into the caller's code
    with torch.inference_mode():
        memory = model.encode(src_ids)  # (1, seq_k, d_model)
    kept = [Hypothesis((start_id,), 0.0, 0.0, finished=False, parent=0)]
    ended: list[Hypothesis] = []
    for length in range(1, max_steps + 1):
        before = kept
        kept = [
            Hypothesis(
                (*before[parent].ids, token),
                log_probability,
                length_normalised(log_probability, length, length_penalty),
                finished=token == end_id,
                parent=parent,
            )
            for parent, token, log_probability in _continued(model, src_ids, memory, before, width)
        ]
        alive = [each for each in kept if not each.finished]
        ended += [each for each in kept if each.finished]
        ended = sorted(ended, key=lambda each: -each.score)[:width]
        yield BeamStep(tuple(kept), tuple((ended + alive)[:width]))
        if not alive:
            return
        # Of one length, the most probable first. A longer sentence is never more probable.
        reachable = length_normalised(alive[0].log_probability, max_steps, length_penalty)
        if ended and ended[0].score >= reachable:
            return


@torch.inference_mode()
def _continued(
    model: Transformer, src_ids: Tensor, memory: Tensor, before: Sequence[Hypothesis], width: int
) -> list[tuple[int, int, float]]:
    """The most probable continuations: place in `before`, next token and log probability."""
    parents = [place for place, each in enumerate(before) if not each.finished]
    tgt_ids = src_ids.new_tensor([before[place].ids for place in parents])  # (alive, seq_len)
    so_far = torch.tensor(
        [before[place].log_probability for place in parents],
        dtype=torch.float64,
        device=src_ids.device,
    )  # (alive,)
    count = len(parents)
    logits = model.decode(tgt_ids, memory.expand(count, -1, -1), src_ids.expand(count, -1))[
        :, -1
    ]  # (alive, vocab)
    totals = so_far[:, None] + logits.double().log_softmax(dim=-1)  # (alive, vocab)
    # Stable, which topk is not: the order among equals is that of the hypotheses, then the tokens
    ordered = totals.flatten().sort(descending=True, stable=True)  # (alive * vocab,)
    values, places = ordered.values[:width].tolist(), ordered.indices[:width].tolist()
    vocab_size = totals.size(1)
    return [
        (parents[place // vocab_size], place % vocab_size, value)
        for value, place in zip(values, places, strict=True)
    ]
