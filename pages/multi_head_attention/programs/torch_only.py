"""Multi-head self-attention on the words, and its output without the heads that are off."""

import torch

# Setting
d_model, num_heads, ids = 16, 4, [0, 1, 2, 3, 4, 5]
embedding_seed, seed, heads_off = 42, 7, [1]
padding = 2
p, dropout_seed = 0.5, 9
num_kv_heads = 2
# Choices
hides, drops, shares = "padding", True, True
# Program

seq_len, d_k = len(ids), d_model // num_heads

generator = torch.Generator().manual_seed(embedding_seed)
embedding = torch.empty(max(ids) + 1, d_model).normal_(generator=generator)[ids]
position = torch.arange(seq_len, dtype=torch.float64).unsqueeze(1)
angle = position * 10_000.0 ** -(torch.arange(0, d_model, 2).double() / d_model)
PE = torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float()
# Lines: embedding
X = (embedding + PE).unsqueeze(0)  # (1, seq_len, d_model)

generator = torch.Generator().manual_seed(seed)
W_Q, W_K, W_V, W_O = (
    torch.nn.init.xavier_uniform_(torch.empty(d_model, d_model), generator=generator).T
    for _ in range(4)
)  # all biases are 0
if shares:  # all heads of a group have the columns of its first head
    group = num_heads // num_kv_heads
    first = torch.arange(num_heads) // group * group
    W_K, W_V = (W.unflatten(1, (num_heads, d_k))[:, first].flatten(1) for W in (W_K, W_V))
# Lines: weights


def split(x: torch.Tensor) -> torch.Tensor:
    return x.unflatten(2, (num_heads, d_k)).transpose(1, 2)  # (1, heads, seq_len, d_k)


Q, K, V = split(X @ W_Q), split(X @ W_K), split(X @ W_V)
scaled = Q @ K.mT / d_k**0.5
if hides == "padding":
    mask = torch.arange(seq_len) >= seq_len - padding  # True = hidden
elif hides == "look_ahead":
    mask = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)  # True = hidden
if hides == "none":
    weights = torch.softmax(scaled, dim=-1)  # (1, heads, seq_len, seq_len)
else:
    masked = scaled.masked_fill(mask, float("-inf"))
    weights = torch.softmax(masked, dim=-1).nan_to_num(0.0)  # (1, heads, seq_len, seq_len)
if drops:
    generator = torch.Generator().manual_seed(dropout_seed)
    kept = (torch.rand(weights.shape[1:], generator=generator) >= p) / (1 - p)
    dropped = weights * kept  # (1, heads, seq_len, seq_len), in training only
heads = weights @ V  # (1, heads, seq_len, d_k)
concatenated = heads.transpose(1, 2).flatten(2)  # (1, seq_len, d_model)
output = concatenated @ W_O

heads[:, heads_off] = 0.0  # switched off
without = heads.transpose(1, 2).flatten(2) @ W_O
print(weights, output, output - without, sep="\n")
