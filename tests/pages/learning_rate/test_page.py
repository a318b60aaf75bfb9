import pytest

import ui.explain.explanation
from tests.pages.conftest import press
from ui.picture.curves import ACCENT, COLOURS


@pytest.fixture
def lines(monkeypatch):
    """The lines of the arithmetic last shown, as text, by their labels."""
    shown = {}

    def spy(title, question, lines, **options):
        shown.clear()
        shown["title"] = title
        for label, spans in lines:
            shown[label] = " ".join(piece["text"] for piece in spans)

    monkeypatch.setattr(ui.explain.explanation, "arithmetic", spy)
    return shown


@pytest.fixture
def figures(monkeypatch):
    """Every figure that the page drew, the last one last."""
    import ui.picture.curves

    drawn = []
    real = ui.picture.curves.st.plotly_chart

    def spy(figure, **options):
        drawn.append(figure)
        return real(figure, **options)

    monkeypatch.setattr(ui.picture.curves.st, "plotly_chart", spy)
    return drawn


@pytest.fixture
def opened(open_page):
    def open_(lang="en", **query):
        at = open_page("learning_rate", lang, **query)
        assert not at.exception
        return at

    return open_


def in_url(at, name):
    # A list as long as no script has set it, a text afterwards.
    value = at.query_params[name]
    return value[0] if isinstance(value, list) else value


def curves(figure):
    return [trace for trace in figure.data if trace.mode == "lines+markers"]


@pytest.mark.parametrize(("lang", "title"), [("en", "Learning rate"), ("ko", "학습률")])
def test_opens_in_both_languages(opened, figures, lang, title):
    at = opened(lang=lang)
    assert at.title[0].value == title
    assert figures[-1].layout.xaxis.title.text == {"en": "step", "ko": "스텝"}[lang]


def test_the_source_s_curve_peaks_where_its_formula_says(opened, figures):
    at = opened()
    press(at, "lr_presets", "d_model_128")
    (curve,) = curves(figures[-1])
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
def test_every_number_moves_the_curve(opened, figures, control, value, expected):
    at = opened()
    at.number_input(key=f"lr_{control}").set_value(value).run()
    assert not at.exception
    marks = figures[-1].data[-1]
    assert marks.y[marks.x.index(20_000)] == pytest.approx(expected)


def test_the_arithmetic_has_both_terms_the_winner_and_the_rate(opened, lines):
    at = opened()
    assert lines["title"] == "learning rate[ 20,000 ] = 3.125 × 10⁻⁴"
    assert "20,000^−0.5" in lines["made of"]
    assert lines["made of"].endswith("= 3.125 × 10⁻⁴")
    assert "falling term 0.007071 · rising term 0.07906" in lines["with"]
    assert lines["in words"].startswith("The falling term is the smaller")
    at.number_input(key="lr_step").set_value(1000).run()
    # 1000 / 4000^1.5 = 0.003953; times 512^-0.5
    assert "rising term 0.003953" in lines["with"]
    assert lines["in words"].startswith("The rising term is the smaller")
    assert lines["made of"].endswith("= 1.747 × 10⁻⁴")


def test_step_0_has_the_rate_0(opened, lines):
    opened(lr_step="0")
    assert "falling term ∞" in lines["with"]
    assert lines["made of"].endswith("= 0")


def test_go_to_the_peak(opened, lines):
    at = opened()
    press(at, "lr_try", "peak")
    assert at.number_input(key="lr_step").value == 4000
    assert "both terms are equal" in lines["in words"]


def test_a_wider_model_halves_the_rate_beside_the_curve_that_was_there(opened, figures):
    at = opened()
    press(at, "lr_try", "wider")
    before, after = curves(figures[-1])
    assert at.number_input(key="lr_d_model").value == 2048
    assert max(after.y) == pytest.approx(max(before.y) / 2)
    assert (before.line.color, after.line.color) == (COLOURS[0], ACCENT)


def test_a_longer_warm_up_moves_the_peak(opened, figures):
    at = opened()
    press(at, "lr_try", "longer")
    before, after = curves(figures[-1])
    peaks = [curve.x[curve.y.index(max(curve.y))] for curve in (before, after)]
    assert peaks == [4000, 8000]


def test_kept_curves_stand_in_the_url_until_they_are_removed(opened, figures):
    at = opened()
    at.button(key="lr_keep").click().run()
    at.number_input(key="lr_d_model").set_value(64).run()
    at.button(key="lr_keep").click().run()
    assert in_url(at, "lr_kept") == "0.512x4000x1_1.64x4000x1"
    at.number_input(key="lr_d_model").set_value(100).run()
    assert len(curves(figures[-1])) == 3
    at.button(key="lr_remove_0").click().run()
    assert in_url(at, "lr_kept") == "1.64x4000x1"
    # The other one keeps its colour.
    assert curves(figures[-1])[0].line.color == COLOURS[1]


def test_the_same_curve_is_not_kept_twice(opened):
    at = opened(lr_kept="3.512x4000x1")
    assert at.button(key="lr_keep").disabled


def test_a_full_list_takes_no_more(opened):
    full = "_".join(f"{slot}.{slot + 1}x10x1" for slot in range(6))
    at = opened(lr_kept=full)
    assert at.button(key="lr_keep").disabled
    press(at, "lr_try", "wider")
    assert in_url(at, "lr_kept") == full
    assert at.number_input(key="lr_d_model").value == 2048


def test_logarithmic_axes_leave_step_0_out(opened, figures):
    at = opened(lr_axes="logarithmic", lr_step="0")
    assert not at.exception
    assert figures[-1].layout.xaxis.type == "log"
    assert min(curves(figures[-1])[0].x) == 1


def test_a_step_beyond_the_picture_is_said(opened, figures):
    at = opened(lr_steps="100", lr_step="5000")
    assert "5,000" in at.info[0].value
    # Neither the peak nor the step is in the picture.
    assert len(figures[-1].data) == 1


@pytest.mark.parametrize(
    ("query", "control", "value"),
    [
        ({"lr_d_model": "0"}, "d_model", 512),
        ({"lr_d_model": "NaN"}, "d_model", 512),
        ({"lr_warmup": "<script>"}, "warmup", 4000),
        ({"lr_factor": "1e9"}, "factor", 1.0),
        ({"lr_steps": "9"}, "steps", 100_000),
        ({"lr_step": "-1"}, "step", 20_000),
    ],
)
def test_bad_numbers_in_the_url_fall_back_to_the_defaults(opened, query, control, value):
    assert opened(**query).number_input(key=f"lr_{control}").value == value


@pytest.mark.parametrize("kept", ["x", "0.512x4000", "0.0x1x1", "0.1x1x1_0.2x2x2", "7.1x1x1", "🙂"])
def test_a_bad_list_in_the_url_falls_back_to_none(opened, figures, kept):
    at = opened(lr_kept=kept)
    assert len(curves(figures[-1])) == 1
    assert "lr_kept" not in at.query_params


@pytest.mark.parametrize(("step", "steps"), [("20000", "100000"), ("0", "10"), ("777", "10")])
def test_the_pytorch_gives_exactly_these_rates(opened, figures, step, steps):
    at = opened(lr_step=step, lr_steps=steps, lr_factor="0.7", lr_warmup="5")
    names = {}
    at.session_state["lr_pytorch"] = True
    exec(at.run().code[0].value, names)
    (curve,) = curves(figures[-1])
    assert names["rates"][list(curve.x)].tolist() == list(curve.y)
    schedule, optimizer = names["schedule"], names["optimizer"]
    assert optimizer.param_groups[0]["lr"] == pytest.approx(curve.y[1])
    optimizer.step()
    schedule.step()
    assert optimizer.param_groups[0]["lr"] == pytest.approx(curve.y[2], rel=1e-2)
