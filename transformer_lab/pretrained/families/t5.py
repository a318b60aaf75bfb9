"""T5 (Raffel et al., 2020), and with a gated feed-forward network T5 1.1 and FLAN-T5."""

from functools import partial

from torch import nn

from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.gated_feed_forward import GatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.norm_placement import LayerParts, PreNormLayer
from transformer_core.variants.output_heads import ScaledHead
from transformer_core.variants.relative_bias import RelativeBias
from transformer_core.variants.rms_norm import RMSNorm
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 32128,
    "d_model": 512,
    "d_kv": 64,
    "d_ff": 2048,
    "num_layers": 6,
    "num_decoder_layers": None,
    "num_heads": 8,
    "relative_attention_num_buckets": 32,
    "relative_attention_max_distance": 128,
    "layer_norm_epsilon": 1e-6,
    "feed_forward_proj": "relu",
    "pad_token_id": 0,
    "eos_token_id": 1,
}


def _attention_names(theirs: str, ours: str) -> dict[str, str]:
    return {f"{theirs}.{name}": f"{ours}.w_{name}" for name in "qkvo"}


def _side_names(side: str, last: int) -> dict[str, str]:
    """Of one side, whose layers have their feed-forward network at the place `last`."""
    theirs, ours = f"{side}.block.*.layer", f"{side}.layers.*"
    return {
        f"{side}.embed_tokens": "src_embedding",
        f"{side}.block.0.layer.0.SelfAttention.relative_attention_bias": (
            f"{side}.position_bias.table"
        ),
        **_attention_names(f"{theirs}.0.SelfAttention", f"{ours}.self_attention"),
        f"{theirs}.0.layer_norm": f"{ours}.norm_1",
        f"{theirs}.{last}.DenseReluDense.wi": f"{ours}.feed_forward.linear_1",
        f"{theirs}.{last}.DenseReluDense.wi_0": f"{ours}.feed_forward.linear_gate",
        f"{theirs}.{last}.DenseReluDense.wi_1": f"{ours}.feed_forward.linear_1",
        f"{theirs}.{last}.DenseReluDense.wo": f"{ours}.feed_forward.linear_2",
        f"{theirs}.{last}.layer_norm": f"{ours}.norm_{last + 1}",
        f"{side}.final_layer_norm": f"{side}.norm",
    }


NAMES = {
    "shared": "src_embedding",
    **_side_names("encoder", 1),
    **_side_names("decoder", 2),
    **_attention_names(
        "decoder.block.*.layer.1.EncDecAttention", "decoder.layers.*.cross_attention"
    ),
    "decoder.block.*.layer.1.layer_norm": "decoder.layers.*.norm_2",
    "lm_head": "output",
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """RMS norms before each sublayer, scores that are not scaled, and a bias by distance."""
    d_model = settings.size("d_model")
    source = InputParts(settings.size("vocab_size"), d_model)
    num_layers = settings.size("num_layers")
    return ModelParts(
        source,
        _stack(settings, "encoder", num_layers),
        source,
        _stack(settings, "decoder", settings.size("num_decoder_layers", otherwise=num_layers)),
        _output(settings, weights),
    )


def _stack(settings: Settings, side: str, num_layers: int) -> StackParts:
    d_model, num_heads = settings.size("d_model"), settings.size("num_heads")
    norm = partial(RMSNorm, d_model, eps=settings.number("layer_norm_epsilon"))
    attention = partial(
        GroupedAttention,
        d_model,
        num_heads,
        d_k=settings.size("d_kv"),
        bias=False,
        output_bias=False,
        scale=1.0,
    )
    cross_attention = attention if side == "decoder" else None
    layer = LayerParts(attention, _feed_forward(settings), norm, cross_attention)
    position_bias = partial(
        RelativeBias,
        num_heads,
        settings.size("relative_attention_num_buckets"),
        settings.size("relative_attention_max_distance"),
        both_sides=side == "encoder",
    )
    return StackParts.alike(partial(PreNormLayer, layer), num_layers, norm, position_bias)


def _feed_forward(settings: Settings) -> "partial[nn.Module]":
    plain = {name: (ActivatedFeedForward, ours) for name, ours in ACTIVATION_NAMES.items()}
    gated = {f"gated-{name}": (GatedFeedForward, ours) for name, ours in ACTIVATION_NAMES.items()}
    # This one name has always meant the approximation.
    gated["gated-gelu"] = (GatedFeedForward, "gelu_tanh")
    kind, activation = settings.choice("feed_forward_proj", {**plain, **gated})
    return partial(kind, settings.size("d_model"), settings.size("d_ff"), activation, bias=False)


def _output(settings: Settings, weights: StoredWeights) -> OutputParts:
    """Scaled only where the output was tied when it was trained, which newer files say in a key of
    its own.
    """
    is_scaled = settings["scale_decoder_outputs"]
    if is_scaled is None:
        is_scaled = settings["tie_word_embeddings"] is not False
    is_own = weights.has_own_output("lm_head.weight", "shared.weight", is_tied=True)
    head = partial(ScaledHead, settings.size("d_model") ** -0.5) if is_scaled else None
    return OutputParts("own" if is_own else "tied", head)


FAMILY = Family(
    "t5",
    DEFAULTS,
    parts,
    NAMES,
    unneeded=("decoder.block.0.layer.1.EncDecAttention.relative_attention_bias",),
)
