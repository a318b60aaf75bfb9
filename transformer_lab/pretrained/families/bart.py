"""BART (Lewis et al., 2020), and what models of its shape share: mBART, M2M100, Pegasus."""

import math
from collections.abc import Callable
from functools import partial

from torch import nn

from transformer_core.layers import LayerNorm
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.model_parts import ModelParts, StackParts
from transformer_core.variants.norm_placement import Layer, LayerParts, PostNormLayer
from transformer_lab.pretrained.families.marian import NAMES as MARIAN
from transformer_lab.pretrained.families.marian import layer_of, output_of
from transformer_lab.pretrained.family import Family, Reshaped
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 50265,
    "max_position_embeddings": 1024,
    "encoder_layers": 12,
    "encoder_ffn_dim": 4096,
    "encoder_attention_heads": 16,
    "decoder_layers": 12,
    "decoder_ffn_dim": 4096,
    "decoder_attention_heads": 16,
    "activation_function": "gelu",
    "d_model": 1024,
    "scale_embedding": False,
    "tie_word_embeddings": True,
    "pad_token_id": 1,
    "bos_token_id": 0,
    "eos_token_id": 2,
    "decoder_start_token_id": 2,
}
NAMES: dict[str, str | Reshaped] = {
    **MARIAN,
    "encoder.embed_positions": "src_encoding.positions.table",
    "decoder.embed_positions": "tgt_encoding.positions.table",
    "encoder.layernorm_embedding": "src_encoding.norm",
    "decoder.layernorm_embedding": "tgt_encoding.norm",
}
UNNEEDED = ("encoder.version", "decoder.version", "classification_head.**", "qa_outputs.**")
# Which of the names of one matrix is read where the file has more: that of the side.
SUPERSEDED = {"shared.weight": "encoder.embed_tokens.weight"}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """The paper's model with learned positions, and a norm of what enters each side."""
    return bart_like(
        settings,
        weights,
        PostNormLayer,
        positions=learned_positions(settings),
        norms_input=True,
        norms_output=False,
    )


def bart_like(
    settings: Settings,
    weights: StoredWeights,
    layer: Callable[[LayerParts], Layer],
    *,
    positions: Callable[[], nn.Module],
    norms_input: bool,
    norms_output: bool,
    uncounted: int | None = None,
) -> ModelParts:
    """An encoder and a decoder whose settings have BART's names.

    Args:
        norms_input: whether what enters the first layer is normalised.
        norms_output: whether what leaves the last one is.
        uncounted: see `InputParts`.

    Raises: PretrainedError no_part, also where an older file says otherwise in a setting of its
        own.
    """
    settings.require("normalize_before", layer is not PostNormLayer, None)
    settings.require("normalize_embedding", norms_input, None)
    settings.require("add_final_layer_norm", norms_output, None)
    d_model = settings.size("d_model")
    norm = partial(LayerNorm, d_model)
    side = InputParts(
        settings.size("vocab_size"),
        d_model,
        scale=math.sqrt(d_model) if settings.flag("scale_embedding") else None,
        positions=positions,
        norm=norm if norms_input else None,
        uncounted=uncounted,
    )
    encoder, decoder = (
        StackParts.alike(
            partial(layer, layer_of(settings, one)),
            settings.size(f"{one}_layers"),
            norm if norms_output else None,
        )
        for one in ("encoder", "decoder")
    )
    output = output_of(settings, weights, "shared.weight")
    return ModelParts(side, encoder, side, decoder, output, _is_shared(settings, weights))


def learned_positions(settings: Settings) -> Callable[[], nn.Module]:
    """BART's table of positions, whose first two rows nothing reads."""
    settings.require("static_position_embeddings", False, None)
    max_len, d_model = settings.size("max_position_embeddings"), settings.size("d_model")
    return partial(LearnedPositions, max_len, d_model, offset=2)


def _is_shared(settings: Settings, weights: StoredWeights) -> bool:
    """Whether both sides have one embedding."""
    sides = ("decoder.embed_tokens.weight", "encoder.embed_tokens.weight")
    return not weights.has_own_output(*sides, settings.flag("tie_word_embeddings"))


FAMILY = Family(
    "bart", DEFAULTS, parts, NAMES, prefix="model.", unneeded=UNNEEDED, superseded=SUPERSEDED
)
