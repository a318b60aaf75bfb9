"""The encodings of positions: sines and cosines, with their angles in float64, or the index."""

import math

import torch

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
is_power = True
is_moved = False
# Program

if kind == "sinusoidal":
    position = torch.arange(seq_len, dtype=torch.float64).unsqueeze(1)
    pair = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = position / base ** (pair / d_model)
    PE = torch.empty(seq_len, d_model)
    PE[:, 0::2] = angle.sin()
    PE[:, 1::2] = angle.cos()[:, : d_model // 2]
    if is_moved:
        # One matrix moves every position by the same number: each pair of columns turns
        shift = offset / base ** (pair / d_model)
        matrix = torch.zeros(d_model, d_model, dtype=torch.float64)
        matrix[0::2, 0::2] = matrix[1::2, 1::2] = torch.diag(shift.cos())
        matrix[1::2, 0::2] = torch.diag(shift.sin())
        matrix[0::2, 1::2] = -torch.diag(shift.sin())
        matrix = matrix.float()
        here = PE[:moved_positions]
        moved = here @ matrix
        later = (offset + position[:moved_positions]) / base ** (pair / d_model)
        there = torch.stack([later.sin(), later.cos()], dim=-1).flatten(1).float()
        print(moved, there)
elif kind == "normalized_index":
    position = torch.arange(seq_len).unsqueeze(1).float()
    PE = position.expand(seq_len, d_model) / max(seq_len - 1, 1)
elif kind == "index":
    PE = torch.arange(seq_len).unsqueeze(1).float().expand(seq_len, d_model)
elif kind == "rotary":
    drawn = torch.empty(2, d_k).normal_(generator=torch.Generator().manual_seed(seed))
    if layout == "halves":
        drawn = torch.cat([drawn[:, 0::2], drawn[:, 1::2]], dim=1)
    query, key = drawn[:1], drawn[1:]
    position = moved_by + torch.arange(positions, dtype=torch.float64).unsqueeze(1)
    speed = base ** -(torch.arange(0, d_k, 2, dtype=torch.float64) / d_k)
    angle = position * speed
    cos, sin = angle.cos().float(), angle.sin().float()

    def turn(x: torch.Tensor) -> torch.Tensor:
        if layout == "interleaved":
            first, second = x[:, 0::2], x[:, 1::2]
            both = first * cos - second * sin, first * sin + second * cos
            return torch.stack(both, dim=-1).flatten(1)
        else:
            first, second = x.chunk(2, dim=1)
            return torch.cat([first * cos - second * sin, first * sin + second * cos], dim=1)

    queries, keys = turn(query), turn(key)
    scores = queries @ keys.T
    print(scores)
elif kind == "alibi":
    if is_power:
        slopes = 2.0 ** (-8 * torch.arange(1, num_heads + 1) / num_heads)
    else:
        # Those of the power of 2 below it, then every other one of twice that power
        power = 2 ** math.floor(math.log2(num_heads))
        between = 2.0 ** (-4 * torch.arange(1, 2 * power, 2) / power)
        first = 2.0 ** (-8 * torch.arange(1, power + 1) / power)
        slopes = torch.cat([first, between])[:num_heads]
    position = torch.arange(positions)
    bias = -slopes[head] * (position[:, None] - position).abs()
    # Equal scores, so that the bias alone decides
    weights = torch.softmax(bias, dim=-1)
    print(bias, weights)
elif kind == "relative":
    table = torch.empty(num_buckets, num_heads)
    table.normal_(generator=torch.Generator().manual_seed(seed))
    position = torch.arange(positions)
    distance = position - position[:, None]
    side, exact = num_buckets // 2, num_buckets // 4
    # Near distances have a bucket each; the limits of the others grow by a constant factor
    growth = torch.log(distance.abs().clamp(min=1) / exact) / math.log(max_distance / exact)
    far = (exact + (growth * (side - exact)).long()).clamp(max=side - 1)
    near = distance.abs()
    buckets = side * (distance > 0) + torch.where(near < exact, near, far)
    bias = table[buckets][:, :, head]
    print(buckets, bias)
elif kind == "none":
    # The ids of the words, each with a vector of its own
    table = torch.empty(max(words) + 1, d_k)
    table.normal_(generator=torch.Generator().manual_seed(seed))

    def attend(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        scores = x @ x.T
        scaled = scores / math.sqrt(d_k)
        weights = torch.softmax(scaled, dim=-1)
        return weights, weights @ x

    X = table[words]
    X_reversed = X.flip(0)
    weights, output = attend(X)
    weights_reversed, output_reversed = attend(X_reversed)
    print(output, output_reversed.flip(0))
elif kind == "learned":
    drawn = torch.empty(1 + trained_len, d_k)
    drawn.normal_(generator=torch.Generator().manual_seed(seed))
    word, table = drawn[:1], drawn[1:]
    position_table = table[:positions]
    # Past its last row the table has nothing: table[trained_len] is an IndexError
    placed = torch.full((positions, d_k), torch.nan)
    placed[:trained_len] = word + position_table
    print(placed)
if kind in ("sinusoidal", "index", "normalized_index"):
    print(PE)
