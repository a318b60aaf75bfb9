"""Every number of a model of Llama's family, from its own files."""

import re
from pathlib import Path

import torch
from huggingface_hub import snapshot_download
from safetensors.torch import load_file
from torch.nn.functional import silu

# Setting
name = "meta-llama/Llama-3.2-1B"
tgt_ids = [128000, 791, 8415]  # The tokens of the sentence
hidden = [1]
num_layers, num_heads, eps = 16, 32, 1e-05
base, row = 10000.0, -1
shown, place = "decoder.layers.0.self_attention.weights", (0, 2, 1)
# Choices
is_id, hides, is_tied = True, True, True
# Program

folder = Path(snapshot_download(name) if is_id else name)
W: dict[str, torch.Tensor] = {}
NAMES = {
    r"^model\.": "", r"^norm": "decoder.norm", r"^layers": "decoder.layers",
    "embed_tokens": "tgt_embedding", "lm_head": "output", "input_layernorm": "norm_1",
    "post_attention_layernorm": "norm_2", r"self_attn\.(.)_proj": r"self_attention.w_\1",
    "mlp.gate_proj": "feed_forward.linear_gate", "mlp.up_proj": "feed_forward.linear_1",
    "mlp.down_proj": "feed_forward.linear_2",
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
    return x @ W[f"{path}.weight"].T + W.get(f"{path}.bias", torch.zeros(1))


def norm(path: str, x: torch.Tensor) -> torch.Tensor:
    return x * (x.pow(2).mean(-1, keepdim=True) + eps).rsqrt() * W[f"{path}.weight"]


def split(path: str, x: torch.Tensor) -> torch.Tensor:
    d_k = W[f"{path.rpartition('.')[0]}.w_q.weight"].size(0) // num_heads
    return linear(path, x).unflatten(1, (-1, d_k)).transpose(0, 1)  # (heads, seq_len, d_k)


def turned(x: torch.Tensor) -> torch.Tensor:
    d_k = x.size(-1)  # A number turns together with that half a head further on
    angle = torch.arange(x.size(1))[:, None] * base ** -(torch.arange(0, d_k, 2).double() / d_k)
    cos, sin = angle.cos().float().repeat(1, 2), angle.sin().float().repeat(1, 2)
    first, second = x.chunk(2, dim=-1)
    return x * cos + torch.cat([-second, first], dim=-1) * sin


def attend(path: str, x: torch.Tensor) -> torch.Tensor:
    Q = see(f"{path}.queries", turned(see(f"{path}.queries_unturned", split(f"{path}.w_q", x))))
    K = see(f"{path}.keys", turned(see(f"{path}.keys_unturned", split(f"{path}.w_k", x))))
    V = see(f"{path}.values", split(f"{path}.w_v", x))
    group = num_heads // len(K)  # Heads of queries that share keys and values
    K, V = K.repeat_interleave(group, dim=0), V.repeat_interleave(group, dim=0)
    scaled = see(f"{path}.scaled", see(f"{path}.scores", Q @ K.mT) * Q.size(-1) ** -0.5)
    masked = see(f"{path}.masked", scaled.masked_fill(mask, -torch.inf))
    weights = see(f"{path}.weights", masked.softmax(-1).nan_to_num())  # (heads, seq_q, seq_k)
    heads = see(f"{path}.heads", weights @ V)  # (heads, seq_q, d_k)
    concatenated = see(f"{path}.concatenated", heads.transpose(0, 1).flatten(1))
    return see(f"{path}.projected", linear(f"{path}.w_o", concatenated))


def feed_forward(path: str, x: torch.Tensor) -> torch.Tensor:
    opened = see(f"{path}.opened", silu(see(f"{path}.gate", linear(f"{path}.linear_gate", x))))
    h = see(f"{path}.hidden", linear(f"{path}.linear_1", x))
    return see(f"{path}.output", linear(f"{path}.linear_2", see(f"{path}.activated", opened * h)))


ids = torch.tensor(tgt_ids)
mask = torch.ones(len(ids), len(ids)).triu(1).bool()  # True = hidden
if hides:
    mask[:, hidden] = True
x = see("tgt_encoded", see("tgt_embeddings", W["tgt_embedding.weight"][ids]))  # (seq_len, d_model)
for layer in [f"decoder.layers.{n}" for n in range(num_layers)]:
    y = see(f"{layer}.normed_1", norm(f"{layer}.norm_1", x))
    x = see(f"{layer}.residual_1", x + attend(f"{layer}.self_attention", y))
    y = see(f"{layer}.normed_2", norm(f"{layer}.norm_2", x))
    x = see(f"{layer}.residual_2", x + feed_forward(f"{layer}.feed_forward", y))
x = see("decoder.output", norm("decoder.norm", x))
logits = see("logits", x @ W["tgt_embedding.weight" if is_tied else "output.weight"].T)
probabilities = see("probabilities", logits.softmax(-1))  # (seq_len, vocab)

numbers = (W | seen)[shown]
print(shown, list(place), numbers[place].item(), numbers[place[:-2]], sep="\n")
top = probabilities[row].topk(5)  # Before temperature, top_k and top_p
print("likeliest next tokens:", top.indices.tolist(), top.values.tolist())
