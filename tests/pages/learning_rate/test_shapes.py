"""The schedules since the paper's, next to it: their curves, arithmetic, notes and suggestions."""

from dataclasses import replace

import pytest
import torch
from transformers import optimization

from pages.learning_rate.schedules import LETTERS, SHAPES, Schedule, read_kept, write_kept
from tests.pages.answers import Asked
from transformer_core import peak_learning_rate
from ui.answer.parts import Chips, Note
from ui.explain.arithmetic import Arithmetic

SHORT = {"d_model": 16, "warmup": 10, "total": 100, "decay": 30, "steps": 120, "step": 40}
THEIRS = {
    "constant": lambda one: optimization.get_constant_schedule_with_warmup(one, 10),
    "linear": lambda one: optimization.get_linear_schedule_with_warmup(one, 10, 100),
    "cosine": lambda one: optimization.get_cosine_schedule_with_warmup(one, 10, 100),
    "stable_decay": lambda one: optimization.get_wsd_schedule(
        one, 10, 30, 100, decay_type="linear"
    ),
}


def rates(language: str = "en", **values: object) -> Asked:
    return Asked("learning_rate", language, **values)


def offered(asked: Asked) -> set[str]:
    (row,) = [one for one in asked.all(Chips) if one.look == "suggestions"]
    return {chip.label for chip in row.chips}


def words(asked: Asked) -> str:
    (arithmetic,) = asked.all(Arithmetic)
    return " ".join(span["text"] for _, spans in arithmetic.lines for span in spans)


@pytest.mark.parametrize("shape", LETTERS)
def test_the_curve_is_that_of_transformers_with_the_papers_peak(shape):
    (curve,) = rates(shape=shape, **SHORT).curves
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], peak_learning_rate(16, 10))
    scheduler, theirs = THEIRS[shape](optimizer), []
    for _ in range(101):  # after its end transformers' cosine rises again
        theirs.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    assert list(curve.x) == list(range(121))
    assert list(curve.y)[:101] == pytest.approx(theirs, abs=1e-8)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_rises_alike_and_has_its_corners_in_a_long_picture(shape):
    (curve,) = rates(shape=shape, warmup=5003, total=77_777, decay=11_111, steps=200_000).curves
    peak = peak_learning_rate(512, 5003)
    by_step = dict(zip(curve.x, curve.y, strict=True))
    assert max(curve.y) == pytest.approx(peak) == by_step[5003]
    if shape not in ("paper", "constant"):
        assert by_step[77_777] == 0
    if shape == "stable_decay":
        assert by_step[77_777 - 11_111] == pytest.approx(peak)


def test_all_five_are_one_preset_and_each_curve_is_named_for_its_shape(language):
    asked = rates(language).pressed("presets.all")
    (figure,) = asked.figures
    names = [line.name for line in figure.data if line.mode == "lines"]
    assert len(names) == 5
    for shape in LETTERS:
        assert sum(name.startswith(asked.text(f"shape.{shape}")) for name in names) == 1


@pytest.mark.parametrize("shape", LETTERS)
def test_an_equal_curve_is_an_equal_schedule(shape):
    """What a shape does not use makes no other curve of it."""
    schedule = rates(shape=shape, **SHORT).setting.schedule
    longer = rates(shape=shape, **SHORT | {"decay": 31}).setting.schedule
    assert (schedule != longer) == (shape == "stable_decay")
    kept = {0: schedule, 3: Schedule(512)}
    assert read_kept(write_kept(kept)) == kept


@pytest.mark.parametrize(
    "bad",
    [
        "0.512x4000x1xc0x1x0",
        "0.512x4000x1xc100x1x1.5",
        "0.512x4000x1xc100x7x0",
        "0.512x4000x1xq100x1x0",
        "0.512x4000x1xs100x1",
        "0.512x4000x1xk100x1x0",
    ],
)
def test_a_kept_schedule_out_of_range_is_refused(bad):
    with pytest.raises(ValueError, match=r"out of range|is not a schedule"):
        read_kept(bad)


@pytest.mark.parametrize(
    ("shape", "step", "said"),
    [
        ("cosine", 5, "Still in the warm-up (steps: 10): the rate rises in a straight line. "
         "It is 50% of the peak"),
        ("cosine", 10, "the decay begins here: the rate is at its peak"),
        ("cosine", 55, "It is falling"),
        ("linear", 55, "It is falling"),
        ("linear", 100, "The decay is over (steps of training: 100), and the rate stays at 0%"),
        ("constant", 120, "the rate stays at its peak"),
        ("stable_decay", 69, "the rate stays at its peak"),
        ("stable_decay", 85, "it is 50% of the peak"),
    ],
)  # fmt: skip
def test_the_arithmetic_says_in_which_part_of_the_schedule_a_step_is(shape, step, said):
    said = said.replace("It is falling", "The rate is falling: it is 50% of the peak")
    assert said in words(rates(shape=shape, **SHORT | {"step": step}))
    assert words(rates("ko", shape=shape, **SHORT | {"step": step}))


def test_a_step_of_the_cosine_by_hand():
    # cos(pi * 30 / 90) = 0.5, so three quarters of 1 / sqrt(16 * 10) = 0.07906
    line = words(rates(shape="cosine", **SHORT))
    assert "0.079057 · ½ · (1 + cos(π · (40 − 10) / 90)) = 0.05929" in line
    share = words(rates(shape="cosine", final=0.1, **SHORT))
    assert "0.07906 · (0.1 + 0.9 · ½ · (1 + cos(π · (40 − 10) / 90))) = 0.06127" in share


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"shape": "cosine", "total": 4000}, "within it the rate never falls"),
        ({"shape": "stable_decay", "decay": 96_000}, "no steps are left in which the rate stays"),
    ],
)
def test_a_schedule_without_one_of_its_parts_says_so(values, said):
    (note,) = rates(**values).all(Note)
    assert said in note.text
    assert rates("ko", **values).all(Note)
    longer = {"total": 4001} if "total" in values else {"decay": 95_999}
    assert not rates(**values | longer).all(Note)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "values",
    [{}, {"warmup": 100_000}, {"total": 1}, {"decay": 200_000}, {"final": 0.9}, {"warmup": 1}],
)
def test_a_suggestion_does_what_its_note_says(shape, values):
    asked = rates(shape=shape, **values)
    schedule, labels = asked.setting.schedule, offered(asked)
    steps = torch.arange(0, 200_001, 1000)
    if asked.text("try.half") in labels:
        name = "half_stable" if shape == "stable_decay" else "half"
        shorter = asked.pressed(f"try.{name}").setting.schedule
        end = schedule.plan.total_steps // 2
        same = schedule.rate(end - 1) == shorter.rate(end - 1)
        assert not same
        before = steps[steps <= (shorter.plan.start if shape == "stable_decay" else 0)]
        assert torch.equal(schedule.rates(before), shorter.rates(before))
        assert schedule in asked.pressed(f"try.{name}").setting.schedules.values()
    if asked.text("try.final") in labels:
        ended = asked.pressed("try.final").setting.schedule
        assert schedule.rate(200_000) == 0
        assert ended.rate(200_000) == pytest.approx(0.1 * schedule.peak)
    if asked.text("try.wider") in labels:
        wider = asked.pressed("try.wider").setting.schedule
        assert torch.allclose(2 * wider.rates(steps), schedule.rates(steps))
    assert (asked.text("try.longer") in labels) <= schedule.is_papers


def test_the_question_about_init_lr_is_answered_with_the_papers_schedule():
    asked = rates(shape="cosine")
    assert asked.text("try.initial_rate") not in offered(asked)
    setting, _ = asked.handler.page.questions["initial_rate"](asked.setting)
    assert setting.initial_rate is not None
    assert replace(setting.schedule, factor=1.0).is_papers
