"""The step that made each tensor in the layers of an encoder or a decoder."""

from collections.abc import Mapping
from typing import cast

import torch
from torch import Tensor, nn

from transformer_core.dropout import Dropout
from transformer_core.explain.attention_provenance import linear_of, multi_head_steps
from transformer_core.explain.computation import Step
from transformer_core.explain.figures import ROUNDING, Spread, spread
from transformer_core.explain.model_origins import layer_origins
from transformer_core.explain.origin import SUBLAYERS, Block, Origin
from transformer_core.feed_forward import FeedForward
from transformer_core.multi_head_attention import MultiHeadAttention


def _spread_of(x: Tensor) -> Spread:
    """As `spread`; a mean within float32 rounding of 0, such as a norm leaves, is 0."""
    mean, deviation = spread(x)
    rounding = ROUNDING * x.abs().amax(dim=-1)  # (seq,)
    return Spread(mean.masked_fill(mean.abs() <= rounding, 0.0), deviation)


class LayerProvenance:
    """Collects tensors, their steps and origins, walking through layers as their forward does."""

    def __init__(self, model: nn.Module, records: Mapping[str, Tensor], prefix: str = "") -> None:
        # A matrix that is shared has a name for each of its uses.
        parameters = dict(model.named_parameters(remove_duplicate=False))
        self.tensors = {f"{prefix}{name}": tensor.detach() for name, tensor in parameters.items()}
        for name, record in records.items():
            # A parameter that was changed has no batch.
            self.tensors[f"{prefix}{name}"] = record if name in parameters else record[0]
        self.steps: dict[str, Step] = {}
        self.origins: dict[str, Origin] = {}

    def add_origins(self, possible: Mapping[str, Origin]) -> None:
        """Take the origins of those tensors that there are."""
        origins, tensors = self.origins, self.tensors
        origins |= {name: origin for name, origin in possible.items() if name in tensors}

    def layer(
        self, path: str, within: Block, layer: nn.Module, x: str, memory: tuple[str, ...]
    ) -> str:
        """The sublayers of one layer, each with its residual connection and norm.

        `path` starts their names, `within` is any block of the layer.
        """
        for number, part in enumerate(SUBLAYERS[within.stack], 1):
            norm, residual = getattr(layer, f"norm_{number}"), getattr(layer, f"residual_{number}")
            summed, normed = f"{path}residual_{number}", f"{path}normed_{number}"
            before = x if layer.norm_first else summed
            self.steps[normed] = self.norm(f"{path}norm_{number}", norm, before)
            taken = normed if layer.norm_first else x
            source = memory[0] if part == "cross_attention" else taken
            made = self.sublayer(f"{path}{part}.", getattr(layer, part), taken, source)
            self._residual(path, number, residual.dropout, x, made)
            self._spread(path, number, before, normed)
            x = summed if layer.norm_first else normed
        self.add_origins(layer_origins(path, within))
        return x

    def sublayer(self, path: str, module: nn.Module, x: str, source: str) -> str:
        """One attention from x to its source, or feed-forward network of x.

        Returns: the name of what it makes.
        """
        if isinstance(module, FeedForward):
            self.steps[f"{path}hidden"] = Step("linear", linear_of(f"{path}linear_1", x))
            self.steps[f"{path}activated"] = Step("relu", {"x": f"{path}hidden"})
            rectified = torch.relu(self.tensors[f"{path}hidden"])
            self._dropped_inside(path, "activated", rectified, module.dropout)
            last = linear_of(f"{path}linear_2", f"{path}activated")
            self.steps[f"{path}output"] = Step("linear", last)
            return f"{path}output"
        attention = cast(MultiHeadAttention, module)
        mask = f"{path}mask" if f"{path}mask" in self.tensors else None
        self.steps.update(multi_head_steps(path, attention, x, source, mask))
        shares = torch.softmax(self.tensors[f"{path}masked"], dim=-1).nan_to_num(0.0)
        self._dropped_inside(path, "weights", shares, attention.dropout)
        return f"{path}projected"

    def _dropped_inside(self, path: str, name: str, before: Tensor, dropout: Dropout) -> None:
        """Part what a sublayer's own dropout made from what it was `before`, if it dropped any."""
        dropped = self.tensors.get(f"{path}dropout.dropped")
        if dropped is None:
            return
        made, whole = f"{path}{name}", f"{path}{name}_before_dropout"
        self.tensors[whole], self.steps[whole] = before, self.steps[made]
        self.drop(made, whole, ~dropped, dropout.p)

    def _residual(self, path: str, number: int, dropout: Dropout, x: str, made: str) -> None:
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

    def drop(self, name: str, x: str, kept: Tensor, dropout: float) -> None:
        self.tensors[f"{name}.kept"] = kept.float() / (1 - dropout)
        self.steps[name] = Step("dropout", {"x": x, "kept": f"{name}.kept"})

    def _spread(self, path: str, number: int, before: str, after: str) -> None:
        columns = [*_spread_of(self.tensors[before]), *_spread_of(self.tensors[after])]
        name = f"{path}spread_{number}"
        self.tensors[name] = torch.stack(columns, dim=-1)  # (seq, 4)
        self.steps[name] = Step("spread", {"before": before, "after": after})

    @staticmethod
    def norm(path: str, norm: nn.Module, x: str) -> Step:
        if not isinstance(norm, nn.LayerNorm):  # left out
            return Step("copy", {"x": x})
        of = {"x": x, "gain": f"{path}.weight", "bias": f"{path}.bias"}
        return Step("layer_norm", of, {"epsilon": norm.eps})
