"""Every number of a model of BERT's family, from its own files."""

import re
from pathlib import Path

import torch
from huggingface_hub import snapshot_download
from safetensors.torch import load_file
from torch.nn.functional import gelu, layer_norm

# Setting
name = "google-bert/bert-base-uncased"
src_ids = [101, 1996, 4937, 103, 102]  # The tokens of the sentence
hidden = [1]
num_layers, num_heads, eps = 12, 12, 1e-12
activation, row = "none", 3
shown, place = "encoder.layers.0.self_attention.weights", (0, 2, 1)
# Choices
is_id, hides, is_tied, has_logits = True, True, True, True
# Program

folder = Path(snapshot_download(name) if is_id else name)
W: dict[str, torch.Tensor] = {}
NAMES = {
    "gamma$": "weight", "beta$": "bias", r"^bert\.": "",
    "embeddings.word_embeddings": "src_embedding",
    "embeddings.position_embeddings": "src_encoding.positions.table",
    "embeddings.token_type_embeddings": "src_encoding.token_types",
    "embeddings.LayerNorm": "src_encoding.norm", "encoder.layer.": "encoder.layers.",
    "attention.self.query": "self_attention.w_q", "attention.self.key": "self_attention.w_k",
    "attention.self.value": "self_attention.w_v", "attention.output.dense": "self_attention.w_o",
    "attention.output.LayerNorm": "norm_1", "intermediate.dense": "feed_forward.linear_1",
    "output.dense": "feed_forward.linear_2", "output.LayerNorm": "norm_2",
    "cls.predictions.transform.dense": "head.linear",
    "cls.predictions.transform.LayerNorm": "head.norm",
    "cls.predictions.(decoder.)?(?=weight|bias)": "output.",
}  # fmt: skip
for file in sorted(folder.glob("model*.safetensors")):
    for key, tensor in load_file(file).items():
        for theirs, ours in NAMES.items():
            key = re.sub(theirs, ours, key)
        W[key] = tensor.float()
# Lines: by_hand

seen: dict[str, torch.Tensor] = {}


def see(path: str, x: torch.Tensor) -> torch.Tensor:
    seen[path] = x
    return x


def linear(path: str, x: torch.Tensor) -> torch.Tensor:
    return x @ W[f"{path}.weight"].T + W[f"{path}.bias"]


def norm(path: str, x: torch.Tensor) -> torch.Tensor:
    return layer_norm(x, x.shape[-1:], W[f"{path}.weight"], W[f"{path}.bias"], eps)


def split(x: torch.Tensor) -> torch.Tensor:
    return x.unflatten(1, (num_heads, -1)).transpose(0, 1)  # (heads, seq_len, d_k)


def attend(path: str, x: torch.Tensor) -> torch.Tensor:
    Q = see(f"{path}.queries", split(linear(f"{path}.w_q", x)))
    K = see(f"{path}.keys", split(linear(f"{path}.w_k", x)))
    V = see(f"{path}.values", split(linear(f"{path}.w_v", x)))
    scaled = see(f"{path}.scaled", see(f"{path}.scores", Q @ K.mT) * Q.size(-1) ** -0.5)
    masked = see(f"{path}.masked", scaled.masked_fill(mask, -torch.inf))
    weights = see(f"{path}.weights", masked.softmax(-1).nan_to_num())  # (heads, seq_q, seq_k)
    heads = see(f"{path}.heads", weights @ V)  # (heads, seq_q, d_k)
    concatenated = see(f"{path}.concatenated", heads.transpose(0, 1).flatten(1))
    return see(f"{path}.projected", linear(f"{path}.w_o", concatenated))


def feed_forward(path: str, x: torch.Tensor) -> torch.Tensor:
    h = see(f"{path}.hidden", linear(f"{path}.linear_1", x))
    h = see(f"{path}.activated", gelu(h, approximate=activation))
    return see(f"{path}.output", linear(f"{path}.linear_2", h))


ids = torch.tensor(src_ids)
mask = torch.zeros(len(ids), len(ids)).bool()  # True = hidden
if hides:
    mask[:, hidden] = True
x = see("src_embeddings", W["src_embedding.weight"][ids])  # (seq_len, d_model)
types = see("src_token_types", W["src_encoding.token_types.weight"][torch.zeros_like(ids)])
x = x + types + see("src_positions", W["src_encoding.positions.table.weight"][: len(ids)])
x = see("src_normed", norm("src_encoding.norm", see("src_encoded", x)))
for layer in [f"encoder.layers.{n}" for n in range(num_layers)]:
    y = see(f"{layer}.residual_1", x + attend(f"{layer}.self_attention", x))
    x = see(f"{layer}.normed_1", norm(f"{layer}.norm_1", y))
    y = see(f"{layer}.residual_2", x + feed_forward(f"{layer}.feed_forward", x))
    x = see(f"{layer}.normed_2", norm(f"{layer}.norm_2", y))
see("encoder.output", x)
if has_logits:
    x = see("head.hidden", linear("head.linear", x))
    x = see(
        "head.normed", norm("head.norm", see("head.activated", gelu(x, approximate=activation)))
    )
    table = W["src_embedding.weight" if is_tied else "output.weight"]
    logits = see("logits", x @ table.T + W["output.bias"])
    probabilities = see("probabilities", logits.softmax(-1))  # (seq_len, vocab)

numbers = (W | seen)[shown]
print(shown, list(place), numbers[place].item(), numbers[place[:-2]], sep="\n")
if has_logits:
    top = probabilities[row].topk(5)
    print("likeliest tokens there:", top.indices.tolist(), top.values.tolist())
