"""GPT-NeoX (Black et al., 2022), and Pythia (Biderman et al., 2023)."""

from functools import partial

from torch import Tensor

from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.norm_placement import LayerParts, ParallelLayer, PreNormLayer
from transformer_lab.pretrained.family import Family, Reshaped
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES, rotary
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 50432,
    "hidden_size": 6144,
    "num_hidden_layers": 44,
    "num_attention_heads": 64,
    "intermediate_size": 24576,
    "hidden_act": "gelu",
    "max_position_embeddings": 2048,
    "layer_norm_eps": 1e-5,
    "tie_word_embeddings": False,
    "use_parallel_residual": True,
    "attention_bias": True,
}

_OURS = "decoder.layers.*."
NAMES = {
    "embed_in": "tgt_embedding",
    "layers.*.input_layernorm": f"{_OURS}norm_1",
    "layers.*.attention.dense": f"{_OURS}self_attention.w_o",
    "layers.*.post_attention_layernorm": f"{_OURS}norm_2",
    "layers.*.mlp.dense_h_to_4h": f"{_OURS}feed_forward.linear_1",
    "layers.*.mlp.dense_4h_to_h": f"{_OURS}feed_forward.linear_2",
    "final_layer_norm": "decoder.norm",
    "embed_out": "output",
    "lm_head": "output",
}


def _cut(settings: Settings) -> dict[str, Reshaped]:
    """W_Q, W_K and W_V of the first head, then those of the second one: (3 * d_model, d_model)."""
    num_heads = settings.size("num_attention_heads")

    def three(tensor: Tensor) -> tuple[Tensor, ...]:
        heads = tensor.unflatten(0, (num_heads, 3, -1))  # (heads, 3, d_k, d_model)
        return tuple(one.flatten(0, 1) for one in heads.unbind(1))

    ours = tuple(f"{_OURS}self_attention.{name}" for name in ("w_q", "w_k", "w_v"))
    return {"layers.*.attention.query_key_value": Reshaped(ours, three)}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """A decoder with parallel sublayers, of whose heads the first quarter is turned."""
    d_model, num_heads = settings.size("hidden_size"), settings.size("num_attention_heads")
    norm = partial(LayerNorm, d_model, eps=settings.number("layer_norm_eps"))
    has_bias = settings.flag("attention_bias")
    turn = rotary(
        settings,
        d_model // num_heads,
        base_key="rotary_emb_base",
        part_key="rotary_pct",
        part=0.25,
    )
    attention = partial(
        GroupedAttention,
        d_model,
        num_heads,
        bias=has_bias,
        output_bias=has_bias,
        preparations=(turn,),
    )
    feed_forward = partial(
        ActivatedFeedForward,
        d_model,
        settings.size("intermediate_size"),
        settings.choice("hidden_act", ACTIVATION_NAMES),
    )
    kind = ParallelLayer if settings.flag("use_parallel_residual") else PreNormLayer
    layer = partial(kind, LayerParts(attention, feed_forward, norm))
    return ModelParts(
        tgt=InputParts(settings.size("vocab_size"), d_model),
        decoder=StackParts.alike(layer, settings.size("num_hidden_layers"), norm),
        output=_output(settings, weights),
    )


def _output(settings: Settings, weights: StoredWeights) -> OutputParts:
    name = "embed_out.weight" if "embed_out.weight" in weights else "lm_head.weight"
    is_tied = settings.flag("tie_word_embeddings")
    return OutputParts(
        "own" if weights.has_own_output(name, "embed_in.weight", is_tied) else "tied"
    )


FAMILY = Family(
    "gpt_neox",
    DEFAULTS,
    parts,
    NAMES,
    prefix="gpt_neox.",
    # Masks and what they hide with, and the speeds of the turn.
    unneeded=(
        "layers.*.attention.bias",
        "layers.*.attention.masked_bias",
        "layers.*.attention.rotary_emb.inv_freq",
    ),
    cut=_cut,
)
