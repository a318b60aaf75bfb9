"""Shapes and parameter counts of a model of any size, without allocating its weights."""

import torch

from transformer_core.config import TransformerConfig
from transformer_core.trace import trace
from transformer_core.transformer import Transformer


def parameter_counts(config: TransformerConfig) -> dict[str, int]:
    """Parameters of each part that has its own: embeddings, sublayers, norms, output.

    Names are module paths such as "encoder.layers.0.self_attention"; the values add up to the
    whole model's count.
    """
    counts: dict[str, int] = {}
    for name, parameter in _meta_model(config).named_parameters():
        part = _part_of(name)
        counts[part] = counts.get(part, 0) + parameter.numel()
    return counts


def traced_shapes(
    config: TransformerConfig, batch: int, src_len: int, tgt_len: int
) -> dict[str, tuple[int, ...]]:
    """The shape of every intermediate that `trace` records in one forward, in its order."""
    model = _meta_model(config).eval()
    src_ids = torch.zeros(batch, src_len, dtype=torch.long, device="meta")
    tgt_ids = torch.zeros(batch, tgt_len, dtype=torch.long, device="meta")
    with torch.inference_mode(), trace(model) as records:
        model(src_ids, tgt_ids)
    return {name: tuple(tensor.shape) for name, tensor in records.items()}


def _meta_model(config: TransformerConfig) -> Transformer:
    with torch.device("meta"):
        return Transformer(config)


def _part_of(parameter: str) -> str:
    pieces = parameter.split(".")
    if "layers" in pieces:
        return ".".join(pieces[: pieces.index("layers") + 3])
    if pieces[0] in ("encoder", "decoder"):
        return ".".join(pieces[:2])
    return pieces[0]
