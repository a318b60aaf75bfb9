"""PyTorch that gives exactly the numbers of a view, with nothing but torch."""

from collections.abc import Sequence

import numpy as np
from torch import Tensor

from pages.overview.setting import BASE, D_MODEL, OverviewSetting
from pages.positional_encoding.setting import EncodingSetting
from transformer_core import word_ids
from ui.state.cells import Edits


def literal(matrix: Tensor) -> str:
    """A tensor as Python source, each float32 in the shortest form that reads back the same."""
    array = matrix.numpy()
    if array.dtype == bool or array.dtype == np.int64:
        return str(array.tolist())
    rows = (
        ", ".join(np.format_float_positional(value, trim="0") for value in row)
        for row in np.atleast_2d(array)
    )
    body = ",\n    ".join(f"[{row}]" for row in rows)
    return f"[\n    {body},\n]"


def attention_code(
    Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None, scale: float | None
) -> str:
    """One attention from given queries, keys, values; a wholly hidden row gives zeros."""
    lines = [
        "import torch",
        "",
        f"Q = torch.tensor({literal(Q)})",
        f"K = torch.tensor({literal(K)})",
        f"V = torch.tensor({literal(V)})",
        "",
        "scores = Q @ K.T",
        "scaled = scores" if scale == 1.0 else "scaled = scores / K.size(-1) ** 0.5",
    ]
    if mask is None:
        lines += ["weights = torch.softmax(scaled, dim=-1)"]
    else:
        lines += [
            f"mask = torch.tensor({literal(mask)})  # True = hidden",
            'masked = scaled.masked_fill(mask, float("-inf"))',
            "weights = torch.softmax(masked, dim=-1).nan_to_num(0.0)",
        ]
    return "\n".join([*lines, "output = weights @ V", "print(weights)", "print(output)"])


def positional_encoding_code(seq_len: int, d_model: int, base: float) -> str:
    """The sinusoidal encoding, angles in float64."""
    return f"""import torch

seq_len, d_model, base = {seq_len}, {d_model}, {base!r}
position = torch.arange(seq_len, dtype=torch.float64).unsqueeze(1)
pair = torch.arange(0, d_model, 2, dtype=torch.float64)
angle = position / base ** (pair / d_model)
PE = torch.empty(seq_len, d_model)
PE[:, 0::2] = angle.sin()
PE[:, 1::2] = angle.cos()[:, : d_model // 2]
print(PE)"""


def index_encoding_code(seq_len: int, d_model: int, *, normalized: bool) -> str:
    """Every column is the position, or the position's share of the whole length."""
    share = f" / {max(seq_len - 1, 1)}" if normalized else ""
    return f"""import torch

PE = torch.arange({seq_len}.0).unsqueeze(1).expand({seq_len}, {d_model}){share}
print(PE)"""


def encoding_code(setting: EncodingSetting) -> str:
    """Whichever encoding the page shows."""
    if setting.kind == "sinusoidal":
        return positional_encoding_code(setting.seq_len, setting.d_model, setting.base)
    normalized = setting.kind == "normalized_index"
    return index_encoding_code(setting.seq_len, setting.d_model, normalized=normalized)


def overview_code(setting: OverviewSetting) -> str:
    """One attention with random weights on word embeddings and their positions."""
    return f"""import torch

d_model, ids = {D_MODEL}, {word_ids(setting.words)}

draw = torch.Generator().manual_seed({setting.seed})
embedding = torch.empty(max(ids) + 1, d_model).normal_(generator=draw)[ids]
position = torch.arange(len(ids), dtype=torch.float64).unsqueeze(1)
angle = position * {BASE!r} ** -(torch.arange(0, d_model, 2).double() / d_model)
PE = torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float()
X = embedding + PE

draw = torch.Generator().manual_seed({setting.weights_seed})
W_Q, W_K, W_V = (
    torch.nn.init.xavier_uniform_(torch.empty(d_model, d_model), generator=draw).T
    for _ in range(3)
)
Q, K, V = X @ W_Q, X @ W_K, X @ W_V
weights = torch.softmax(Q @ K.T / d_model**0.5, dim=-1)
output = weights @ V
print(X, weights, output, sep="\\n")"""


def self_attention_code(ids: Sequence[int], d: int, rows: int, seed: int, view: str) -> str:
    """Self-attention on word ids; `view` is plain, weighted or heads."""
    start = f"""import torch

draw = torch.Generator().manual_seed({seed})
X = torch.empty({rows}, {d}).normal_(generator=draw)[{list(ids)}]
"""
    if view == "plain":
        return f"""{start}
omega = X @ X.T
weights = torch.softmax(omega, dim=-1)
context = weights @ X
print(context)"""
    size, skipped = f"{d}, {d}", ""
    if view == "heads":
        size = f"8, {d}, {d}"
        skipped = f"torch.rand({d}, {d}, generator=draw)  # one head's query weights, not used\n"
    return f"""{start}
draw = torch.Generator().manual_seed({seed})
{skipped}U_query = torch.rand({size}, generator=draw)
U_key = torch.rand({size}, generator=draw)
U_value = torch.rand({size}, generator=draw)

queries = (U_query @ X.T).mT
keys = (U_key @ X.T).mT
values = (U_value @ X.T).mT
omega = queries @ keys.mT
weights = torch.softmax(omega / {d} ** 0.5, dim=-1)
context = weights @ values
print(context)"""


def masks_code(token_ids: list[int], painted: Tensor, seed: int, table: tuple[int, int]) -> str:
    """Every mask of a sentence, and the weights of random Q and K under it.

    `table` is the size of the draw from which Q, its left half, and K, its right, are cut.
    """
    rows, cols = table
    return "\n".join(
        [
            "import torch",
            "",
            f"token_ids = torch.tensor([{token_ids}])",
            "seq_len = token_ids.size(1)",
            "",
            "# True = hidden",
            "masks = {",
            '    "padding": (token_ids == 0)[:, None, None, :],  # (1, 1, 1, seq_len)',
            '    "look_ahead": torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1),',
            "}",
            'masks["decoder"] = masks["padding"] | masks["look_ahead"]  # (1, 1, seq_len, seq_len)',
            *_painted_lines(painted),
            "",
            f"generator = torch.Generator().manual_seed({seed})",
            f"table = torch.empty({rows}, {cols}).normal_(generator=generator)[:seq_len]",
            "Q, K = table.chunk(2, dim=1)",
            "scaled = Q @ K.T / K.size(1) ** 0.5  # (seq_len, seq_len)",
            "",
            "weights = {}",
            "for name, mask in masks.items():",
            '    masked = scaled.masked_fill(mask.expand(1, 1, seq_len, seq_len), float("-inf"))',
            "    weights[name] = torch.softmax(masked, dim=-1).nan_to_num(0.0)[0, 0]",
            "    print(name, mask.int(), weights[name], sep='\\n')",
        ]
    )


def _painted_lines(painted: Tensor) -> list[str]:
    lines = ['masks["painted"] = torch.zeros(seq_len, seq_len, dtype=torch.bool)']
    rows, cols = painted.nonzero(as_tuple=True)
    if len(rows):
        lines.append(f'masks["painted"][{rows.tolist()}, {cols.tolist()}] = True')
    return lines


def learning_rate_code(
    d_model: int, warmup_steps: int, factor: float, number_of_steps: int, step: int
) -> str:
    """The schedule at every step, and how an optimizer takes it."""
    return "\n".join(
        [
            "import torch",
            "",
            f"d_model, warmup_steps, factor = {d_model}, {warmup_steps}, {factor}",
            "",
            f"steps = torch.arange({max(number_of_steps, step) + 1}, dtype=torch.float64)",
            "falling = steps**-0.5",
            "rising = steps * warmup_steps**-1.5",
            "rates = (factor * d_model**-0.5 * torch.minimum(falling, rising)).float()",
            f"print(rates[{step}])",
            "",
            "# In training: call schedule.step() after each optimizer.step().",
            "model = torch.nn.Linear(d_model, d_model)",
            "optimizer = torch.optim.Adam(model.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9)",
            "schedule = torch.optim.lr_scheduler.LambdaLR(",
            "    optimizer, lambda done: rates[min(done + 1, len(rates) - 1)].item()",
            ")",
        ]
    )


def encoder_decoder_code(
    sizes: object,
    norm_first: bool,
    seed: int,
    sentences: object,
    dropout_seed: int | None,
    label_smoothing: float,
) -> str:
    """The page's model, from the workbench's own core: torch's initialisers draw otherwise."""
    drops = dropout_seed is not None
    more = ", seeded_dropout" if drops else ""
    inside = f", seeded_dropout({dropout_seed})" if drops else ""
    dropout = f" dropout={sizes.dropout}," if drops else ""
    shared = "    shared_embeddings=True,\n" if sizes.shared else ""
    return f"""import torch
from transformer_core import TransformerConfig, build_transformer, masked_cross_entropy{more}, trace

config = TransformerConfig(
    {sizes.vocab_size}, {sizes.vocab_size}, d_model={sizes.d_model}, num_heads={sizes.num_heads},
    num_layers={sizes.num_layers}, d_ff={sizes.d_ff},{dropout} max_len=128, norm_first={norm_first},
{shared})
model = build_transformer(config, seed={seed})
src_ids = torch.tensor({sentences.src_ids.tolist()})
tgt_ids = torch.tensor({sentences.tgt_ids.tolist()})
targets = torch.tensor({sentences.targets.tolist()})
with torch.inference_mode(), trace(model) as records{inside}:
    logits = model(src_ids, tgt_ids)
for name, tensor in records.items():
    print(name, tuple(tensor.shape))
loss = masked_cross_entropy(logits, targets, label_smoothing={label_smoothing})
print(torch.softmax(logits, dim=-1), loss)"""


def multi_head_attention_code(
    ids: Sequence[int],
    sizes: tuple[int, int],
    seeds: tuple[int, int],
    mask: str,
    padding: int,
    off: Sequence[int],
    edits: Edits | None = None,
) -> str:
    """Multi-head self-attention on word ids, and its output without the heads `off`.

    `sizes` are d_model and num_heads; `seeds` decide the weights and the embedding, `edits` are
    their cells that were set by hand.
    """
    (d_model, num_heads), (weights_seed, embedding_seed) = sizes, seeds
    masks = {
        "padding": f"torch.arange(seq_len) >= seq_len - {padding}",
        "look_ahead": "torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)",
    }
    by_hand: dict[str, list[str]] = {"embedding": [], "weights": []}
    for (matrix, row, col), value in sorted((edits or {}).items()):
        if matrix != "embedding" or row < len(ids):
            part = by_hand["embedding" if matrix == "embedding" else "weights"]
            part.append(f"{matrix}[{row}, {col}] = {value!r}  # set by hand")
    softmax = ["weights = torch.softmax(scaled, dim=-1)  # (1, heads, seq_len, seq_len)"]
    if mask in masks:
        softmax = [
            f"mask = {masks[mask]}  # True = hidden",
            'masked = scaled.masked_fill(mask, float("-inf"))',
            "weights = torch.softmax(masked, dim=-1).nan_to_num(0.0)",
        ]
    return "\n".join(
        [
            "import torch",
            "",
            f"d_model, num_heads, ids = {d_model}, {num_heads}, {list(ids)}",
            "seq_len, d_k = len(ids), d_model // num_heads",
            "",
            f"draw = torch.Generator().manual_seed({embedding_seed})",
            "embedding = torch.empty(max(ids) + 1, d_model).normal_(generator=draw)[ids]",
            "position = torch.arange(seq_len, dtype=torch.float64).unsqueeze(1)",
            "angle = position * 10_000.0 ** -(torch.arange(0, d_model, 2).double() / d_model)",
            "PE = torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float()",
            *by_hand["embedding"],
            "X = (embedding + PE).unsqueeze(0)  # (1, seq_len, d_model)",
            "",
            f"draw = torch.Generator().manual_seed({weights_seed})",
            "W_Q, W_K, W_V, W_O = (",
            "    torch.nn.init.xavier_uniform_(torch.empty(d_model, d_model), generator=draw).T",
            "    for _ in range(4)",
            ")  # all biases are 0",
            *by_hand["weights"],
            "",
            "",
            "def split(x):",
            "    return x.unflatten(2, (num_heads, d_k)).transpose(1, 2)"
            "  # (1, heads, seq_len, d_k)",
            "",
            "",
            "Q, K, V = split(X @ W_Q), split(X @ W_K), split(X @ W_V)",
            "scaled = Q @ K.mT / d_k**0.5",
            *softmax,
            "heads = weights @ V  # (1, heads, seq_len, d_k)",
            "concatenated = heads.transpose(1, 2).flatten(2)  # (1, seq_len, d_model)",
            "output = concatenated @ W_O",
            "",
            f"heads[:, {list(off)}] = 0.0  # switched off",
            "without = heads.transpose(1, 2).flatten(2) @ W_O",
            "print(weights, output, output - without, sep='\\n')",
        ]
    )
