"""mBART (Liu et al., 2020) and mBART-50 (Tang et al., 2020)."""

from transformer_core.variants.model_parts import ModelParts
from transformer_core.variants.norm_placement import PreNormLayer
from transformer_lab.pretrained.families.bart import DEFAULTS as BART_DEFAULTS
from transformer_lab.pretrained.families.bart import NAMES as BART
from transformer_lab.pretrained.families.bart import (
    SUPERSEDED,
    UNNEEDED,
    bart_like,
    learned_positions,
)
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {**BART_DEFAULTS, "decoder_start_token_id": None}
NAMES = {**BART, "encoder.layer_norm": "encoder.norm", "decoder.layer_norm": "decoder.norm"}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """BART with norms before each sublayer, and one after the last."""
    return bart_like(
        settings,
        weights,
        PreNormLayer,
        positions=learned_positions(settings),
        norms_input=True,
        norms_output=True,
    )


FAMILY = Family(
    "mbart", DEFAULTS, parts, NAMES, prefix="model.", unneeded=UNNEEDED, superseded=SUPERSEDED
)
