"""The PyTorch of the self-attention page, with nothing but torch."""

from collections.abc import Sequence


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
