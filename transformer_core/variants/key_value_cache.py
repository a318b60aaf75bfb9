"""Keys and values that are kept while a decoder writes, so that no token is read twice.

What a token's keys and values are does not depend on the tokens after it. So with every new token
a decoder computes one row of queries, keys and values anew, and attends to the kept ones.
"""

import torch
from torch import Tensor, nn


class KeyValueCache:
    """What every attention of one decoder has computed of one batch by now.

    Not to be shared by two texts: it changes with every forward that is given it.
    """

    def __init__(self) -> None:
        self._kept: dict[nn.Module, tuple[Tensor, Tensor]] = {}
        self.seq_len = 0
        """Tokens that were read."""

    def __contains__(self, attention: object) -> bool:
        return attention in self._kept

    def __getitem__(self, attention: nn.Module) -> tuple[Tensor, Tensor]:
        return self._kept[attention]

    def extended(self, attention: nn.Module, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """All keys and values by now, these the last ones: (batch, kv_heads, seq_k, d_k) each.

        Changes: keeps them.
        """
        if attention in self._kept:
            kept_keys, kept_values = self._kept[attention]
            keys = torch.cat([kept_keys, keys], dim=2)
            values = torch.cat([kept_values, values], dim=2)
        self._kept[attention] = keys, values
        return keys, values

    def named(self, model: nn.Module) -> dict[str, Tensor]:
        """What is kept, by name: "decoder.layers.0.self_attention.keys" -> (batch, kv_heads,
        seq_k, d_k).
        """
        found: dict[str, Tensor] = {}
        for path, module in model.named_modules():
            if module in self._kept:
                found[f"{path}.keys"], found[f"{path}.values"] = self._kept[module]
        return found
