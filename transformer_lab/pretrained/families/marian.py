"""Marian (Junczys-Dowmunt et al., 2018), the paper's model as Helsinki-NLP has trained it."""

import math
from functools import partial

from torch import Tensor

from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.norm_placement import LayerParts, PostNormLayer
from transformer_core.variants.sinusoidal_positions import SinusoidalPositions
from transformer_lab.pretrained.family import Family, Reshaped
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 58101,
    "decoder_vocab_size": None,
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
    "share_encoder_decoder_embeddings": True,
    "tie_word_embeddings": True,
    "decoder_start_token_id": 58100,
    "pad_token_id": 58100,
    "eos_token_id": 0,
}


def _flat(tensor: Tensor) -> tuple[Tensor, ...]:
    return (tensor.flatten(),)  # (1, vocab) -> (vocab,)


def attention_names(theirs: str, ours: str) -> dict[str, str]:
    """The four layers of one attention."""
    layers = {"q_proj": "w_q", "k_proj": "w_k", "v_proj": "w_v", "out_proj": "w_o"}
    return {f"{theirs}.{one}": f"{ours}.{other}" for one, other in layers.items()}


NAMES: dict[str, str | Reshaped] = {
    "shared": "src_embedding",
    "encoder.embed_tokens": "src_embedding",
    "decoder.embed_tokens": "tgt_embedding",
    **attention_names("encoder.layers.*.self_attn", "encoder.layers.*.self_attention"),
    "encoder.layers.*.self_attn_layer_norm": "encoder.layers.*.norm_1",
    "encoder.layers.*.fc1": "encoder.layers.*.feed_forward.linear_1",
    "encoder.layers.*.fc2": "encoder.layers.*.feed_forward.linear_2",
    "encoder.layers.*.final_layer_norm": "encoder.layers.*.norm_2",
    **attention_names("decoder.layers.*.self_attn", "decoder.layers.*.self_attention"),
    "decoder.layers.*.self_attn_layer_norm": "decoder.layers.*.norm_1",
    **attention_names("decoder.layers.*.encoder_attn", "decoder.layers.*.cross_attention"),
    "decoder.layers.*.encoder_attn_layer_norm": "decoder.layers.*.norm_2",
    "decoder.layers.*.fc1": "decoder.layers.*.feed_forward.linear_1",
    "decoder.layers.*.fc2": "decoder.layers.*.feed_forward.linear_2",
    "decoder.layers.*.final_layer_norm": "decoder.layers.*.norm_3",
    "lm_head": "output",
    "final_logits_bias": Reshaped(("output.bias",), _flat),
}


def layer_of(settings: Settings, side: str) -> LayerParts:
    """The parts of a layer of "encoder" or "decoder"."""
    d_model = settings.size("d_model")
    attention = partial(GroupedAttention, d_model, settings.size(f"{side}_attention_heads"))
    return LayerParts(
        attention,
        partial(
            ActivatedFeedForward,
            d_model,
            settings.size(f"{side}_ffn_dim"),
            settings.choice("activation_function", ACTIVATION_NAMES),
        ),
        partial(LayerNorm, d_model),
        cross_attention=attention if side == "decoder" else None,
    )


def output_of(settings: Settings, weights: StoredWeights, embedding: str) -> OutputParts:
    """The embedding's matrix, or a layer of its own; with a bias where the file has one."""
    has_bias = "final_logits_bias" in weights
    is_tied = settings.flag("tie_word_embeddings")
    if weights.has_own_output("lm_head.weight", embedding, is_tied):
        return OutputParts("own", bias=has_bias)
    return OutputParts("tied with bias" if has_bias else "tied")


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """The paper's model, with all sines before all cosines."""
    d_model, vocab_size = settings.size("d_model"), settings.size("vocab_size")
    is_shared = settings.flag("share_encoder_decoder_embeddings")
    tgt_size = vocab_size if is_shared else settings.size("decoder_vocab_size", vocab_size)
    side = partial(
        InputParts,
        width=d_model,
        scale=math.sqrt(d_model) if settings.flag("scale_embedding") else None,
        positions=partial(SinusoidalPositions, d_model),
    )
    encoder, decoder = (
        StackParts.alike(
            partial(PostNormLayer, layer_of(settings, one)), settings.size(f"{one}_layers")
        )
        for one in ("encoder", "decoder")
    )
    embedding = "shared.weight" if is_shared else "decoder.embed_tokens.weight"
    return ModelParts(
        side(vocab_size),
        encoder,
        side(tgt_size),
        decoder,
        output_of(settings, weights, embedding),
        is_shared,
    )


FAMILY = Family(
    "marian",
    DEFAULTS,
    parts,
    NAMES,
    prefix="model.",
    # The encoding of positions, which is computed.
    unneeded=("encoder.embed_positions", "decoder.embed_positions"),
)
