"""BERT (Devlin et al., 2019), and models of its shape such as MiniLM."""

from collections.abc import Callable
from functools import partial

from torch import nn

from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.norm_placement import LayerParts, PostNormLayer
from transformer_core.variants.output_heads import MaskedWordHead
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 30522,
    "hidden_size": 768,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 3072,
    "hidden_act": "gelu",
    "max_position_embeddings": 512,
    "type_vocab_size": 2,
    "layer_norm_eps": 1e-12,
    "is_decoder": False,
    "tie_word_embeddings": True,
}

_LAYER, _OURS = "encoder.layer.*.", "encoder.layers.*."
LAYER_NAMES = {
    f"{_LAYER}attention.self.query": f"{_OURS}self_attention.w_q",
    f"{_LAYER}attention.self.key": f"{_OURS}self_attention.w_k",
    f"{_LAYER}attention.self.value": f"{_OURS}self_attention.w_v",
    f"{_LAYER}attention.output.dense": f"{_OURS}self_attention.w_o",
    f"{_LAYER}attention.output.LayerNorm": f"{_OURS}norm_1",
    f"{_LAYER}intermediate.dense": f"{_OURS}feed_forward.linear_1",
    f"{_LAYER}output.dense": f"{_OURS}feed_forward.linear_2",
    f"{_LAYER}output.LayerNorm": f"{_OURS}norm_2",
}
NAMES = {
    "embeddings.word_embeddings": "src_embedding",
    "embeddings.position_embeddings": "src_encoding.positions.table",
    "embeddings.token_type_embeddings": "src_encoding.token_types",
    "embeddings.LayerNorm": "src_encoding.norm",
    **LAYER_NAMES,
    "cls.predictions.transform.dense": "head.linear",
    "cls.predictions.transform.LayerNorm": "head.norm",
    "cls.predictions.decoder": "output",
    "cls.predictions.bias": "output.bias",
}
# What sums up a sentence, and what was trained on top of it.
UNNEEDED = ("embeddings.position_ids", "pooler.**", "classifier.**", "qa_outputs.**")


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """An encoder with norms after each sum; logits where the file has the layers for them."""
    d_model = settings.size("hidden_size")
    output = output_of(
        settings,
        weights,
        "cls.predictions.transform.dense.weight",
        "cls.predictions.decoder.weight",
        partial(MaskedWordHead, d_model, d_model, activation_of(settings), norm_of(settings)),
    )
    return ModelParts(source_of(settings), stack_of(settings), output=output)


def source_of(settings: Settings, width: int | None = None) -> InputParts:
    """A token, its position and its sentence, summed and normalised; `width` is d_model if None."""
    settings.require("position_embedding_type", "absolute", None)
    width = width or settings.size("hidden_size")
    return InputParts(
        settings.size("vocab_size"),
        width,
        positions=partial(LearnedPositions, settings.size("max_position_embeddings"), width),
        token_types=settings.size("type_vocab_size"),
        norm=norm_of(settings, width),
    )


def stack_of(settings: Settings) -> StackParts:
    """Layers of the paper's encoder."""
    settings.require("is_decoder", False, None)
    d_model = settings.size("hidden_size")
    feed_forward = partial(
        ActivatedFeedForward, d_model, settings.size("intermediate_size"), activation_of(settings)
    )
    attention = partial(GroupedAttention, d_model, settings.size("num_attention_heads"))
    layer = LayerParts(attention, feed_forward, norm_of(settings))
    return StackParts.alike(partial(PostNormLayer, layer), settings.size("num_hidden_layers"))


def output_of(
    settings: Settings,
    weights: StoredWeights,
    first: str,
    last: str,
    head: Callable[[], nn.Module],
) -> OutputParts | None:
    """Logits of masked words, where the file has a matrix of that name for them.

    Args:
        first: the matrix of the first layer of what makes them.
        last: the output layer's, which mostly is the embedding's.
    """
    if first not in weights:
        return None
    embedding = "embeddings.word_embeddings.weight"
    is_own = weights.has_own_output(last, embedding, settings.flag("tie_word_embeddings"))
    return OutputParts("own" if is_own else "tied with bias", head, bias=True)


def activation_of(settings: Settings) -> str:
    """The activation of the feed-forward networks, by our name."""
    return settings.choice("hidden_act", ACTIVATION_NAMES)


def norm_of(settings: Settings, width: int | None = None) -> Callable[[], nn.Module]:
    """What builds each norm; of d_model numbers if `width` is None."""
    width = width or settings.size("hidden_size")
    return partial(LayerNorm, width, eps=settings.number("layer_norm_eps"))


FAMILY = Family(
    "bert",
    DEFAULTS,
    parts,
    NAMES,
    prefix="bert.",
    unneeded=(*UNNEEDED, "cls.seq_relationship.**"),
    superseded={"cls.predictions.bias": "cls.predictions.decoder.bias"},
)
