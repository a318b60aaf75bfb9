"""The same with `transformer_core.MultiHeadAttention`."""

import torch

from transformer_core import MultiHeadAttention, trace
from transformer_core.variants.shared_heads import share_heads

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
# Lines: weights

model = MultiHeadAttention(d_model, num_heads).eval()
layers = (model.w_q, model.w_k, model.w_v, model.w_o)
with torch.no_grad():
    for layer, matrix in zip(layers, (W_Q, W_K, W_V, W_O), strict=True):
        layer.weight.copy_(matrix.T)
        layer.bias.zero_()
if shares:
    share_heads(model, num_kv_heads)
if hides == "padding":
    mask = torch.arange(seq_len) >= seq_len - padding  # True = hidden
elif hides == "look_ahead":
    mask = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)  # True = hidden
with torch.inference_mode(), trace(model) as records:
    output = model(X, X, X) if hides == "none" else model(X, X, X, mask)
weights = records["weights"]  # (1, heads, seq_len, seq_len)
if drops:
    generator = torch.Generator().manual_seed(dropout_seed)
    kept = (torch.rand(weights.shape[1:], generator=generator) >= p) / (1 - p)
    dropped = weights * kept  # (1, heads, seq_len, seq_len), in training only

with torch.no_grad():
    for head in heads_off:  # switched off
        model.w_o.weight[:, head * d_k : (head + 1) * d_k] = 0.0
with torch.inference_mode():
    without = model(X, X, X) if hides == "none" else model(X, X, X, mask)
print(weights, output, output - without, sep="\n")
