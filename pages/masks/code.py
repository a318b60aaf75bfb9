"""The PyTorch code of the masks page, with torch alone and with the core."""

from torch import Tensor


def masks_code(
    token_ids: list[int], targets: int, painted: Tensor, seed: int, table: tuple[int, int]
) -> str:
    """Every mask of a sentence, and the weights of random Q and K under it.

    `targets` is the number of tokens that attend to the sentence in cross-attention. `table` is the
    size of the draw from which Q, its left half, and K, its right half, are cut.
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
            "",
            "# Cross-attention: queries of the target, keys of the source, whose padding is hidden",
            f"generator = torch.Generator().manual_seed({seed + 1})",
            f"table = torch.empty({rows}, {cols}).normal_(generator=generator)[:{targets}]",
            "Q_target = table.chunk(2, dim=1)[0]  # (seq_tgt, d_k)",
            'masks["cross"] = masks["padding"]  # (1, 1, 1, seq_src)',
            "scaled = Q_target @ K.T / K.size(1) ** 0.5  # (seq_tgt, seq_src)",
            'masked = scaled.masked_fill(masks["cross"], float("-inf"))',
            'weights["cross"] = torch.softmax(masked, dim=-1).nan_to_num(0.0)[0, 0]',
            'print("cross", masks["cross"].int(), weights["cross"], sep=\'\\n\')',
        ]
    )


def masks_core_code(
    token_ids: list[int], targets: int, painted: Tensor, seed: int, table: tuple[int, int]
) -> str:
    """The same with the core's masks and its attention."""
    rows, cols = table
    return "\n".join(
        [
            "import torch",
            "from transformer_core import attention, generator, look_ahead_mask, padding_mask",
            "",
            f"token_ids = torch.tensor([{token_ids}])",
            "seq_len = token_ids.size(1)",
            "",
            "# True = hidden",
            'masks = {"padding": padding_mask(token_ids), "look_ahead": look_ahead_mask(seq_len)}',
            'masks["decoder"] = masks["padding"] | masks["look_ahead"]  # (1, 1, seq_len, seq_len)',
            *_painted_lines(painted),
            "",
            f"table = torch.empty({rows}, {cols}).normal_(generator=generator({seed}))[:seq_len]",
            "Q, K = table[None, None].chunk(2, dim=-1)  # (1, 1, seq_len, d_k)",
            "weights = {name: attention(Q, K, K, mask).weights[0, 0] "
            "for name, mask in masks.items()}",
            "",
            "# Cross-attention: queries of the target, keys of the source, whose padding is hidden",
            f"table = torch.empty({rows}, {cols}).normal_(generator=generator({seed + 1}))",
            f"Q_target = table[None, None, :{targets}].chunk(2, dim=-1)[0]  # (1, 1, seq_tgt, d_k)",
            'masks["cross"] = padding_mask(token_ids)  # (1, 1, 1, seq_src)',
            'weights["cross"] = attention(Q_target, K, K, masks["cross"]).weights[0, 0]',
            "for name, mask in masks.items():",
            "    print(name, mask.int(), weights[name], sep='\\n')",
        ]
    )


def _painted_lines(painted: Tensor) -> list[str]:
    lines = ['masks["painted"] = torch.zeros(seq_len, seq_len, dtype=torch.bool)']
    rows, cols = painted.nonzero(as_tuple=True)
    if len(rows):
        lines.append(f'masks["painted"][{rows.tolist()}, {cols.tolist()}] = True')
    return lines
