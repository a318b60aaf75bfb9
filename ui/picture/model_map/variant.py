"""How a model differs from the paper's, in the words of the map's titles and equations."""

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from transformer_core.explain.computation import Computation, Step

_ACTIVATIONS = {
    "relu": "ReLU",
    "gelu": "GELU",
    "gelu_tanh": "GELU",
    "silu": "SiLU",
    "tanh": "tanh",
}
PAPER = "fixed"


class Variant(NamedTuple):
    """What the map says of a model; the defaults are the paper's.

    norm: the name of the norm of its layers. activation: that of its feed-forward networks.
    is_gated: whether these have a gate. scores: how scores are scaled, "" where they are not.
    embeddings: how the embeddings are, "" where they are not. positions: how positions come in:
    "fixed" and "learned" are added to the embeddings, "rotary" turns queries and keys, "bias" is
    added to the scores. has_types: whether vectors of token types are added. is_parallel: whether
    attention and feed-forward both take what goes into the layer.
    """

    norm: str = "LayerNorm"
    activation: str = "ReLU"
    is_gated: bool = False
    scores: str = "÷ √d_k"
    embeddings: str = "× √d_model"
    positions: str = PAPER
    has_types: bool = False
    is_parallel: bool = False

    def header(self) -> dict[str, Any]:
        return {
            "norm": self.norm,
            "activation": self.activation,
            "scores": self.scores,
            "embeddings": self.embeddings,
            "positions": self.positions,
            "isParallel": self.is_parallel,
        }


def variant_of(computation: Computation) -> Variant:
    """What a computation's own steps say of its model."""
    steps = computation.steps
    norms = {step.kind for name, step in steps.items() if _own(computation, name) == "normed"}
    activation = next(_of(computation, "feed_forward", "opened"), None)
    is_gated = activation is not None
    activation = activation or next(
        _of(computation, "feed_forward", "activated_before_dropout"), None
    )
    activation = activation or next(_of(computation, "feed_forward", "activated"), Step("relu"))
    return Variant(
        "RMSNorm" if "rms_norm" in norms else "LayerNorm",
        _ACTIVATIONS.get(activation.kind, activation.kind),
        is_gated,
        _scores(computation),
        _embeddings(computation),
        _positions(computation),
        any(_own(computation, name) == "token_types" for name in steps),
        _is_parallel(steps),
    )


def _own(computation: Computation, tensor: str) -> str:
    origin = computation.origins.get(tensor)
    return "" if origin is None else origin.name


def _of(computation: Computation, part: str, own: str) -> Iterator[Step]:
    """The steps that make the tensors of a name in the blocks of one part."""
    for block, tensors in computation.blocks.items():
        if block is not None and block.part == part and own in tensors:
            yield computation.steps.get(tensors[own], Step("input"))


def _scores(computation: Computation) -> str:
    for part in ("self_attention", "cross_attention"):
        for block, tensors in computation.blocks.items():
            if block is None or block.part != part or "scaled" not in tensors:
                continue
            factor = _factor(computation.steps[tensors["scaled"]])
            d_k = computation.tensors[tensors["queries"]].size(-1)
            return _scaled(factor, 1 / math.sqrt(d_k), "÷ √d_k")
    return ""


def _embeddings(computation: Computation) -> str:
    for step in _of(computation, "embedding", "scaled"):
        width = computation.tensors[step.inputs["x"]].size(-1)
        return _scaled(_factor(step), math.sqrt(width), "× √d_model")
    return ""


def _factor(step: Step) -> float:
    return step.constants.get("factor", 1.0)


def _scaled(factor: float, usual: float, name: str) -> str:
    if math.isclose(factor, usual, rel_tol=1e-3):
        return name
    return "" if factor == 1.0 else f"× {factor:.4g}"


def _positions(computation: Computation) -> str:
    for step in _of(computation, "positional_encoding", "positions"):
        return "learned" if step.kind == "embedding" else PAPER
    names = {_own(computation, name) for name in computation.steps}
    if "queries_unturned" in names:
        return "rotary"
    return "bias" if "biased" in names else "none"


def _is_parallel(steps: Mapping[str, Step]) -> bool:
    """Whether the second sublayer reads what the first one reads."""
    for stack in ("encoder", "decoder"):
        path = f"{stack}.layers.0."
        if f"{path}residual_2" not in steps:
            continue
        hidden = steps.get(f"{path}feed_forward.hidden", Step("input")).inputs.get("x", "")
        if hidden.endswith("normed_2"):
            return not steps[hidden].inputs["x"].endswith("residual_1")
        return hidden.endswith("normed_1") and steps[hidden].inputs["x"] != f"{path}residual_1"
    return False
