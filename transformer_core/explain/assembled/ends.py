"""The steps before the first layer of an assembled model and after the last one."""

from collections.abc import Callable, Mapping

import torch
from torch import Tensor, nn

from transformer_core.explain.assembled.parts import linear, norm
from transformer_core.explain.assembled.positions import positions, width_of
from transformer_core.explain.assembled.tracing import Tracing, activation_name, part_of
from transformer_core.explain.computation import Step
from transformer_core.explain.origin import (
    DIMENSION,
    TOKENS,
    WIDTH,
    Axes,
    Axis,
    Block,
    Stack,
    Tokens,
)
from transformer_core.layers import Linear
from transformer_core.transformer import TiedOutput
from transformer_core.variants.activations import ACTIVATIONS
from transformer_core.variants.input_encoding import InputEncoding
from transformer_core.variants.models import AssembledModel
from transformer_core.variants.output_heads import (
    BiasedTiedOutput,
    MaskedWordHead,
    ProjectionHead,
    ScaledHead,
)


class InputSteps:
    """Adds what happens to the tokens of one stack before its first layer."""

    def __init__(self, to: Tracing, encoding: InputEncoding, stack: Stack) -> None:
        self.to, self.encoding, self.side = to, encoding, TOKENS[stack]
        self.embedding = Block("embedding", stack)
        self.positional = Block("positional_encoding", stack)
        self.position = Axis("position", self.side)
        self.width = width_of(encoding)

    def add(self, ids: Tensor, types: Tensor | None, padding: Tensor | None) -> str:
        """Returns: the name of what the first layer takes."""
        x = self._embedded(ids)
        if self.encoding.projection is not None and not self.encoding.projects_sum:
            x = self._projected(x, self.embedding)
        axes = (self.position, self.width)
        added = [x]
        if self.encoding.token_types is not None:
            added.append(self._token_types(types, axes))
        if (module := self.encoding.positions) is not None:
            places = self._positions(ids, padding)
            to, side = self.to, self.side
            added.append(positions(to, side, module, self.positional, self.width, places))
        x = self._make("encoded", _sum_of(added), self.positional, axes)
        if self.encoding.norm is not None:
            path = f"{self.side}_encoding.norm"
            step = norm(self.to, path, self.encoding.norm, x, self.positional, self.width, "norm.")
            x = self._make("normed", step, self.positional, axes)
        if self.encoding.projection is not None and self.encoding.projects_sum:
            x = self._projected(x, self.positional)
        return x

    def _positions(self, ids: Tensor, padding: Tensor | None) -> Tensor:
        """The position of each token, (seq,); -1 for one that does not count."""
        positions = self.encoding.places(torch.arange(ids.size(1)), padding)
        positions = self.encoding.counted(ids, positions)
        return positions if positions.dim() == 1 else positions[self.to.row]

    def _embedded(self, ids: Tensor) -> str:
        to, side, axes = self.to, self.side, (self.position, self.width)
        to.given(f"{side}_ids", self.embedding, (self.position,), "ids", ids[to.row])
        table = f"{side}_embedding.weight"
        to.given(table, self.embedding, (Axis("token", side), self.width), "weight")
        step = Step("embedding", {"ids": f"{side}_ids", "table": table})
        x = self._make("embeddings", step, self.embedding, axes)
        if self.encoding.scale is None:
            return x
        step = Step("scaling", {"x": x}, {"factor": self.encoding.scale})
        return self._make("scaled", step, self.embedding, axes)

    def _token_types(self, types: Tensor | None, axes: Axes) -> str:
        name, table = f"{self.side}_type_ids", f"{self.side}_encoding.token_types.weight"
        own = torch.zeros_like(self.to.tensors[f"{self.side}_ids"])
        own = own if types is None else types[self.to.row]
        self.to.given(name, self.embedding, (self.position,), "type_ids", own)
        self.to.given(table, self.embedding, (Axis("type"), self.width), "token_types.weight")
        step = Step("embedding", {"ids": name, "table": table})
        return self._make("token_types", step, self.embedding, axes)

    def _projected(self, x: str, block: Block) -> str:
        path = f"{self.side}_encoding.projection"
        step = linear(self.to, path, x, block, "projection", (DIMENSION, WIDTH))
        self.width = DIMENSION
        axes = (self.position, DIMENSION)
        return self.to.make(f"{self.side}_projected", step, block, axes, "input_projected")

    def _make(self, own: str, step: Step, block: Block, axes: Axes) -> str:
        return self.to.make(f"{self.side}_{own}", step, block, axes, own)


def _sum_of(names: list[str]) -> Step:
    if len(names) == 1:
        return Step("copy", {"x": names[0]})
    if len(names) == 2:
        return Step("sum", dict(zip("xy", names, strict=True)))
    return Step("sum_of_parts", dict(zip("xyz", names, strict=True)))


OUTPUT = Block("output")


def _masked_word_head(to: Tracing, module: MaskedWordHead, x: str, position: Axis) -> str:
    axes = (position, WIDTH)
    step = linear(to, "head.linear", x, OUTPUT, "head.linear", (WIDTH, DIMENSION))
    x = to.make("head.hidden", step, OUTPUT, axes, "head_hidden")
    kind = activation_name(module.activation, ACTIVATIONS)
    x = to.make("head.activated", Step(kind, {"x": x}), OUTPUT, axes, "head_activated")
    step = norm(to, "head.norm", module.norm, x, OUTPUT, WIDTH, "head.norm.")
    return to.make("head.normed", step, OUTPUT, axes, "head_normed")


def _scaled_head(to: Tracing, module: ScaledHead, x: str, position: Axis) -> str:
    step = Step("scaling", {"x": x}, {"factor": module.scale})
    return to.make("head.scaled", step, OUTPUT, (position, DIMENSION), "head_scaled")


def _projection_head(to: Tracing, module: ProjectionHead, x: str, position: Axis) -> str:
    step = linear(to, "head.linear", x, OUTPUT, "head.linear", (WIDTH, DIMENSION))
    return to.make("head.projected", step, OUTPUT, (position, WIDTH), "head_projected")


HEADS: Mapping[type[nn.Module], Callable[..., str]] = {
    MaskedWordHead: _masked_word_head,
    ProjectionHead: _projection_head,
    ScaledHead: _scaled_head,
}


def output_steps(to: Tracing, model: AssembledModel, x: str, side: Tokens) -> None:
    """Adds what happens after the last layer, whose result is x: logits and probabilities."""
    position, width = Axis("position", side), DIMENSION
    if model.head is not None:
        x = part_of(HEADS, model.head)(to, model.head, x, position)
        width = to.origins[x].axes[-1]
    if model.output is None:
        return
    axes, own = (position, Axis("token", side)), "logits"
    step = _output(to, model.output, x, side, (axes[1], width))
    if model.cap is not None:
        uncapped = to.make("logits_uncapped", step, OUTPUT, axes, "logits_uncapped")
        step = Step("soft_cap", {"x": uncapped}, {"cap": model.cap})
    logits = to.make("logits", step, OUTPUT, axes, own)
    probabilities = torch.softmax(to.tensors[logits], dim=-1)  # (seq, vocab)
    step = Step("softmax", {"x": logits})
    to.make("probabilities", step, Block("softmax"), axes, "probabilities", probabilities)


def _output(to: Tracing, module: nn.Module, x: str, side: Tokens, axes: Axes) -> Step:
    if isinstance(module, Linear):
        return linear(to, "output", x, OUTPUT, "", axes)
    tied = {"x": x, "weight": f"{side}_embedding.weight"}
    if isinstance(module, BiasedTiedOutput):
        bias = to.given("output.bias", OUTPUT, axes[:1], "bias")
        return Step("linear", {**tied, "bias": bias})
    if isinstance(module, TiedOutput):
        return Step("linear_without_bias", tied)
    raise NotImplementedError(f"no steps are known of {type(module).__name__}")
