"""The origin of every tensor that a model can have, by the tensor's name.

None of it depends on numbers or sizes, so each layer's is put together once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from transformer_core.explain.axes import (
    OUTPUT_AXES,
    SOFTMAX_AXES,
    AxesByName,
    embedding_axes,
    encoding_axes,
    feed_forward_axes,
    multi_head_axes,
    norm_axes,
    residual_axes,
    stack_output_axes,
    vectors,
)
from transformer_core.explain.origin import SUBLAYERS, TOKENS, Block, Origin

Origins = dict[str, Origin]


@cache
def layer_origins(path: str, within: Block) -> Mapping[str, Origin]:
    """Origins in a layer whose tensors' names start with `path`; `within` is any of its blocks."""
    origins: Origins = {}
    for number, part in enumerate(SUBLAYERS[within.stack], 1):
        block = replace(within, part=part, number=None)
        origins |= _named(block, _sublayer_axes(block), f"{path}{part}.")
        origins |= dict(_around(path, replace(within, number=number)))
    return origins


def _named(block: Block, axes: AxesByName, before: str) -> Origins:
    return {f"{before}{name}": Origin(name, own, block) for name, own in axes.items()}


def _sublayer_axes(block: Block) -> AxesByName:
    tokens = TOKENS[block.stack]
    if block.part == "feed_forward":
        return feed_forward_axes(tokens)
    return multi_head_axes(tokens, "src" if block.part == "cross_attention" else tokens)


def _around(path: str, sublayer: Block) -> Iterator[tuple[str, Origin]]:
    """The residual connection and the norm around a sublayer, whose number they have."""
    n, tokens = sublayer.number, TOKENS[sublayer.stack]
    residual, norm = replace(sublayer, part="residual"), replace(sublayer, part="norm")
    called = {
        "residual": f"residual_{n}",
        "sublayer": f"sublayer_{n}",
        "sublayer.kept": f"sublayer_{n}.kept",
        "dropout.dropped": f"residual_{n}.dropout.dropped",
        "normed": f"normed_{n}",
        "spread": f"spread_{n}",
        "weight": f"norm_{n}.weight",
        "bias": f"norm_{n}.bias",
    }
    for block, axes in ((residual, residual_axes(tokens)), (norm, norm_axes(tokens))):
        for name, own in axes.items():
            yield f"{path}{called[name]}", Origin(name, own, block)


@cache
def stack_origins(path: str, block: Block) -> Mapping[str, Origin]:
    """Origins of the input of an encoder or a decoder alone, "x", and of its output.

    `path` starts the names, `block` is any block of the stack.
    """
    tokens = TOKENS[block.stack]
    left = _named(replace(block, part="output"), stack_output_axes(tokens), path)
    return _named(replace(block, part="input"), {"x": vectors(tokens)}, path) | left


@cache
def end_origins() -> Mapping[str, Origin]:
    """Origins of everything before and after the two stacks of a Transformer."""
    origins: Origins = {}
    for stack, side in TOKENS.items():
        embedded = _named(Block("embedding", stack), embedding_axes(side), f"{side}_")
        origins[f"{side}_embedding.weight"] = embedded.pop(f"{side}_weight")
        encoded = _named(Block("positional_encoding", stack), encoding_axes(side), f"{side}_")
        origins |= embedded | encoded
    output = _named(Block("output"), OUTPUT_AXES, "output.")
    origins["logits"] = output.pop("output.logits")
    return origins | output | _named(Block("softmax"), SOFTMAX_AXES, "")
