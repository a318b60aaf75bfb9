"""Selects the tensors of a computation that are on the map, in the order of computation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from transformer_core.explain.computation import INPUT, Computation
from transformer_core.explain.origin import SUBLAYERS, TOKENS, Block, Part, Stack, Tokens

_ATTENTION = (
    "queries",
    "keys",
    "values",
    "scores",
    "scaled",
    "masked",
    "weights_before_dropout",
    "weights",
    "heads",
    "concatenated",
    "projected",
)
_TENSORS: Mapping[Part, tuple[str, ...]] = {
    "embedding": ("embeddings", "scaled"),
    "positional_encoding": ("positions", "summed", "encoded"),
    "self_attention": _ATTENTION,
    "cross_attention": _ATTENTION,
    "feed_forward": ("hidden", "activated_before_dropout", "activated", "output"),
    "residual": ("sublayer", "residual"),
    "norm": ("normed",),
    "output": ("output", "logits"),
    "softmax": ("probabilities",),
}
"""The tensors shown of each block, by their names in the block, in the order of computation."""
OF_MEMORY = ("keys", "values")
"""The tensors that cross-attention computes from the memory: one row per word of the source."""


@dataclass(frozen=True)
class Column:
    """One tensor on the map, with one row per token."""

    tensor: str
    name: str
    """The tensor's name in its block."""
    rows: Tokens


@dataclass(frozen=True)
class Section:
    """A sublayer with its residual and norm, or what comes before or after the layers."""

    stack: Stack
    part: Part
    layer: int | None
    columns: tuple[Column, ...]


def map_sections(computation: Computation, *, norm_first: bool) -> list[Section]:
    """Return all sections of a Transformer, the encoder's first."""
    return [
        *_stack_sections(computation, "encoder", norm_first),
        *_stack_sections(computation, "decoder", norm_first),
        _section(computation, [Block("output"), Block("softmax")], "decoder", "softmax", None),
    ]


def _stack_sections(computation: Computation, stack: Stack, norm_first: bool) -> Iterator[Section]:
    before = [Block("embedding", stack), Block("positional_encoding", stack)]
    yield _section(computation, before, stack, "embedding", None)
    for layer in range(layer_count(computation, stack)):
        for number, part in enumerate(SUBLAYERS[stack], start=1):
            blocks = _sublayer(Block(part, stack, layer), number, norm_first)
            yield _section(computation, blocks, stack, part, layer)
    yield _section(computation, [Block("output", stack)], stack, "output", None)


def layer_count(computation: Computation, stack: Stack) -> int:
    """Return the number of layers of a stack."""
    layers = (block.layer for block in computation.blocks if block.stack == stack)
    return 1 + max((layer for layer in layers if layer is not None), default=-1)


def _sublayer(block: Block, number: int, norm_first: bool) -> list[Block]:
    """Return a sublayer's blocks, with its residual connection and norm, in order."""
    residual, norm = (replace(block, part=part, number=number) for part in ("residual", "norm"))
    return [norm, block, residual] if norm_first else [block, residual, norm]


def _section(
    computation: Computation,
    blocks: list[Block],
    stack: Stack,
    part: Part,
    layer: int | None,
) -> Section:
    columns = [column for block in blocks for column in _columns(computation, block, stack)]
    return Section(stack, part, layer, tuple(columns))


def _columns(computation: Computation, block: Block, stack: Stack) -> Iterator[Column]:
    made = computation.blocks.get(block, {})
    for name in _TENSORS[block.part]:
        tensor = made.get(name)
        # Without dropout, a sublayer's output is added unchanged: "sublayer" would be a duplicate.
        if tensor is None or (name == "sublayer" and not _is_dropped(computation, tensor)):
            continue
        of_memory = block.part == "cross_attention" and name in OF_MEMORY
        yield Column(tensor, name, "src" if of_memory else TOKENS[stack])


def _is_dropped(computation: Computation, tensor: str) -> bool:
    return computation.steps.get(tensor, INPUT).kind == "dropout"
