import pytest
import torch

from pages.mistakes.setting import CONTROLS, NUMBERS, TRIES
from pages.mistakes.views import LOOKS
from tests.pages.conftest import press
from tests.pages.mistakes import mistakes_page
from tests.pages.mistakes.mistakes_page import in_url, said
from transformer_core.mistakes import MISTAKES
from ui.shell.language import LANGUAGES, read_words

every_mistake = pytest.mark.parametrize("name", MISTAKES)
CHANGED = {
    "d_k": "256",
    "d_model": "32",
    "num_heads": "4",
    "num_layers": "2",
    "padded": "20",
    "padding": "4",
    "positions": "20",
    "seed": "12",
    "seq_len": "7",
    "warmup": "400",
}
"""A value of each control that is not the one it starts with."""


figures, lines, opened = mistakes_page.figures, mistakes_page.lines, mistakes_page.opened


def values(shown, name):
    return torch.as_tensor(shown[name].values)


def curves(figure):
    return [list(trace.y) for trace in figure.data if trace.mode == "lines+markers"]


def picture(shown, figures):
    """What a person would see change: numbers of the matrices, curves and marks."""
    matrices = [values(shown, side).tolist() for side in ("right", "wrong") if side in shown]
    traces = [(list(trace.x), list(trace.y)) for figure in figures for trace in figure.data]
    return str((matrices, traces))


@every_mistake
def test_every_mistake_opens_in_both_languages(shown, figures, opened, language, name):
    app = opened(language, mi_mistake=name)
    words = read_words(language, "mistakes")
    assert app.title[0].value == words["title"]
    assert app.subheader[0].value == words[f"mistake.{name}"]
    start = words[f"effect.{name}"].partition("{")[0]
    assert start in said(app)
    assert "{" not in app.markdown[1].value
    assert app.latex
    assert bool(shown) == (name in LOOKS)
    assert shown or figures


@pytest.mark.parametrize("name", LOOKS)
def test_the_difference_is_wrong_less_right_on_the_same_axes(shown, opened, name):
    opened(mi_mistake=name)
    expected = values(shown, "wrong") - values(shown, "right")
    torch.testing.assert_close(values(shown, "difference"), expected, equal_nan=True)
    axes = {(shown[side].rows.name, shown[side].cols.name) for side in shown}
    assert len(axes) == 1


@every_mistake
def test_the_line_at_fault_the_right_line_and_the_test_are_shown(opened, name):
    app = opened(mi_mistake=name)
    wrong, right = MISTAKES[name].lines
    shown = [code.value for code in app.code]
    assert shown[:2] == [right, wrong]
    assert f"def {MISTAKES[name].test.__name__}(" in shown[2]
    assert "Right: passes" in said(app)
    assert "Wrong: fails" in said(app)


@pytest.mark.parametrize(
    ("name", "control"), [(name, control) for name in CONTROLS for control in CONTROLS[name]]
)
def test_every_control_changes_the_picture(shown, figures, opened, name, control):
    app = opened(mi_mistake=name)
    before = picture(shown, figures)
    if control in NUMBERS:
        app.number_input(key=f"mi_{control}").set_value(int(CHANGED[control]))
    else:
        slider = next(one for one in app.select_slider if one.key.startswith(f"mi_{control}_"))
        slider.set_value(int(CHANGED[control]))
    figures.clear()
    app.run()
    assert not app.exception
    assert picture(shown, figures) != before
    assert in_url(app, f"mi_{control}") == CHANGED[control]


@every_mistake
def test_the_address_brings_back_mistake_and_sizes(shown, figures, opened, name):
    opened(mi_mistake=name)
    before = picture(shown, figures)
    shown.clear()
    figures.clear()
    opened(mi_mistake=name, **{f"mi_{control}": CHANGED[control] for control in CONTROLS[name]})
    assert picture(shown, figures) != before


@pytest.mark.parametrize(("name", "what"), [(name, what) for name in TRIES for what in TRIES[name]])
def test_everything_to_try_changes_the_picture(shown, figures, opened, name, what):
    app = opened(mi_mistake=name)
    before = picture(shown, figures)
    figures.clear()
    press(app, "mi_try", what)
    assert picture(shown, figures) != before


def test_another_mistake_is_picked_and_the_pin_is_let_go(shown, opened):
    app = opened(mi_pin="wrong.1.1")
    press(app, "mi_presets", "mask_leaks_next")
    assert in_url(app, "mi_mistake") == "mask_leaks_next"
    assert "mi_pin" not in app.query_params
    assert (values(shown, "wrong") > 0).sum(-1).tolist() == [2, 3, 4, 5, 6, 6]


def test_the_largest_difference_is_named_with_its_cell(shown, opened, lines):
    opened(mi_mistake="mask_leaks_next")
    difference = values(shown, "difference")
    row, col = divmod(int(difference.abs().argmax()), 6)
    assert lines["title"].startswith(f"Difference[ query {row}, key {col} ] = ")
    assert lines["question"] == "Here right and wrong differ most."
    assert lines["title"].endswith(f"{difference[row, col]:+.4f}".replace("-", "−"))


def test_a_pinned_cell_is_explained_and_the_largest_difference_still_named(opened, lines):
    opened(mi_mistake="unscaled_scores", mi_pin="wrong.1.2")
    assert lines["title"].startswith("Difference[ query 1, key 2 ]")
    assert lines["largest"].startswith("[ query 2, key 0 ] +0.6591")


def test_the_scores_that_made_a_weight_are_put_in(shown, opened, lines):
    opened(mi_mistake="unscaled_scores", mi_d_k="4", mi_pin="wrong.0.0")
    given, right, _ = MISTAKES["unscaled_scores"].compare(d_k=4, seed=11)
    score = float(given["Q"][0] @ given["K"][0])
    assert f"e^({score:.4f} − " in lines["Wrong"].replace("−0", "-0")
    assert f"e^({score / 2:.4f} − " in lines["Right"].replace("−0", "-0")
    assert lines["Right"].endswith(f"= {right[0, 0]:.4f}")


def test_a_row_with_everything_hidden_has_three_results_side_by_side(shown, opened):
    for name, other in (("minus_1e9", "minus_infinity"), ("minus_infinity", "minus_1e9")):
        opened(mi_mistake=name)
        sides = {name: "wrong", other: "other"}
        assert values(shown, "right")[:2].tolist() == [[0.0] * 6] * 2
        even = torch.full((2, 6), 1 / 6)
        torch.testing.assert_close(values(shown, sides["minus_1e9"])[:2], even)
        assert values(shown, sides["minus_infinity"])[:2].isnan().all()
        assert list(shown) == ["right", *dict.fromkeys(shown)][1:]
        shown.clear()


def test_a_row_that_is_no_number_is_said_to_be_none(opened, lines):
    opened(mi_mistake="minus_infinity")
    assert lines["title"] == "Difference[ query 0, key 0 ] = NaN"
    assert lines["Wrong"] == "e^(−∞) / Σ e^(−∞) = 0 / 0 = NaN"
    assert lines["Right"].endswith("= 0")
    assert lines["question"] == "Here the wrong result is no number."
    opened(mi_mistake="minus_infinity", mi_pin="wrong.3.2")
    assert lines["no number"] == "[ query 0, key 0 ] NaN"


def test_the_unscaled_softmax_saturates_as_d_k_grows(figures, opened):
    opened(mi_mistake="unscaled_scores")
    right, wrong = curves(figures[-1])
    assert wrong[-1] > 0.95
    assert max(right) < 0.5


def test_the_loss_has_numbers_instead_of_a_matrix(figures, opened, lines):
    opened(mi_mistake="loss_over_padding", mi_padded="24")
    right, wrong = curves(figures[-1])
    assert max(right) - min(right) < 1e-5
    assert wrong[24] == pytest.approx(right[0] / 4)
    assert lines["Right"].split(" / ")[1].startswith("8 =")
    assert lines["Wrong"].split(" / ")[1].startswith("32 =")


def test_the_schedule_s_largest_difference_is_at_its_wrong_peak(opened, lines):
    opened(mi_mistake="warmup_exponent")
    assert lines["title"] == "Difference[ step 4 ] = +0.0221"
    assert lines["Right"].endswith("= 6.988 × 10⁻⁷")


@every_mistake
def test_the_pytorch_gives_exactly_these_numbers(shown, opened, name):
    app = opened(mi_mistake=name)
    app.session_state["mi_pytorch"] = True
    names = {}
    exec(app.run().code[3].value, names)
    comparison = MISTAKES[name].compare()
    if name not in LOOKS:
        torch.testing.assert_close(names["wrong"], comparison.wrong, rtol=0, atol=0)
    elif names["wrong"].dim() == 2:
        drawn = values(shown, "wrong")
        torch.testing.assert_close(names["wrong"], drawn, rtol=0, atol=0, equal_nan=True)
    assert MISTAKES[name].passes(names["right"], names["given"])
    assert not MISTAKES[name].passes(names["wrong"], names["given"])


@pytest.mark.parametrize("name", [name for name in MISTAKES if "seed" in CONTROLS[name]])
def test_random_numbers_say_so(opened, name):
    assert "untrained · seed 11" in said(opened(mi_mistake=name))


def test_bad_values_in_the_url_fall_back_to_the_defaults(shown, opened):
    opened(mi_mistake="none", mi_d_k="x", mi_seed="-1", mi_pin="wrong.99.99", mi_answer="7.9")
    assert values(shown, "wrong").shape == (6, 6)
    expected = MISTAKES["unscaled_scores"].compare(d_k=64, seed=11).wrong
    torch.testing.assert_close(values(shown, "wrong"), expected)


def test_the_words_have_every_mistake():
    for language in LANGUAGES:
        words = read_words(language, "mistakes")
        for kind in ("mistake", "presets", "effect", "about"):
            names = {key.partition(".")[2] for key in words if key.startswith(f"{kind}.")}
            assert names == set(MISTAKES)
