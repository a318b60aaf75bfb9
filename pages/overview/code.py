"""The PyTorch of the overview, with nothing but torch."""

from pages.overview.setting import BASE, D_MODEL, OverviewSetting
from transformer_core import word_ids


def overview_code(setting: OverviewSetting) -> str:
    """One attention with random weights on word embeddings and their positions."""
    return f"""import torch

d_model, ids = {D_MODEL}, {word_ids(setting.words)}

draw = torch.Generator().manual_seed({setting.seed})
embedding = torch.empty(max(ids) + 1, d_model).normal_(generator=draw)[ids]
position = torch.arange(len(ids), dtype=torch.float64).unsqueeze(1)
angle = position * {BASE!r} ** -(torch.arange(0, d_model, 2).double() / d_model)
PE = torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float()
X = embedding + PE

draw = torch.Generator().manual_seed({setting.weights_seed})
W_Q, W_K, W_V = (
    torch.nn.init.xavier_uniform_(torch.empty(d_model, d_model), generator=draw).T
    for _ in range(3)
)
Q, K, V = X @ W_Q, X @ W_K, X @ W_V
weights = torch.softmax(Q @ K.T / d_model**0.5, dim=-1)
output = weights @ V
print(X, weights, output, sep="\\n")"""
