"""The shipped translator: its file, its forward pass, what it writes and what it attends to."""

import json

import torch
from torch.nn.functional import layer_norm, linear

# Setting
d_model, num_heads, num_layers, d_ff, seed = 160, 4, 2, 640, 1
words = ["the", "happy", "student", "bought", "a", "book"]
start = "<plain+si>"
tokens = ["<plain+si>", "학생", "<end>"]
hidden, longest = [5], 12
path, heads_on, steps = "decoder.layers.1.cross_attention", [0, 1, 3], 3
shown_stack, shown_layer = "decoder", 1
# Choices
is_trained, hides, is_greedy = True, True, True
kind, how, is_cut = "cross", "average", True
# Program

folder = "english_korean/shipped"  # relative to the project folder
with open(f"{folder}/vocabulary.json", encoding="utf-8") as file:
    english, korean = json.load(file).values()
W: dict[str, torch.Tensor] = {}
attention_weights: dict[str, torch.Tensor] = {}
if how == "by_length":
    values: dict[str, torch.Tensor] = {}

if is_trained:
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
else:
    generator = torch.Generator().manual_seed(seed)

    def table(name: str, vocab: int) -> None:
        weight = torch.empty(vocab, d_model)
        W[f"{name}.weight"] = weight.normal_(std=d_model**-0.5, generator=generator)

    def matrix(name: str, *size: int) -> None:
        W[f"{name}.weight"] = torch.nn.init.xavier_uniform_(torch.empty(size), generator=generator)
        W[f"{name}.bias"] = torch.zeros(size[0])

    table("src_embedding", len(english))
    table("tgt_embedding", len(korean))
    for stack, attentions in (("encoder", ["self"]), ("decoder", ["self", "cross"])):
        for layer in (f"{stack}.layers.{n}" for n in range(num_layers)):
            for attention in attentions:
                for name in ("w_q", "w_k", "w_v", "w_o"):
                    matrix(f"{layer}.{attention}_attention.{name}", d_model, d_model)
            matrix(f"{layer}.feed_forward.linear_1", d_ff, d_model)
            matrix(f"{layer}.feed_forward.linear_2", d_model, d_ff)
            for n in range(len(attentions) + 1):
                W[f"{layer}.norm_{n + 1}.weight"] = torch.ones(d_model)
                W[f"{layer}.norm_{n + 1}.bias"] = torch.zeros(d_model)
# Lines: by_hand


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
    Q = split(linear_layer(f"{path}.w_q", x))
    K, V = split(linear_layer(f"{path}.w_k", memory)), split(linear_layer(f"{path}.w_v", memory))
    scaled = (Q @ K.mT / Q.size(-1) ** 0.5).masked_fill(mask, -torch.inf)
    attention_weights[path] = scaled.softmax(dim=-1).nan_to_num(0.0)  # (heads, seq_q, seq_k)
    if how == "by_length":
        values[path] = V
    if how == "gradient":
        attention_weights[path].requires_grad_()
    return linear_layer(f"{path}.w_o", (attention_weights[path] @ V).transpose(0, 1).flatten(1))


def feed_forward(path: str, x: torch.Tensor) -> torch.Tensor:
    return linear_layer(f"{path}.linear_2", linear_layer(f"{path}.linear_1", x).relu())


def norm(path: str, x: torch.Tensor) -> torch.Tensor:
    return layer_norm(x, (d_model,), W[f"{path}.weight"], W[f"{path}.bias"], 1e-6)


def encode(ids: torch.Tensor) -> torch.Tensor:
    x = embedded(ids, W["src_embedding.weight"])
    for layer in (f"encoder.layers.{n}" for n in range(num_layers)):
        x = norm(f"{layer}.norm_1", x + attend(f"{layer}.self_attention", x, x, ids == 0))
        x = norm(f"{layer}.norm_2", x + feed_forward(f"{layer}.feed_forward", x))
    return x


def decode(ids: torch.Tensor, memory: torch.Tensor) -> torch.Tensor:
    y = embedded(ids, W["tgt_embedding.weight"])
    future = torch.ones(len(ids), len(ids)).triu(1).bool()  # True = hidden
    masked = future | (ids == 0)  # (seq_q, seq_q)
    for layer in (f"decoder.layers.{n}" for n in range(num_layers)):
        y = norm(f"{layer}.norm_1", y + attend(f"{layer}.self_attention", y, y, masked))
        y = norm(f"{layer}.norm_2", y + attend(f"{layer}.cross_attention", y, memory, src_ids == 0))
        y = norm(f"{layer}.norm_3", y + feed_forward(f"{layer}.feed_forward", y))
    return y @ W["tgt_embedding.weight"].T  # (seq_q, vocab)


src_ids = torch.tensor([english.index(w if w in english else "<unk>") for w in words])  # (seq_k,)
if hides:
    src_ids[hidden] = 0  # hidden: as padding
memory = encode(src_ids)  # (seq_k, d_model)
if is_greedy:
    tgt_ids = [korean.index(start)]
    while tgt_ids[-1] != korean.index("<end>") and len(tgt_ids) < longest:
        tgt_ids.append(int(decode(torch.tensor(tgt_ids), memory)[-1].argmax()))
else:
    tgt_ids = [korean.index(token) for token in tokens]
logits = decode(torch.tensor(tgt_ids[:-1]), memory)  # in full, to record the weights
print(*(korean[token] for token in tgt_ids))
heads = attention_weights[path]  # (heads, seq_q, seq_k)
if how == "difference":
    weights = heads[heads_on[0]] - heads[heads_on[1]]  # (seq_q, seq_k)
elif how == "one":
    weights = heads[heads_on[0]]  # (seq_q, seq_k)
elif how == "rollout":
    weights = torch.eye(heads.size(-1))  # (seq, seq)
    for n in range(shown_layer + 1):
        mean = attention_weights[f"{shown_stack}.layers.{n}.self_attention"].mean(dim=0)
        weights = (0.5 * mean + 0.5 * torch.eye(len(mean))) @ weights
elif how == "by_length":
    W_O = W[f"{path}.w_o.weight"].unflatten(1, (num_heads, -1)).transpose(0, 1)
    passed_on = values[path] @ W_O.mT  # (heads, seq_k, d_model)
    added = torch.einsum("hqk,hkm->qkm", heads[heads_on], passed_on[heads_on])
    weights = added.norm(dim=-1) / added.norm(dim=-1).sum(dim=-1, keepdim=True)
    weights = weights.nan_to_num(0.0)  # (seq_q, seq_k)
elif how == "gradient":
    chosen = logits[range(len(logits)), tgt_ids[1:]]  # the logit of each token
    if kind == "encoder":
        (gradient,) = torch.autograd.grad(chosen[:steps].sum(), heads)
    else:
        gradient = torch.zeros_like(heads)
        for q, logit in enumerate(chosen):
            gradient[:, q] = torch.autograd.grad(logit, heads, retain_graph=True)[0][:, q]
    weights = (heads * gradient)[heads_on].sum(dim=0).detach()  # (seq_q, seq_k)
elif how == "maximum":
    weights = heads[heads_on].amax(dim=0)  # (seq_q, seq_k)
else:
    weights = heads[heads_on].mean(dim=0)  # (seq_q, seq_k)
if is_cut and kind == "decoder":
    weights = weights[:steps, :steps]
elif is_cut and kind == "cross":
    weights = weights[:steps]
print(weights)
