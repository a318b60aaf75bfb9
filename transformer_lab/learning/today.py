"""Models of today's parts: an encoder alone, a decoder alone, or both, as a run asks for them."""

import math
from collections.abc import Callable
from functools import partial

from torch import Tensor, nn

from transformer_core.config import TransformerConfig
from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.alibi import AlibiBias
from transformer_core.variants.gated_feed_forward import GatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.models import (
    AssembledModel,
    DecoderModel,
    EncoderDecoderModel,
    EncoderModel,
)
from transformer_core.variants.norm_placement import LayerParts, PostNormLayer, PreNormLayer
from transformer_core.variants.rms_norm import RMSNorm
from transformer_core.variants.rotary_positions import RotaryPositions
from transformer_core.variants.sinusoidal_positions import PaperPositions, SinusoidalPositions
from transformer_lab.learning.config import RunConfig

Build = Callable[[], nn.Module]
EPS = 1e-6


class PairsModel(EncoderDecoderModel):
    """An encoder-decoder of today's parts that is called as the paper's `Transformer` is."""

    def __init__(self, parts: ModelParts, config: TransformerConfig) -> None:
        super().__init__(parts)
        self.config = config

    def forward(  # type: ignore[override]
        self, src_ids: Tensor, tgt_ids: Tensor
    ) -> Tensor:
        """Logits (batch, seq_q, vocab); padding is told by its token."""
        return self.decode(tgt_ids, self.encode(src_ids), src_ids)

    def encode(self, src_ids: Tensor) -> Tensor:  # type: ignore[override]
        """(batch, seq_k) -> (batch, seq_k, d_model)."""
        return super().encode(src_ids, src_ids == self.config.pad_id)

    def decode(  # type: ignore[override]
        self, tgt_ids: Tensor, memory: Tensor, src_ids: Tensor
    ) -> Tensor:
        """As `Transformer.decode`."""
        pad = self.config.pad_id
        return super().decode(tgt_ids, memory, src_ids == pad, tgt_ids == pad)


def model_of_today(config: RunConfig) -> AssembledModel:
    """The model of a run, its weights still to be filled in."""
    if config.kind == "decoder":
        return DecoderModel(parts_of(config))
    if config.kind == "encoder":
        return EncoderModel(parts_of(config))
    return PairsModel(parts_of(config), config.transformer)


def parts_of(config: RunConfig) -> ModelParts:
    """What a run's model is assembled of, whether or not any of it came after the paper."""
    sizes = config.transformer
    source = _input(config, sizes.src_vocab_size) if config.kind != "decoder" else None
    target = _input(config, sizes.tgt_vocab_size) if config.kind != "encoder" else None
    has_both = config.kind == "encoder_decoder"
    return ModelParts(
        src=source,
        encoder=None if source is None else _stack(config),
        tgt=target,
        decoder=None if target is None else _stack(config, looks_at_memory=has_both),
        output=OutputParts("own", bias=has_both),
        shared_embedding=False,
    )


def _input(config: RunConfig, vocab_size: int) -> InputParts:
    return InputParts(vocab_size, config.d_model, math.sqrt(config.d_model), _added(config))


def _added(config: RunConfig) -> Build | None:
    """What makes the vectors of positions; None where attention itself knows them, or nobody."""
    if not config.positional_encoding:
        return None
    if config.positions == "learned":
        return partial(LearnedPositions, config.transformer.max_len, config.d_model)
    if config.positions != "sinusoidal":
        return None
    kind = SinusoidalPositions if config.is_of_today else PaperPositions
    return partial(kind, config.d_model)


def _stack(config: RunConfig, *, looks_at_memory: bool = False) -> StackParts:
    norm = _norm(config)
    attention = _attention(config)
    is_turned = config.positions == "rotary" and config.positional_encoding
    turned = partial(RotaryPositions, config.d_model // config.num_heads)
    own: Build = partial(attention, preparations=(turned,)) if is_turned else attention
    parts = LayerParts(own, _feed_forward(config), norm, attention if looks_at_memory else None)
    kind = PreNormLayer if config.norm_first else PostNormLayer
    has_bias = config.positions == "alibi" and config.positional_encoding
    return StackParts.alike(
        partial(kind, parts),
        config.num_layers,
        norm if config.norm_first else None,
        partial(AlibiBias, config.num_heads) if has_bias else None,
    )


def _norm(config: RunConfig) -> Build:
    if config.norm_kind == "rms":
        return partial(RMSNorm, config.d_model, EPS)
    return partial(LayerNorm, config.d_model, eps=EPS)


def _attention(config: RunConfig) -> "partial[GroupedAttention]":
    scale = None if config.scaled else 1.0
    return partial(GroupedAttention, config.d_model, config.num_heads, scale=scale)


def _feed_forward(config: RunConfig) -> Build:
    if config.feed_forward == "swiglu":
        return partial(GatedFeedForward, config.d_model, config.d_ff, "silu")
    return partial(ActivatedFeedForward, config.d_model, config.d_ff, config.feed_forward)
