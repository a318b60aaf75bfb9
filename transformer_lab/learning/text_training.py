"""Training on a text: a decoder predicts each next token, an encoder the tokens under a mask."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import Tensor, nn

from transformer_core.checks import require_sizes
from transformer_core.loss import masked_cross_entropy
from transformer_core.random_tensors import generator
from transformer_core.transformer import Transformer
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.training import Lengths, TrainingConfig
from transformer_lab.vocabulary import PAD_ID, SPECIAL_TOKENS

MOST_STARTS = 16_384
"""So many windows of the text at most are trained on, again and again."""
MASKED_SHARE = 0.15
"""Of the tokens, as in BERT (Devlin et al., 2019, section 3.1)."""
MASK_ID = len(SPECIAL_TOKENS)
"""The token of `own_data.data.MASK`, the first after the special ones."""
LARGEST_NORM = 1.0
"""The gradient is shortened to this: a text has harder batches than a rule."""


@dataclass(frozen=True, eq=False)
class TextTraining(TrainingConfig):
    """Training on windows of a text, which are told by the places where they begin."""

    text: Tensor | None = None
    context: int = 1
    is_masked: bool = False

    def lengths(self, pairs: Sequence[Any]) -> list[Lengths]:
        """All windows are of one length."""
        return [(self.context, self.context)] * len(pairs)

    def require_pairs(self, pairs: Sequence[Any]) -> None:
        """Raise ValueError without a window."""
        require_sizes({"the number of windows": len(pairs)})

    def tensors(self, pairs: Sequence[Any]) -> tuple[Tensor, ...]:
        """What is read and what is due at each place, (batch, context); padding is not due."""
        assert self.text is not None
        return windows(self.text, torch.tensor(pairs), self.context, self.is_masked)

    def loss(self, model: Transformer, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
        """The loss of one batch."""
        logits = cast(nn.Module, model)(src_ids)  # (batch, context, vocab)
        return masked_cross_entropy(logits, tgt_ids, PAD_ID, self.label_smoothing)


def text_training(config: RunConfig) -> TextTraining:
    """The training of a run on a text."""
    assert config.data is not None
    return TextTraining(
        config.steps,
        config.batch_size,
        config.warmup_steps,
        config.factor,
        config.label_smoothing,
        largest_norm=LARGEST_NORM,
        weight_decay=config.weight_decay,
        text=config.data.text("training"),
        context=config.context,
        is_masked=config.kind == "encoder",
    )


def starts_of(config: RunConfig) -> list[int]:
    """Where the windows of a run begin, drawn from its seed."""
    assert config.data is not None
    count = min(config.steps * config.batch_size, MOST_STARTS)
    last = len(config.data.text("training")) - config.context
    return torch.randint(last, (count,), generator=generator(config.seed)).tolist()


def windows(text: Tensor, starts: Tensor, context: int, is_masked: bool) -> tuple[Tensor, Tensor]:
    """What is read, and what is due after each token, or under each mask.

    Args:
        text: (tokens,) int64.
        starts: (batch,) each at least `context` before the last token.

    Returns: (batch, context) each; PAD_ID where nothing is due.
    """
    ids = text[starts.unsqueeze(1) + torch.arange(context + 1)]  # (batch, context + 1)
    if not is_masked:
        return ids[:, :-1], ids[:, 1:]
    ids, hidden = ids[:, :-1], _masked(starts, context)
    return ids.masked_fill(hidden, MASK_ID), ids.masked_fill(~hidden, PAD_ID)


def _masked(starts: Tensor, context: int) -> Tensor:
    """Which places of each window are hidden: the same for a window whenever it comes, and one at
    least, (batch, context) bool.
    """
    places = starts.unsqueeze(1) * (context + 1) + torch.arange(context)
    for _ in range(2):
        # A hash of whole numbers (Mueller, 2006), so that no generator has to be taken along
        places = ((places >> 16) ^ places) * 0x45D9F3B & 0xFFFFFFFF
    places = (places >> 16) ^ places
    hidden = places < int(MASKED_SHARE * 2**32)
    first = torch.arange(context) == (starts % context).unsqueeze(1)
    return hidden | (first & ~hidden.any(dim=1, keepdim=True))
