"""One attention of an encoder-decoder under its mask, and under another. True = hidden.

The table is the size of the draws from which Q, K and V are cut.
"""

import torch

# Setting
source_ids = torch.tensor([5, 3, 8, 0, 0])
target_ids = torch.tensor([1, 2, 3, 4, 0])
seed, rows, cols = 1, 64, 8
gain = 1
# Choices
shown, mask_name = "cross", "target"
is_filled, is_scaled, has_other = False, False, True
filled = "zero"
test = ""
# Program


def draw(seed: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.empty(rows, cols).normal_(generator=generator)


if shown == "encoder":
    query_ids = key_ids = source_ids
elif shown == "decoder":
    query_ids = key_ids = target_ids
else:
    query_ids, key_ids = target_ids, source_ids
seq_q, seq_k = len(query_ids), len(key_ids)

# In the target, which starts with ⟨start⟩, the last row of the draw comes first
query_rows = torch.arange(seq_q) if shown == "encoder" else (torch.arange(seq_q) - 1) % rows
key_rows = (torch.arange(seq_k) - 1) % rows if shown == "decoder" else torch.arange(seq_k)
Q = draw(seed if shown == "encoder" else seed + 1)[query_rows].chunk(2, dim=1)[0]
if is_scaled:
    Q = gain * Q  # (seq_q, d_k)
K = draw(seed + 1 if shown == "decoder" else seed)[key_rows].chunk(2, dim=1)[1]  # (seq_k, d_k)
V = draw(seed + 2)[key_rows].chunk(2, dim=1)[1 if shown == "decoder" else 0]  # (seq_k, d_v)

padding = (key_ids == 0)[None]  # (1, seq_k)
if shown == "decoder":
    look_ahead = torch.ones(seq_k, seq_k, dtype=torch.bool).triu(1)
    right = padding | look_ahead  # (seq_q, seq_k)
else:
    right = padding.expand(seq_q, seq_k)  # (seq_q, seq_k)

if mask_name == "none":
    other = torch.zeros_like(right)
elif mask_name == "target" and has_other:
    other = (query_ids == 0)[None].expand(seq_q, seq_k)
elif mask_name == "queries":
    query_padding = (query_ids == 0)[:, None]  # (seq_q, 1)
    other = right | query_padding
elif mask_name == "axis":
    other = (query_ids == 0)[:, None].expand(seq_q, seq_k)
elif mask_name == "opposite":
    other = ~right
elif mask_name == "and":
    other = padding & look_ahead
elif mask_name == "causal":
    other = look_ahead
elif mask_name == "padding":
    other = padding.expand(seq_q, seq_k)
elif mask_name == "transposed":
    past = look_ahead.T
    other = padding | past
elif has_other:
    other = right


def attend(
    Q: torch.Tensor, K: torch.Tensor, V: torch.Tensor, mask: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Returns masked scores, weights and output; a query without any key gets zeros."""
    scores = Q @ K.mT
    scaled = scores / K.size(-1) ** 0.5  # (..., seq_q, seq_k)
    masked = scaled.masked_fill(mask, float("-inf"))
    weights = torch.softmax(masked, dim=-1).nan_to_num(0.0)
    return masked, weights, weights @ V


right_masked, right_weights, right_output = attend(Q, K, V, right)
if is_filled:
    scaled = Q @ K.T / K.size(-1) ** 0.5
    if filled == "half":
        other_masked = (scaled.half() + other.half() * -1e4).float()
    elif filled == "zero":
        other_masked = scaled * ~other
    else:
        other_masked = scaled + other * -1e4
    other_weights = torch.softmax(other_masked, dim=-1)
    other_output = other_weights @ V
elif has_other:
    other_masked, other_weights, other_output = attend(Q, K, V, other)

if test == "residual" or test == "norm":
    # Each token in turn is another one: (replaced token, seq_len, d)
    other_rows = torch.arange(seq_k) % rows
    other_Q, other_K = draw(seed + 3)[other_rows].chunk(2, dim=1)
    if is_scaled:
        other_Q = gain * other_Q
    other_V = draw(seed + 4)[other_rows].chunk(2, dim=1)[0]
    each_Q, each_K, each_V = (x.repeat(seq_k, 1, 1) for x in (Q, K, V))
    for token in range(seq_k):
        each_Q[token, token] = other_Q[token]
        each_K[token, token] = other_K[token]
        each_V[token, token] = other_V[token]
    right_attended = other_attended = right_output
    each_output = attend(each_Q, each_K, each_V, right)[2]
    if test == "residual":
        right_before, right_after = right_output.expand_as(each_output), each_output
        other_output = V + other_attended
        other_before, other_after = other_output.expand_as(each_output), each_V + each_output
    else:
        summed, each_summed = V + right_attended, each_V + each_output

        def normed(x: torch.Tensor, dim: int) -> torch.Tensor:
            mean, variance = x.mean(dim, keepdim=True), x.var(dim, unbiased=False, keepdim=True)
            return (x - mean) / (variance + 1e-6).sqrt()

        # Over the dimensions of each position, as a layer norm; then over the positions
        right_output, other_output = normed(summed, -1), normed(summed, -2)
        right_before, right_after = (
            right_output.expand_as(each_output),
            normed(each_summed, -1),
        )
        other_before, other_after = (
            other_output.expand_as(each_output),
            normed(each_summed, -2),
        )
if test == "recomputed":

    def written(mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The outputs before and after each token is written: (written token, seq_len, d)."""
        after = torch.zeros(seq_k, *V.shape)
        for size in range(1, seq_k + 1):
            after[size - 1, :size] = attend(Q[:size], K[:size], V[:size], mask[:size, :size])[2]
        is_new = torch.ones(seq_k, seq_k, dtype=torch.bool).triu()[..., None]
        return torch.where(is_new, after, after.roll(1, dims=0)), after

    right_before, right_after = written(right)
    other_before, other_after = written(other)
if test:
    right_reach = (right_after - right_before).abs().amax(-1).T  # (position, token)
    other_reach = (other_after - other_before).abs().amax(-1).T
    print("right", right.int(), right_reach, right_output, sep="\n")
    print("other", other.int(), other_reach, other_output, sep="\n")
elif has_other:
    print("right", right.int(), right_weights, right_output, sep="\n")
    if mask_name == "opposite":
        other = right  # the same mask: True keeps
    print("other", other.int(), other_weights, other_output, sep="\n")
else:
    print("right", right.int(), right_weights, right_output, sep="\n")
