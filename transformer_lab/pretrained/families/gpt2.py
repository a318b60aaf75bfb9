"""GPT-2 (Radford et al., 2019)."""

from functools import partial

from torch import Tensor

from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.norm_placement import LayerParts, PreNormLayer
from transformer_lab.pretrained.family import Family, Reshaped
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 50257,
    "n_positions": 1024,
    "n_embd": 768,
    "n_layer": 12,
    "n_head": 12,
    "n_inner": None,
    "activation_function": "gelu_new",
    "layer_norm_epsilon": 1e-5,
    "scale_attn_weights": True,
    "scale_attn_by_inverse_layer_idx": False,
    "add_cross_attention": False,
    "tie_word_embeddings": True,
}


def _turned_round(tensor: Tensor) -> tuple[Tensor, ...]:
    """Their layers compute x W, so their matrices are (inputs, outputs)."""
    return (tensor.t(),)


def _in_three(tensor: Tensor) -> tuple[Tensor, ...]:
    """W_Q, W_K and W_V next to each other: (d_model, 3 * d_model), and their biases."""
    return tensor.t().chunk(3)


_OURS = "decoder.layers.*."
NAMES: dict[str, str | Reshaped] = {
    "wte": "tgt_embedding",
    "wpe": "tgt_encoding.positions.table",
    "h.*.ln_1": f"{_OURS}norm_1",
    "h.*.attn.c_attn": Reshaped(
        tuple(f"{_OURS}self_attention.{name}" for name in ("w_q", "w_k", "w_v")), _in_three
    ),
    "h.*.attn.c_proj": Reshaped((f"{_OURS}self_attention.w_o",), _turned_round),
    "h.*.ln_2": f"{_OURS}norm_2",
    "h.*.mlp.c_fc": Reshaped((f"{_OURS}feed_forward.linear_1",), _turned_round),
    "h.*.mlp.c_proj": Reshaped((f"{_OURS}feed_forward.linear_2",), _turned_round),
    "ln_f": "decoder.norm",
    "lm_head": "output",
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """A decoder with norms before each sublayer and learned positions."""
    settings.require("add_cross_attention", False)
    d_model, num_heads = settings.size("n_embd"), settings.size("n_head")
    norm = partial(LayerNorm, d_model, eps=settings.number("layer_norm_epsilon"))
    feed_forward = partial(
        ActivatedFeedForward,
        d_model,
        settings.size("n_inner", otherwise=4 * d_model),
        settings.choice("activation_function", ACTIVATION_NAMES),
    )
    layers = tuple(
        partial(
            PreNormLayer,
            LayerParts(
                partial(GroupedAttention, d_model, num_heads, scale=_scale(settings, layer)),
                feed_forward,
                norm,
            ),
        )
        for layer in range(settings.size("n_layer"))
    )
    positions = partial(LearnedPositions, settings.size("n_positions"), d_model)
    target = InputParts(settings.size("vocab_size"), d_model, positions=positions)
    is_own = weights.has_own_output(
        "lm_head.weight", "wte.weight", settings.flag("tie_word_embeddings")
    )
    output = OutputParts("own" if is_own else "tied")
    return ModelParts(tgt=target, decoder=StackParts(layers, norm), output=output)


def _scale(settings: Settings, layer: int) -> float:
    d_k = settings.size("n_embd") // settings.size("n_head")
    scale = d_k**-0.5 if settings.flag("scale_attn_weights") else 1.0
    return scale / (layer + 1) if settings.flag("scale_attn_by_inverse_layer_idx") else scale


FAMILY = Family(
    "gpt2",
    DEFAULTS,
    parts,
    NAMES,
    prefix="transformer.",
    # Masks, and what they hide with.
    unneeded=("h.*.attn.bias", "h.*.attn.masked_bias"),
)
