"""The same with the core's masks and its attention."""

import torch

from transformer_core import attention, generator, look_ahead_mask, padding_mask
from transformer_core.variants.packed_documents import document_mask
from transformer_core.variants.prefix_mask import prefix_mask
from transformer_core.variants.sliding_window import sliding_window

# Setting
token_ids = torch.tensor([[5, 3, 8, 0, 0]])
painted_rows, painted_cols = [0, 2], [1, 3]
seed, rows, cols = 1, 64, 16
seq_tgt = 4
window, prefix, documents = 2, 2, torch.tensor([0, 0, 1, 1, 1])
# Choices
is_painted, last = True, "painted"
# Program

seq_len = token_ids.size(1)

# True = hidden
masks = {"padding": padding_mask(token_ids), "look_ahead": look_ahead_mask(seq_len)}
masks["decoder"] = masks["padding"] | masks["look_ahead"]  # (1, 1, seq_len, seq_len)
if last == "painted":
    masks["painted"] = torch.zeros(seq_len, seq_len, dtype=torch.bool)
    if is_painted:
        masks["painted"][painted_rows, painted_cols] = True
elif last == "window":
    places = torch.arange(seq_len)
    too_far = sliding_window(places, places, window)
    masks["window"] = masks["look_ahead"] | too_far
elif last == "prefix":
    masks["prefix"] = prefix_mask(seq_len, min(prefix, seq_len))
else:
    masks["packed"] = masks["look_ahead"] | document_mask(documents[None])[0, 0]

table = torch.empty(rows, cols).normal_(generator=generator(seed))[:seq_len]
Q, K = table[None, None].chunk(2, dim=-1)  # (1, 1, seq_len, d_k)
weights = {name: attention(Q, K, K, mask).weights[0, 0] for name, mask in masks.items()}

# Cross-attention: queries of the target, keys of the source, whose padding is hidden
table = torch.empty(rows, cols).normal_(generator=generator(seed + 1))
Q_target = table[None, None, :seq_tgt].chunk(2, dim=-1)[0]  # (1, 1, seq_tgt, d_k)
masks["cross"] = padding_mask(token_ids)  # (1, 1, 1, seq_src)
weights["cross"] = attention(Q_target, K, K, masks["cross"]).weights[0, 0]
for name, mask in masks.items():
    print(name, mask.int(), weights[name], sep="\n")
