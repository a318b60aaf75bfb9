"""The shipped translator in torch alone: its file, its forward pass, what it writes."""

from pages.your_sentence.code import changes, first_steps, large_matrix
from pages.your_sentence.touched import UNTOUCHED, Touched, translator_of
from pages.your_sentence.views import Looking
from pages.your_sentence.writing import PARTS, Written, most_tokens

_VOCABULARIES = """import json
import torch
from torch.nn.functional import layer_norm, linear

folder = "english_korean/shipped"  # relative to the project folder
with open(f"{folder}/vocabulary.json", encoding="utf-8") as file:
    english, korean = json.load(file).values()
"""
_READING = """with open(f"{folder}/model.safetensors", "rb") as file:
    header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    numbers = bytearray(file.read())
del header["__metadata__"]
kinds = {"I8": torch.int8, "F16": torch.float16, "F32": torch.float32}
W = {}
for name, at in header.items():
    first, last = at["data_offsets"]
    flat = torch.frombuffer(numbers[first:last], dtype=kinds[at["dtype"]])
    W[name] = flat.reshape(at["shape"]).float()
for name in header:  # 8-bit matrices with one scale per row
    if f"{name}.scale" in W:
        W[name] = W[name] * W[f"{name}.scale"]
"""
_DRAWING = """draw, W = torch.Generator().manual_seed({seed}), {{}}
def table(name, vocab):
    weight = torch.empty(vocab, {d_model})
    W[f"{{name}}.weight"] = weight.normal_(std={d_model}**-0.5, generator=draw)
def matrix(name, *size):
    W[f"{{name}}.weight"] = torch.nn.init.xavier_uniform_(torch.empty(size), generator=draw)
    W[f"{{name}}.bias"] = torch.zeros(size[0])
table("src_embedding", len(english))
table("tgt_embedding", len(korean))
for stack, attentions in (("encoder", ["self"]), ("decoder", ["self", "cross"])):
    for at in (f"{{stack}}.layers.{{n}}" for n in range({layers})):
        for attention in attentions:
            for name in ("w_q", "w_k", "w_v", "w_o"):
                matrix(f"{{at}}.{{attention}}_attention.{{name}}", {d_model}, {d_model})
        matrix(f"{{at}}.feed_forward.linear_1", {d_ff}, {d_model})
        matrix(f"{{at}}.feed_forward.linear_2", {d_model}, {d_ff})
        for n in range(len(attentions) + 1):
            W[f"{{at}}.norm_{{n + 1}}.weight"] = torch.ones({d_model})
            W[f"{{at}}.norm_{{n + 1}}.bias"] = torch.zeros({d_model})
"""
_FORWARD = """d_model, num_heads, seen = {d_model}, {heads}, {{}}

def by(path, x):
    return linear(x, W[f"{{path}}.weight"], W[f"{{path}}.bias"])
def embedded(ids, table):
    position = torch.arange(len(ids), dtype=torch.float64).unsqueeze(1)
    angle = position * 1e4 ** -(torch.arange(0, d_model, 2).double() / d_model)
    PE = torch.stack([angle.sin(), angle.cos()], 2).flatten(1).float()
    return table[ids] * d_model**0.5 + PE  # (seq_len, d_model)
def attend(path, x, memory, mask):
    Q, K, V = (by(f"{{path}}.w_{{name}}", y).unflatten(1, (num_heads, -1)).transpose(0, 1)
               for name, y in zip("qkv", (x, memory, memory)))
    scaled = (Q @ K.mT / Q.size(-1) ** 0.5).masked_fill(mask, -torch.inf)
    seen[path] = scaled.softmax(dim=-1).nan_to_num(0.0)  # (heads, seq_q, seq_k)
    return by(f"{{path}}.w_o", (seen[path] @ V).transpose(0, 1).flatten(1))
def feed_forward(path, x):
    return by(f"{{path}}.linear_2", by(f"{{path}}.linear_1", x).relu())
def add_and_norm(path, x, y):
    return layer_norm(x + y, (d_model,), W[f"{{path}}.weight"], W[f"{{path}}.bias"], 1e-6)
def encode(ids):
    x = embedded(ids, W["src_embedding.weight"])
    for n in range({layers}):
        at = f"encoder.layers.{{n}}"
        x = add_and_norm(f"{{at}}.norm_1", x, attend(f"{{at}}.self_attention", x, x, ids == 0))
        x = add_and_norm(f"{{at}}.norm_2", x, feed_forward(f"{{at}}.feed_forward", x))
    return x
def decode(ids, memory):
    y = embedded(ids, W["tgt_embedding.weight"])
    future = torch.ones(len(ids), len(ids)).triu(1).bool()  # True = hidden
    for n in range({layers}):
        at = f"decoder.layers.{{n}}"
        y = add_and_norm(f"{{at}}.norm_1", y, attend(f"{{at}}.self_attention", y, y, future))
        y = add_and_norm(
            f"{{at}}.norm_2", y, attend(f"{{at}}.cross_attention", y, memory, src_ids == 0))
        y = add_and_norm(f"{{at}}.norm_3", y, feed_forward(f"{{at}}.feed_forward", y))
    return y @ W["tgt_embedding.weight"].T  # (seq_q, vocab)
"""
_GREEDY = """tgt_ids = [korean.index("<start>")]
while tgt_ids[-1] != korean.index("<end>") and len(tgt_ids) < {longest}:
    tgt_ids.append(int(decode(torch.tensor(tgt_ids), memory)[-1].argmax()))
"""
_WRITTEN = """tgt_ids = [korean.index(token) for token in {tokens}]
"""


def torch_code(
    written: Written, model: str, is_greedy: bool, looking: Looking, steps: int,
    touched: Touched = UNTOUCHED,
) -> str:  # fmt: skip
    """What the translator writes and attends to in the first steps: the trained one, read from its
    file, or the untrained one, initialised as before its training.

    Text that was not decoded greedily is given token by token.
    """
    layers, heads = len(written.attentions.cross), written.attentions.cross.size(1)
    sizes = translator_of(model).model.config
    stack, part = PARTS[looking.kind]
    tokens = list(written.recognition.read)
    hidden = sorted(written.hidden)
    return "\n".join(
        [
            _VOCABULARIES
            + (
                _DRAWING.format(
                    seed=written.seed, layers=layers, d_model=sizes.d_model, d_ff=sizes.d_ff
                )
                if model == "untrained"
                else _READING
            )
            + "".join(f"{line}\n" for line in changes("W", touched, heads)),
            _FORWARD.format(heads=heads, layers=layers, d_model=sizes.d_model),
            f"words = {tokens}",
            "src_ids = torch.tensor(",
            "    [english.index(w if w in english else '<unk>') for w in words])  # (seq_k,)",
            *([f"src_ids[{hidden}] = 0  # hidden: as padding"] if hidden else []),
            "memory = encode(src_ids)  # (seq_k, d_model)",
            _writing(written, is_greedy)
            + "decode(torch.tensor(tgt_ids[:-1]), memory)  # in full, to record the weights",
            "print(*(korean[token] for token in tgt_ids))",
            f'heads = seen["{stack}.layers.{looking.layer}.{part}"]  # (heads, seq_q, seq_k)',
            large_matrix(looking, heads=heads),
            f"{first_steps(steps, looking.kind) if steps < len(written.tokens) else ''}"
            "print(weights)",
        ]
    )


def _writing(written: Written, is_greedy: bool) -> str:
    if is_greedy:
        return _GREEDY.format(longest=most_tokens(len(written.words)))
    ids = written.translation.tgt_ids[0].tolist()
    return _WRITTEN.format(tokens=[written.tgt_tokens[token] for token in ids])
