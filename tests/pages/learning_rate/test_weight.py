"""One weight under Adam, with the decay in its gradient, and under AdamW."""

import math
import re

import pytest
import torch

from pages.learning_rate.setting import RULES, UPDATES
from tests.pages.answers import Asked
from ui.answer.parts import Chips, Curves, Legend, Note
from ui.explain.arithmetic.numbers import read_back

EXTREMES = [
    {},
    {"weight": -2.0, "gradient": 0.001, "weight_decay": 1.0},
    {"weight": 2.0, "gradient": 100.0, "weight_decay": 1.0, "warmup": 1, "d_model": 1},
    {"weight": 0.0},
    {"weight_decay": 0.0},
    {"step": 0},
    {"seed": 9999, "update": 500, "shape": "cosine", "step": 99_999},
]


def weight(language: str = "en", **values: object) -> Asked:
    return Asked("learning_rate", language, shows="weight", **values)


def curves(asked: Asked) -> dict[str, list[float]]:
    (figure,) = [part.figure for part in asked.all(Curves)]
    return {line["name"]: line["y"] for line in figure["data"] if line["mode"] == "lines"}


def worked_out(written: str) -> float:
    """What an equation of the page comes to."""
    source = re.sub(r" × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda found: f"e{plain(found[1])}", written)
    source = source.replace("²", "**2").replace("·", "*").replace("−", "-").replace("^", "**")
    return float(eval(re.sub(r"√(\([^)]*\)|[\d.e-]+)", r"math.sqrt(\1)", source), {"math": math}))


def plain(raised: str) -> str:
    return raised.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))


def taken(asked: Asked) -> float:
    """What the decay in the gradient has taken, next to Adam without any."""
    by_name = curves(asked)
    plain, l2 = (by_name[asked.text(f"rule.{rule}")][-1] for rule in ("adam", "l2"))
    return (plain - l2) / asked.setting.weight


@pytest.mark.sampled
@pytest.mark.parametrize("values", EXTREMES)
def test_the_curves_are_those_of_torch(values):
    asked = weight(**values)
    setting, found = asked.setting, curves(asked)
    generator = torch.Generator().manual_seed(setting.seed)
    gradients = setting.gradient * torch.randn(UPDATES, generator=generator).double()
    rate = setting.schedule.rate(setting.step)
    for rule, kind, decay in (
        ("adam", torch.optim.Adam, 0.0),
        ("l2", torch.optim.Adam, setting.weight_decay),
        ("adamw", torch.optim.AdamW, setting.weight_decay),
    ):
        parameter = torch.nn.Parameter(torch.tensor(setting.weight, dtype=torch.float64))
        optimizer = kind([parameter], rate, (0.9, 0.98), 1e-9, weight_decay=decay)
        theirs = [parameter.item()]
        for gradient in gradients:
            parameter.grad = gradient.clone()
            optimizer.step()
            theirs.append(parameter.item())
        assert found[asked.text(f"rule.{rule}")] == pytest.approx(theirs, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("values", EXTREMES)
@pytest.mark.parametrize("rule", RULES)
def test_the_arithmetic_ends_at_the_marked_point_in_numbers_that_add_up(language, rule, values):
    asked = weight(language, rule=rule, **values)
    for _, spans in asked.arithmetic.lines[1:]:
        written, (_, _, result) = spans[0]["text"], spans[1]["text"].partition(" ")
        assert worked_out(written) == pytest.approx(read_back(result), rel=1e-3, abs=1e-9), written
    labels = [label for label, _ in asked.arithmetic.lines]
    assert (asked.text("decayed.with_decay") in labels) == (rule == "l2")
    assert (asked.text("decayed.shrinkage") in labels) == (rule == "adamw")
    end = curves(asked)[asked.text(f"rule.{rule}")][asked.setting.update]
    assert asked.explained_number == pytest.approx(end, rel=1e-5)


def test_what_each_decay_has_taken_is_said_of_the_ends_of_the_curves():
    asked = weight()
    by_name = {name: line[-1] for name, line in curves(asked).items()}
    adam, l2, adamw = (by_name[asked.text(f"rule.{rule}")] for rule in RULES)
    (note,) = [one.text for one in asked.all(Note) if "taken" in one.text]
    assert f"**{100 * (adam - adamw) / 0.5:.3g}%**" in note
    assert f"**{100 * (adam - l2) / 0.5:.3g}%**" in note
    (legend,) = asked.all(Legend)
    assert [entry.text.rpartition(": ")[2] for entry in legend.entries] == [
        f"{one:.4f}" for one in (adam, l2, adamw)
    ]


def test_adamw_takes_the_same_share_at_every_update():
    asked = weight()
    by_name = curves(asked)
    rate, share = asked.setting.schedule.rate(asked.setting.step), asked.setting.weight_decay
    adam, adamw = by_name["Adam"], by_name["AdamW"]
    for place in range(UPDATES):
        adams_step = adam[place + 1] - adam[place]
        shrunk = adamw[place] * (1 - rate * share)
        assert adamw[place + 1] == pytest.approx(shrunk + adams_step, abs=1e-12)


DECAYS, STARTS, AT_STEPS = (0.05, 0.1, 1.0), (-2.0, 0.1, 0.5), (1, 4000, 200_000)
TURNS = [
    (start, size, DECAYS[(place + turn) % 3], AT_STEPS[(place + 2 * turn + at) % 3])
    for place, size in enumerate((0.001, 0.01, 0.1, 1.0, 10.0, 100.0))
    for turn, start in enumerate(STARTS)
    for at in range(2)
]
"""Sizes of gradients from every start, at two of the steps; the decays take turns."""


@pytest.mark.parametrize(("start", "size", "decay", "step"), TURNS)
def test_larger_gradients_leave_adam_and_adamw_and_weaken_the_decay_in_the_gradient(
    start, size, decay, step
):
    asked = weight(weight=start, gradient=size, weight_decay=decay, step=step)
    (row,) = [one for one in asked.all(Chips) if one.look == "suggestions"]
    labels = {chip.label for chip in row.chips}
    for name, is_less in (("larger", True), ("smaller", False)):
        if asked.text(f"try.{name}") not in labels:
            continue
        pressed = asked.pressed(f"try.{name}")
        for rule in ("adam", "adamw"):
            line = asked.text(f"rule.{rule}")
            assert curves(pressed)[line] == pytest.approx(curves(asked)[line], abs=2e-4)
        assert (taken(pressed) < taken(asked)) == is_less


def test_without_decay_all_three_are_one_curve(language):
    asked = weight(language).pressed("try.no_decay")
    first, *others = curves(asked).values()
    assert all(other == first for other in others)
    assert asked.text("weights.no_decay") in [note.text for note in asked.all(Note)]
    assert math.isfinite(first[-1])


def test_the_preset_shows_the_weight_and_the_way_back_the_rates(language):
    asked = Asked("learning_rate", language, shape="cosine").pressed("presets.adamw")
    assert asked.setting.is_of_weight
    assert [part.id for part in asked.all(Curves)] == ["weights"]
    back = asked.pressed("try.rates")
    assert [part.id for part in back.all(Curves)] == ["rates"]
