"""Right and wrong as two curves: the effect of a mistake as a size grows."""

from functools import lru_cache

from torch import Tensor

from pages.mistakes.setting import D_KS, Sizes
from transformer_core.explain.figures import spread
from transformer_lab.mistakes import MISTAKES, Comparison
from transformer_lab.mistakes.attention import mean_largest_weight
from transformer_lab.mistakes.training import LAST_STEP, MOST_PADDING
from ui.picture.curves import COLOURS, Curve, Figure, Mark, curve_figure
from ui.words.language import Text

RIGHT_COLOUR, WRONG_COLOUR = COLOURS[1], COLOURS[5]
HEIGHT = 290

Points = tuple[list[float], list[float], list[float]]
"""x, the right y, the wrong y."""


@lru_cache(maxsize=64)
def _saturation(seed: int) -> Points:
    mistake = MISTAKES["unscaled_scores"]
    both = (mistake.right, mistake.wrong)
    right, wrong = (mean_largest_weight(attend, D_KS, seed) for attend in both)
    return list(D_KS), right.tolist(), wrong.tolist()


@lru_cache(maxsize=64)
def _padded_losses(seed: int) -> Points:
    amounts = range(MOST_PADDING + 1)
    mistake = MISTAKES["loss_over_padding"]
    losses = [mistake.compare(padded=padded, seed=seed) for padded in amounts]
    right, wrong = ([float(loss[side]) for loss in losses] for side in (1, 2))
    return list(amounts), right, wrong


def _over_d_k(comparison: Comparison, sizes: Sizes) -> Points:
    return _saturation(sizes["seed"])


def _over_padding(comparison: Comparison, sizes: Sizes) -> Points:
    return _padded_losses(sizes["seed"])


def _over_layers(comparison: Comparison, sizes: Sizes) -> Points:
    layers = range(1, sizes["num_layers"] + 1)
    right, wrong = (spread(result).deviation.mean(-1).tolist() for result in comparison[1:])
    return list(layers), right, wrong


def _over_steps(comparison: Comparison, sizes: Sizes) -> Points:
    # A logarithmic axis has no step 0.
    steps: Tensor = comparison.given["steps"]
    return tuple(values[1:].tolist() for values in (steps, *comparison[1:]))


_POINTS = {
    "unscaled_scores": _over_d_k,
    "pre_norm": _over_layers,
    "loss_over_padding": _over_padding,
    "warmup_exponent": _over_steps,
}
_CHOSEN = {"unscaled_scores": "d_k", "pre_norm": "num_layers", "loss_over_padding": "padded"}
WITH_CURVES = tuple(_POINTS)


def _marks(text: Text, name: str, points: Points, sizes: Sizes) -> list[Mark]:
    """The label of each curve, at the value chosen in the controls."""
    x, right, wrong = points
    places = [right.index(max(right)), wrong.index(max(wrong))]
    if name in _CHOSEN:
        places = [x.index(sizes[_CHOSEN[name]])] * 2
    sides = (("right", right, RIGHT_COLOUR), ("wrong", wrong, WRONG_COLOUR))
    return [
        Mark(x[place], y[place], f"{text(f'matrices.{side}')} {y[place]:.3g}", colour)
        for place, (side, y, colour) in zip(places, sides, strict=True)
    ]


def comparison_figure(text: Text, name: str, comparison: Comparison, sizes: Sizes) -> Figure:
    """Both curves, each labelled at the value chosen in the controls."""
    points = _POINTS[name](comparison, sizes)
    x, right, wrong = points
    logarithmic = name == "warmup_exponent"
    return curve_figure(
        [
            Curve(text("matrices.right"), x, right, RIGHT_COLOUR, strong=True),
            Curve(text("matrices.wrong"), x, wrong, WRONG_COLOUR, strong=True),
        ],
        text(f"curves.{name}_x"),
        text(f"curves.{name}_y"),
        marks=_marks(text, name, points, sizes),
        until=LAST_STEP if logarithmic else max(2, x[-1]),
        logarithmic=logarithmic,
        at=sizes[_CHOSEN[name]] if name in _CHOSEN else None,
        height=HEIGHT,
    )


def wrong_figure(name: str, comparison: Comparison, sizes: Sizes) -> Figure:
    """The wrong curve alone, on axes without names."""
    x, _, wrong = _POINTS[name](comparison, sizes)
    logarithmic = name == "warmup_exponent"
    until = LAST_STEP if logarithmic else max(2, x[-1])
    curve = Curve("", x, wrong, WRONG_COLOUR, strong=True)
    return curve_figure([curve], "", "", until=until, logarithmic=logarithmic)
