"""PyTorch that gives exactly the numbers of a view, with nothing but torch."""

from collections.abc import Sequence

import numpy as np
from torch import Tensor


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
