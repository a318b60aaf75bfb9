"""The PyTorch code of the attention page, with torch alone and with the core."""

import numpy as np
from torch import Tensor


def literal(matrix: Tensor) -> str:
    """A tensor as Python source, each float32 in the shortest form that restores its value."""
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
    """One attention for given queries, keys and values; a fully hidden row gives zeros."""
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


def attention_core_code(
    Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None, scale: float | None
) -> str:
    """The same attention with `transformer_core.attention`."""
    masked = "" if mask is None else f"mask = torch.tensor({literal(mask)})  # True = hidden\n"
    arguments = ("" if mask is None else ", mask") + ("" if scale is None else f", scale={scale}")
    return f"""import torch
from transformer_core import attention

Q = torch.tensor({literal(Q)})
K = torch.tensor({literal(K)})
V = torch.tensor({literal(V)})
{masked}
steps = attention(Q, K, V{arguments})
weights, output = steps.weights, steps.output
print(weights)
print(output)"""
