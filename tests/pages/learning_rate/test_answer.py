"""What the learning-rate page shows: its curves, their marks, and what the chips do to them."""

from urllib.parse import parse_qsl

import pytest

from pages.learning_rate.arithmetic import rates_computation
from pages.learning_rate.schedules import Schedule
from tests.core.explain.axes_fit import assert_axes_fit
from tests.pages.answers import Asked
from transformer_core.explain.computation import Cell
from transformer_core.explain.origin import Axis
from ui.answer.parts import Chips, Curves, Legend, Link, Note
from ui.explain.arithmetic import significant
from ui.picture.curves import ACCENT, COLOURS
from ui.state.address import State


def rates(language="en", **values):
    return Asked("learning_rate", language, **values)


def marks(asked):
    """Where a point is marked, and at which rate."""
    (figure,) = asked.figures
    (marked,) = [line for line in figure.data if line.mode == "markers+text"]
    return dict(zip(marked.x, marked.y, strict=True))


def test_the_axes_are_named(language):
    (figure,) = rates(language).figures
    assert figure.layout.xaxis.title.text == {"en": "step", "ko": "스텝"}[language]
    assert figure.layout.yaxis.title.text == {"en": "learning rate", "ko": "학습률"}[language]


def test_a_rate_knows_its_step():
    computation = rates_computation(Schedule(512, 4000, 1.0), 100)
    assert_axes_fit(computation)
    assert computation.coordinates(Cell("rates", (7,))) == {Axis("step"): 7}


def test_the_source_s_curve_peaks_where_its_formula_says():
    (curve,) = rates().pressed("presets.d_model_128").curves
    assert curve.x[0] == 0
    assert curve.x[-1] == 200_000
    assert len(curve.x) <= 600
    peak = max(range(len(curve.x)), key=lambda place: curve.y[place])
    assert curve.x[peak] == 4000
    assert curve.y[peak] == pytest.approx((128 * 4000) ** -0.5)
    assert curve.y[-1] == pytest.approx((128 * 200_000) ** -0.5)


@pytest.mark.parametrize(
    ("control", "value", "expected"),
    [
        ("d_model", 2048, 2048**-0.5 * 20_000**-0.5),
        ("warmup", 40_000, 512**-0.5 * 20_000 * 40_000**-1.5),
        ("factor", 0.5, 0.5 * 512**-0.5 * 20_000**-0.5),
        ("steps", 50_000, 512**-0.5 * 20_000**-0.5),
    ],
)
def test_every_number_moves_the_curve(control, value, expected):
    assert marks(rates(**{control: value}))[20_000] == pytest.approx(expected)


def test_the_arithmetic_has_both_terms_the_winner_and_the_rate():
    asked = rates()
    assert asked.arithmetic.title == "learning rate[ 20,000 ] = 3.125 × 10⁻⁴"
    assert "20,000^−0.5" in asked.lines["made of"]
    assert asked.lines["made of"].endswith("= 3.125 × 10⁻⁴")
    assert "falling term 0.007071 · rising term 0.07906" in asked.lines["with"]
    assert asked.lines["in words"].startswith("The falling term is the smaller")


def test_in_the_warm_up_the_other_term_wins():
    lines = rates(step=1000).lines
    # 1000 / 4000^1.5 = 0.003953; times 512^-0.5
    assert "rising term 0.003953" in lines["with"]
    assert lines["in words"].startswith("The rising term is the smaller")
    assert lines["made of"].endswith("= 1.747 × 10⁻⁴")


def test_step_0_has_the_rate_0():
    lines = rates(step=0).lines
    assert "falling term ∞" in lines["with"]
    assert lines["made of"].endswith("= 0")


def test_the_chosen_step_is_set_by_a_click_on_a_curve():
    (curves,) = rates().all(Curves)
    assert curves.click == "step"
    assert curves.name == "Learning rate"


def test_go_to_the_peak():
    asked = rates().pressed("try.peak")
    assert asked.setting.step == 4000
    assert "both terms are equal" in asked.lines["in words"]


def test_a_wider_model_halves_the_rate_beside_the_curve_that_was_there():
    asked = rates().pressed("try.wider")
    before, after = asked.curves
    assert asked.setting.d_model == 2048
    assert max(after.y) == pytest.approx(max(before.y) / 2)
    assert (before.line.color, after.line.color) == (COLOURS[0], ACCENT)


def test_a_longer_warm_up_moves_the_peak():
    before, after = rates().pressed("try.longer").curves
    assert [curve.x[curve.y.index(max(curve.y))] for curve in (before, after)] == [4000, 8000]


def test_kept_curves_stand_in_the_address_until_they_are_removed():
    asked = rates().pressed("keep").with_values(d_model=64).pressed("keep")
    assert asked.address["lr_kept"] == "0.512x4000x1_1.64x4000x1"
    asked = asked.with_values(d_model=100)
    assert len(asked.curves) == 3
    removed = asked.pressed("remove")
    assert removed.address["lr_kept"] == "1.64x4000x1"
    # The other one keeps its colour.
    assert removed.curves[0].line.color == COLOURS[1]


def test_every_curve_stands_in_the_legend_in_its_colour_with_its_peak(language):
    (legend,) = rates(language).pressed("keep").with_values(d_model=2048).all(Legend)
    assert [entry.colour for entry in legend.entries] == [ACCENT, COLOURS[0]]
    assert "3.494 × 10⁻⁴" in legend.entries[0].text
    assert "6.988 × 10⁻⁴" in legend.entries[1].text


def test_the_same_curve_is_not_kept_twice():
    assert "Keep this curve" not in [chip.label for chip in rates(kept="3.512x4000x1").chips]


FULL = "_".join(f"{slot}.{slot + 1}x10x1" for slot in range(6))


def test_a_full_list_takes_no_more():
    assert "Keep this curve" not in [chip.label for chip in rates(kept=FULL).chips]


@pytest.mark.parametrize("kept", ["", FULL, FULL.replace("0.1x10x1", "0.512x4000x1")])
def test_a_suggestion_that_compares_curves_leaves_both_in_the_picture(language, kept):
    asked = rates(language, kept=kept)
    before = asked.setting.schedule
    offered = {chip.label for chip in asked.chips}
    for name in ("try.wider", "try.longer"):
        if asked.text(name) in offered:
            assert before in asked.pressed(name).setting.schedules.values()
        else:
            assert asked.setting.is_full


def test_logarithmic_axes_leave_step_0_out():
    asked = rates(axes="logarithmic", step=0)
    assert asked.figures[0].layout.xaxis.type == "log"
    assert min(asked.curves[0].x) == 1
    assert 0 not in marks(asked)


def test_a_step_beyond_the_picture_is_said():
    asked = rates(steps=100, step=5000)
    assert ["5,000" in note for note in asked.notes] == [True, False]
    # Neither the peak nor the step is in the picture.
    assert len(asked.figures[0].data) == 1
    assert not rates().notes


@pytest.mark.parametrize(("step", "steps"), [(20_000, 100_000), (0, 10), (777, 10)])
def test_the_pytorch_gives_exactly_these_rates(step, steps):
    asked = rates(step=step, steps=steps, factor=0.7, warmup=5)
    names, (curve,) = asked.ran(), asked.curves
    assert names["rates"][list(curve.x)].tolist() == list(curve.y)
    schedule, optimizer = names["schedule"], names["optimizer"]
    assert optimizer.param_groups[0]["lr"] == pytest.approx(curve.y[1])
    optimizer.step()
    schedule.step()
    assert optimizer.param_groups[0]["lr"] == pytest.approx(curve.y[2], rel=1e-2)


def test_everything_to_try_says_what_to_look_at(language):
    """In its own words, whichever chip is pressed."""
    for row in rates(language).all(Chips):
        assert all(chip.hint for chip in row.chips)


def test_a_suggestion_that_would_be_cut_is_not_made():
    asked = rates(d_model=4096, warmup=80_000)
    offered = {chip.label for row in asked.all(Chips) for chip in row.chips}
    assert offered.isdisjoint({asked.text("try.wider"), asked.text("try.longer")})


def test_what_try_this_says_of_the_curves_is_so():
    start = Schedule(512)
    assert Schedule(2048).rate(20_000) == pytest.approx(start.rate(20_000) / 2)
    longer = Schedule(512, 8000)
    assert longer.peak == pytest.approx(start.peak / 2**0.5)
    assert longer.rate(20_000) == start.rate(20_000)


@pytest.mark.parametrize(
    "values",
    [{}, {"d_model": 1, "warmup": 1, "factor": 5.0}, {"d_model": 8192, "warmup": 25_000}],
)
def test_with_init_lr_a_longer_warm_up_keeps_the_peak_and_doubles_the_later_rates(values):
    before = rates(**values)
    start, asked = before.setting.schedule, before.pressed("try.initial_rate")
    init_lr, longer = start.peak, 4 * start.warmup_steps

    def other_code(step):
        """The schedule with init_lr * warmup_steps**0.5 in place of d_model**-0.5."""
        return init_lr * longer**0.5 * min(step**-0.5, step * longer**-1.5)

    papers, own = Schedule(start.d_model, longer, start.factor), asked.setting.schedule
    assert list(asked.setting.schedules.values()) == [start, papers]
    for step in (1, longer, 2 * longer, 200_000):
        assert own.rate(step) == pytest.approx(other_code(step))
    assert own.peak == pytest.approx(start.peak)
    assert papers.peak == pytest.approx(start.peak / 2)
    assert own.rate(200_000) == pytest.approx(2 * start.rate(200_000))
    assert papers.rate(200_000) == start.rate(200_000)


def test_the_picture_names_init_lr_only_next_to_the_curves_that_it_is_compared_with():
    def named(asked):
        (figure,), (legend,) = asked.figures, asked.all(Legend)
        (marked,) = [line for line in figure.data if line.mode == "markers+text"]
        entries = [entry.text for entry in legend.entries]
        return [text.strip() for text in marked.text if "init_lr" in text], entries

    before = rates()
    asked = before.pressed("try.initial_rate")
    peak = significant(asked.setting.schedule.peak)
    marks, entries = named(asked)
    assert marks == [f"init_lr = {peak}"]
    assert f"{peak} = init_lr" in entries[0]
    papers = asked.setting.with_papers_rate
    assert papers.rate(200_000) == pytest.approx(asked.setting.schedule.rate(200_000) / 2)
    (compared,) = [entry for entry in entries[1:] if "1/√d_model" in entry]
    assert f"peak {significant(papers.peak)}: with" in compared
    assert f"{papers.warmup_steps:,}" in compared
    for one in (before, asked.moved(State(asked.setting.without(0)))):
        marks, entries = named(one)
        assert not marks
        assert not any("init_lr" in entry or "1/√d_model" in entry for entry in entries)


@pytest.mark.parametrize(
    "values",
    [
        {"warmup": 25_001},
        {"factor": 5.01},
        {"kept": "_".join(f"{slot}.{slot + 1}x10x1" for slot in range(5))},
    ],
)
def test_init_lr_is_not_asked_where_a_curve_would_be_missing(values):
    asked = rates(**values)
    offered = {chip.label for row in asked.all(Chips) for chip in row.chips}
    assert asked.text("try.initial_rate") not in offered


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"axes": "logarithmic", "step": 0}, "Step 0 cannot be drawn"),
        ({"steps": 1000, "step": 10}, "The peak, at step 4,000, lies beyond the 1,000 steps"),
        ({"kept": "_".join(f"{slot}.{slot + 1}x4000x1" for slot in range(6))}, "6 curves are kept"),
    ],
)
def test_what_the_picture_leaves_out_is_said(values, text):
    (note,) = rates(**values).all(Note)
    assert note.text.startswith(text)
    assert not rates().all(Note)


def test_why_the_rate_rises_first_leads_to_the_training_without_warm_up(language):
    (link,) = rates(language).all(Link)
    page, _, query = link.address.partition("?")
    opened = Asked.at(page, language, **dict(parse_qsl(query)))
    (pressed,) = [chip for row in opened.all(Chips) for chip in row.chips if chip.is_on]
    assert pressed.label == opened.text("presets.no_warm_up")
    assert pressed.label in link.label


@pytest.mark.parametrize("steps", [10, 200_000])
@pytest.mark.parametrize("warmup", [1, 2, 4000, 100_000])
def test_that_the_rate_rises_first_is_said_where_it_does(language, warmup, steps):
    asked = rates(language, warmup=warmup, steps=steps)
    (link,) = asked.all(Link)
    schedule = asked.setting.schedule
    rises = schedule.rate(1) < schedule.rate(2)
    assert link.text == asked.text("why.warm_up" if rises else "why.no_warm_up")
    assert rises == (schedule.rate(1) < schedule.peak)
