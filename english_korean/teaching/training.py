"""How the translator is trained, where it differs from a small run that is watched."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from english_korean.teaching.narrow_loss import narrow_cross_entropy
from transformer_core.checks import require_at_least_0
from transformer_core.transformer import Transformer
from transformer_lab.learning.training import Lengths, TrainingConfig


@dataclass(frozen=True)
class TeachingConfig(TrainingConfig):
    """Options of the translator's training. Raises ValueError."""

    muon: bool = False
    """Weight matrices by Muon, which makes their steps orthogonal, all else by Adam; both with the
    same learning rate."""
    length_spread: float = 0.0
    """By how many tokens at most a sentence is taken for a longer one when those of about one
    length are put into a batch. With 0 what is the same, and short, comes all in one batch."""
    bfloat16: bool = False
    """Products of matrices in bfloat16, which some processors do twice as fast; weights, sums and
    the loss stay in float32."""

    def __post_init__(self) -> None:
        super().__post_init__()
        require_at_least_0("length_spread", self.length_spread)

    def optimizers(self, model: Transformer) -> list[torch.optim.Optimizer]:
        """Adam (section 5.3), and Muon for the matrices where it is asked for."""
        if not self.muon:
            return super().optimizers(model)
        by_muon = [
            parameter
            for name, parameter in model.named_parameters()
            if parameter.dim() == 2 and "embedding" not in name
        ]
        adam = self.adam(p for p in model.parameters() if not any(p is one for one in by_muon))
        # Its steps are as long as Adam's would be: one learning rate serves both. Three of its
        # usual five iterations make them orthogonal enough, in three fifths of the time.
        muon = torch.optim.Muon(
            by_muon, lr=0.0, weight_decay=0.0, adjust_lr_fn="match_rms_adamw", ns_steps=3
        )
        return [adam, muon]

    def sizes(self, lengths: Sequence[Lengths], draw: torch.Generator) -> Sequence[object]:
        """Lengths, of which some are taken for longer ones."""
        if not self.length_spread:
            return super().sizes(lengths, draw)
        extra = (self.length_spread * torch.rand(len(lengths), generator=draw)).tolist()
        return [
            target + source / 2 + more
            for (target, source), more in zip(lengths, extra, strict=True)
        ]

    def loss(self, model: Transformer, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
        """The loss of one batch, its products in bfloat16 where that is asked for."""
        if not self.bfloat16:
            return super().loss(model, src_ids, tgt_ids)
        with torch.autocast(src_ids.device.type, torch.bfloat16):
            logits = model(src_ids, tgt_ids[:, :-1])  # (batch, seq_len - 1, vocab)
        pad_id = model.config.pad_id
        return narrow_cross_entropy(logits, tgt_ids[:, 1:], pad_id, self.label_smoothing)
