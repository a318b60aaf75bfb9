"""The PyTorch of the self-attention page, with nothing but torch."""

from pages.self_attention.setting import HEADS, D, SelfAttentionSetting


def self_attention_code(setting: SelfAttentionSetting) -> str:
    """Self-attention on the sentence's word ids, in the view that is shown."""
    seed, view = setting.seed, setting.view
    start = f"""import torch

draw = torch.Generator().manual_seed({seed})
X = torch.empty({len(setting.table)}, {D}).normal_(generator=draw)[{list(setting.ids)}]
"""
    if view == "plain":
        return f"""{start}
omega = X @ X.T
weights = torch.softmax(omega, dim=-1)
context = weights @ X
print(context)"""
    size, skipped = f"{D}, {D}", ""
    if view == "heads":
        size = f"{HEADS}, {D}, {D}"
        skipped = f"torch.rand({D}, {D}, generator=draw)  # one head's query weights, not used\n"
    return f"""{start}
draw = torch.Generator().manual_seed({seed})
{skipped}U_query = torch.rand({size}, generator=draw)
U_key = torch.rand({size}, generator=draw)
U_value = torch.rand({size}, generator=draw)

queries = (U_query @ X.T).mT
keys = (U_key @ X.T).mT
values = (U_value @ X.T).mT
omega = queries @ keys.mT
weights = torch.softmax(omega / {D} ** 0.5, dim=-1)
context = weights @ values
print(context)"""
