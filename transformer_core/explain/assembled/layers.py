"""The steps of a layer, in each place where norms can be."""

from dataclasses import replace
from typing import cast

from transformer_core.explain.assembled.attention import Attending, AttentionSteps
from transformer_core.explain.assembled.masks import Hiding
from transformer_core.explain.assembled.parts import feed_forward, norm
from transformer_core.explain.assembled.tracing import Tracing
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Step
from transformer_core.explain.origin import SUBLAYERS, TOKENS, Block, Part
from transformer_core.variants.norm_placement import (
    BothSidesNormLayer,
    Layer,
    ParallelLayer,
    ParallelOneNormLayer,
    PostNormLayer,
    PreNormLayer,
)

AFTER = (PostNormLayer,)
BEFORE = (PreNormLayer, BothSidesNormLayer, ParallelLayer, ParallelOneNormLayer)
"""Layers whose norms come before the sublayers."""
PARALLEL = (ParallelLayer, ParallelOneNormLayer)
"""Layers whose sublayers both take what goes into the layer."""


class LayerSteps:
    """Adds the steps of one layer whose names start with `path`; `within` is any of its blocks."""

    def __init__(self, to: Tracing, path: str, layer: Layer, within: Block) -> None:
        if type(layer) not in (*AFTER, *BEFORE):
            raise NotImplementedError(f"no steps are known of {type(layer).__name__}")
        self.to, self.path, self.layer, self.within = to, path, layer, within
        self.axes = vectors(TOKENS[within.stack])

    def add(self, x: str, attending: Attending, memory: Attending | None) -> str:
        """Returns: the name of what the layer makes of x.

        Args:
            attending: of self-attention, memory: of cross-attention; only their masks and biases
                are read, and what is attended to of the second.
        """
        start, taken = x, x
        parts = [part for part in SUBLAYERS[self.within.stack] if hasattr(self.layer, part)]
        for number, part in enumerate(parts, 1):
            if isinstance(self.layer, BEFORE) and hasattr(self.layer, f"norm_{number}"):
                of = start if isinstance(self.layer, PARALLEL) else x
                taken = self._norm(f"normed_{number}", f"norm_{number}", number, of)
            made = self._sublayer(part, taken, memory if part == "cross_attention" else attending)
            if isinstance(self.layer, BothSidesNormLayer):
                made = self._norm(f"outer_{number}", f"outer_norm_{number}", number, made)
            x = self._added(number, x, made)
            if isinstance(self.layer, AFTER):
                x = taken = self._norm(f"normed_{number}", f"norm_{number}", number, x)
        return x

    def _sublayer(self, part: Part, x: str, attending: Attending | None) -> str:
        path, module = f"{self.path}{part}.", getattr(self.layer, part)
        if part == "feed_forward":
            return feed_forward(self.to, path, module, x, self.within)
        assert attending is not None
        memory = attending.memory if part == "cross_attention" else x
        steps = AttentionSteps(self.to, path, module, replace(self.within, part=part))
        return steps.add(replace(attending, query=x, memory=memory))

    def _norm(self, name: str, module: str, number: int, x: str) -> str:
        # A norm of what the sublayer made is part of what is added.
        is_outer = name.startswith("outer")
        before, part = ("outer_", "residual") if is_outer else ("", "norm")
        block = replace(self.within, part=cast(Part, part), number=number)
        step = norm(
            self.to, f"{self.path}{module}", getattr(self.layer, module), x, block, before=before
        )
        return self.to.make(f"{self.path}{name}", step, block, self.axes, f"{before}normed")

    def _added(self, number: int, x: str, made: str) -> str:
        block = replace(self.within, part="residual", number=number)
        step = Step("sum", {"x": x, "y": made})
        return self.to.make(f"{self.path}residual_{number}", step, block, self.axes, "residual")


def nothing_read(hiding: Hiding, bias: str | None = None) -> Attending:
    """What self-attention computes with, before it is known of what."""
    return Attending("", "", hiding, bias)
