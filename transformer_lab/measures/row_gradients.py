"""Weight x gradient in models of any size: one forward, one pass back, whatever the sentence."""

from collections.abc import Iterator, Mapping
from typing import cast

import torch
from torch import Tensor, nn

from transformer_core.explain.assembled.computation import ModelInputs
from transformer_core.trace import Change, trace
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.models import AssembledModel, DecoderModel, EncoderModel

GRIDS = 6
"""Grids of scores that a pass back keeps of each head, from scores to weights."""


class OwnRow:
    """Changes of a decoder's self-attention that leave every number as it is, but let the gradient
    of a row pass through that row alone.

    A row reads the keys and values of rows before it. The logit of an earlier row depends on no
    later one, so what a row's weights do to its own logit passes through its own row. If the other
    paths carry no gradient, the gradients of all rows come out of one pass back.
    """

    def __init__(self, attention: GroupedAttention) -> None:
        self._group = attention.group
        self._last: dict[str, Tensor] = {}

    def changes(self, path: str) -> dict[str, Change]:
        names = ("queries", "keys", "values", "scores", "weights", "heads")
        return {f"{path}.{name}": getattr(self, f"_{name}") for name in names}

    def _queries(self, queries: Tensor) -> Tensor:
        self._last["queries"] = queries
        return queries

    def _keys(self, keys: Tensor) -> Tensor:
        self._last["keys"] = self._own(keys)
        return keys.detach()

    def _values(self, values: Tensor) -> Tensor:
        self._last["values"] = self._own(values)
        return values.detach()

    def _scores(self, scores: Tensor) -> Tensor:
        own = (self._last["queries"] * self._last["keys"]).sum(-1)  # (batch, heads, seq)
        return scores + torch.diag_embed(own)

    def _weights(self, weights: Tensor) -> Tensor:
        self._last["weights"] = weights
        return weights

    def _heads(self, heads: Tensor) -> Tensor:
        own = self._last["weights"].diagonal(dim1=-2, dim2=-1)  # (batch, heads, seq)
        return heads + own[..., None] * self._last["values"]

    def _own(self, x: Tensor) -> Tensor:
        """0, with the gradient of x; keys and values once for each head of queries."""
        return (x - x.detach()).repeat_interleave(self._group, dim=1)


def row_gradients(
    model: AssembledModel,
    given: ModelInputs,
    path: str,
    tokens: Tensor,
    change: Mapping[str, Change] | None = None,
) -> Tensor:
    """How fast logits grow with each weight of an attention, all else being computed anew.

    In a decoder each row counts for the logit of its own token; a row of an encoder counts for the
    sum of the logits of all tokens.

    Args:
        path: the attention, such as "decoder.layers.0.cross_attention".
        tokens: (seq_q,) of the side that has logits; a row with a negative number has none that
            counts.
        change: of parameters, as in `trace`.

    Returns: (heads, seq_q, seq_k).
    Raises: ValueError for a model without logits.
    """
    if model.output is None:
        raise ValueError("a model without an output layer has no logits")
    kept: list[Tensor] = []

    def remembered(weights: Tensor) -> Tensor:
        kept.append(weights.detach().clone().requires_grad_())
        return kept[-1]

    own = {**(change or {}), **_own_rows(model, path), f"{path}.weights": remembered}
    with torch.inference_mode(False), torch.enable_grad(), trace(model, own):
        logits = _logits(model, given)[0]  # (seq_q, vocab)
        rows = (tokens >= 0).nonzero()[:, 0]
        number = logits[rows, tokens[rows]].sum()
        (gradient,) = torch.autograd.grad(number, kept[-1])
    return gradient[0]


def numbers_kept(model: AssembledModel, path: str, seq_q: int, seq_k: int) -> int:
    """About how many numbers a pass back keeps: those of the layers from this attention on.

    Args:
        seq_q, seq_k: tokens of the stack, and those that its attentions see.
    """
    stack, _, layer, _ = path.split(".")
    after = list(_layers(model, stack))[int(layer) :]
    if stack == "encoder" and hasattr(model, "decoder"):
        after += _layers(model, "decoder")
    parts = [part for one in after for part in one.modules()]
    # Of each linear layer what goes in, what comes out, and what is made of that.
    wide = sum(2 * sum(part.weight.shape) for part in parts if isinstance(part, nn.Linear))
    attentions = [part for part in parts if isinstance(part, GroupedAttention)]
    heads = sum(one.w_q.out_features // one.d_k for one in attentions)
    vocab = model.get_submodule("output").get_parameter("weight").size(0)
    seq = max(seq_q, seq_k)
    return seq * wide + GRIDS * heads * seq * seq + 3 * seq * vocab


def _layers(model: AssembledModel, stack: str) -> Iterator[nn.Module]:
    return cast(nn.ModuleList, model.get_submodule(stack).get_submodule("layers")).children()


def _own_rows(model: AssembledModel, path: str) -> dict[str, Change]:
    """The changes of all self-attentions after that of a decoder; none for an encoder's."""
    stack, _, number, _ = path.split(".")
    if stack == "encoder":
        return {}
    found: dict[str, Change] = {}
    for layer, module in enumerate(_layers(model, stack)):
        # Cross-attention comes after self-attention in its own layer.
        if layer > int(number):
            attention = cast(GroupedAttention, module.get_submodule("self_attention"))
            found |= OwnRow(attention).changes(f"{stack}.layers.{layer}.self_attention")
    return found


def _logits(model: AssembledModel, given: ModelInputs) -> Tensor:
    """(1, seq, vocab), of ids that may have been made in inference mode."""
    src, tgt = (None if one is None else one.clone() for one in (given.src_ids, given.tgt_ids))
    padding = None if given.src_padding is None else given.src_padding.clone()
    logits: Tensor
    if isinstance(model, EncoderModel):
        logits = model(src, padding, given.token_types)
    elif isinstance(model, DecoderModel):
        logits = model(tgt, None if given.tgt_padding is None else given.tgt_padding.clone())
    else:
        logits = model(src, tgt, padding)
    return logits
