"""The attention weights of every head of a model, checked before they are shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

from transformer_lab.pretrained.errors import PretrainedError, shown

Kind = Literal["encoder", "decoder", "cross"]

_LARGEST_DIFFERENCE_FROM_1 = 1e-3


@dataclass(frozen=True, eq=False)
class Attentions:
    """One sentence through one model.

    source: the pieces that the encoder reads; empty without an encoder.
    read: the pieces that the decoder reads, its start token first; empty without a decoder.
    predicted: the next piece after each piece read. Row i of the decoder's self-attention and of
        the cross-attention shows what is attended to in order to predict predicted[i], when
        read[i] is the last known piece. A GPT-like model reads the sentence itself, and its last
        prediction is the most probable next piece.
    encoder, decoder, cross: weights, (layers, heads, seq_q, seq_k), every row summing to 1; None
        if the model has no such attention.
    target: the target of an encoder-decoder as plain text.
    generated: whether the model wrote the target itself, greedily.
    source_cut, target_cut: whether the sentence, or the target, was longer than the limit.
    marks: the marks in the pieces that need an explanation, by the names of `pieces.Mark`.
    languages: the two codes between which a multilingual model translated, else empty.
    switched_off, excluded: see `Generation`; the latter as pieces.
    """

    source: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    predicted: tuple[str, ...] = ()
    encoder: Tensor | None = None
    decoder: Tensor | None = None
    cross: Tensor | None = None
    target: str = ""
    generated: bool = False
    source_cut: bool = False
    target_cut: bool = False
    marks: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    switched_off: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of attention that the model has."""
        kinds: tuple[Kind, ...] = ("encoder", "decoder", "cross")
        return tuple(kind for kind in kinds if getattr(self, kind) is not None)

    def weights(self, kind: Kind) -> Tensor:
        """The weights of a kind of attention. Raises: ValueError if the model has none."""
        weights = {"encoder": self.encoder, "decoder": self.decoder, "cross": self.cross}[kind]
        if weights is None:
            raise ValueError(f"the model has no {kind} attention")
        return weights

    def labels(self, kind: Kind) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The pieces that label the rows (queries) and the columns (keys) of one kind."""
        rows = self.source if kind == "encoder" else self.predicted
        return rows, self.read if kind == "decoder" else self.source


def checked_weights(
    layers: Sequence[Tensor | None] | None,
    rows: int,
    columns: int,
    name: str,
    expected: int | None = None,
) -> Tensor:
    """Stack what a model returned for one sentence, layer by layer, into one tensor.

    transformers returns nothing, without an error, if attention is computed in one step ("sdpa").
    Some models have layers without attention, which it leaves out without naming them, or attend
    only within a window, or drop part of the weights. None of these can be shown as the attention
    of a layer's heads.

    Args:
        layers: each (1, heads, rows, columns).
        name: the model's name in messages.
        expected: the number of layers in its configuration, if given there.

    Returns: (layers, heads, rows, columns), float32.
    Raises: PretrainedError no_attention, some_layers, not_every_pair, not_a_distribution.
    """
    attending = [layer for layer in layers or () if layer is not None]
    if not attending:
        raise PretrainedError("no_attention", name=shown(name))
    layer_count = max(len(layers or ()), expected or 0)
    if len(attending) < layer_count:
        raise PretrainedError(
            "some_layers", name=shown(name), count=len(attending), layers=layer_count
        )
    layers = attending
    heads = layers[0].shape[1:2]
    if any(layer.shape != (1, *heads, rows, columns) for layer in layers):
        raise PretrainedError("not_every_pair", name=shown(name))
    weights = torch.cat(list(layers)).float()  # (layers, heads, rows, columns)
    sums = weights.sum(-1)  # (layers, heads, rows)
    # Written so that a NaN fails the check.
    if not bool(((sums - 1).abs() <= _LARGEST_DIFFERENCE_FROM_1).all()):
        raise PretrainedError("not_a_distribution", name=shown(name))
    return weights
