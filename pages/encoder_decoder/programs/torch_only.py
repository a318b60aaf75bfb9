"""The page's model, each block of the paper in a few lines."""

import torch
from torch.nn.functional import cross_entropy, layer_norm

# Setting
vocab, d_model, num_heads = 32, 16, 2
num_layers, d_ff, seed = 2, 32, 3
src_ids = torch.tensor([[4, 9, 5, 0]])
tgt_ids = torch.tensor([[2, 7, 0]])
targets = torch.tensor([[7, 3, 0]])
dropout, dropout_seed = 0.1, 1
label_smoothing = 0.1
# Choices
is_shared, drops, norm_first = False, True, False
# Program

generator = torch.Generator().manual_seed(seed)


def table() -> torch.Tensor:
    return torch.empty(vocab, d_model).normal_(std=d_model**-0.5, generator=generator)


def matrix(*size: int) -> torch.Tensor:
    return torch.nn.init.xavier_uniform_(torch.empty(size), generator=generator)


def heads() -> list[torch.Tensor]:
    return [matrix(d_model, d_model) for _ in range(4)]  # W_Q, W_K, W_V, W_O


def hidden_layer() -> list[torch.Tensor]:
    return [matrix(d_ff, d_model), matrix(d_model, d_ff)]


if is_shared:
    src_table = tgt_table = output = table()
else:
    src_table, tgt_table = table(), table()
encoder = [(heads(), hidden_layer()) for _ in range(num_layers)]
decoder = [(heads(), heads(), hidden_layer()) for _ in range(num_layers)]
if not is_shared:
    output = matrix(vocab, d_model)
if drops:
    drops_of = torch.Generator().manual_seed(dropout_seed)

    def drop(x: torch.Tensor) -> torch.Tensor:  # section 5.4
        dropped = torch.rand(x.shape, generator=drops_of) < dropout
        return x.masked_fill(dropped, 0.0) / (1 - dropout)


def embedded(ids: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    position = torch.arange(ids.size(1), dtype=torch.float64).unsqueeze(1)
    angle = position * 1e4 ** -(torch.arange(0, d_model, 2).double() / d_model)
    PE = torch.stack([angle.sin(), angle.cos()], 2).flatten(1)[:, :d_model].float()
    x = table[ids] * d_model**0.5 + PE
    return drop(x) if drops else x


def norm(x: torch.Tensor) -> torch.Tensor:
    return layer_norm(x, (d_model,), eps=1e-6)


def split(x: torch.Tensor) -> torch.Tensor:
    return x.unflatten(2, (num_heads, -1)).transpose(1, 2)  # (1, heads, seq_len, d_k)


def attend(
    x: torch.Tensor, memory: torch.Tensor, W: list[torch.Tensor], mask: torch.Tensor
) -> torch.Tensor:
    Q, K, V = split(x @ W[0].T), split(memory @ W[1].T), split(memory @ W[2].T)
    scaled = (Q @ K.mT / Q.size(-1) ** 0.5).masked_fill(mask, -torch.inf)
    weights = scaled.softmax(dim=-1).nan_to_num(0.0)  # (1, heads, seq_q, seq_k)
    x = (weights @ V).transpose(1, 2).flatten(2) @ W[3].T
    return drop(x) if drops else x


def feed_forward(x: torch.Tensor, W: list[torch.Tensor]) -> torch.Tensor:
    x = (x @ W[0].T).relu() @ W[1].T
    return drop(x) if drops else x


# True = hidden
src_mask = (src_ids == 0)[:, None, None, :]
seq_q = tgt_ids.size(1)
tgt_mask = (tgt_ids == 0)[:, None, None, :] | torch.ones(seq_q, seq_q).triu(1).bool()
x = embedded(src_ids, src_table)
if norm_first:
    for W, F in encoder:
        normed = norm(x)
        x = x + attend(normed, normed, W, src_mask)
        x = x + feed_forward(norm(x), F)
    memory, y = norm(x), embedded(tgt_ids, tgt_table)
    for W, C, F in decoder:
        normed = norm(y)
        y = y + attend(normed, normed, W, tgt_mask)
        y = y + attend(norm(y), memory, C, src_mask)
        y = y + feed_forward(norm(y), F)
    y = norm(y)
else:
    for W, F in encoder:
        x = norm(x + attend(x, x, W, src_mask))
        x = norm(x + feed_forward(x, F))
    memory, y = x, embedded(tgt_ids, tgt_table)
    for W, C, F in decoder:
        y = norm(y + attend(y, y, W, tgt_mask))
        y = norm(y + attend(y, memory, C, src_mask))
        y = norm(y + feed_forward(y, F))
logits = y @ output.T
loss = cross_entropy(
    logits.flatten(0, 1), targets.flatten(), ignore_index=0, label_smoothing=label_smoothing
)
print(logits.softmax(dim=-1), loss)
