"""Mistakes inside a norm and in the feed-forward network (sections 3.1 and 3.3)."""

from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from transformer_core.config import TransformerConfig
from transformer_core.explain.axes import feed_forward_axes, vectors
from transformer_core.explain.computation import Step, Term
from transformer_core.explain.kind import Kind
from transformer_core.explain.kinds.products import Products
from transformer_core.explain.origin import DIMENSION
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
)
from transformer_core.feed_forward import FeedForward
from transformer_core.initialisation import untrained
from transformer_core.random_tensors import generator
from transformer_core.residual import layer_norm
from transformer_lab.measures.mask_effects import EPS, POSITION_NORM
from transformer_lab.mistakes.attention import OTHER_LENGTHS
from transformer_lab.mistakes.derivation import Derivation
from transformer_lab.mistakes.layers import deviation_note
from transformer_lab.mistakes.mistake import (
    Comparison,
    Curve,
    Figures,
    Mistake,
    Picture,
    Points,
    Sizes,
)

NORM_D_MODEL, LONGEST = 8, 12
TOKENS = 6
EXPANSION = 4


def two_endings(seq_len: int = 6, seed: int = 11) -> dict[str, Tensor]:
    """Two random sentences that differ in the last token alone: (2, seq_len, NORM_D_MODEL).

    Cut from one draw, so that a sentence that grows keeps its tokens.
    """
    draw = torch.randn(LONGEST + 1, NORM_D_MODEL, generator=generator(seed))
    begun, last, other = draw[1:seq_len], draw[seq_len : seq_len + 1], draw[:1]
    return {"x": torch.stack([torch.cat([begun, end]) for end in (last, other)])}


def normed_over_features(x: Tensor) -> Tensor:
    """The core's norm, with gain 1 and bias 0: (batch, seq_len, d_model)."""
    return layer_norm(TransformerConfig(1, 1, d_model=x.size(-1), num_heads=1))(x)


def normed(x: Tensor, dim: int) -> Tensor:
    """Minus the mean along an axis, divided by the standard deviation there."""
    variance, mean = torch.var_mean(x, dim, correction=0, keepdim=True)
    return (x - mean) / (variance + EPS).sqrt()


def normed_over_positions(x: Tensor) -> Tensor:
    """Mean and deviation are those of a column, which holds a number of every token."""
    # right: return normed(x, dim=-1)
    return normed(x, dim=-2)


def untrained_feed_forward(d_model: int = 64, seed: int = 11) -> dict[str, Any]:
    """A feed-forward network four times as wide inside, and random x (TOKENS, d_model)."""
    module = untrained(lambda: FeedForward(d_model, EXPANSION * d_model), seed)
    x = torch.randn(TOKENS, d_model, generator=generator(seed))
    return {"module": module, "x": x}


def feed_forward(module: FeedForward, x: Tensor) -> Tensor:
    """The core's output: (seq_len, d_model)."""
    made: Tensor = module(x)
    return made


def feed_forward_four_wide(module: FeedForward, x: Tensor) -> Tensor:
    """Of the same weights only those of the first four hidden numbers."""
    forward_expansion = 4
    # right: d_ff = forward_expansion * x.size(-1)
    d_ff = forward_expansion
    W_1, W_2 = module.linear_1.weight[:d_ff], module.linear_2.weight[:, :d_ff]
    return torch.relu(x @ W_1.T) @ W_2.T


def test_a_later_token_changes_no_earlier_one(normed: Tensor) -> None:
    one, other = normed  # the two inputs differ in the last token alone
    assert torch.equal(one[:-1], other[:-1])


def test_the_outputs_of_six_tokens_are_independent(output: Tensor) -> None:
    assert torch.linalg.matrix_rank(output) == len(output)


class FirstProducts(Products):
    """Sums of the first `count` products alone."""

    def terms(self, cell: OutputCell) -> list[Term]:
        return super().terms(cell)[: int(cell.step.constants["count"])]

    def numbers(self, cell: OutputCell) -> Numbers:
        return cell.step.constants

    def dependents(self, number: Input) -> Dependents:
        found = super().dependents(number)
        if number.place[-1] >= number.step.constants["count"]:
            found.sizes.fill_(UNUSED)
        return found

    distribute = Reading.distribute


FIRST_PRODUCTS = Kind("first_products", FirstProducts("x ri, weight ci -> rc"))


def _normed_either_way(comparison: Comparison) -> Derivation:
    x = comparison.given["x"][0]
    parameters = {"gain": torch.ones(x.size(-1)), "bias": torch.zeros(x.size(-1))}
    names = {"x": "x", "gain": "gain", "bias": "bias"}
    steps = {
        "right": Step("layer_norm", names, {"epsilon": EPS}),
        "wrong": Step(POSITION_NORM.name, {"x": "x"}),
    }
    return Derivation({}, steps).also({"x": x}, {}, vectors()).also(parameters, {}, (DIMENSION,))


def _change_of_earlier(comparison: Comparison, _: Sizes) -> Figures:
    """The largest change of an earlier token's number when the last token is another one."""
    one, other = comparison.wrong[:, :-1]
    return {"change": float((one - other).abs().max())}


def _as_the_sentence_grows(_: Comparison, sizes: Sizes) -> Points:
    return _first_numbers(sizes["seed"])


@lru_cache(maxsize=64)
def _first_numbers(seed: int) -> Points:
    """The first number of the first token, with more and more tokens after it."""
    lengths = range(2, 9)
    made = [NORM.compare(seq_len=length, seed=seed)[1:] for length in lengths]
    right, wrong = ([float(one[0, 0, 0]) for one in side] for side in zip(*made, strict=True))
    return list(lengths), right, wrong


def _both_widths(comparison: Comparison) -> Derivation:
    module, x = comparison.given["module"], comparison.given["x"]
    axes = feed_forward_axes("")
    hidden = module.linear_1(x)  # (seq_len, d_ff)
    first = {"x": "x", "weight": "W_1", "bias": "b_1"}
    second = {"x": "activated", "weight": "W_2"}
    steps = {
        "hidden": Step("linear", first),
        "activated": Step("relu", {"x": "hidden"}),
        "right": Step("linear", {**second, "bias": "b_2"}),
        "wrong": Step(FIRST_PRODUCTS.name, second, {"count": EXPANSION}),
    }
    derived = Derivation({}, steps).also({"x": x}, {}, vectors())
    for number, linear in enumerate((module.linear_1, module.linear_2), 1):
        for letter, parameter in (("W", "weight"), ("b", "bias")):
            tensors = {f"{letter}_{number}": getattr(linear, parameter).detach()}
            derived = derived.also(tensors, {}, axes[f"linear_{number}.{parameter}"])
    return derived.also({"hidden": hidden, "activated": hidden.relu()}, {}, axes["hidden"])


def _parameters(comparison: Comparison, _: Sizes) -> Figures:
    module, d_model = comparison.given["module"], comparison.wrong.size(-1)
    return {
        "d_ff": module.linear_1.out_features,
        "right": sum(one.numel() for one in module.parameters()),
        "wrong": 2 * EXPANSION * d_model + EXPANSION + d_model,
        "right_directions": _directions(comparison.right),
        "wrong_directions": _directions(comparison.wrong),
    }


def _directions(vectors: Tensor) -> int:
    """In how many directions vectors (count, d_model) vary about their mean: the rank of what is
    left without it, up to rounding.
    """
    return int(torch.linalg.matrix_rank(vectors - vectors.mean(0), rtol=1e-5))


NORM = Mistake(
    name="norm_over_positions",
    topic="layers",
    equation=r"\mathrm{LayerNorm}(x)_{ij} = (x_{ij} - \mu_i) / \sigma_i",
    given=two_endings,
    right=normed_over_features,
    wrong=normed_over_positions,
    test=test_a_later_token_changes_no_earlier_one,
    derivation=_normed_either_way,
    sizes=("seq_len", "seed"),
    suggestions=OTHER_LENGTHS,
    figures=_change_of_earlier,
    shown=lambda result: result[0],  # (seq_len, d_model)
    axes=vectors(),
    picture=Picture("position", "dimension", "diverging", bars="deviation"),
    curve=Curve(_as_the_sentence_grows, "seq_len", is_option=False),
    note=deviation_note,
)
FEED_FORWARD = Mistake(
    name="narrow_feed_forward",
    topic="layers",
    equation=r"d_{\mathrm{ff}} = 4 \cdot d_{\mathrm{model}}",
    given=untrained_feed_forward,
    right=feed_forward,
    wrong=feed_forward_four_wide,
    test=test_the_outputs_of_six_tokens_are_independent,
    derivation=_both_widths,
    sizes=("d_model", "seed"),
    suggestions={"d_model_256": {"d_model": 256}, "d_model_16": {"d_model": 16}},
    kinds=(FIRST_PRODUCTS,),
    figures=_parameters,
    axes=vectors(),
    picture=Picture("position", "dimension", "diverging", compact=True, bars="deviation"),
)
MISTAKES = (NORM, FEED_FORWARD)
