"""What the page shows of each mistake: both results, what the difference is, the line, the test."""

import re

import pytest
import torch

from tests.pages.answers import Asked
from tests.pages.printed_code import run
from transformer_lab.mistakes import MISTAKES
from ui.answer.parts import Code, Heading, Note
from ui.words.language import LANGUAGES, read_words

every_mistake = pytest.mark.parametrize("name", MISTAKES)
WITH_MATRICES = [name for name, one in MISTAKES.items() if one.picture]
WITH_CURVES = [name for name, one in MISTAKES.items() if one.curve]
SIZES = [(name, size) for name, one in MISTAKES.items() for size in one.sizes]
SUGGESTIONS = [(name, what) for name, one in MISTAKES.items() for what in one.suggestions]
CHANGED = {
    "d_k": 256,
    "lowered": 10_000,
    "d_model": 32,
    "num_heads": 4,
    "num_layers": 2,
    "padded": 20,
    "padding": 4,
    "positions": 20,
    "seed": 12,
    "seq_len": 7,
    "source_padding": 3,
    "target_padding": 4,
    "trailing": 3,
    "warmup": 400,
}
"""A value of each size that is not the one it starts with."""


def mistake(name, language="en", **values):
    return Asked("mistakes", language, mistake=name, **values)


def codes(asked):
    """The codes beside the picture, by their titles."""
    return {code.title: code for code in asked.all(Code, "fault")}


def picture(asked):
    """What a person would see change: numbers of the matrices, curves and marks."""
    drawn = asked.matrices
    matrices = [drawn[side].values.tolist() for side in ("right", "wrong") if side in drawn]
    traces = [(list(line.x), list(line.y)) for figure in asked.figures for line in figure.data]
    return str((matrices, traces))


@every_mistake
def test_every_mistake_is_shown_with_its_words_in_both_languages(name, language):
    asked = mistake(name, language)
    words = read_words(language, "mistakes")
    title, *_ = asked.all(Heading, "fault")
    assert title.title == words[f"mistake.{name}"]
    (effect,) = asked.all(Note, "fault")
    assert effect.text.startswith(words[f"effect.{name}"].partition("{")[0])
    assert words[f"watch.{name}"] in asked.watched()
    text = asked.all_text()
    for source in asked.program.sources.values():
        text = text.replace(source, "")
    assert not re.search(r"(?<!%)\{", text)
    assert bool(asked.matrices) == (name in WITH_MATRICES)
    assert bool(asked.figures) == (name in WITH_CURVES)


@every_mistake
def test_the_equation_that_the_mistake_breaks_holds(name):
    broken = MISTAKES[mistake(name).answer.equation].equation
    assert broken == MISTAKES[name].equation


@pytest.mark.parametrize("name", WITH_MATRICES)
def test_the_difference_is_wrong_less_right_on_the_same_axes(name):
    asked = mistake(name)
    expected = asked.values("wrong") - asked.values("right")
    torch.testing.assert_close(asked.values("difference"), expected, equal_nan=True)
    assert len({(one.rows.name, one.cols.name) for one in asked.matrices.values()}) == 1


@pytest.mark.parametrize("name", WITH_MATRICES)
def test_right_and_wrong_have_one_scale_of_colours(name):
    shown = mistake(name).matrices
    assert shown["right"].scale == shown["wrong"].scale == MISTAKES[name].picture.scale
    assert shown["right"].limit == shown["wrong"].limit
    if shown["right"].bars:
        assert shown["right"].bars.limit == shown["wrong"].bars.limit


@every_mistake
def test_the_line_at_fault_the_right_line_and_the_test_are_shown(name):
    wrong, right = MISTAKES[name].lines
    shown = codes(mistake(name))
    assert (at_fault := shown["The faulty line: the test fails"]).text == wrong
    assert (as_it_should := shown["The right line: the test passes"]).text == right
    assert (at_fault.tone, as_it_should.tone) == ("bad", "good")
    test = shown["The test that would have caught it"].text
    assert f"def {MISTAKES[name].test.__name__}(" in test


@pytest.mark.parametrize(("name", "size"), SIZES)
def test_every_size_changes_the_picture(name, size):
    assert picture(mistake(name, **{size: CHANGED[size]})) != picture(mistake(name))


@pytest.mark.parametrize(("name", "what"), SUGGESTIONS)
def test_everything_to_try_changes_the_picture_and_says_what_to_watch(name, what, language):
    asked = mistake(name, language)
    tried = asked.pressed(f"try.{what}")
    assert picture(tried) != picture(asked)
    words = asked.text(f"watch_try.{name}_{what}")
    assert words in tried.watched()
    assert words not in asked.watched()


def test_all_mistakes_can_be_picked_in_their_groups(language):
    asked = mistake("one_speed", language)
    offered = [
        (asked.text(f"groups.{one.topic}"), asked.text(f"presets.{name}"), name == "one_speed")
        for name, one in MISTAKES.items()
    ]
    row = asked.row("presets").values()
    assert [(chip.group, chip.label, chip.is_on) for chip in row] == offered


def test_another_mistake_is_picked_and_the_pin_is_let_go():
    asked = Asked("mistakes", pin="wrong.1.1").pressed("presets.mask_leaks_next")
    assert asked.setting.mistake == "mask_leaks_next"
    assert "mi_pin" not in asked.address
    assert (asked.values("wrong") > 0).sum(-1).tolist() == [2, 3, 4, 5, 6, 6]


def test_a_row_with_everything_hidden_has_three_results_side_by_side():
    for name, other in (("minus_1e9", "minus_infinity"), ("minus_infinity", "minus_1e9")):
        asked = mistake(name)
        sides = {name: "wrong", other: "other"}
        assert asked.values("right")[:2].tolist() == [[0.0] * 6] * 2
        even = torch.full((2, 6), 1 / 6)
        torch.testing.assert_close(asked.values(sides["minus_1e9"])[:2], even)
        assert asked.values(sides["minus_infinity"])[:2].isnan().all()
        # The two fills keep their places, whichever is looked at.
        order = ["right", sides["minus_1e9"], sides["minus_infinity"], "difference"]
        assert list(asked.matrices) == order


def test_cells_that_are_no_number_are_marked():
    shown = mistake("minus_infinity").matrices
    for side in ("wrong", "difference"):
        assert torch.as_tensor(shown[side].marks).nonzero()[:, 0].unique().tolist() == [0, 1]
    assert shown["right"].marks is None
    assert shown["other"].marks is None


def test_the_unscaled_softmax_saturates_as_d_k_grows():
    right, wrong = mistake("unscaled_scores").curves
    assert wrong.y[-1] > 0.95
    assert max(right.y) < 0.5


@pytest.mark.parametrize("name", WITH_CURVES)
def test_curves_that_go_with_matrices_stand_further_down(name):
    asked = mistake(name)
    assert bool(asked.parts("growth")) == (name in WITH_MATRICES)


@every_mistake
def test_the_program_of_the_core_gives_exactly_these_numbers(name):
    asked = mistake(name)
    names = run(asked.program.sources["core"])
    comparison = MISTAKES[name].compare(**asked.setting.sizes)
    for side in ("right", "wrong"):
        expected = getattr(comparison, side)
        torch.testing.assert_close(names[side], expected, rtol=0, atol=0, equal_nan=True)
    if name in WITH_MATRICES and names["wrong"].dim() == 2:
        drawn = asked.values("wrong")
        torch.testing.assert_close(names["wrong"], drawn, rtol=0, atol=0, equal_nan=True)
    assert MISTAKES[name].passes(names["right"], names["given"])
    assert not MISTAKES[name].passes(names["wrong"], names["given"])


def test_a_pin_asks_for_nothing_but_the_arithmetic_and_what_goes_on_with_it():
    follows = [name for name, area in mistake("one_speed").answer.areas.items() if area.follows_pin]
    assert follows == ["arithmetic", "corridor"]


def test_the_words_have_every_mistake():
    for language in LANGUAGES:
        words = read_words(language, "mistakes")
        for kind in ("mistake", "presets", "effect", "about", "watch", "known"):
            names = {key.partition(".")[2] for key in words if key.startswith(f"{kind}.")}
            assert names == set(MISTAKES)
        tries = {f"{name}_{what}" for name, what in SUGGESTIONS}
        assert {key.partition(".")[2] for key in words if key.startswith("watch_try.")} == tries


@every_mistake
def test_bits_are_explained_where_they_are_shown(name, language):
    asked = mistake(name, language)
    means = asked.text("matrices.entropy_means")
    assert (means in asked.all_text()) == (name == "unscaled_scores")


@pytest.mark.parametrize("heads", [2, 4, 8])
def test_the_columns_of_heads_are_counted_from_head_1(heads):
    asked = mistake("heads_without_transpose", num_heads=heads)
    labels = asked.labels("right")
    assert labels[0] == "1.0"
    assert labels[-1].split(".")[0] == str(heads)
    # The sentence names the last column, and says which head it is of.
    assert f"column {labels[-1]} is head {heads}, number" in asked.all_text()
