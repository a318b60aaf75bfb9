"""Two stored models, one without a part: their file, their forward pass, what they attend to."""

import json

import torch
from torch.nn.functional import layer_norm, linear

# Setting
d_model, num_heads, num_layers, seed = 32, 4, 2, 1
digits = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
names, path, heads_shown = ["whole", "residuals"], "decoder.layers.1.cross_attention", [0, 1]
# Choices
variant = "residuals"
# Program

file = "transformer_lab/learning/ablated.safetensors"  # relative to the project folder
with open(file, "rb") as weights_file:
    header = json.loads(weights_file.read(int.from_bytes(weights_file.read(8), "little")))
    numbers = bytearray(weights_file.read())
W: dict[str, torch.Tensor] = {}
attention_weights: dict[str, torch.Tensor] = {}
is_whole = True


def read(name: str) -> None:
    W.clear()
    for key, entry in header.items():
        if key.startswith(f"{name}/{seed}/"):
            first, last = entry["data_offsets"]
            flat = torch.frombuffer(numbers[first:last], dtype=torch.float16)
            W[key.split("/")[2]] = flat.reshape(entry["shape"]).float()


def linear_layer(path: str, x: torch.Tensor) -> torch.Tensor:
    return linear(x, W[f"{path}.weight"], W[f"{path}.bias"])


def encoding(seq_len: int, width: int) -> torch.Tensor:
    position = torch.arange(seq_len, dtype=torch.float64).unsqueeze(1)
    angle = position * 1e4 ** -(torch.arange(0, width, 2).double() / width)
    return torch.stack([angle.sin(), angle.cos()], 2).flatten(1).float()


def embedded(side: str, ids: torch.Tensor) -> torch.Tensor:
    x = W[f"{side}_embedding.weight"][ids] * d_model**0.5  # (seq_len, d_model)
    if variant == "positions":
        if not is_whole:
            return x
    elif variant == "concatenated":
        half = d_model // 2
        if not is_whole:
            return torch.cat([x[:, :half], encoding(len(ids), half)], dim=1)
    return x + encoding(len(ids), d_model)


def split(x: torch.Tensor) -> torch.Tensor:
    if variant == "one_head":
        return x.unflatten(1, (num_heads if is_whole else 1, -1)).transpose(0, 1)
    else:
        return x.unflatten(1, (num_heads, -1)).transpose(0, 1)  # (heads, seq_len, d_k)


def attend(path: str, x: torch.Tensor, memory: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    Q = split(linear_layer(f"{path}.w_q", x))
    K, V = split(linear_layer(f"{path}.w_k", memory)), split(linear_layer(f"{path}.w_v", memory))
    scores = Q @ K.mT
    if variant == "scaling":
        scaled = scores * (1 / Q.size(-1) ** 0.5) if is_whole else scores
    else:
        scaled = scores * (1 / Q.size(-1) ** 0.5)
    attention_weights[path] = scaled.masked_fill(mask, -torch.inf).softmax(dim=-1)
    return linear_layer(f"{path}.w_o", (attention_weights[path] @ V).transpose(0, 1).flatten(1))


def feed_forward(path: str, x: torch.Tensor) -> torch.Tensor:
    return linear_layer(f"{path}.linear_2", linear_layer(f"{path}.linear_1", x).relu())


def norm(path: str, x: torch.Tensor) -> torch.Tensor:
    return layer_norm(x, (d_model,), W[f"{path}.weight"], W[f"{path}.bias"], 1e-6)


def add_and_norm(path: str, x: torch.Tensor, made: torch.Tensor) -> torch.Tensor:
    if variant == "residuals":
        return norm(path, x + made if is_whole else made)
    elif variant == "norm":
        return norm(path, x + made) if is_whole else x + made
    else:
        return norm(path, x + made)


def logits(src_ids: torch.Tensor, tgt_ids: torch.Tensor) -> torch.Tensor:
    x, no_mask = embedded("src", src_ids), torch.tensor(False)
    for layer in (f"encoder.layers.{n}" for n in range(num_layers)):
        x = add_and_norm(f"{layer}.norm_1", x, attend(f"{layer}.self_attention", x, x, no_mask))
        x = add_and_norm(f"{layer}.norm_2", x, feed_forward(f"{layer}.feed_forward", x))
    y, memory = embedded("tgt", tgt_ids), x
    future = torch.ones(len(tgt_ids), len(tgt_ids)).triu(1).bool()  # True = hidden
    for layer in (f"decoder.layers.{n}" for n in range(num_layers)):
        y = add_and_norm(f"{layer}.norm_1", y, attend(f"{layer}.self_attention", y, y, future))
        crossed = attend(f"{layer}.cross_attention", y, memory, no_mask)
        y = add_and_norm(f"{layer}.norm_2", y, crossed)
        y = add_and_norm(f"{layer}.norm_3", y, feed_forward(f"{layer}.feed_forward", y))
    return linear_layer("output", y)  # (seq_q, vocab)


src_ids = torch.tensor(digits) + 4  # before the digits: padding, unknown, start, end
tgt_ids = torch.cat([torch.tensor([2]), src_ids.flip(0)])
weights = []
for name, head in zip(names, heads_shown, strict=True):
    read(name)
    is_whole = name == "whole"
    wrong = logits(src_ids, tgt_ids).argmax(1)[:-1] != tgt_ids[1:]
    weights.append(attention_weights[path])
    print(f"{name}: {int(wrong.sum())} of {len(digits)} digits are wrong")
    print(attention_weights[path][head])
