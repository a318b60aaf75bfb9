"""DistilBERT (Sanh et al., 2019)."""

from functools import partial

from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.model_parts import ModelParts, StackParts
from transformer_core.variants.norm_placement import LayerParts, PostNormLayer
from transformer_core.variants.output_heads import MaskedWordHead
from transformer_lab.pretrained.families.bert import output_of
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 30522,
    "max_position_embeddings": 512,
    "n_layers": 6,
    "n_heads": 12,
    "dim": 768,
    "hidden_dim": 3072,
    "activation": "gelu",
    "tie_word_embeddings": True,
}

_LAYER, _OURS = "transformer.layer.*.", "encoder.layers.*."
NAMES = {
    "embeddings.word_embeddings": "src_embedding",
    # Learnt or waves: both are in the file.
    "embeddings.position_embeddings": "src_encoding.positions.table",
    "embeddings.LayerNorm": "src_encoding.norm",
    f"{_LAYER}attention.q_lin": f"{_OURS}self_attention.w_q",
    f"{_LAYER}attention.k_lin": f"{_OURS}self_attention.w_k",
    f"{_LAYER}attention.v_lin": f"{_OURS}self_attention.w_v",
    f"{_LAYER}attention.out_lin": f"{_OURS}self_attention.w_o",
    f"{_LAYER}sa_layer_norm": f"{_OURS}norm_1",
    f"{_LAYER}ffn.lin1": f"{_OURS}feed_forward.linear_1",
    f"{_LAYER}ffn.lin2": f"{_OURS}feed_forward.linear_2",
    f"{_LAYER}output_layer_norm": f"{_OURS}norm_2",
    "vocab_transform": "head.linear",
    "vocab_layer_norm": "head.norm",
    "vocab_projector": "output",
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """BERT without token types."""
    d_model = settings.size("dim")
    activation = settings.choice("activation", ACTIVATION_NAMES)
    norm = partial(LayerNorm, d_model, eps=1e-12)
    layer = LayerParts(
        partial(GroupedAttention, d_model, settings.size("n_heads")),
        partial(ActivatedFeedForward, d_model, settings.size("hidden_dim"), activation),
        norm,
    )
    source = InputParts(
        settings.size("vocab_size"),
        d_model,
        positions=partial(LearnedPositions, settings.size("max_position_embeddings"), d_model),
        norm=norm,
    )
    stack = StackParts.alike(partial(PostNormLayer, layer), settings.size("n_layers"))
    head = partial(MaskedWordHead, d_model, d_model, activation, norm)
    output = output_of(settings, weights, "vocab_transform.weight", "vocab_projector.weight", head)
    return ModelParts(source, stack, output=output)


FAMILY = Family(
    "distilbert",
    DEFAULTS,
    parts,
    NAMES,
    prefix="distilbert.",
    # What was trained on top of it.
    unneeded=("pre_classifier.**", "classifier.**", "qa_outputs.**", "embeddings.position_ids"),
)
