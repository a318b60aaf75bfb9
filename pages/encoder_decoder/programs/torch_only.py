"""The page's model, each block of the paper in a few lines."""

import torch
from torch.nn.functional import cross_entropy, layer_norm, linear

# Setting
vocab, d_model, num_heads = 32, 16, 2
num_layers, d_ff, seed = 2, 32, 3
src_ids = torch.tensor([[4, 9, 5, 0]])
trg = torch.tensor([[1, 7, 2, 0]])
steps, rate = 20, 0.1
most_written = 2
dropout, dropout_seed = 0.1, 1
label_smoothing = 0.1
# Choices
is_shared, drops, norm_first = False, True, False
trains, reads_own = False, False
# Program

Weights = list[list[torch.Tensor]]
generator = torch.Generator().manual_seed(seed)


def table() -> torch.Tensor:
    return torch.empty(vocab, d_model).normal_(std=d_model**-0.5, generator=generator)


def matrix(*size: int) -> torch.Tensor:
    return torch.nn.init.xavier_uniform_(torch.empty(size), generator=generator)


def projection(rows: int, columns: int) -> list[torch.Tensor]:
    return [matrix(rows, columns), torch.zeros(rows)]  # weight and bias


def heads() -> Weights:
    return [projection(d_model, d_model) for _ in range(4)]  # W_Q, W_K, W_V, W_O


def hidden_layer() -> Weights:
    return [projection(d_ff, d_model), projection(d_model, d_ff)]


def norms(count: int) -> Weights:
    return [[torch.ones(d_model), torch.zeros(d_model)] for _ in range(count)]  # gain and bias


if is_shared:
    src_table = tgt_table = table()
    output = [tgt_table]
else:
    src_table, tgt_table = table(), table()
encoder = [(heads(), hidden_layer(), norms(2)) for _ in range(num_layers)]
decoder = [(heads(), heads(), hidden_layer(), norms(3)) for _ in range(num_layers)]
if norm_first:
    last_norms = norms(2)
if not is_shared:
    output = projection(vocab, d_model)
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


def norm(
    x: torch.Tensor, gain: torch.Tensor | None = None, bias: torch.Tensor | None = None
) -> torch.Tensor:
    return layer_norm(x, (d_model,), gain, bias, eps=1e-6)


def split(x: torch.Tensor) -> torch.Tensor:
    return x.unflatten(2, (num_heads, -1)).transpose(1, 2)  # (1, heads, seq_len, d_k)


def attend(x: torch.Tensor, memory: torch.Tensor, W: Weights, mask: torch.Tensor) -> torch.Tensor:
    Q, K, V = split(linear(x, *W[0])), split(linear(memory, *W[1])), split(linear(memory, *W[2]))
    scaled = (Q @ K.mT / Q.size(-1) ** 0.5).masked_fill(mask, -torch.inf)
    weights = scaled.softmax(dim=-1).nan_to_num(0.0)  # (1, heads, seq_q, seq_k)
    x = linear((weights @ V).transpose(1, 2).flatten(2), *W[3])
    return drop(x) if drops else x


def feed_forward(x: torch.Tensor, W: Weights) -> torch.Tensor:
    x = linear(linear(x, *W[0]).relu(), *W[1])
    return drop(x) if drops else x


def logits_of(tgt_ids: torch.Tensor) -> torch.Tensor:
    src_mask = (src_ids == 0)[:, None, None, :]  # True = hidden
    seq_q = tgt_ids.size(1)
    tgt_mask = (tgt_ids == 0)[:, None, None, :] | torch.ones(seq_q, seq_q).triu(1).bool()
    x = embedded(src_ids, src_table)
    if norm_first:
        for W, F, N in encoder:
            normed = norm(x, *N[0])
            x = x + attend(normed, normed, W, src_mask)
            x = x + feed_forward(norm(x, *N[1]), F)
        memory, y = norm(x, *last_norms[0]), embedded(tgt_ids, tgt_table)
        for W, C, F, N in decoder:
            normed = norm(y, *N[0])
            y = y + attend(normed, normed, W, tgt_mask)
            y = y + attend(norm(y, *N[1]), memory, C, src_mask)
            y = y + feed_forward(norm(y, *N[2]), F)
        y = norm(y, *last_norms[1])
    else:
        for W, F, N in encoder:
            x = norm(x + attend(x, x, W, src_mask), *N[0])
            x = norm(x + feed_forward(x, F), *N[1])
        memory, y = x, embedded(tgt_ids, tgt_table)
        for W, C, F, N in decoder:
            y = norm(y + attend(y, y, W, tgt_mask), *N[0])
            y = norm(y + attend(y, memory, C, src_mask), *N[1])
            y = norm(y + feed_forward(y, F), *N[2])
    return linear(y, *output)


def loss_of(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return cross_entropy(
        logits.flatten(0, 1), targets.flatten(), ignore_index=0, label_smoothing=label_smoothing
    )


tgt_ids, targets = trg[:, :-1], trg[:, 1:]  # what the decoder reads, and what it should say
if trains:
    blocks = [*encoder, *decoder]
    parameters = [w for block in blocks for part in block for pair in part for w in pair]
    if is_shared:
        parameters.append(tgt_table)
    else:
        parameters += [src_table, tgt_table, *output]
    if norm_first:
        parameters += [w for pair in last_norms for w in pair]
    for w in parameters:  # float64, in which rounding does not grow from step to step
        w.data = w.double()
        w.requires_grad_()
    for _ in range(steps):
        gradients = torch.autograd.grad(loss_of(logits_of(tgt_ids), targets), parameters)
        with torch.no_grad():
            for w, gradient in zip(parameters, gradients, strict=True):
                w -= rate * gradient
    for w in parameters:
        w.requires_grad_(False)
        w.data = w.float()
if reads_own:
    tgt_ids = trg[:, :1]
    while tgt_ids.size(1) < most_written:  # each token that it writes is read next
        tgt_ids = torch.cat([tgt_ids, logits_of(tgt_ids)[:, -1:].argmax(dim=-1)], dim=1)
    targets = targets[:, :most_written]
logits = logits_of(tgt_ids)
loss = loss_of(logits, targets)
print(logits.softmax(dim=-1), loss)
