"""The PyTorch code of the masks page, with torch alone and with the core."""

from pathlib import Path

import torch
from torch import Tensor

from ui.answer.template import both_printed

PROGRAMS = Path(__file__).with_name("programs")


def masks_programs(
    token_ids: list[int], targets: int, painted: Tensor, seed: int, table: tuple[int, int]
) -> tuple[str, str]:
    """Every mask of a sentence, and the weights of random Q and K under it.

    `targets` is the number of tokens that attend to the sentence in cross-attention. `table` is the
    size of the draw from which Q, its left half, and K, its right half, are cut.
    """
    painted_rows, painted_cols = (places.tolist() for places in painted.nonzero(as_tuple=True))
    setting = {
        "token_ids": torch.tensor([token_ids]),
        "painted_rows": painted_rows,
        "painted_cols": painted_cols,
        "seed": seed,
        "rows": table[0],
        "cols": table[1],
        "seq_tgt": targets,
    }
    return both_printed(PROGRAMS, setting, {"is_painted": bool(painted_rows)})
