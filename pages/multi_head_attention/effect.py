"""What the translator would write without some heads: its next-token probabilities."""

from dataclasses import dataclass
from functools import lru_cache

import torch
from torch import Tensor

from pages.translator.model_edits import Head, ModelEdits, editing, the_translator
from pages.translator.trained_attention import TrainedAttention

MOST_KEPT = 64


@dataclass(frozen=True)
class Effect:
    """The probability of each token of a translation, which the decoder is given."""

    before: Tensor
    """(tokens,): with every head."""
    after: Tensor
    """(tokens,): without the heads that are off."""
    first: tuple[int, ...]
    """The tokens that are the most probable ones without them."""
    written: tuple[int, ...]
    """The tokens of the translation."""

    @property
    def most_changed(self) -> int:
        """The place of the token whose probability changes most."""
        return int((self.after - self.before).abs().argmax())

    @property
    def others(self) -> int:
        """The number of places at which another token is the most probable one."""
        return sum(one != other for one, other in zip(self.first, self.written, strict=True))


@lru_cache(maxsize=MOST_KEPT)
def effect_of(trained: TrainedAttention, off: frozenset[int]) -> Effect:
    """The effect of switching heads of one attention off, on the same translation.

    Args:
        off: the heads, counted from 0.
    """
    heads = frozenset(Head(trained.kind, trained.layer, head) for head in off)
    translator, written = the_translator(), trained.written
    src_ids = translator.source_ids(written.recognition, written.hidden)
    tgt_ids = written.translation.tgt_ids
    logits = []
    for edits in (ModelEdits(), ModelEdits(heads=heads)):
        with torch.inference_mode(), editing("translator", edits):
            logits.append(translator.model(src_ids, tgt_ids[:, :-1])[0])  # (tokens, vocab)
    chosen = tgt_ids[0, 1:]
    before, after = (one.softmax(-1)[torch.arange(len(chosen)), chosen] for one in logits)
    first = logits[1].argmax(-1).tolist()
    return Effect(before, after, tuple(first), tuple(chosen.tolist()))
