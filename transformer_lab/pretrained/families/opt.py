"""OPT (Zhang et al., 2022), and Galactica."""

from functools import partial

from transformer_core.layers import LayerNorm, Linear
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.norm_placement import LayerParts, PostNormLayer, PreNormLayer
from transformer_core.variants.output_heads import ProjectionHead
from transformer_lab.pretrained.families.marian import attention_names
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 50272,
    "hidden_size": 768,
    "num_hidden_layers": 12,
    "ffn_dim": 3072,
    "max_position_embeddings": 2048,
    "do_layer_norm_before": True,
    "_remove_final_layer_norm": False,
    "word_embed_proj_dim": None,
    "num_attention_heads": 12,
    "activation_function": "relu",
    "enable_bias": True,
    "layer_norm_elementwise_affine": True,
    "tie_word_embeddings": True,
}

_OURS = "decoder.layers.*."
NAMES = {
    "decoder.embed_tokens": "tgt_embedding",
    "decoder.embed_positions": "tgt_encoding.positions.table",
    "decoder.project_in": "tgt_encoding.projection",
    **attention_names("decoder.layers.*.self_attn", f"{_OURS}self_attention"),
    "decoder.layers.*.self_attn_layer_norm": f"{_OURS}norm_1",
    "decoder.layers.*.fc1": f"{_OURS}feed_forward.linear_1",
    "decoder.layers.*.fc2": f"{_OURS}feed_forward.linear_2",
    "decoder.layers.*.final_layer_norm": f"{_OURS}norm_2",
    "decoder.final_layer_norm": "decoder.norm",
    "decoder.project_out": "head.linear",
    "lm_head": "output",
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """A decoder with learned positions, whose norms are before or after each sublayer."""
    d_model, has_bias = settings.size("hidden_size"), settings.flag("enable_bias")
    norm = partial(
        LayerNorm, d_model, elementwise_affine=settings.flag("layer_norm_elementwise_affine")
    )
    attention = partial(
        GroupedAttention,
        d_model,
        settings.size("num_attention_heads"),
        bias=has_bias,
        output_bias=has_bias,
    )
    feed_forward = partial(
        ActivatedFeedForward,
        d_model,
        settings.size("ffn_dim"),
        settings.choice("activation_function", ACTIVATION_NAMES),
        bias=has_bias,
    )
    is_before = settings.flag("do_layer_norm_before")
    kind = PreNormLayer if is_before else PostNormLayer
    has_last_norm = is_before and not settings.flag("_remove_final_layer_norm")
    return ModelParts(
        tgt=_input(settings),
        decoder=StackParts.alike(
            partial(kind, LayerParts(attention, feed_forward, norm)),
            settings.size("num_hidden_layers"),
            norm if has_last_norm else None,
        ),
        output=_output(settings, weights),
    )


def _input(settings: Settings) -> InputParts:
    d_model = settings.size("hidden_size")
    width = settings.size("word_embed_proj_dim", otherwise=d_model)
    # The table's first two rows belong to no position: padding takes the second one.
    positions = partial(
        LearnedPositions, settings.size("max_position_embeddings"), d_model, offset=2
    )
    return InputParts(
        settings.size("vocab_size"),
        width,
        positions=positions,
        projection=None if width == d_model else partial(Linear, width, d_model, bias=False),
        projects_sum=False,
        counts_padding=False,
    )


def _output(settings: Settings, weights: StoredWeights) -> OutputParts:
    d_model = settings.size("hidden_size")
    width = settings.size("word_embed_proj_dim", otherwise=d_model)
    is_own = weights.has_own_output(
        "lm_head.weight", "decoder.embed_tokens.weight", settings.flag("tie_word_embeddings")
    )
    head = None if width == d_model else partial(ProjectionHead, d_model, width)
    return OutputParts("own" if is_own else "tied", head)


FAMILY = Family("opt", DEFAULTS, parts, NAMES, prefix="model.")
