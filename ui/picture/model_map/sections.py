"""Selects the tensors of a computation that are on the map, in the order of computation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from transformer_core.explain.computation import INPUT, Computation
from transformer_core.explain.origin import SUBLAYERS, TOKENS, Block, Part, Stack, Tokens

_ATTENTION = (
    "queries_unnormed",
    "keys_unnormed",
    "queries_unturned",
    "keys_unturned",
    "queries",
    "keys",
    "values",
    "scores",
    "scaled",
    "capped",
    "biased",
    "masked",
    "weights_before_dropout",
    "weights",
    "heads",
    "concatenated",
    "projected",
)
_TENSORS: Mapping[Part, tuple[str, ...]] = {
    "embedding": ("embeddings", "scaled", "input_projected", "token_types"),
    "positional_encoding": ("positions", "summed", "encoded", "normed", "input_projected"),
    "self_attention": _ATTENTION,
    "cross_attention": _ATTENTION,
    "feed_forward": (
        "gate",
        "opened",
        "hidden",
        "activated_before_dropout",
        "activated",
        "output",
    ),
    "residual": ("sublayer", "outer_normed", "residual"),
    "norm": ("normed",),
    "output": (
        "output",
        "head_hidden",
        "head_activated",
        "head_normed",
        "head_scaled",
        "head_projected",
        "logits_uncapped",
        "logits",
    ),
    "softmax": ("probabilities",),
}
"""The tensors shown of each block, by their names in the block, in the order of computation."""
OF_MEMORY = ("keys_unnormed", "keys_unturned", "keys", "values")
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
    """Return all sections of a Transformer, the encoder's first; of half of one, that half's.

    A model without logits has no section after its last stack.
    """
    stacks = [stack for stack in SUBLAYERS if layer_count(computation, stack)]
    sections = [one for stack in stacks for one in _stack_sections(computation, stack, norm_first)]
    after = [Block("output"), Block("softmax")]
    last = _section(computation, after, stacks[-1], "softmax", None)
    return [*sections, last] if last.columns else sections


def _stack_sections(computation: Computation, stack: Stack, norm_first: bool) -> Iterator[Section]:
    before = [Block("embedding", stack), Block("positional_encoding", stack)]
    yield _section(computation, before, stack, "embedding", None)
    for layer in range(layer_count(computation, stack)):
        blocks_of = {part: Block(part, stack, layer) for part in SUBLAYERS[stack]}
        parts = [part for part, block in blocks_of.items() if block in computation.blocks]
        for number, part in enumerate(parts, start=1):
            blocks = _sublayer(blocks_of[part], number, norm_first)
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
