"""Shapes and parameter counts of a model of any size, without allocating its weights.

Both are read off a stand-in: a model whose sizes are small and all different, so that each axis of
each tensor says which size it is.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import torch
from torch import nn

from transformer_core.config import TransformerConfig
from transformer_core.decoder import Decoder
from transformer_core.encoder import Encoder
from transformer_core.trace import trace
from transformer_core.transformer import Transformer, build_transformer

BATCH, SRC_LEN, TGT_LEN = 2, 3, 5
SMALL = TransformerConfig(17, 19, d_model=77, num_heads=7, d_ff=13, max_len=5, dropout=0.0)

Axes = tuple[str, ...]
"""The size that each axis of a tensor has, by name, e.g. ("batch", "src_len", "d_model")."""


def parameter_counts(config: TransformerConfig) -> dict[str, int]:
    """Parameters of each part that has its own: embeddings, sublayers, norms, output.

    Names are module paths such as "encoder.layers.0.self_attention"; the values add up to the
    whole model's count.
    """
    sizes = _sizes(config)
    return {
        part: sum(math.prod(sizes[axis] for axis in axes) for axes in parameters)
        for part, parameters in _parameter_axes(_stand_in(config)).items()
    }


def traced_shapes(
    config: TransformerConfig, batch: int, src_len: int, tgt_len: int
) -> dict[str, tuple[int, ...]]:
    """The shape of every intermediate that `trace` records in one forward, in its order."""
    sizes = _sizes(config) | {"batch": batch, "src_len": src_len, "tgt_len": tgt_len}
    traced = _traced_axes(_stand_in(config))
    return {name: tuple(sizes[axis] for axis in axes) for name, axes in traced.items()}


def activation_counts(config: TransformerConfig, src_len: int, tgt_len: int) -> dict[str, int]:
    """Numbers that one forward of one pair of sentences computes, by part: the embeddings (with
    scaling and positions), encoder, decoder and output. Masks are not counted: they are no numbers.
    """
    counts = dict.fromkeys(("embeddings", "encoder", "decoder", "output"), 0)
    for name, shape in traced_shapes(config, 1, src_len, tgt_len).items():
        part = "output" if name == "logits" else name.partition(".")[0]
        if not name.endswith(".mask"):
            counts[part if part in counts else "embeddings"] += math.prod(shape)
    return counts


def _stand_in(config: TransformerConfig) -> TransformerConfig:
    """A small model with the same parts."""
    vocab_size = SMALL.src_vocab_size if config.shared_embeddings else SMALL.tgt_vocab_size
    return replace(
        SMALL,
        num_layers=config.num_layers,
        norm_first=config.norm_first,
        tgt_vocab_size=vocab_size,
        shared_embeddings=config.shared_embeddings,
        tied_output=config.tied_output,
    )


def _sizes(config: TransformerConfig) -> dict[str, int]:
    return {
        "1": 1,
        "src_vocab_size": config.src_vocab_size,
        "tgt_vocab_size": config.tgt_vocab_size,
        "d_model": config.d_model,
        "num_heads": config.num_heads,
        "d_k": config.d_model // config.num_heads,
        "d_ff": config.d_ff,
    }


def _axes(tensor: torch.Tensor, names: dict[int, str]) -> Axes:
    return tuple(names[size] for size in tensor.shape)


def _names(small: TransformerConfig) -> dict[int, str]:
    sizes = _sizes(small) | {"batch": BATCH, "src_len": SRC_LEN, "tgt_len": TGT_LEN}
    return {size: name for name, size in sizes.items()}


@lru_cache(maxsize=64)
def _parameter_axes(small: TransformerConfig) -> dict[str, list[Axes]]:
    """The axes of each part's parameters."""
    names = _names(small)
    parts = _parts_of(build_transformer(small, seed=0))
    axes = {name: [_axes(one, names) for one in part.parameters()] for name, part in parts}
    return {name: parameters for name, parameters in axes.items() if parameters}


def _parts_of(model: Transformer) -> Iterator[tuple[str, nn.Module]]:
    """The parts of a model, its stacks and their layers; a shared embedding once."""
    for name, part in model.named_children():
        if not isinstance(part, Encoder | Decoder):
            yield name, part
            continue
        for number, layer in enumerate(part.layers):
            for own_name, own in layer.named_children():
                yield f"{name}.layers.{number}.{own_name}", own
        if part.norm is not None:
            yield f"{name}.norm", part.norm


@lru_cache(maxsize=64)
def _traced_axes(small: TransformerConfig) -> dict[str, Axes]:
    names = _names(small)
    model: Transformer = build_transformer(small, seed=0)
    src_ids, tgt_ids = (torch.ones(BATCH, n, dtype=torch.long) for n in (SRC_LEN, TGT_LEN))
    with torch.inference_mode(), trace(model) as records:
        model(src_ids, tgt_ids)
    return {name: _axes(tensor, names) for name, tensor in records.items()}
