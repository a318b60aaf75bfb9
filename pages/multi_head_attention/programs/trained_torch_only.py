"""One attention of the shipped translator, and its output without the heads that are off."""

import json

import torch
from torch.nn.functional import layer_norm, linear

# Setting
d_model, num_heads = 160, 4
words, tokens = ["the", "happy", "student"], ["<start>", "학생", "<end>"]
path, heads_off = "decoder.layers.1.cross_attention", [1]
num_layers = 2
# Choices
kind = "cross"
# Program

folder = "english_korean/shipped"  # relative to the project folder
with open(f"{folder}/vocabulary.json", encoding="utf-8") as file:
    english, korean = json.load(file).values()
W: dict[str, torch.Tensor] = {}
with open(f"{folder}/model.safetensors", "rb") as weights_file:
    header = json.loads(weights_file.read(int.from_bytes(weights_file.read(8), "little")))
    numbers = bytearray(weights_file.read())
del header["__metadata__"]
kinds = {"I8": torch.int8, "F16": torch.float16, "F32": torch.float32}
for name, entry in header.items():
    first, last = entry["data_offsets"]
    flat = torch.frombuffer(numbers[first:last], dtype=kinds[entry["dtype"]])
    W[name] = flat.reshape(entry["shape"]).float()
for name in header:  # 8-bit matrices with one scale per row
    if f"{name}.scale" in W:
        W[name] = W[name] * W[f"{name}.scale"]
made: dict[str, tuple[torch.Tensor, ...]] = {}


def linear_layer(path: str, x: torch.Tensor) -> torch.Tensor:
    return linear(x, W[f"{path}.weight"], W[f"{path}.bias"])


def embedded(ids: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    position = torch.arange(len(ids), dtype=torch.float64).unsqueeze(1)
    angle = position * 1e4 ** -(torch.arange(0, d_model, 2).double() / d_model)
    PE = torch.stack([angle.sin(), angle.cos()], 2).flatten(1).float()
    return table[ids] * d_model**0.5 + PE  # (seq_len, d_model)


def split(x: torch.Tensor) -> torch.Tensor:
    return x.unflatten(1, (num_heads, -1)).transpose(0, 1)  # (heads, seq_len, d_k)


def attend(path: str, x: torch.Tensor, memory: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    queries, keys = linear_layer(f"{path}.w_q", x), linear_layer(f"{path}.w_k", memory)
    Q, K, V = split(queries), split(keys), split(linear_layer(f"{path}.w_v", memory))
    scores = Q @ K.mT
    scaled = scores / Q.size(-1) ** 0.5
    masked = scaled.masked_fill(mask, -torch.inf)
    weights = masked.softmax(dim=-1)  # (heads, seq_q, seq_k)
    heads = weights @ V  # (heads, seq_q, d_v)
    made[path] = weights, heads
    return linear_layer(f"{path}.w_o", heads.transpose(0, 1).flatten(1))


def feed_forward(path: str, x: torch.Tensor) -> torch.Tensor:
    return linear_layer(f"{path}.linear_2", linear_layer(f"{path}.linear_1", x).relu())


def norm(path: str, x: torch.Tensor) -> torch.Tensor:
    return layer_norm(x, (d_model,), W[f"{path}.weight"], W[f"{path}.bias"], 1e-6)


ids = torch.tensor([english.index(word) for word in words])  # (seq_k,)
x = embedded(ids, W["src_embedding.weight"])
for layer in (f"encoder.layers.{n}" for n in range(num_layers)):
    x = norm(f"{layer}.norm_1", x + attend(f"{layer}.self_attention", x, x, ids == 0))
    x = norm(f"{layer}.norm_2", x + feed_forward(f"{layer}.feed_forward", x))
if kind != "encoder":
    read = torch.tensor([korean.index(token) for token in tokens[:-1]])  # (seq_q,)
    y, future = embedded(read, W["tgt_embedding.weight"]), torch.ones(len(read), len(read)).triu(1)
    for layer in (f"decoder.layers.{n}" for n in range(num_layers)):
        y = norm(f"{layer}.norm_1", y + attend(f"{layer}.self_attention", y, y, future.bool()))
        y = norm(f"{layer}.norm_2", y + attend(f"{layer}.cross_attention", y, x, ids == 0))
        y = norm(f"{layer}.norm_3", y + feed_forward(f"{layer}.feed_forward", y))

weights, heads = made[path]
output = linear_layer(f"{path}.w_o", heads.transpose(0, 1).flatten(1))  # (seq_q, d_model)
heads_on = heads.clone()
heads_on[heads_off] = 0.0  # switched off
concatenated = heads_on.transpose(0, 1).flatten(1)
without = linear_layer(f"{path}.w_o", concatenated)
print(weights, output, output - without, sep="\n")
