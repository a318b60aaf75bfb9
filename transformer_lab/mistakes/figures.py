"""Figures of what a mistake does to the current input, to be filled into sentences."""

from collections.abc import Callable, Mapping

import torch

from transformer_core.explain.figures import spread
from transformer_lab.examples.random_matrices import random_embedding
from transformer_lab.mistakes.attention import SENTENCES, score_gradients
from transformer_lab.mistakes.mistake import Comparison
from transformer_lab.mistakes.training import LAST_STEP

Figures = dict[str, int | float | str]

LITTLE = 0.1
"""The share of the right gradient below which a gradient counts as lost."""


def figures(name: str, comparison: Comparison, sizes: Mapping[str, int]) -> Figures:
    """The numbers for the sentences about a mistake, computed from what its pictures show.

    Args:
        comparison: as `MISTAKES[name].compare(**sizes)` returns it.

    Returns: figures by name; none for a mistake whose sentences hold whatever the sizes.
    """
    return _FIGURES[name](comparison, sizes) if name in _FIGURES else {}


def _unscaled_scores(comparison: Comparison, sizes: Mapping[str, int]) -> Figures:
    tokens, d_k = comparison.given["Q"].shape
    right, wrong = score_gradients(d_k, sizes["seed"], tokens)
    return {
        "d_k": d_k,
        "tokens": tokens,
        "queries": SENTENCES * tokens,
        "lost": int((wrong < LITTLE * right).sum()),
        "mean": float(wrong.mean() / right.mean()),
    }


def _one_speed(comparison: Comparison, sizes: Mapping[str, int]) -> Figures:
    """The distance between the positions that the wrong encoding distinguishes least."""
    encoding = comparison.wrong  # (positions, d_model)
    # At one speed the distance between two positions depends only on how far apart they are.
    apart = 1 + int((encoding[1:] - encoding[0]).norm(dim=-1).argmin())
    difference = float((encoding[apart:] - encoding[:-apart]).abs().max())
    return {"positions": len(encoding), "apart": apart, "difference": difference}


def _unscaled_embeddings(comparison: Comparison, sizes: Mapping[str, int]) -> Figures:
    """The lengths of encoding and embedding, as means over the tokens."""
    model, token_ids = comparison.given["model"], comparison.given["token_ids"]
    tokens, d_model = comparison.wrong.shape[1:]
    embeddings = model.src_embedding.weight[token_ids[0]]  # (tokens, d_model)
    encoding = model.positional_encoding.encoding[:tokens].norm(dim=-1).mean()
    torchs = d_model**0.5 * random_embedding(tokens, d_model, sizes["seed"])
    return {
        "outweighed": float(encoding / embeddings.norm(dim=-1).mean()),
        "torchs": float(torchs.norm(dim=-1).mean() / encoding),
    }


def _heads_without_transpose(comparison: Comparison, sizes: Mapping[str, int]) -> Figures:
    """The number of tokens in a wrong head; and the last number of the last head, as an example."""
    x = comparison.given["x"][0]  # (seq_len, d_model)
    heads = comparison.wrong[0].floor().flatten(1)  # (heads, seq_len * d_k)
    seq_len, d_model = x.shape
    return {
        "seq_len": seq_len,
        "most": max(len(tokens.unique()) for tokens in heads),
        "head": len(heads),  # people count from 1
        "place": d_model // len(heads) - 1,
        "example": f"{float(x[-1, -1]):.2f}",
        "token": seq_len - 1,
        "dimension": d_model - 1,
    }


def _pre_norm(comparison: Comparison, sizes: Mapping[str, int]) -> Figures:
    return {
        "layers": len(comparison.wrong),
        "deviation": float(spread(comparison.wrong[-1]).deviation.mean()),
    }


def _loss_over_padding(comparison: Comparison, sizes: Mapping[str, int]) -> Figures:
    targets = comparison.given["targets"]
    return {"real": int((targets != 0).sum()), "counted": targets.numel()}


def _warmup_exponent(comparison: Comparison, sizes: Mapping[str, int]) -> Figures:
    given, right, wrong = comparison
    return {
        "d_model": given["d_model"],
        "warmup": given["warmup_steps"],
        "step": int(given["steps"][wrong.argmax()]),
        "times": float(torch.max(wrong) / torch.max(right)),
        "last": LAST_STEP,
    }


_FIGURES: dict[str, Callable[[Comparison, Mapping[str, int]], Figures]] = {
    "unscaled_scores": _unscaled_scores,
    "one_speed": _one_speed,
    "unscaled_embeddings": _unscaled_embeddings,
    "heads_without_transpose": _heads_without_transpose,
    "pre_norm": _pre_norm,
    "loss_over_padding": _loss_over_padding,
    "warmup_exponent": _warmup_exponent,
}
