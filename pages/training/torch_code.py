"""A run on digits in torch alone: data, model, training and measurements."""

from transformer_core.random_tensors import LARGEST_SEED
from transformer_lab.learning.config import PAPER_EXPONENT, RunConfig
from transformer_lab.learning.measuring import MEASURED, MOST_PAIRS

RIGHT = {"reverse": "digits[::-1]", "copy": "digits", "sort": "sorted(digits)"}
"""Each task's target. The English-Korean task needs its grammar, and so the core."""

_DATA = """def pairs_of(count, seed, held_out):
    draw, found = torch.Generator().manual_seed(seed), []
    while len(found) < count:
        for digits in torch.randint(10, (256, 10), generator=draw).tolist():
            hashed = hashlib.sha256(" ".join(map(str, digits)).encode()).digest()
            if (hashed[0] < 32) == held_out:  # one in eight is never trained on
                found.append(digits + {right})
    ids = torch.tensor(found[:count]) + 4  # before the digits: padding, unknown, start, end
    start, end = torch.full((count, 1), 2), torch.full((count, 1), 3)
    return ids[:, :10], torch.cat([start, ids[:, 10:], end], dim=1)
"""
_WEIGHTS = """draw, W = torch.Generator().manual_seed(seed), {{}}
def table(name):
    W[name] = torch.empty(14, d_model).normal_(std=d_model**-0.5, generator=draw)
def matrix(name, rows, columns):
    W[name] = torch.nn.init.xavier_uniform_(torch.empty(rows, columns), generator=draw)
    W[name + " bias"] = torch.zeros(rows)
def norm_weights(name):
    W[name], W[name + " bias"] = torch.ones(d_model), torch.zeros(d_model)
table("source")
table("target")
for stack, attentions in (("encoder", ["self"]), ("decoder", ["self", "cross"])):
    for layer in (f"{{stack}} {{n}}" for n in range(num_layers)):
        for attention in attentions:
            for name in "QKVO":
                matrix(f"{{layer}} {{attention}} {{name}}", d_model, d_model)
        matrix(f"{{layer}} 1", d_ff, d_model)
        matrix(f"{{layer}} 2", d_model, d_ff)
        for name in (*attentions, "feed-forward"):
            norm_weights(f"{{layer}} {{name}} norm")
{last_norms}matrix("output", 14, d_model)
for each in W.values():
    each.requires_grad_()
"""
_MODEL = """def by(name, x):
    return linear(x, W[name], W[name + " bias"])
def norm(name, x):
    return layer_norm(x, (d_model,), W[name], W[name + " bias"], 1e-6)
def embedded(name, ids):
    position = torch.arange(ids.size(1), dtype=torch.float64).unsqueeze(1)
    angle = position * 1e4 ** -(torch.arange(0, d_model, 2).double() / d_model)
    PE = torch.stack([angle.sin(), angle.cos()], 2).flatten(1)[:, :d_model].float()
    return {embedded}
def attend(name, x, memory, mask):
    Q, K, V = (by(f"{{name}} {{matrix}}", y).unflatten(2, (num_heads, -1)).transpose(1, 2)
               for matrix, y in zip("QKV", (x, memory, memory)))
    scaled = {scaled}
    seen[name] = scaled.masked_fill(mask, -torch.inf).softmax(dim=-1)
    return by(f"{{name}} O", (seen[name] @ V).transpose(1, 2).flatten(2))
def feed_forward(name, x):
    return by(f"{{name}} 2", by(f"{{name}} 1", x).relu())
def add_and_norm(name, x, f):
    return {add}
def encode(src):
    x, no_mask = embedded("source", src), torch.tensor(False)  # a mask that hides nothing
    for at in (f"encoder {{n}}" for n in range(num_layers)):
        x = add_and_norm(f"{{at}} self", x, lambda x: attend(f"{{at}} self", x, x, no_mask))
        x = add_and_norm(f"{{at}} feed-forward", x, lambda x: feed_forward(at, x))
    return {encoded}
def decode(tgt, memory):
    y, no_mask = embedded("target", tgt), torch.tensor(False)
    future = {future}
    for at in (f"decoder {{n}}" for n in range(num_layers)):
        y = add_and_norm(f"{{at}} self", y, lambda y: attend(f"{{at}} self", y, y, future))
        y = add_and_norm(
            f"{{at}} cross", y, lambda y: attend(f"{{at}} cross", y, memory, no_mask))
        y = add_and_norm(f"{{at}} feed-forward", y, lambda y: feed_forward(at, y))
    return by("output", {decoded})
"""
_DROPPING = """drops = None
def drop(x):  # section 5.4, in training only
    if drops is None:
        return x
    dropped = torch.rand(x.shape, generator=drops) < {rate}
    return x.masked_fill(dropped, 0.0) / {kept}
"""
_MEASURED = """def loss_of(src, tgt, label_smoothing=0.0):
    logits = decode(tgt[:, :-1], encode(src))
    return cross_entropy(
        logits.flatten(0, 1), tgt[:, 1:].flatten(), reduction="sum",
        label_smoothing=label_smoothing) / tgt[:, 1:].numel()
def written(src):
    memory, ids = encode(src), torch.full((len(src), 1), 2)
    while ids.size(1) < 12:
        ids = torch.cat([ids, decode(ids, memory)[:, -1:].argmax(dim=-1)], dim=1)
    return ids
@torch.no_grad()
def show(step):
    losses = [loss_of(*part).item() for part in parts]
    exact = [(written(src) == tgt).all(dim=1).float().mean().item() for src, tgt in parts]
    print(f"step {step:5,}  loss {losses[0]:.4f} / {losses[1]:.4f}  "
          f"exact {exact[0]:.0%} / {exact[1]:.0%}")
"""
_TRAINING = """pairs, held_out = pairs_of({count}, seed, False), pairs_of(64, 0, True)
parts = [[ids[:64] for ids in pairs], held_out]
order = torch.Generator().manual_seed(seed)
def batches():
    while True:
        shuffled = torch.randperm({count}, generator=order)
        for n in torch.randperm({batches}, generator=order).tolist():
            yield shuffled[n * {batch_size} : (n + 1) * {batch_size}]

adam = torch.optim.Adam(W.values(), betas=(0.9, 0.98), eps=1e-9, fused=True)
show(0)
for step, batch in zip(range(1, {steps} + 1), batches()):
    {dropped_by}torch.randint({largest_seed}, (), generator=order){of_dropout}
    adam.param_groups[0]["lr"] = {rate}
{drops}    loss = loss_of(*(ids[batch] for ids in pairs), label_smoothing={label_smoothing})
    adam.zero_grad()
    loss.backward()
    adam.step()
{rests}    if step % {every} == 0 or step == {steps}:
        show(step)

digits = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
src, right = torch.tensor([digits]) + 4, torch.tensor([{right}]) + 4
with torch.no_grad():
    decode(torch.cat([torch.tensor([[2]]), right], dim=1), encode(src))
weights = seen["decoder 0 cross"][0]  # (heads, seq_q, seq_k)
print(weights)"""


def torch_code(config: RunConfig) -> str:
    """The run that the controls describe, printing its numbers as they come, and at the end the
    decoder's attention in the example. Empty for sentences, which come from a grammar.
    """
    if config.task not in RIGHT:
        return ""
    right, drops = RIGHT[config.task], config.dropout > 0
    count = max(MEASURED, min(config.steps * config.batch_size, MOST_PAIRS))
    wrap = "drop({})" if drops else "{}"
    positions = " + PE" if config.positional_encoding else ""
    on_norm = wrap.format("f(norm(f'{name} norm', x))")
    added = f"x + {on_norm}" if config.norm_first else (
        f"norm(f'{{name}} norm', x + {wrap.format('f(x)')})"
    )  # fmt: skip
    ends = ("norm('encoder norm', x)", "norm('decoder norm', y)")
    rate = (
        f"{config.factor} * d_model**-0.5 * "
        f"min(step**-0.5, step * {config.warmup_steps}**{config.exponent})"
    )
    hidden = "torch.ones(tgt.size(1), tgt.size(1)).triu(1).bool()  # True = hidden"
    return "\n".join(
        [
            "import hashlib",
            "import torch",
            "from torch.nn.functional import cross_entropy, embedding, layer_norm, linear",
            "",
            "torch.set_num_threads(1)  # the same numbers on every machine",
            f"d_model, num_heads, num_layers = {config.d_model}, {config.num_heads}, "
            f"{config.num_layers}",
            f"d_ff, seed, seen = {config.d_ff}, {config.seed}, {{}}",
            "",
            _DATA.format(right=right),
            _WEIGHTS.format(
                last_norms='norm_weights("encoder norm")\nnorm_weights("decoder norm")\n'
                if config.norm_first
                else ""
            ),
            *([_DROPPING.format(rate=config.dropout, kept=1 - config.dropout)] if drops else []),
            _MODEL.format(
                embedded=wrap.format(f"embedding(ids, W[name]) * d_model**0.5{positions}"),
                scaled="Q @ K.mT * (1 / Q.size(-1) ** 0.5)" if config.scaled else "Q @ K.mT",
                add=added,
                encoded=ends[0] if config.norm_first else "x",
                decoded=ends[1] if config.norm_first else "y",
                future=hidden if config.look_ahead else "no_mask  # it sees what it has to predict",
            ),
            _MEASURED,
            _TRAINING.format(
                count=count,
                batches=-(-count // config.batch_size),
                batch_size=config.batch_size,
                steps=config.steps,
                every=config.every,
                largest_seed=LARGEST_SEED,
                dropped_by="dropped_by = int(" if drops else "",
                of_dropout=")" if drops else "  # keeps the order of draws without dropout",
                rate=f"torch.tensor({rate}).item()" if is_papers(config) else rate,
                drops="    drops = torch.Generator().manual_seed(dropped_by)\n" if drops else "",
                rests="    drops = None\n" if drops else "",
                label_smoothing=config.label_smoothing,
                right=right,
            ),
        ]
    )


def is_papers(config: RunConfig) -> bool:
    """True if the rate is that of equation 3, which is computed in float32."""
    return config.exponent == PAPER_EXPONENT
