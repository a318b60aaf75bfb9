"""Right and wrong as two curves: the effect of a mistake as a size grows."""

from transformer_lab.mistakes import Comparison, Mistake
from transformer_lab.mistakes.mistake import Curve as MistakeCurve
from transformer_lab.mistakes.mistake import Points, Sizes
from ui.picture.curves import COLOURS, Curve, Figure, Mark, curve_figure
from ui.words.language import Text

RIGHT_COLOUR, WRONG_COLOUR = COLOURS[1], COLOURS[5]
HEIGHT = 290


def _marks(text: Text, curve: MistakeCurve, points: Points, sizes: Sizes) -> list[Mark]:
    """The label of each curve, at the value chosen in the controls."""
    x, right, wrong = points
    places = [right.index(max(right)), wrong.index(max(wrong))]
    if curve.size:
        places = [x.index(sizes[curve.size])] * 2
    sides = (("right", right, RIGHT_COLOUR), ("wrong", wrong, WRONG_COLOUR))
    return [
        Mark(x[place], y[place], f"{text(f'matrices.{side}')} {y[place]:.3g}", colour)
        for place, (side, y, colour) in zip(places, sides, strict=True)
    ]


def comparison_figure(text: Text, mistake: Mistake, comparison: Comparison, sizes: Sizes) -> Figure:
    """Both curves, each labelled at the value chosen in the controls."""
    curve, points = _curve_of(mistake), _points(mistake, comparison, sizes)
    x, right, wrong = points
    return curve_figure(
        [
            Curve(text("matrices.right"), x, right, RIGHT_COLOUR, strong=True),
            Curve(text("matrices.wrong"), x, wrong, WRONG_COLOUR, strong=True),
        ],
        text(f"curves.{mistake.name}_x"),
        text(f"curves.{mistake.name}_y"),
        marks=_marks(text, curve, points, sizes),
        until=max(2, x[-1]),
        logarithmic=curve.is_logarithmic,
        at=sizes[curve.size] if curve.size else None,
        height=HEIGHT,
    )


def wrong_figure(mistake: Mistake, comparison: Comparison, sizes: Sizes) -> Figure:
    """The wrong curve alone, on axes without names."""
    x, _, wrong = _points(mistake, comparison, sizes)
    curve = Curve("", x, wrong, WRONG_COLOUR, strong=True)
    logarithmic = _curve_of(mistake).is_logarithmic
    return curve_figure([curve], "", "", until=max(2, x[-1]), logarithmic=logarithmic)


def _points(mistake: Mistake, comparison: Comparison, sizes: Sizes) -> Points:
    return _curve_of(mistake).points(comparison, sizes)


def _curve_of(mistake: Mistake) -> MistakeCurve:
    """Return how a mistake that has curves is drawn."""
    assert mistake.curve is not None
    return mistake.curve
