"""Every number of a model of GPT-2's family, from its own files."""

from pathlib import Path

import torch
from huggingface_hub import snapshot_download
from safetensors.torch import load_file
from torch.nn.functional import gelu, layer_norm

# Setting
name = "openai-community/gpt2"
tgt_ids = [464, 3797, 3332]  # The tokens of the sentence
hidden = [1]
num_layers, num_heads, eps = 12, 12, 1e-05
activation, row = "tanh", -1
shown, place = "decoder.layers.0.self_attention.weights", (0, 2, 1)
# Choices
is_id, hides, is_tied = True, True, True
# Program

folder = Path(snapshot_download(name) if is_id else name)
W: dict[str, torch.Tensor] = {}
NAMES = {
    "transformer.": "", "wte.": "tgt_embedding.", "wpe.": "tgt_encoding.positions.table.",
    "h.": "decoder.layers.", "ln_f.": "decoder.norm.", "ln_": "norm_", "lm_head.": "output.",
    ".attn.": ".self_attention.", "self_attention.c_proj": "self_attention.w_o",
    "mlp.c_fc": "feed_forward.linear_1", "mlp.c_proj": "feed_forward.linear_2",
}  # fmt: skip
for file in sorted(folder.glob("model*.safetensors")):
    for key, tensor in load_file(file).items():
        is_turned = ".c_" in key  # GPT-2 computes x W: (inputs, outputs)
        for theirs, ours in NAMES.items():
            key = key.replace(theirs, ours)
        if tensor.dim() < 3:  # Older files also have masks
            W[key] = tensor.float().t() if is_turned else tensor.float()
for attention in [f"decoder.layers.{n}.self_attention" for n in range(num_layers)]:
    for kind in ("weight", "bias"):
        q_k_v = W[f"{attention}.c_attn.{kind}"].chunk(3)
        W |= {f"{attention}.w_{one}.{kind}": part for one, part in zip("qkv", q_k_v, strict=True)}
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


ids = torch.tensor(tgt_ids)
mask = torch.ones(len(ids), len(ids)).triu(1).bool()  # True = hidden
if hides:
    mask[:, hidden] = True
x = see("tgt_embeddings", W["tgt_embedding.weight"][ids])  # (seq_len, d_model)
x = x + see("tgt_positions", W["tgt_encoding.positions.table.weight"][: len(ids)])
see("tgt_encoded", x)
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
