"""Which step made each tensor in the layers of an encoder or a decoder."""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

import torch
from torch import Tensor, nn

from transformer_core.dropout import Dropout
from transformer_core.explain.attention_provenance import linear_of, multi_head_steps
from transformer_core.explain.axes import (
    AxesByName,
    feed_forward_axes,
    multi_head_axes,
    norm_axes,
    residual_axes,
    stack_output_axes,
)
from transformer_core.explain.computation import Step
from transformer_core.explain.origin import Block, Origin, Part, Stack, Tokens
from transformer_core.feed_forward import FeedForward
from transformer_core.measures.activity import Spread, spread
from transformer_core.measures.difference import ROUNDING
from transformer_core.multi_head_attention import MultiHeadAttention

TOKENS: Mapping[Stack, Tokens] = {"encoder": "src", "decoder": "tgt"}
"""Whose tokens go through each stack."""


def _spread_of(x: Tensor) -> Spread:
    """As `spread`; a mean within float32 rounding of 0, such as a norm leaves, is 0."""
    mean, deviation = spread(x)
    rounding = ROUNDING * x.abs().amax(dim=-1)  # (seq,)
    return Spread(mean.masked_fill(mean.abs() <= rounding, 0.0), deviation)


class LayerProvenance:
    """Collects tensors, their steps and origins, walking through layers as their forward does."""

    def __init__(self, model: nn.Module, records: Mapping[str, Tensor], prefix: str = "") -> None:
        # A matrix that is shared has a name for each of its uses.
        parameters = model.named_parameters(remove_duplicate=False)
        self.tensors = {f"{prefix}{name}": tensor.detach() for name, tensor in parameters}
        self.tensors |= {f"{prefix}{name}": record[0] for name, record in records.items()}
        self.steps: dict[str, Step] = {}
        self.origins: dict[str, Origin] = {}

    def place(self, block: Block, axes: AxesByName, names: Mapping[str, str]) -> None:
        """Say of a block's tensors where they are from; `names` are their own, by the tensors'."""
        self.origins |= {
            tensor: Origin(name, axes[name], block)
            for tensor, name in names.items()
            if tensor in self.tensors
        }

    def layer(
        self, path: str, within: Block, layer: nn.Module, x: str, memory: tuple[str, ...]
    ) -> str:
        """The sublayers of one layer, each with its residual connection and norm.

        `path` starts their names, `within` is any block of the layer.
        """
        sublayers: tuple[Part, ...] = ("self_attention", "feed_forward")
        if memory:
            sublayers = ("self_attention", "cross_attention", "feed_forward")
        for number, part in enumerate(sublayers, 1):
            block = replace(within, part=part, number=number)
            x = self._add_and_norm(path, block, layer, x, memory)
        return x

    def _add_and_norm(
        self, path: str, block: Block, layer: nn.Module, x: str, memory: tuple[str, ...]
    ) -> str:
        """One sublayer with its residual connection and norm. Returns the name of what leaves."""
        part, number = block.part, block.number
        norm, residual = getattr(layer, f"norm_{number}"), getattr(layer, f"residual_{number}")
        summed, normed = f"{path}residual_{number}", f"{path}normed_{number}"
        before = x if residual.norm_first else summed
        self.steps[normed] = self.norm(f"{path}norm_{number}", norm, before)
        taken, alone = normed if residual.norm_first else x, replace(block, number=None)
        made = self.sublayer(f"{path}{part}.", alone, getattr(layer, part), taken, memory)
        self._residual(path, number, residual.dropout, x, made)
        self._spread(path, number, before, normed)
        self._place_around(path, block)
        return summed if residual.norm_first else normed

    def sublayer(
        self, path: str, block: Block, module: nn.Module, x: str, memory: tuple[str, ...]
    ) -> str:
        """One attention or feed-forward network. Returns the name of what it makes."""
        if isinstance(module, FeedForward):
            return self._feed_forward(path, block, module, x)
        is_crossing = block.part == "cross_attention"
        attention = cast(MultiHeadAttention, module)
        other = memory[0] if is_crossing else x
        mask = f"{path}mask" if f"{path}mask" in self.tensors else None
        self.steps |= dict(multi_head_steps(path, attention, x, other, mask))
        shares = torch.softmax(self.tensors[f"{path}masked"], dim=-1).nan_to_num(0.0)
        self._dropped_inside(path, "weights", shares, attention.dropout)
        tokens = TOKENS[block.stack]
        axes = multi_head_axes(tokens, "src" if is_crossing else tokens)
        self.place(block, axes, {f"{path}{name}": name for name in axes})
        return f"{path}projected"

    def _feed_forward(self, path: str, block: Block, module: FeedForward, x: str) -> str:
        self.steps[f"{path}hidden"] = Step("linear", linear_of(f"{path}linear_1", x))
        self.steps[f"{path}activated"] = Step("relu", {"x": f"{path}hidden"})
        rectified = torch.relu(self.tensors[f"{path}hidden"])
        self._dropped_inside(path, "activated", rectified, module.dropout)
        last = linear_of(f"{path}linear_2", f"{path}activated")
        self.steps[f"{path}output"] = Step("linear", last)
        axes = feed_forward_axes(TOKENS[block.stack])
        self.place(block, axes, {f"{path}{name}": name for name in axes})
        return f"{path}output"

    def _dropped_inside(self, path: str, name: str, before: Tensor, dropout: Dropout) -> None:
        """Part what a sublayer's own dropout made from what it was `before`, if it dropped any."""
        dropped = self.tensors.get(f"{path}dropout.dropped")
        if dropped is None:
            return
        made, whole = f"{path}{name}", f"{path}{name}_before_dropout"
        self.tensors[whole], self.steps[whole] = before, self.steps[made]
        self.drop(made, whole, ~dropped, dropout.p)

    def _residual(self, path: str, number: int | None, dropout: Dropout, x: str, made: str) -> None:
        """x + Sublayer(x), the second with its dropout as "sublayer_n"."""
        sublayer, summed = f"{path}sublayer_{number}", f"{path}residual_{number}"
        self.steps[summed] = Step("sum", {"x": x, "y": sublayer})
        dropped = self.tensors.get(f"{summed}.dropout.dropped")
        if dropped is None:
            self.tensors[sublayer] = self.tensors[made]
            self.steps[sublayer] = Step("copy", {"x": made})
            return
        self.drop(sublayer, made, ~dropped, dropout.p)
        self.tensors[sublayer] = self.tensors[made] * self.tensors[f"{sublayer}.kept"]

    def _place_around(self, path: str, sublayer: Block) -> None:
        """What stands around a sublayer has the sublayer's number behind its name."""
        n, tokens = sublayer.number, TOKENS[sublayer.stack]
        added = {
            f"{path}residual_{n}": "residual",
            f"{path}sublayer_{n}": "sublayer",
            f"{path}sublayer_{n}.kept": "sublayer.kept",
            f"{path}residual_{n}.dropout.dropped": "dropout.dropped",
        }
        normed = {f"{path}{name}_{n}": name for name in ("normed", "spread")}
        normed |= {f"{path}norm_{n}.{name}": name for name in ("weight", "bias")}
        self.place(replace(sublayer, part="residual"), residual_axes(tokens), added)
        self.place(replace(sublayer, part="norm"), norm_axes(tokens), normed)

    def place_output(self, path: str, block: Block) -> None:
        """Say the same of what leaves an encoder or a decoder whose records start with `path`."""
        axes = stack_output_axes(TOKENS[block.stack])
        self.place(replace(block, part="output"), axes, {f"{path}{name}": name for name in axes})

    def drop(self, name: str, x: str, kept: Tensor, dropout: float) -> None:
        self.tensors[f"{name}.kept"] = kept.float() / (1 - dropout)
        self.steps[name] = Step("dropout", {"x": x, "kept": f"{name}.kept"})

    def _spread(self, path: str, number: int | None, before: str, after: str) -> None:
        columns = [*_spread_of(self.tensors[before]), *_spread_of(self.tensors[after])]
        name = f"{path}spread_{number}"
        self.tensors[name] = torch.stack(columns, dim=-1)  # (seq, 4)
        self.steps[name] = Step("spread", {"before": before, "after": after})

    @staticmethod
    def norm(path: str, norm: nn.LayerNorm, x: str) -> Step:
        of = {"x": x, "gain": f"{path}.weight", "bias": f"{path}.bias"}
        return Step("layer_norm", of, {"epsilon": norm.eps})
