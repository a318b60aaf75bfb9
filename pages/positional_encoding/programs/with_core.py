"""The same encodings, computed with the core."""

import torch

from transformer_core import attention, position_shift, positional_encoding
from transformer_core.variants.alibi import AlibiBias, slopes
from transformer_core.variants.relative_bias import RelativeBias, bucket
from transformer_core.variants.rotary_positions import RotaryPositions
from transformer_lab.examples import (
    index_encoding,
    normalized_index_encoding,
    placed_word,
    random_embedding,
)

# Setting
seq_len, d_model = 50, 128
base = 10000.0
positions, moved_by = 8, 0
offset, moved_positions = 3, 12
trained_len = 6
d_k, seed = 4, 7
num_heads, head = 8, 0
num_buckets, max_distance = 8, 8
words = [0, 1, 2, 0, 3]
# Choices
kind = "sinusoidal"
layout = "interleaved"
is_moved = False
# Program

if kind == "sinusoidal":
    PE = positional_encoding(seq_len, d_model, base=base)
    if is_moved:
        # One matrix moves every position by the same number
        here = PE[:moved_positions]
        matrix = position_shift(offset, d_model, base)
        moved = here @ matrix
        there = positional_encoding(offset + moved_positions, d_model, base=base)[offset:]
        print(moved, there)
elif kind == "normalized_index":
    PE = normalized_index_encoding(seq_len, d_model)
elif kind == "index":
    PE = index_encoding(seq_len, d_model)
elif kind == "rotary":
    drawn = random_embedding(2, d_k, seed)
    if layout == "halves":
        drawn = torch.cat([drawn[:, 0::2], drawn[:, 1::2]], dim=1)
    query, key = (one.expand(1, 1, positions, d_k) for one in drawn)
    rotary = RotaryPositions(
        d_k, base=base, layout="interleaved" if layout == "interleaved" else "halves"
    )
    queries, keys = rotary(query, key, moved_by + torch.arange(positions))
    scores = queries @ keys.mT
    print(scores[0, 0])
elif kind == "alibi":
    position = torch.arange(positions)
    bias = AlibiBias(num_heads)(position, position)[head]
    # Equal scores, so that the bias alone decides
    weights = torch.softmax(bias, dim=-1)
    slope_of_each = slopes(num_heads)
    print(slope_of_each, bias, weights)
elif kind == "relative":
    table = random_embedding(num_buckets, num_heads, seed)
    module = RelativeBias(num_heads, num_buckets, max_distance, both_sides=True)
    module.load_state_dict({"table.weight": table})
    position = torch.arange(positions)
    distance = position - position[:, None]
    buckets = bucket(distance, num_buckets, max_distance, both_sides=True)
    bias = module(position, position)[head].detach()
    print(buckets, bias)
elif kind == "none":
    # The ids of the words, each with a vector of its own
    X = random_embedding(max(words) + 1, d_k, seed)[words]
    X_reversed = X.flip(0)
    scores, scaled, _, weights, output = attention(X, X, X)
    found = attention(X_reversed, X_reversed, X_reversed)
    scores_reversed, scaled_reversed, _, weights_reversed, output_reversed = found
    print(output, output_reversed.flip(0))
elif kind == "learned":
    drawn = random_embedding(1 + trained_len, d_k, seed)
    word, table = drawn[:1], drawn[1:]
    position_table = table[:positions]
    placed = placed_word(word, position_table, positions)
    print(placed)
if kind in ("sinusoidal", "index", "normalized_index"):
    print(PE)
