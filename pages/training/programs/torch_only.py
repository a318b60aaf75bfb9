"""A run on digits: data, model, training and measurements."""

import hashlib
from collections.abc import Iterator

import torch
from torch.nn.functional import cross_entropy, embedding, layer_norm, linear

# Setting
d_model, num_heads, num_layers, d_ff = 16, 2, 1, 32
seed, steps, every, batch_size = 1, 12, 5, 8
factor, warmup_steps, exponent = 1.0, 4, -1.5
dropout, label_smoothing = 0.1, 0.1
count, batch_count = 64, 8
# Choices
task, is_papers_rate, is_scaled = "reverse", True, True
drops, norm_first, has_positions, hides_future = True, False, True, True
# Program

torch.set_num_threads(1)  # the same numbers on every machine
W: dict[str, torch.Tensor] = {}
attention_weights: dict[str, torch.Tensor] = {}


def target_of(digits: list[int]) -> list[int]:
    if task == "reverse":
        return digits[::-1]
    elif task == "sort":
        return sorted(digits)
    else:
        return digits


def pairs_of(count: int, seed: int, held_out: bool) -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)
    found: list[list[int]] = []
    while len(found) < count:
        for digits in torch.randint(10, (256, 10), generator=generator).tolist():
            hashed = hashlib.sha256(" ".join(map(str, digits)).encode()).digest()
            if (hashed[0] < 32) == held_out:  # one in eight is never trained on
                found.append(digits + target_of(digits))
    ids = torch.tensor(found[:count]) + 4  # before the digits: padding, unknown, start, end
    start, end = torch.full((count, 1), 2), torch.full((count, 1), 3)
    return [ids[:, :10], torch.cat([start, ids[:, 10:], end], dim=1)]


generator = torch.Generator().manual_seed(seed)


def table(name: str) -> None:
    W[name] = torch.empty(14, d_model).normal_(std=d_model**-0.5, generator=generator)


def matrix(name: str, rows: int, columns: int) -> None:
    W[name] = torch.nn.init.xavier_uniform_(torch.empty(rows, columns), generator=generator)
    W[f"{name} bias"] = torch.zeros(rows)


def norm_weights(name: str) -> None:
    W[name], W[f"{name} bias"] = torch.ones(d_model), torch.zeros(d_model)


table("source")
table("target")
for stack, attentions in (("encoder", ["self"]), ("decoder", ["self", "cross"])):
    for layer in (f"{stack} {n}" for n in range(num_layers)):
        for attention in attentions:
            for name in "QKVO":
                matrix(f"{layer} {attention} {name}", d_model, d_model)
        matrix(f"{layer} 1", d_ff, d_model)
        matrix(f"{layer} 2", d_model, d_ff)
        for name in (*attentions, "feed-forward"):
            norm_weights(f"{layer} {name} norm")
if norm_first:
    norm_weights("encoder norm")
    norm_weights("decoder norm")
matrix("output", 14, d_model)
for each in W.values():
    each.requires_grad_()
if drops:
    drops_of: torch.Generator | None = None

    def drop(x: torch.Tensor) -> torch.Tensor:  # section 5.4, in training only
        if drops_of is None:
            return x
        dropped = torch.rand(x.shape, generator=drops_of) < dropout
        return x.masked_fill(dropped, 0.0) / (1 - dropout)


def linear_layer(name: str, x: torch.Tensor) -> torch.Tensor:
    return linear(x, W[name], W[f"{name} bias"])


def norm(name: str, x: torch.Tensor) -> torch.Tensor:
    return layer_norm(x, (d_model,), W[f"{name} norm"], W[f"{name} norm bias"], 1e-6)


def embedded(name: str, ids: torch.Tensor) -> torch.Tensor:
    x = embedding(ids, W[name]) * d_model**0.5
    if has_positions:
        position = torch.arange(ids.size(1), dtype=torch.float64).unsqueeze(1)
        angle = position * 1e4 ** -(torch.arange(0, d_model, 2).double() / d_model)
        x = x + torch.stack([angle.sin(), angle.cos()], 2).flatten(1)[:, :d_model].float()
    return drop(x) if drops else x


def split(x: torch.Tensor) -> torch.Tensor:
    return x.unflatten(2, (num_heads, -1)).transpose(1, 2)  # (batch, heads, seq_len, d_k)


def attend(name: str, x: torch.Tensor, memory: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    Q, K, V = (
        split(linear_layer(f"{name} {one}", y))
        for one, y in zip("QKV", (x, memory, memory), strict=True)
    )
    scaled = Q @ K.mT * (1 / Q.size(-1) ** 0.5) if is_scaled else Q @ K.mT
    attention_weights[name] = scaled.masked_fill(mask, -torch.inf).softmax(dim=-1)
    x = linear_layer(f"{name} O", (attention_weights[name] @ V).transpose(1, 2).flatten(2))
    return drop(x) if drops else x


def feed_forward(name: str, x: torch.Tensor) -> torch.Tensor:
    x = linear_layer(f"{name} 2", linear_layer(f"{name} 1", x).relu())
    return drop(x) if drops else x


def encode(src: torch.Tensor) -> torch.Tensor:
    x, no_mask = embedded("source", src), torch.tensor(False)  # a mask that hides nothing
    for layer in (f"encoder {n}" for n in range(num_layers)):
        if norm_first:
            normed = norm(f"{layer} self", x)
            x = x + attend(f"{layer} self", normed, normed, no_mask)
            x = x + feed_forward(layer, norm(f"{layer} feed-forward", x))
        else:
            x = norm(f"{layer} self", x + attend(f"{layer} self", x, x, no_mask))
            x = norm(f"{layer} feed-forward", x + feed_forward(layer, x))
    return norm("encoder", x) if norm_first else x


def decode(tgt: torch.Tensor, memory: torch.Tensor) -> torch.Tensor:
    y, no_mask = embedded("target", tgt), torch.tensor(False)
    if hides_future:
        future = torch.ones(tgt.size(1), tgt.size(1)).triu(1).bool()  # True = hidden
    if not hides_future:
        future = no_mask  # it sees what it has to predict
    for layer in (f"decoder {n}" for n in range(num_layers)):
        if norm_first:
            normed = norm(f"{layer} self", y)
            y = y + attend(f"{layer} self", normed, normed, future)
            y = y + attend(f"{layer} cross", norm(f"{layer} cross", y), memory, no_mask)
            y = y + feed_forward(layer, norm(f"{layer} feed-forward", y))
        else:
            y = norm(f"{layer} self", y + attend(f"{layer} self", y, y, future))
            y = norm(f"{layer} cross", y + attend(f"{layer} cross", y, memory, no_mask))
            y = norm(f"{layer} feed-forward", y + feed_forward(layer, y))
    return linear_layer("output", norm("decoder", y) if norm_first else y)


def loss_of(src: torch.Tensor, tgt: torch.Tensor, smoothing: float = 0.0) -> torch.Tensor:
    logits, targets = decode(tgt[:, :-1], encode(src)).flatten(0, 1), tgt[:, 1:].flatten()
    total = cross_entropy(logits, targets, reduction="sum", label_smoothing=smoothing)
    return total / targets.numel()


def written(src: torch.Tensor) -> torch.Tensor:
    memory, ids = encode(src), torch.full((len(src), 1), 2)
    while ids.size(1) < 12:
        ids = torch.cat([ids, decode(ids, memory)[:, -1:].argmax(dim=-1)], dim=1)
    return ids


@torch.no_grad()
def show(step: int) -> None:
    losses = [loss_of(src, tgt).item() for src, tgt in parts]
    exact = [(written(src) == tgt).all(dim=1).float().mean().item() for src, tgt in parts]
    print(
        f"step {step:5,}  loss {losses[0]:.4f} / {losses[1]:.4f}  "
        f"exact {exact[0]:.0%} / {exact[1]:.0%}"
    )


def batches() -> Iterator[torch.Tensor]:
    while True:
        shuffled = torch.randperm(count, generator=order)
        for n in torch.randperm(batch_count, generator=order).tolist():
            yield shuffled[n * batch_size : (n + 1) * batch_size]


pairs, held_out = pairs_of(count, seed, False), pairs_of(64, 0, True)
parts = [[ids[:64] for ids in pairs], held_out]
order = torch.Generator().manual_seed(seed)
adam = torch.optim.Adam(list(W.values()), betas=(0.9, 0.98), eps=1e-9, fused=True)
drawn = batches()
show(0)
for step in range(1, steps + 1):
    batch = next(drawn)
    if drops:
        drops_of = torch.Generator().manual_seed(int(torch.randint(2**32 - 1, (), generator=order)))
    else:
        torch.randint(2**32 - 1, (), generator=order)  # keeps the order of draws without dropout
    rate = factor * d_model**-0.5 * min(step**-0.5, step * warmup_steps**exponent)
    adam.param_groups[0]["lr"] = torch.tensor(rate).item() if is_papers_rate else rate
    src, tgt = (ids[batch] for ids in pairs)
    loss = loss_of(src, tgt, label_smoothing)
    adam.zero_grad()
    loss.backward()
    adam.step()
    if drops:
        drops_of = None
    if step % every == 0 or step == steps:
        show(step)

digits = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
src, right = torch.tensor([digits]) + 4, torch.tensor([target_of(digits)]) + 4
with torch.no_grad():
    decode(torch.cat([torch.tensor([[2]]), right], dim=1), encode(src))
weights = attention_weights["decoder 0 cross"][0]  # (heads, seq_q, seq_k)
print(weights)
