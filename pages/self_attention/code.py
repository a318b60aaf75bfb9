"""The PyTorch code of the self-attention page, with torch alone and with the core."""

from pages.self_attention.setting import HEADS, D, SelfAttentionSetting


def self_attention_code(setting: SelfAttentionSetting) -> str:
    """Self-attention on the sentence's word ids, in the current view."""
    if setting.view == "plain":
        return f"""import torch

{_embedded(setting)}

omega = X @ X.T
weights = torch.softmax(omega, dim=-1)
context = weights @ X
print(context)"""
    return f"""import torch

{_embedded(setting)}

{_projected(setting)}
omega = queries @ keys.mT
weights = torch.softmax(omega / {D} ** 0.5, dim=-1)
context = weights @ values
print(context)"""


def self_attention_core_code(setting: SelfAttentionSetting) -> str:
    """The same with `transformer_core.attention`."""
    plain = setting.view == "plain"
    call = "attention(X, X, X, scale=1.0)" if plain else "attention(queries, keys, values)"
    return f"""import torch
from transformer_core import attention

{_embedded(setting)}
{"" if plain else chr(10) + _projected(setting)}
steps = {call}
omega, weights, context = steps.scores, steps.weights, steps.output
print(context)"""


def _embedded(setting: SelfAttentionSetting) -> str:
    return f"""draw = torch.Generator().manual_seed({setting.seed})
X = torch.empty({len(setting.table)}, {D}).normal_(generator=draw)[{list(setting.ids)}]"""


def _projected(setting: SelfAttentionSetting) -> str:
    """The queries, keys and values of one head or of all heads."""
    size, skipped = f"{D}, {D}", ""
    if setting.view == "heads":
        size = f"{HEADS}, {D}, {D}"
        skipped = f"torch.rand({D}, {D}, generator=draw)  # one head's, drawn but not used\n"
    return f"""draw = torch.Generator().manual_seed({setting.seed})
{skipped}U_query = torch.rand({size}, generator=draw)
U_key = torch.rand({size}, generator=draw)
U_value = torch.rand({size}, generator=draw)

queries = (U_query @ X.T).mT
keys = (U_key @ X.T).mT
values = (U_value @ X.T).mT"""
