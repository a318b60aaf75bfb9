"""Writing a target sentence token by token (section 3.1: each output becomes the next input)."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.checks import require_positive, require_sizes, require_token
from transformer_core.transformer import Transformer


class DecodingStep(NamedTuple):
    """One more token of each sentence in a batch."""

    tgt_ids: Tensor
    """(batch, seq_len) all tokens so far, the start token and the new one included."""
    probabilities: Tensor
    """(batch, vocab) the distribution that the new token was chosen from; a row sums to 1."""
    chosen: Tensor
    """(batch,) the new token; pad_id in a sentence that had ended before."""
    finished: Tensor
    """(batch,) bool: the sentence has its end token."""


def greedy_decoding(
    model: Transformer, src_ids: Tensor, start_id: int, end_id: int, max_len: int | None = None
) -> Iterator[DecodingStep]:
    """Always the most probable next token. Yields one step at a time; see `sampled_decoding`."""
    return _decoding(model, src_ids, start_id, end_id, max_len, _distribution, _most_probable)


def sampled_decoding(
    model: Transformer,
    src_ids: Tensor,
    start_id: int,
    end_id: int,
    generator: torch.Generator,
    max_len: int | None = None,
    temperature: float = 1.0,
    top_k: int | None = None,
) -> Iterator[DecodingStep]:
    """The next token drawn from the model's distribution. Yields one step at a time.

    Ends when every sentence has its end token or has `max_len` tokens. The model is used as it
    is: in training mode its dropout is at work.

    Args:
        src_ids: (batch, seq_k) source token ids.
        start_id, end_id: the tokens that open and close a target sentence.
        generator: the source of the random draws.
        max_len: tokens of the target, the start token included; at most, and by default, the
            model's max_len.
        temperature: divides the logits: below 1 the probable become more probable, above 1 the
            choice becomes more even.
        top_k: only the k most probable tokens can be drawn; all when None.

    Raises: ValueError, before the first step, for an impossible number.
    """
    require_positive("temperature", temperature)
    if top_k is not None:
        require_sizes({"top_k": top_k})

    def distribution(logits: Tensor) -> Tensor:
        return _distribution(logits / temperature, top_k)

    def drawn(probabilities: Tensor) -> Tensor:
        return torch.multinomial(probabilities, 1, generator=generator).squeeze(1)  # (batch,)

    return _decoding(model, src_ids, start_id, end_id, max_len, distribution, drawn)


def _distribution(logits: Tensor, top_k: int | None = None) -> Tensor:
    if top_k is not None and top_k < logits.size(-1):
        kept = logits.topk(top_k, dim=-1).indices  # (batch, top_k)
        hidden = torch.ones_like(logits, dtype=torch.bool).scatter(-1, kept, False)
        logits = logits.masked_fill(hidden, -torch.inf)
    return torch.softmax(logits, dim=-1)


def _most_probable(probabilities: Tensor) -> Tensor:
    return probabilities.argmax(dim=-1)  # (batch,)


def _decoding(
    model: Transformer,
    src_ids: Tensor,
    start_id: int,
    end_id: int,
    max_len: int | None,
    distribution: Callable[[Tensor], Tensor],
    choose: Callable[[Tensor], Tensor],
) -> Iterator[DecodingStep]:
    if src_ids.dim() != 2:
        raise ValueError(f"src_ids must have shape (batch, seq_k), got {tuple(src_ids.shape)}")
    longest = model.config.max_len
    max_len = longest if max_len is None else max_len
    require_sizes({"max_len": max_len})
    if max_len > longest:
        raise ValueError(f"max_len must be at most {longest}, the model's, got {max_len}")
    for name, token in (("start_id", start_id), ("end_id", end_id)):
        require_token(name, token, model.config.tgt_vocab_size)

    def steps() -> Iterator[DecodingStep]:
        # no_grad is closed before each yield: around one it would reach into the caller's code
        with torch.no_grad():
            memory = model.encode(src_ids)  # (batch, seq_k, d_model)
        tgt_ids = src_ids.new_full((src_ids.size(0), 1), start_id)  # (batch, 1)
        finished = torch.zeros(src_ids.size(0), dtype=torch.bool, device=src_ids.device)  # (batch,)
        while tgt_ids.size(1) < max_len and not finished.all():
            with torch.no_grad():
                logits = model.decode(tgt_ids, memory, src_ids)[:, -1]  # (batch, vocab)
                probabilities = distribution(logits)
            chosen = choose(probabilities).masked_fill(finished, model.config.pad_id)
            finished = finished | (chosen == end_id)
            tgt_ids = torch.cat([tgt_ids, chosen.unsqueeze(1)], dim=1)  # (batch, seq_len + 1)
            yield DecodingStep(tgt_ids, probabilities, chosen, finished)

    return steps()
