"""The blocks of the model that can be opened, and their names in the URL."""

import re
from typing import cast

from pages.encoder_decoder.sizes import Sizes
from pages.whole_model.cell_locations import OUTPUT
from transformer_core.explain.origin import SUBLAYERS, Block, Part, Stack

FIRST_BLOCK = Block("self_attention", "encoder", 0)
_OUTSIDE = {
    "src_embedding": Block("embedding", "encoder"),
    "src_encoded": Block("positional_encoding", "encoder"),
    "encoder.output": Block("output", "encoder"),
    "tgt_embedding": Block("embedding", "decoder"),
    "tgt_encoded": Block("positional_encoding", "decoder"),
    "decoder.output": Block("output", "decoder"),
    "output": OUTPUT,
    "softmax": Block("softmax"),
}
"""The blocks outside the layers."""
_ADDRESSES = {block: text for text, block in _OUTSIDE.items()}
_INSIDE = re.compile(
    r"(?P<stack>encoder|decoder)\.layers\.(?P<layer>[0-9]{1,3})\."
    r"(?:(?P<sublayer>self_attention|cross_attention|feed_forward)"
    r"|(?P<around>residual|norm)_(?P<number>[1-3]))"
)
"""The blocks of a layer, e.g. "encoder.layers.0.self_attention"."""


def read_block(text: str) -> Block:
    """Parse a block from the URL. Raises: ValueError if it cannot be one."""
    if text in _OUTSIDE:
        return _OUTSIDE[text]
    found = _INSIDE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:40]!r} is not a block")
    number = int(found["number"]) if found["number"] else None
    # The pattern allows no other names.
    stack, part = cast(Stack, found["stack"]), cast(Part, found["sublayer"] or found["around"])
    return Block(part, stack, int(found["layer"]), number)


def write_block(block: Block) -> str:
    """Write a block so that `read_block` can read it."""
    if block.layer is None:
        return _ADDRESSES[block]
    number = "" if block.number is None else f"_{block.number}"
    return f"{layer_path(block.stack, block.layer)}.{block.part}{number}"


def layer_path(stack: Stack, layer: int) -> str:
    """The prefix of the names of a layer's blocks."""
    return f"{stack}.layers.{layer}"


def blocks_of_layer(stack: Stack, layer: int) -> list[Block]:
    """The sublayers and norms of a layer, in order."""
    parts = SUBLAYERS[stack]
    numbers = range(1, len(parts) + 1)
    norms = [Block("norm", stack, layer, number) for number in numbers]
    return [*(Block(part, stack, layer) for part in parts), *norms]


def is_block(block: Block, sizes: Sizes, norm_first: bool) -> bool:
    """True if a model of these sizes has this block."""
    if block.layer is None:
        return True
    possible = blocks_of_layer(block.stack, block.layer)
    if norm_first:
        numbers = range(1, len(SUBLAYERS[block.stack]) + 1)
        possible += [Block("residual", block.stack, block.layer, number) for number in numbers]
    return block.layer < sizes.num_layers and block in possible
