"""The PyTorch of the multi-head page, with nothing but torch."""

from pages.multi_head_attention.setting import MultiHeadSetting


def multi_head_attention_code(setting: MultiHeadSetting) -> str:
    """Multi-head self-attention on the words, and its output without the heads that are off."""
    ids, padding = setting.ids(), setting.padding
    masks = {
        "padding": f"torch.arange(seq_len) >= seq_len - {padding}",
        "look_ahead": "torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)",
    }
    by_hand: dict[str, list[str]] = {"embedding": [], "weights": []}
    for (matrix, row, col), value in sorted(setting.edits_in_force.items()):
        if matrix != "embedding" or row < len(ids):
            part = by_hand["embedding" if matrix == "embedding" else "weights"]
            part.append(f"{matrix}[{row}, {col}] = {value!r}  # set by hand")
    softmax = ["weights = torch.softmax(scaled, dim=-1)  # (1, heads, seq_len, seq_len)"]
    if setting.mask in masks:
        softmax = [
            f"mask = {masks[setting.mask]}  # True = hidden",
            'masked = scaled.masked_fill(mask, float("-inf"))',
            "weights = torch.softmax(masked, dim=-1).nan_to_num(0.0)",
        ]
    return "\n".join(
        [
            "import torch",
            "",
            f"d_model, num_heads, ids = {setting.width}, {setting.heads}, {ids}",
            "seq_len, d_k = len(ids), d_model // num_heads",
            "",
            f"draw = torch.Generator().manual_seed({setting.embedding_seed})",
            "embedding = torch.empty(max(ids) + 1, d_model).normal_(generator=draw)[ids]",
            "position = torch.arange(seq_len, dtype=torch.float64).unsqueeze(1)",
            "angle = position * 10_000.0 ** -(torch.arange(0, d_model, 2).double() / d_model)",
            "PE = torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float()",
            *by_hand["embedding"],
            "X = (embedding + PE).unsqueeze(0)  # (1, seq_len, d_model)",
            "",
            f"draw = torch.Generator().manual_seed({setting.seed})",
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
            f"heads[:, {sorted(setting.heads_off)}] = 0.0  # switched off",
            "without = heads.transpose(1, 2).flatten(2) @ W_O",
            "print(weights, output, output - without, sep='\\n')",
        ]
    )
