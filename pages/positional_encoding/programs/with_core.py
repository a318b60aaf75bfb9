"""The same encodings, computed with the core."""

from transformer_core import positional_encoding
from transformer_lab.examples import index_encoding, normalized_index_encoding

# Setting
seq_len, d_model = 50, 128
base = 10000.0
# Choices
kind = "sinusoidal"
# Program

if kind == "sinusoidal":
    PE = positional_encoding(seq_len, d_model, base=base)
elif kind == "normalized_index":
    PE = normalized_index_encoding(seq_len, d_model)
else:
    PE = index_encoding(seq_len, d_model)
print(PE)
