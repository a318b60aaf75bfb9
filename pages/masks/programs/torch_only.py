"""Every mask of a sentence, and the weights of random Q and K under it.

The table is the size of the draw from which Q, its left half, and K, its right half, are cut.
"""

import torch

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
masks = {
    "padding": (token_ids == 0)[:, None, None, :],  # (1, 1, 1, seq_len)
    "look_ahead": torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1),
}
masks["decoder"] = masks["padding"] | masks["look_ahead"]  # (1, 1, seq_len, seq_len)
if last == "painted":
    masks["painted"] = torch.zeros(seq_len, seq_len, dtype=torch.bool)
    if is_painted:
        masks["painted"][painted_rows, painted_cols] = True
elif last == "window":
    places = torch.arange(seq_len)
    too_far = places[:, None] - places >= window
    masks["window"] = masks["look_ahead"] | too_far
elif last == "prefix":
    masks["prefix"] = masks["look_ahead"] & (torch.arange(seq_len) >= prefix)
else:
    masks["packed"] = masks["look_ahead"] | (documents[:, None] != documents)

generator = torch.Generator().manual_seed(seed)
table = torch.empty(rows, cols).normal_(generator=generator)[:seq_len]
Q, K = table.chunk(2, dim=1)
scaled = Q @ K.T / K.size(1) ** 0.5  # (seq_len, seq_len)

weights = {}
for name, mask in masks.items():
    masked = scaled.masked_fill(mask.expand(1, 1, seq_len, seq_len), float("-inf"))
    weights[name] = torch.softmax(masked, dim=-1).nan_to_num(0.0)[0, 0]
    print(name, mask.int(), weights[name], sep="\n")

# Cross-attention: queries of the target, keys of the source, whose padding is hidden
generator = torch.Generator().manual_seed(seed + 1)
table = torch.empty(rows, cols).normal_(generator=generator)[:seq_tgt]
Q_target = table.chunk(2, dim=1)[0]  # (seq_tgt, d_k)
masks["cross"] = masks["padding"]  # (1, 1, 1, seq_src)
scaled = Q_target @ K.T / K.size(1) ** 0.5  # (seq_tgt, seq_src)
masked = scaled.masked_fill(masks["cross"], float("-inf"))
weights["cross"] = torch.softmax(masked, dim=-1).nan_to_num(0.0)[0, 0]
print("cross", masks["cross"].int(), weights["cross"], sep="\n")
