"""Random small models that together have every part of `transformer_core.variants`, and where their
numbers come from.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial

import torch

from transformer_core import generator, trace
from transformer_core.explain.assembled.computation import ModelInputs, assembled_computation
from transformer_core.explain.computation import Computation
from transformer_core.layers import LayerNorm, Linear
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.alibi import AlibiBias
from transformer_core.variants.fairseq_positions import FairseqPositions
from transformer_core.variants.gated_feed_forward import GatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.models import AssembledModel, EncoderModel, assembled
from transformer_core.variants.norm_placement import (
    BothSidesNormLayer,
    Layer,
    LayerParts,
    ParallelLayer,
    ParallelOneNormLayer,
    PostNormLayer,
    PreNormLayer,
)
from transformer_core.variants.output_heads import MaskedWordHead, ProjectionHead, ScaledHead
from transformer_core.variants.query_key_norm import QueryKeyNorm
from transformer_core.variants.relative_bias import RelativeBias
from transformer_core.variants.rms_norm import RMSNorm
from transformer_core.variants.rotary_positions import RotaryPositions
from transformer_core.variants.rotary_scaling import LinearScaling, YarnScaling
from transformer_core.variants.sinusoidal_positions import SinusoidalPositions

SRC = torch.tensor([[3, 4, 6, 3, 5], [2, 5, 4, 0, 0]])
TGT = torch.tensor([[1, 6, 2, 4], [1, 3, 0, 0]])
NORM, ROOT_NORM = partial(LayerNorm, 8), partial(RMSNorm, 8, added=1.0)
ATTENTION = partial(GroupedAttention, 8, 4)
NETWORK = partial(ActivatedFeedForward, 8, 12)
SINES = InputParts(7, 8, scale=math.sqrt(8), positions=partial(SinusoidalPositions, 8))
LEARNED = partial(LearnedPositions, 9, 8, offset=2)


def stack(kind: type[Layer], parts: LayerParts, count: int = 2, **options: object) -> StackParts:
    return StackParts.alike(partial(kind, parts), count, **options)


def marian() -> ModelParts:
    """Both stacks, norms after each sum, waves of positions, one embedding, a bias of logits."""
    own = LayerParts(ATTENTION, partial(NETWORK, "silu"), NORM)
    both = LayerParts(ATTENTION, partial(NETWORK, "relu"), NORM, cross_attention=ATTENTION)
    encoder, decoder = stack(PostNormLayer, own), stack(PostNormLayer, both)
    return ModelParts(SINES, encoder, SINES, decoder, OutputParts("tied with bias"))


def t5() -> ModelParts:
    """Both stacks, RMS norms, biases of distances, scores that are not scaled, gated networks."""
    attention = partial(ATTENTION, d_k=3, bias=False, output_bias=False, scale=1.0)
    network = partial(GatedFeedForward, 8, 12, "gelu_tanh")
    own = LayerParts(attention, network, ROOT_NORM)
    both = LayerParts(attention, network, ROOT_NORM, cross_attention=attention)
    side = InputParts(7, 8)
    encoder, decoder = (
        stack(
            PreNormLayer,
            parts,
            norm=ROOT_NORM,
            position_bias=partial(RelativeBias, 4, 8, 5, both_sides=both_sides),
        )
        for parts, both_sides in ((own, True), (both, False))
    )
    output = OutputParts("tied", partial(ScaledHead, 8**-0.5))
    return ModelParts(side, encoder, side, decoder, output)


def bert() -> ModelParts:
    """An encoder with learned positions, token types, and a head before its logits."""
    parts = LayerParts(ATTENTION, partial(NETWORK, "gelu"), NORM)
    source = InputParts(7, 8, positions=LEARNED, token_types=2, norm=NORM)
    head = partial(MaskedWordHead, 8, 8, "gelu", NORM)
    output = OutputParts("tied with bias", head)
    return ModelParts(source, stack(PostNormLayer, parts), output=output)


def albert() -> ModelParts:
    """An encoder whose embeddings are projected after the sum, with logits of their width."""
    parts = LayerParts(ATTENTION, partial(NETWORK, "tanh"), NORM)
    narrow = partial(LayerNorm, 5)
    source = InputParts(
        7,
        5,
        positions=partial(LearnedPositions, 9, 5),
        token_types=2,
        norm=narrow,
        projection=partial(Linear, 5, 8),
    )
    head = partial(MaskedWordHead, 8, 5, "gelu_tanh", narrow)
    return ModelParts(source, stack(PostNormLayer, parts), output=OutputParts("own", head))


def nllb() -> ModelParts:
    """An encoder whose waves have an order of their own, where padding has no position."""
    parts = LayerParts(ATTENTION, partial(NETWORK, "relu"), NORM)
    waves = partial(FairseqPositions, 8, offset=2)
    source = InputParts(7, 8, scale=math.sqrt(8), positions=waves, uncounted=0)
    return ModelParts(source, stack(PreNormLayer, parts, norm=NORM), output=OutputParts())


def roberta() -> ModelParts:
    """An encoder whose layers share their weights, where padding has no position."""
    parts = LayerParts(ATTENTION, partial(NETWORK, "gelu"), NORM)
    source = InputParts(7, 8, positions=LEARNED, uncounted=0, norm=NORM)
    return ModelParts(source, replace(stack(PostNormLayer, parts), shares_weights=True))


def without_logits() -> ModelParts:
    """An encoder alone, whose embeddings are projected before the sum, with falling biases."""
    parts = LayerParts(ATTENTION, partial(NETWORK, "gelu"), NORM)
    source = InputParts(
        7, 5, positions=LEARNED, projection=partial(Linear, 5, 8, bias=False), projects_sum=False
    )
    return ModelParts(source, stack(PostNormLayer, parts, position_bias=partial(AlibiBias, 4)))


def llama() -> ModelParts:
    """A decoder of grouped heads that turns queries and keys, in halves."""
    attention = partial(
        ATTENTION,
        num_kv_heads=2,
        d_k=6,
        bias=False,
        preparations=(partial(RotaryPositions, 6, base=100.0),),
    )
    parts = LayerParts(attention, partial(GatedFeedForward, 8, 12, "silu"), ROOT_NORM)
    decoder = stack(PreNormLayer, parts, norm=ROOT_NORM)
    return ModelParts(tgt=InputParts(7, 8), decoder=decoder, output=OutputParts("own"))


def gemma() -> ModelParts:
    """Norms on both sides and of queries and keys, windows, capped scores and logits."""
    turn = partial(RotaryPositions, 4, layout="interleaved", scaling=LinearScaling(2.0))
    normed = partial(QueryKeyNorm, partial(RMSNorm, 6))
    attention = partial(
        ATTENTION,
        num_kv_heads=1,
        d_k=6,
        preparations=(normed, turn),
        window=2,
        cap=3.0,
        scale=0.4,
    )
    parts = LayerParts(attention, partial(GatedFeedForward, 8, 12, "gelu_tanh"), ROOT_NORM)
    decoder = stack(BothSidesNormLayer, parts, norm=ROOT_NORM)
    target = InputParts(7, 8, scale=math.sqrt(8))
    return ModelParts(tgt=target, decoder=decoder, output=OutputParts("tied", cap=4.0))


def neox() -> ModelParts:
    """Sublayers in parallel, and speeds of another length."""
    scaling = YarnScaling(2.0, trained=3, amplitude=1.2)
    turn = partial(RotaryPositions, 4, 50.0, scaling=scaling)
    attention = partial(ATTENTION, d_k=6, preparations=(turn,))
    parts = LayerParts(attention, partial(NETWORK, "gelu"), NORM)
    decoder = stack(ParallelLayer, parts, norm=NORM)
    return ModelParts(tgt=InputParts(7, 8), decoder=decoder, output=OutputParts("own", bias=True))


def bloom() -> ModelParts:
    """Sublayers in parallel after one norm, norms of queries and keys, and falling biases."""
    attention = partial(ATTENTION, preparations=(partial(QueryKeyNorm, partial(LayerNorm, 2)),))
    parts = LayerParts(attention, partial(NETWORK, "gelu_tanh"), NORM)
    decoder = stack(ParallelOneNormLayer, parts, norm=NORM, position_bias=partial(AlibiBias, 4))
    return ModelParts(tgt=InputParts(7, 8, norm=NORM), decoder=decoder, output=OutputParts())


def opt() -> ModelParts:
    """A decoder with a narrow embedding, whose padding has no position."""
    parts = LayerParts(ATTENTION, partial(NETWORK, "relu"), NORM)
    target = InputParts(
        7,
        5,
        positions=LEARNED,
        projection=partial(Linear, 5, 8, bias=False),
        projects_sum=False,
        counts_padding=False,
    )
    output = OutputParts("tied", partial(ProjectionHead, 8, 5))
    return ModelParts(tgt=target, decoder=stack(PreNormLayer, parts, norm=NORM), output=output)


MODELS = {
    one.__name__: one
    for one in (
        *(marian, t5, bert, albert, nllb, roberta),
        *(without_logits, llama, gemma, neox, bloom, opt),
    )
}


def randomised(model: AssembledModel, seed: int = 1) -> AssembledModel:
    """The same model, with random numbers in the place of every parameter, biases included."""
    draw = generator(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            fan_in = parameter.size(-1) if parameter.dim() > 1 else 4
            parameter.copy_(torch.randn(parameter.shape, generator=draw) * 1.2 / math.sqrt(fan_in))
    return model


def inputs_of(model: AssembledModel, padded: bool) -> ModelInputs:
    """Two sentences for each side that the model has; only the second one has padding."""
    both = {"src": SRC, "tgt": TGT}
    sides = {side: ids for side, ids in both.items() if hasattr(model, f"{side}_embedding")}
    given = {f"{side}_ids": ids for side, ids in sides.items()}
    if padded:
        given |= {f"{side}_padding": ids == 0 for side, ids in sides.items()}
    if isinstance(model, EncoderModel) and model.src_encoding.token_types is not None:
        given["token_types"] = (torch.arange(SRC.size(1)) > 2).long().expand_as(SRC)
    return ModelInputs(**given)


def recorded(model: AssembledModel, inputs: ModelInputs) -> Mapping[str, torch.Tensor]:
    """Everything that a forward of these inputs records."""
    given = [inputs.src_ids, inputs.tgt_ids, inputs.src_padding, inputs.tgt_padding]
    sides = [one for one in given[:2] if one is not None]
    padding = given[2:] if len(sides) == 2 else [given[2] if given[3] is None else given[3]]
    types = {"token_types": inputs.token_types} if isinstance(model, EncoderModel) else {}
    with torch.inference_mode(), trace(model) as records:
        model(*sides, *padding, **types)
    return records


@cache
def explained(name: str, padded: bool = False) -> Computation:
    """The computation of a model's second sentence, with padding, or of its first one without."""
    model = randomised(assembled(MODELS[name]()))
    inputs = inputs_of(model, padded)
    return assembled_computation(model, recorded(model, inputs), inputs, row=int(padded))
