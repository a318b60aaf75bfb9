"""M2M100 (Fan et al., 2021), and NLLB (NLLB team, 2022) without experts."""

from functools import partial

from transformer_core.variants.fairseq_positions import FairseqPositions
from transformer_core.variants.model_parts import ModelParts
from transformer_core.variants.norm_placement import PreNormLayer
from transformer_lab.pretrained.families.bart import DEFAULTS as BART_DEFAULTS
from transformer_lab.pretrained.families.bart import SUPERSEDED, bart_like
from transformer_lab.pretrained.families.marian import NAMES as MARIAN
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    **BART_DEFAULTS,
    "vocab_size": 128112,
    "activation_function": "relu",
    "scale_embedding": True,
}
NAMES = {**MARIAN, "encoder.layer_norm": "encoder.norm", "decoder.layer_norm": "decoder.norm"}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """Norms before each sublayer and after the last, and positions that skip padding tokens."""
    settings.require("static_position_embeddings", True, None)
    pad = settings.token("pad_token_id")
    return bart_like(
        settings,
        weights,
        PreNormLayer,
        positions=partial(FairseqPositions, settings.size("d_model"), offset=pad + 1),
        norms_input=False,
        norms_output=True,
        uncounted=pad,
    )


FAMILY = Family(
    "m2m_100",
    DEFAULTS,
    parts,
    NAMES,
    prefix="model.",
    # The encoding of positions, which is computed.
    unneeded=(
        "encoder.version",
        "decoder.version",
        "encoder.embed_positions.weights",
        "decoder.embed_positions.weights",
    ),
    superseded=SUPERSEDED,
)
