"""What a model would say if it ended after each layer, of each token the likeliest ones alone."""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer_core.explain.assembled.computation import ModelInputs, assembled_computation
from transformer_core.explain.computation import Computation
from transformer_core.variants.models import AssembledModel
from transformer_lab.measures.logit_lens import (
    ended_after,
    layers_read,
    stream_names,
    with_source_of_last,
    writing_stack,
)

LIKELIEST = 5


@dataclass(frozen=True, eq=False)
class ByLayer:
    """Before the first layer and after each: the likeliest tokens of each place.

    ids, shares: (1 + layers, seq, LIKELIEST), the likeliest first. last: (seq,), the token that is
    the likeliest one after all layers; last_shares: its probability, (1 + layers, seq).
    """

    ids: Tensor
    shares: Tensor
    last: Tensor
    last_shares: Tensor


def by_layer(model: AssembledModel, records: Mapping[str, Tensor]) -> ByLayer:
    """Read every layer of a forward of one text. Raises: ValueError without an output layer."""
    ids, shares, last_shares = [], [], []
    last = records["logits"][0].argmax(-1) if "logits" in records else torch.tensor([])
    for (one,) in layers_read(model, records):  # (seq, vocab)
        top = one.topk(min(LIKELIEST, one.size(-1)))
        ids.append(top.indices)
        shares.append(top.values)
        last_shares.append(one.gather(-1, last[:, None])[:, 0])
    return ByLayer(torch.stack(ids), torch.stack(shares), last, torch.stack(last_shares))


def ended(
    model: AssembledModel, records: Mapping[str, Tensor], given: ModelInputs, layer: int
) -> tuple[Computation, frozenset[str]]:
    """A forward as if it had ended after `layer` layers, and the tensors that are otherwise then.

    Args:
        records: of a forward of `given`.
    """
    names = stream_names(records, writing_stack(model))
    early = ended_after(model, records, layer)
    with torch.inference_mode():
        computation = assembled_computation(model, early, given)
    late = {name for name, tensor in early.items() if tensor is not records.get(name)}
    late = (late | {"probabilities"}) - {names[-1]}
    return with_source_of_last(computation, names, layer), frozenset(late)
