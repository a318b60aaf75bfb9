"""RoBERTa (Liu et al., 2019)."""

from dataclasses import replace
from functools import partial

from transformer_core.variants.learned_positions import LearnedPositions
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

DEFAULTS = {**BERT_DEFAULTS, "vocab_size": 50265, "pad_token_id": 1}
NAMES = {
    **{theirs: ours for theirs, ours in BERT.items() if not theirs.startswith("cls.")},
    "lm_head.dense": "head.linear",
    "lm_head.layer_norm": "head.norm",
    "lm_head.decoder": "output",
    "lm_head.bias": "output.bias",
}
SUPERSEDED = {"lm_head.bias": "lm_head.decoder.bias"}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """BERT whose positions skip padding: the row of the first is that after the padding's."""
    d_model, pad = settings.size("hidden_size"), settings.token("pad_token_id")
    max_len = settings.size("max_position_embeddings") - pad - 1
    if max_len < 1:
        raise settings.refused("pad_token_id")
    positions = partial(LearnedPositions, max_len, d_model, offset=pad + 1)
    # Whatever the activation of the layers is, the head has this one.
    head = partial(MaskedWordHead, d_model, d_model, "gelu", norm_of(settings))
    return ModelParts(
        replace(source_of(settings), positions=positions, uncounted=pad),
        stack_of(settings),
        output=output_of(settings, weights, "lm_head.dense.weight", "lm_head.decoder.weight", head),
    )


FAMILY = Family(
    "roberta",
    DEFAULTS,
    parts,
    NAMES,
    prefix="roberta.",
    unneeded=UNNEEDED,
    superseded=SUPERSEDED,
)
