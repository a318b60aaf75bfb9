"""How the translator is trained, where it differs from a small run that is watched."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import torch
from torch import Tensor

from english_korean.teaching.attention_costs import AttentionCosts
from english_korean.teaching.narrow_loss import narrow_cross_entropy
from transformer_core.checks import require_at_least_0, require_rate
from transformer_core.dropout import Dropout
from transformer_core.loss import masked_cross_entropy
from transformer_core.trace import trace
from transformer_core.transformer import Transformer
from transformer_lab.learning.training import Lengths, TokenPair, TrainingConfig
from transformer_lab.measures.alignment import last_cross_attention
from transformer_lab.vocabulary import UNKNOWN_ID

FREED = 0.3


def missed(weights: Tensor, aligned: Tensor) -> Tensor:
    """How far the weights are from being on the aligned words: the mean of -ln of their sum there,
    in nats, over the rows that have any; 0 where no row has. A scalar.

    Chen et al., Guided Alignment Training for Topic-Aware Neural Machine Translation, section 3.

    Args:
        weights: (batch, seq_q, seq_k).
        aligned: the same shape, bool.
    """
    on_them = (weights.float() * aligned).sum(-1)[aligned.any(-1)]
    return -on_them.clamp(min=1e-6).log().sum() / max(1, len(on_them))


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

    attention: AttentionCosts = field(default_factory=AttentionCosts)
    """What is added to the loss for how the encoder attends."""
    forgotten: float = 0.0
    """The share of the decoder's input tokens, the start token apart, that are read as unknown
    words: what they said has to be taken from the encoder."""

    guided: float = 0.0
    """What each nat costs by which the last cross-attention, its heads averaged, gives the words
    that a content word translates less than all its weight."""

    freed_at: float = 1.0
    """The share of the steps after which nothing is forgotten any more, attention costs only FREED
    of what it did and targets are not smoothed: the heads have their jobs by then, and the model
    learns to be exact."""

    def __post_init__(self) -> None:
        super().__post_init__()
        require_at_least_0("length_spread", self.length_spread)
        require_rate("forgotten", self.forgotten)
        require_at_least_0("guided", self.guided)
        if not 0 < self.freed_at <= 1:
            raise ValueError(f"freed_at must be above 0 and at most 1, got {self.freed_at}")

    @property
    def last_priced(self) -> int:
        """The last step before it is freed."""
        return round(self.freed_at * self.steps)

    def freed(self) -> "TeachingConfig":
        """What holds after that step."""
        attention = self.attention.times(FREED)
        return replace(self, attention=attention, forgotten=0.0, label_smoothing=0.0, freed_at=1.0)

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

    def tensors(self, pairs: Sequence[TokenPair]) -> tuple[Tensor, ...]:
        """Source and target ids, and (batch, seq_q, seq_k) bool: which source words each predicted
        token translates, where the pairs have a third part that says so.
        """
        src_ids, tgt_ids = super().tensors(pairs)
        if not self.guided:
            return src_ids, tgt_ids
        aligned = torch.zeros(len(pairs), tgt_ids.size(1) - 1, src_ids.size(1), dtype=torch.bool)
        places = [(row, *place) for row, (_, _, known) in enumerate(pairs) for place in known]
        if places:
            aligned[tuple(torch.tensor(places).T)] = True
        return src_ids, tgt_ids, aligned

    def loss(
        self, model: Transformer, src_ids: Tensor, tgt_ids: Tensor, aligned: Tensor | None = None
    ) -> Tensor:
        """The loss of one batch with what its attention costs, its products in bfloat16 where that
        is asked for.

        Args:
            aligned: (batch, seq_q, seq_k), as `tensors` gives it.
        """
        targets, pad_id = tgt_ids[:, 1:], model.config.pad_id
        given = self.partly_forgotten(tgt_ids[:, :-1], pad_id)
        narrow = torch.autocast(src_ids.device.type, torch.bfloat16, enabled=self.bfloat16)
        if not (self.attention or self.guided):
            with narrow:
                logits = model(src_ids, given)  # (batch, seq_len - 1, vocab)
            return self._loss_of(logits, targets, pad_id)
        with narrow, trace(model) as records:
            logits = model(src_ids, given)
        cost = self.attention.of(records, model.config, src_ids)
        if self.guided and aligned is not None:
            cost = cost + self.guided * missed(last_cross_attention(records, model.config), aligned)
        return self._loss_of(logits, targets, pad_id) + cost

    def _loss_of(self, logits: Tensor, targets: Tensor, pad_id: int) -> Tensor:
        entropy = narrow_cross_entropy if self.bfloat16 else masked_cross_entropy
        return entropy(logits, targets, pad_id, self.label_smoothing)

    def partly_forgotten(self, given: Tensor, pad_id: int) -> Tensor:
        """The decoder's input, some of it unknown: (batch, seq_len)."""
        if not self.forgotten:
            return given
        is_gone = Dropout(self.forgotten)(torch.ones(given.shape)) == 0
        is_gone &= given.cpu() != pad_id
        is_gone[:, 0] = False
        return given.masked_fill(is_gone.to(given.device), UNKNOWN_ID)
