"""Figures by which encodings, heads, layers and models can be told apart."""

from transformer_lab.measures.activity import depth_profile, likeliest, silent_share
from transformer_lab.measures.alignment import attended, correctly_attended, last_cross_attention
from transformer_lab.measures.encoding_properties import EncodingProperties, encoding_properties
from transformer_lab.measures.model_sizes import parameter_counts, traced_shapes

__all__ = [
    "EncodingProperties",
    "attended",
    "correctly_attended",
    "depth_profile",
    "encoding_properties",
    "last_cross_attention",
    "likeliest",
    "parameter_counts",
    "silent_share",
    "traced_shapes",
]
