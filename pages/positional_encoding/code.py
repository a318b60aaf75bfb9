"""The PyTorch code of the positional-encoding page, with torch alone and with the core."""

from pages.positional_encoding.setting import EncodingSetting


def positional_encoding_code(seq_len: int, d_model: int, base: float) -> str:
    """The sinusoidal encoding, with its angles in float64."""
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
    """The code for the encoding that the page shows."""
    if setting.kind == "sinusoidal":
        return positional_encoding_code(setting.seq_len, setting.d_model, setting.base)
    normalized = setting.kind == "normalized_index"
    return index_encoding_code(setting.seq_len, setting.d_model, normalized=normalized)


def encoding_core_code(setting: EncodingSetting) -> str:
    """The same encoding, computed with the core."""
    name = {
        "sinusoidal": "positional_encoding",
        "normalized_index": "normalized_index_encoding",
    }.get(setting.kind, "index_encoding")
    base = f", base={setting.base!r}" if setting.kind == "sinusoidal" else ""
    return f"""from transformer_core import {name}

PE = {name}({setting.seq_len}, {setting.d_model}{base})
print(PE)"""
