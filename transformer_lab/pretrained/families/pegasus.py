"""Pegasus (Zhang et al., 2020)."""

from collections.abc import Callable
from functools import partial

from torch import nn

from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.model_parts import ModelParts
from transformer_core.variants.norm_placement import PreNormLayer
from transformer_core.variants.sinusoidal_positions import SinusoidalPositions
from transformer_lab.pretrained.families.bart import DEFAULTS as BART_DEFAULTS
from transformer_lab.pretrained.families.bart import SUPERSEDED, bart_like
from transformer_lab.pretrained.families.marian import NAMES as MARIAN
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    **BART_DEFAULTS,
    "bos_token_id": None,
    "pad_token_id": 0,
    "eos_token_id": 1,
    "decoder_start_token_id": 0,
}
NAMES = {
    **MARIAN,
    "encoder.embed_positions": "src_encoding.positions.table",
    "decoder.embed_positions": "tgt_encoding.positions.table",
    "encoder.layer_norm": "encoder.norm",
    "decoder.layer_norm": "decoder.norm",
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """Norms before each sublayer and after the last, and all sines before all cosines."""
    settings.require("static_position_embeddings", True, None)
    return bart_like(
        settings,
        weights,
        PreNormLayer,
        positions=_positions(settings, weights),
        norms_input=False,
        norms_output=True,
    )


def _positions(settings: Settings, weights: StoredWeights) -> Callable[[], nn.Module]:
    """As in the file where it has them, since half precision rounds them."""
    d_model = settings.size("d_model")
    if "encoder.embed_positions.weight" in weights:
        return partial(LearnedPositions, settings.size("max_position_embeddings"), d_model)
    return partial(SinusoidalPositions, d_model)


FAMILY = Family(
    "pegasus",
    DEFAULTS,
    parts,
    NAMES,
    prefix="model.",
    superseded=SUPERSEDED,
)
