"""The same with the core's masks, its attention and the lab's measures."""

import torch

from english_korean import Translator
from transformer_core import attention, generator, look_ahead_mask, padding_mask, trace
from transformer_lab.measures.mask_effects import (
    at_each_length,
    block_output,
    changes,
    finite_masked,
    with_each_replaced,
    zeroed,
)

# Setting
source_ids = torch.tensor([5, 3, 8, 0, 0])
target_ids = torch.tensor([1, 2, 3, 4, 0])
seed, rows, cols = 1, 64, 8
gain = 1
path, head = "decoder.layers.1.cross_attention", 0
# Choices
is_trained = False
shown, mask_name = "cross", "target"
is_filled, is_scaled, has_other = False, False, True
filled = "zero"
test = ""
# Program


if not is_trained:

    def draw(seed: int) -> torch.Tensor:
        return torch.empty(rows, cols).normal_(generator=generator(seed))


if shown == "encoder":
    query_ids = key_ids = source_ids
elif shown == "decoder":
    query_ids = key_ids = target_ids
else:
    query_ids, key_ids = target_ids, source_ids
seq_q, seq_k = len(query_ids), len(key_ids)

if is_trained:
    model = Translator.load().model
    with torch.inference_mode(), trace(model) as records:
        model(source_ids[None], target_ids[None])
    Q, K, V = (records[f"{path}.{name}"][0, head] for name in ("queries", "keys", "values"))
else:
    # In the target, which starts with ⟨start⟩, the last row of the draw comes first
    query_rows = torch.arange(seq_q) if shown == "encoder" else (torch.arange(seq_q) - 1) % rows
    key_rows = (torch.arange(seq_k) - 1) % rows if shown == "decoder" else torch.arange(seq_k)
    Q = draw(seed if shown == "encoder" else seed + 1)[query_rows].chunk(2, dim=1)[0]
    K = draw(seed + 1 if shown == "decoder" else seed)[key_rows].chunk(2, dim=1)[1]
    V = draw(seed + 2)[key_rows].chunk(2, dim=1)[1 if shown == "decoder" else 0]
if is_scaled:
    Q = gain * Q  # (seq_q, d_k)

padding = padding_mask(key_ids[None])[0, 0]  # (1, seq_k)
if shown == "decoder":
    look_ahead = look_ahead_mask(seq_k)
    right = padding | look_ahead  # (seq_q, seq_k)
else:
    right = padding.expand(seq_q, seq_k)  # (seq_q, seq_k)

if mask_name == "none":
    other = torch.zeros_like(right)
elif mask_name == "target" and has_other:
    other = padding_mask(query_ids[None])[0, 0].expand(seq_q, seq_k)
elif mask_name == "queries":
    query_padding = padding_mask(query_ids[None])[0, 0].T  # (seq_q, 1)
    other = right | query_padding
elif mask_name == "axis":
    other = padding_mask(query_ids[None])[0, 0].T.expand(seq_q, seq_k)
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

right_steps = attention(Q, K, V, right)
right_weights, right_output = right_steps.weights, right_steps.output
if is_filled:
    if filled == "half":
        other_masked = finite_masked(right_steps.scaled, other, is_half=True)
    elif filled == "zero":
        other_masked = zeroed(right_steps.scaled, other)
    else:
        other_masked = finite_masked(right_steps.scaled, other)
    other_weights = torch.softmax(other_masked, dim=-1)
    other_output = other_weights @ V
elif has_other:
    other_steps = attention(Q, K, V, other)
    other_weights, other_output = other_steps.weights, other_steps.output

if test == "residual" or test == "norm":
    # Each token in turn is another one: (replaced token, seq_len, d)
    if is_trained:
        # Those of the next token
        other_Q, other_K, other_V = (vectors.roll(-1, dims=0) for vectors in (Q, K, V))
    else:
        other_rows = torch.arange(seq_k) % rows
        other_Q, other_K = draw(seed + 3)[other_rows].chunk(2, dim=1)
        if is_scaled:
            other_Q = gain * other_Q
        other_V = draw(seed + 4)[other_rows].chunk(2, dim=1)[0]
    own, others = (Q, K, V), (other_Q, other_K, other_V)
    summed = block_output("residual", own, right)
    right_block = "attention" if test == "residual" else "feature_norm"
    other_block = "residual" if test == "residual" else "position_norm"
    right_output = block_output(right_block, own, right)
    other_output = block_output(other_block, own, right)
    right_after = with_each_replaced(right_block, own, others, right)
    other_after = with_each_replaced(other_block, own, others, right)
    right_before = right_output.expand_as(right_after)
    other_before = other_output.expand_as(other_after)
if test == "recomputed":

    def written(mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The outputs before and after each token is written: (written token, seq_len, d)."""
        after = at_each_length((Q, K, V), mask)
        is_new = torch.ones(seq_k, seq_k, dtype=torch.bool).triu()[..., None]
        return torch.where(is_new, after, after.roll(1, dims=0)), after

    right_before, right_after = written(right)
    other_before, other_after = written(other)
if test:
    right_reach = changes(right_before, right_after)  # (position, token)
    other_reach = changes(other_before, other_after)
    print("right", right.int(), right_reach, right_output, sep="\n")
    print("other", other.int(), other_reach, other_output, sep="\n")
elif has_other:
    if is_trained:
        # The most that a number of each output changes
        change = changes(right_output[None], other_output[None])  # (seq_q, 1)
    print("right", right.int(), right_weights, right_output, sep="\n")
    if mask_name == "opposite":
        other = right  # the same mask: True keeps
    print("other", other.int(), other_weights, other_output, sep="\n")
    if is_trained:
        print("change", change, sep="\n")
else:
    print("right", right.int(), right_weights, right_output, sep="\n")
