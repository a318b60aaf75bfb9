"""Sign, weight, head, selection and origins never share a colour, in either theme."""

import itertools
import json
import math
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from ui.picture.word_lines import HEAD_COLOURS

ROOT = Path(__file__).parents[3]
PRINT = """
import { ramp, THEMES } from "./ui/picture/matrix_view/colour.js";
const css = (theme, scale) => ramp(theme, scale).css;
const rampsOf = (theme) => ({ sign: css(theme, "diverging"), weight: css(theme, "weights") });
const made = Object.entries(THEMES).map(([name, theme]) => [name, { ...theme, ...rampsOf(theme) }]);
process.stdout.write(JSON.stringify(Object.fromEntries(made)));
"""
APART = 0.075
"""The least distance in OKLab between colours of two families. A difference of 0.02 is just
noticeable side by side; almost four times that is told apart in thin lines that are not side by
side.
"""
HEADS_APART = 0.11
"""The same between two heads, whose lines cross each other."""
BARS = ("ui/explain/next_words/next_words.css", "ui/explain/arithmetic/arithmetic.css")
"""Where the bars of probabilities have their colour."""
CONTRAST = 3
"""The least contrast of a graphic with its surface (WCAG 2.2, 1.4.11)."""

Colour = tuple[float, float, float]


@cache
def themes() -> dict[str, dict[str, object]]:
    node = shutil.which("node")
    if node is None:
        (pytest.fail if os.environ.get("REQUIRE_NODE") else pytest.skip)("no Node found")
    command = [node, "--input-type=module", "--eval", PRINT]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _read(colour: str) -> Colour:
    if colour.startswith("#"):
        return tuple(int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return tuple(int(each) / 255 for each in colour[4:-1].split(","))


def _linear(colour: Colour) -> Colour:
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)


def _oklab(colour: Colour) -> Colour:
    r, g, b = _linear(colour)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _distance(one: str, other: str) -> float:
    return math.dist(_oklab(_read(one)), _oklab(_read(other)))


def _contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        r, g, b = _linear(_read(colour))
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def families(theme: str) -> dict[str, list[str]]:
    """The colours of each meaning. Ramps begin at the surface: what is that near to it is none."""
    own = themes()[theme]
    surface = own["surface"]

    def coloured(ramp: list[str]) -> list[str]:
        return [colour for colour in ramp if _contrast(colour, surface) >= CONTRAST]

    return {
        "sign": coloured(own["sign"]),
        "weight": coloured(own["weight"]),
        "head": list(HEAD_COLOURS),
        "selection": [own["ink"]],
        "origins": [own["origins"]],
    }


PAIRS = list(itertools.combinations(("sign", "weight", "head", "selection", "origins"), 2))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_meanings_share_no_colour(theme, one, other):
    made = families(theme)
    nearest = min(
        (_distance(first, second), first, second) for first in made[one] for second in made[other]
    )
    assert nearest[0] >= APART, nearest


def test_no_head_has_the_colour_of_a_faint_number_either():
    for theme in ("light", "dark"):
        own = themes()[theme]
        for head, colour in itertools.product(HEAD_COLOURS, [*own["sign"], *own["weight"]]):
            assert _distance(head, colour) >= APART, (theme, head, colour)


def test_two_heads_share_no_colour():
    assert len(set(HEAD_COLOURS)) == 12
    for one, other in itertools.combinations(HEAD_COLOURS, 2):
        assert _distance(one, other) >= HEADS_APART, (one, other)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_heads_origins_and_selections_stand_out_from_the_surface(theme):
    own, made = themes()[theme], families(theme)
    for colour in [*made["head"], *made["origins"], *made["selection"]]:
        assert _contrast(colour, own["surface"]) >= CONTRAST, colour


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_bar_of_a_probability_has_the_colour_of_a_weight(theme):
    bar = themes()[theme]["ramps"]["weights"][3]
    assert _contrast(bar, themes()[theme]["surface"]) >= CONTRAST
    for path in BARS:
        assert bar in (ROOT / path).read_text(encoding="utf-8"), path


def test_the_legend_of_the_origins_has_the_colour_of_their_lines():
    css = (ROOT / "ui/picture/model_map/model_map.css").read_text(encoding="utf-8")
    light, dark = (themes()[theme]["origins"] for theme in ("light", "dark"))
    assert f"light-dark({light}, {dark})" in css
