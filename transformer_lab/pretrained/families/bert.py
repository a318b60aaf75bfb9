"""BERT (Devlin et al., 2019), and models of its shape such as MiniLM."""

from functools import partial

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


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """An encoder with norms after each sum; logits where the file has the layers for them."""
    settings.require("is_decoder", False)
    settings.require("position_embedding_type", "absolute", None)
    d_model = settings.size("hidden_size")
    activation = settings.choice("hidden_act", ACTIVATION_NAMES)
    norm = partial(LayerNorm, d_model, eps=settings.number("layer_norm_eps"))
    layer = LayerParts(
        partial(GroupedAttention, d_model, settings.size("num_attention_heads")),
        partial(ActivatedFeedForward, d_model, settings.size("intermediate_size"), activation),
        norm,
    )
    source = InputParts(
        settings.size("vocab_size"),
        d_model,
        positions=partial(LearnedPositions, settings.size("max_position_embeddings"), d_model),
        token_types=settings.size("type_vocab_size"),
        norm=norm,
    )
    stack = StackParts.alike(partial(PostNormLayer, layer), settings.size("num_hidden_layers"))
    head = partial(MaskedWordHead, d_model, d_model, activation, norm)
    return ModelParts(source, stack, output=_output(settings, weights, head))


def _output(
    settings: Settings, weights: StoredWeights, head: "partial[MaskedWordHead]"
) -> OutputParts | None:
    if "cls.predictions.transform.dense.weight" not in weights:
        return None
    is_own = weights.has_own_output(
        "cls.predictions.decoder.weight",
        "embeddings.word_embeddings.weight",
        settings.flag("tie_word_embeddings"),
    )
    return OutputParts("own" if is_own else "tied with bias", head, bias=True)


FAMILY = Family(
    "bert",
    DEFAULTS,
    parts,
    NAMES,
    prefix="bert.",
    unneeded=(
        "embeddings.position_ids",
        "pooler.**",
        "cls.seq_relationship.**",
        "classifier.**",
        "qa_outputs.**",
    ),
    superseded={"cls.predictions.bias": "cls.predictions.decoder.bias"},
)
