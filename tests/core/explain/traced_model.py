"""A small random model's forward, with everything in it recorded."""

import torch
from torch import Tensor

from transformer_core import (
    Transformer,
    TransformerConfig,
    build_transformer,
    seeded_dropout,
    trace,
)
from transformer_core.dropout import Dropout


def recorded_forward(
    config: TransformerConfig,
    src: Tensor,
    tgt: Tensor,
    *,
    dropout: bool,
    seed: int,
    everywhere: bool = False,
) -> tuple[Transformer, dict[str, Tensor]]:
    """The model and its records.

    With `everywhere` there is dropout inside the sublayers too, where the paper has none.
    """
    model = build_transformer(config, seed)
    for module in model.modules():
        if everywhere and isinstance(module, Dropout):
            module.p = config.dropout
    with torch.inference_mode(), trace(model) as records:
        if dropout:
            with seeded_dropout(2):
                model(src, tgt)
        else:
            model(src, tgt)
    return model, records
