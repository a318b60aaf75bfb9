"""The PyTorch code of the multi-head attention page, with torch alone and with the core."""

from pages.multi_head_attention.setting import MultiHeadSetting


def multi_head_attention_code(setting: MultiHeadSetting) -> str:
    """Multi-head self-attention on the words, and its output without the heads that are off."""
    softmax = ["weights = torch.softmax(scaled, dim=-1)  # (1, heads, seq_len, seq_len)"]
    if _mask(setting):
        softmax = [
            _mask(setting),
            'masked = scaled.masked_fill(mask, float("-inf"))',
            "weights = torch.softmax(masked, dim=-1).nan_to_num(0.0)",
        ]
    return "\n".join(
        [
            "import torch",
            "",
            *_input(setting),
            "",
            *_weights(setting),
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
            f"heads[:, {sorted(setting.heads_off)}] = 0.0  # switched off",
            "without = heads.transpose(1, 2).flatten(2) @ W_O",
            "print(weights, output, output - without, sep='\\n')",
        ]
    )


def multi_head_attention_core_code(setting: MultiHeadSetting) -> str:
    """The same with `transformer_core.MultiHeadAttention`."""
    mask = [_mask(setting)] if _mask(setting) else []
    return "\n".join(
        [
            "import torch",
            "from transformer_core import MultiHeadAttention, trace",
            "",
            *_input(setting),
            "",
            *_weights(setting),
            "",
            "model = MultiHeadAttention(d_model, num_heads).eval()",
            "layers = (model.w_q, model.w_k, model.w_v, model.w_o)",
            "with torch.no_grad():",
            "    for layer, matrix in zip(layers, (W_Q, W_K, W_V, W_O), strict=True):",
            "        layer.weight.copy_(matrix.T)",
            "        layer.bias.zero_()",
            *mask,
            "with torch.inference_mode(), trace(model) as records:",
            f"    output = model(X, X, X{', mask' if mask else ''})",
            'weights = records["weights"]  # (1, heads, seq_len, seq_len)',
            "",
            "with torch.no_grad():",
            f"    for head in {sorted(setting.heads_off)}:  # switched off",
            "        model.w_o.weight[:, head * d_k : (head + 1) * d_k] = 0.0",
            "with torch.inference_mode():",
            f"    without = model(X, X, X{', mask' if mask else ''})",
            "print(weights, output, output - without, sep='\\n')",
        ]
    )


def _input(setting: MultiHeadSetting) -> list[str]:
    """The lines that embed the words and add their positions."""
    ids = setting.ids()
    by_hand = [one for matrix, one in _by_hand(setting) if matrix == "embedding"]
    return [
        f"d_model, num_heads, ids = {setting.width}, {setting.heads}, {ids}",
        "seq_len, d_k = len(ids), d_model // num_heads",
        "",
        f"draw = torch.Generator().manual_seed({setting.embedding_seed})",
        "embedding = torch.empty(max(ids) + 1, d_model).normal_(generator=draw)[ids]",
        "position = torch.arange(seq_len, dtype=torch.float64).unsqueeze(1)",
        "angle = position * 10_000.0 ** -(torch.arange(0, d_model, 2).double() / d_model)",
        "PE = torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float()",
        *by_hand,
        "X = (embedding + PE).unsqueeze(0)  # (1, seq_len, d_model)",
    ]


def _weights(setting: MultiHeadSetting) -> list[str]:
    return [
        f"draw = torch.Generator().manual_seed({setting.seed})",
        "W_Q, W_K, W_V, W_O = (",
        "    torch.nn.init.xavier_uniform_(torch.empty(d_model, d_model), generator=draw).T",
        "    for _ in range(4)",
        ")  # all biases are 0",
        *(one for matrix, one in _by_hand(setting) if matrix != "embedding"),
    ]


def _by_hand(setting: MultiHeadSetting) -> list[tuple[str, str]]:
    """A line for each number set by hand, with its matrix."""
    return [
        (matrix, f"{matrix}[{row}, {col}] = {value!r}  # set by hand")
        for (matrix, row, col), value in sorted(setting.edits_in_force.items())
        if matrix != "embedding" or row < len(setting.ids())
    ]


def _mask(setting: MultiHeadSetting) -> str:
    """The line that makes the mask; "" if there is none."""
    masks = {
        "padding": f"torch.arange(seq_len) >= seq_len - {setting.padding}",
        "look_ahead": "torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)",
    }
    made = masks.get(setting.mask)
    return f"mask = {made}  # True = hidden" if made else ""
