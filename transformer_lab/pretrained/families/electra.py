"""ELECTRA (Clark et al., 2020). The generator writes masked words; the discriminator, which tells
replaced words from others, is read without logits.
"""

from dataclasses import replace
from functools import partial

from transformer_core.layers import Linear
from transformer_core.variants.model_parts import ModelParts
from transformer_core.variants.output_heads import MaskedWordHead
from transformer_lab.pretrained.families.bert import DEFAULTS as BERT_DEFAULTS
from transformer_lab.pretrained.families.bert import NAMES as BERT
from transformer_lab.pretrained.families.bert import (
    UNNEEDED,
    norm_of,
    output_of,
    source_of,
    stack_of,
)
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    **BERT_DEFAULTS,
    "embedding_size": 128,
    "hidden_size": 256,
    "num_attention_heads": 4,
    "intermediate_size": 1024,
}
NAMES = {
    **{theirs: ours for theirs, ours in BERT.items() if not theirs.startswith("cls.")},
    "embeddings_project": "src_encoding.projection",
    "generator_predictions.dense": "head.linear",
    "generator_predictions.LayerNorm": "head.norm",
    "generator_lm_head": "output",
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """BERT whose embeddings may be narrower than the layers."""
    d_model, width = settings.size("hidden_size"), settings.size("embedding_size")
    projection = None if width == d_model else partial(Linear, width, d_model)
    # Whatever the activation of the layers is, the head has this one.
    head = partial(MaskedWordHead, d_model, width, "gelu", norm_of(settings, width))
    first, last = "generator_predictions.dense.weight", "generator_lm_head.weight"
    return ModelParts(
        replace(source_of(settings, width), projection=projection),
        stack_of(settings),
        output=output_of(settings, weights, first, last, head),
    )


FAMILY = Family(
    "electra",
    DEFAULTS,
    parts,
    NAMES,
    prefix="electra.",
    unneeded=(*UNNEEDED, "discriminator_predictions.**", "sequence_summary.**"),
)
