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
    config: TransformerConfig, src: Tensor, tgt: Tensor, *, dropout: bool, seed: int
) -> tuple[Transformer, dict[str, Tensor]]:
    """The model and its records; with `dropout` also inside the sublayers, as the paper has not."""
    model = build_transformer(config, seed)
    for module in model.modules():
        if isinstance(module, Dropout):
            module.p = config.dropout
    with torch.inference_mode(), trace(model) as records:
        if dropout:
            with seeded_dropout(2):
                model(src, tgt)
        else:
            model(src, tgt)
    return model, records
