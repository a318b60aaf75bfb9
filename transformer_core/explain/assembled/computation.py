"""The step that made each tensor that an assembled model records."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from torch import Tensor, nn

from transformer_core.explain.assembled.attention import Attending
from transformer_core.explain.assembled.ends import InputSteps, output_steps
from transformer_core.explain.assembled.layers import LayerSteps, nothing_read
from transformer_core.explain.assembled.masks import Hiding
from transformer_core.explain.assembled.parts import norm
from transformer_core.explain.assembled.positions import position_bias
from transformer_core.explain.assembled.tracing import Tracing
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.origin import TOKENS, Axis, Block, Stack
from transformer_core.variants.input_encoding import InputEncoding
from transformer_core.variants.models import (
    AssembledModel,
    DecoderModel,
    EncoderDecoderModel,
    EncoderModel,
)
from transformer_core.variants.models import Stack as Layers
from transformer_core.variants.norm_placement import Layer


@dataclass(frozen=True, eq=False)
class ModelInputs:
    """What a forward of an assembled model was given, (batch, seq) each.

    src_ids, tgt_ids: token ids, of the sides that the model has.
    src_padding, tgt_padding, token_types: as in its forward.
    """

    src_ids: Tensor | None = None
    tgt_ids: Tensor | None = None
    src_padding: Tensor | None = None
    tgt_padding: Tensor | None = None
    token_types: Tensor | None = None


def assembled_computation(
    model: AssembledModel, records: Mapping[str, Tensor], inputs: ModelInputs, row: int = 0
) -> Computation:
    """Everything that a forward recorded of one sentence, and the step that made each tensor.

    The tensors are the model's parameters and the records themselves, under their names. Beside
    them there are the inputs "src_ids", "tgt_ids", "src_padding", "src_type_ids" and so on; what
    learned positions are looked up by, "src_position_ids"; speeds and angles of rotary positions;
    slopes of ALiBi, and buckets of relative positions;
    masks that another one is put together of; keys and values for each head of queries where heads
    share them, "each_keys"; and the softmax of the logits as "probabilities".

    Args:
        records: from `trace(model)`, of a forward of `inputs` without a cache. Masks that were
            changed count as set by hand where they are otherwise than the model would have them.
        row: the sentence's place in the batch.

    Raises: NotImplementedError for a part of the model whose steps are not known.
    """
    to = Tracing(model, records, row)
    if isinstance(model, EncoderModel):
        last, side = _stack(to, model, "encoder", inputs), TOKENS["encoder"]
    elif isinstance(model, DecoderModel):
        last, side = _stack(to, model, "decoder", inputs), TOKENS["decoder"]
    else:
        assert isinstance(model, EncoderDecoderModel)
        memory = _stack(to, model, "encoder", inputs)
        last, side = _stack(to, model, "decoder", inputs, memory), TOKENS["decoder"]
    output_steps(to, model, last, side)
    return to.computation()


def _stack(
    to: Tracing, model: AssembledModel, stack: Stack, inputs: ModelInputs, memory: str = ""
) -> str:
    """All of an encoder or a decoder, from its ids on. Returns: the name of what comes out."""
    side, module = TOKENS[stack], cast(Layers, model.get_submodule(stack))
    ids = getattr(inputs, f"{side}_ids")
    if ids is None:
        raise ValueError(f"{side}_ids are needed to explain a {stack}")
    types = inputs.token_types if side == "src" else None
    encoding = cast(InputEncoding, model.get_submodule(f"{side}_encoding"))
    # Of a decoder alone the padding may be without positions.
    padding = inputs.tgt_padding if isinstance(model, DecoderModel) else None
    x = InputSteps(to, encoding, stack).add(ids, types, padding)
    within = Block("input", stack)
    bias = None
    if module.position_bias is not None:
        bias = position_bias(to, f"{stack}.position_bias", module.position_bias, within)
    own = nothing_read(Hiding(stack == "decoder", _padding(to, inputs, stack)), bias)
    source = (
        Attending("", memory, Hiding(False, _padding(to, inputs, "encoder"))) if memory else None
    )
    for number, layer in enumerate(module.layers):
        path, block = f"{stack}.layers.{number}.", replace(within, layer=number)
        steps = LayerSteps(to, path, cast(Layer, layer), block)
        x = steps.add(x, own, source)
    return _last(to, stack, module.norm, x)


def _padding(to: Tracing, inputs: ModelInputs, stack: Stack) -> str | None:
    """The name of a side's padding, (1, seq)."""
    side = TOKENS[stack]
    padding: Tensor | None = getattr(inputs, f"{side}_padding")
    if padding is None:
        return None
    axes = (Axis("row"), Axis("key", side))
    own = padding[to.row, None]  # (1, seq)
    return to.given(f"{side}_padding", Block("embedding", stack), axes, "padding", own)


def _last(to: Tracing, stack: Stack, last_norm: nn.Module | None, x: str) -> str:
    block, step = Block("output", stack), Step("copy", {"x": x})
    if last_norm is not None:
        step = norm(to, f"{stack}.norm", last_norm, x, block, before="norm.")
    return to.make(f"{stack}.output", step, block, vectors(TOKENS[stack]), "output")
