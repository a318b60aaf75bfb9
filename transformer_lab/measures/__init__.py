"""Figures by which encodings, heads, layers and models can be told apart."""

from transformer_lab.measures.activity import depth_profile, likeliest, silent_share
from transformer_lab.measures.alignment import attended, correctly_attended, last_cross_attention
from transformer_lab.measures.encoding_properties import EncodingProperties, encoding_properties
from transformer_lab.measures.entropy import attention_entropy
from transformer_lab.measures.head_contributions import (
    concatenated_without,
    head_contributions,
    share_of_norm,
)
from transformer_lab.measures.last_norm import mean_deviation, traced_without_last_norms
from transformer_lab.measures.model_sizes import activation_counts, parameter_counts, traced_shapes
from transformer_lab.measures.smoothing import least_loss, smoothed_target
from transformer_lab.measures.teacher_forcing import (
    each_at_its_end,
    first_difference,
    one_at_a_time,
    writing,
    written_by,
)
from transformer_lab.measures.waves import wave_at, wavelengths

__all__ = [
    "EncodingProperties",
    "activation_counts",
    "attended",
    "attention_entropy",
    "concatenated_without",
    "correctly_attended",
    "depth_profile",
    "each_at_its_end",
    "encoding_properties",
    "first_difference",
    "head_contributions",
    "last_cross_attention",
    "least_loss",
    "likeliest",
    "mean_deviation",
    "one_at_a_time",
    "parameter_counts",
    "share_of_norm",
    "silent_share",
    "smoothed_target",
    "traced_shapes",
    "traced_without_last_norms",
    "wave_at",
    "wavelengths",
    "writing",
    "written_by",
]
