"""Both numbers of a cell are worked out, each in its own way, and lead back to their sources."""

import math
from types import SimpleNamespace

import pytest

from pages.mistakes.arithmetic import shown
from pages.mistakes.comparing import Compared, compared
from pages.mistakes.names import MistakeNames
from tests.pages.answers import Asked
from tests.pages.mistakes.test_answer import WITH_MATRICES, mistake
from tests.ui.explained_numbers import assert_called_the_same
from transformer_core.explain.computation import Cell
from transformer_lab.mistakes import MISTAKES
from ui.answer.parts import Board
from ui.explain.arithmetic.numbers import read_back
from ui.words.language import LANGUAGES, text_of

SMALL = {"positions": 4, "seq_len": 4, "d_model": 16, "num_layers": 2, "d_k": 8, "padding": 2}
every_mistake = pytest.mark.parametrize("name", MISTAKES)


def small(name, language="en", pin=""):
    sizes = {size: SMALL[size] for size in MISTAKES[name].sizes if size in SMALL}
    return mistake(name, language, pin=pin, **sizes)


def followed(asked, side):
    """After a person went on to the number of one side, and what it leads to."""
    line = next(line for label, line in asked.arithmetic.lines if label == side)
    to = next(span["to"] for span in line if span["role"] == "result")
    return asked.done(follow=to, here=asked.arithmetic.here)


def links(asked):
    return [span["to"] for _, spans in asked.arithmetic.lines for span in spans if span["to"]]


@pytest.mark.parametrize("name", WITH_MATRICES)
def test_each_number_of_a_pinned_cell_ends_its_line(name):
    shown = small(name).matrices
    for row in range(4):
        for col in range(4):
            asked = small(name, pin=f"wrong.{row}.{col}")
            lines = dict(asked.arithmetic.lines)
            for side in ("right", "wrong"):
                value = float(shown[side].values[row, col])
                made = lines[shown[side].name]
                result = next(span for span in made if span["role"] == "result")
                read = read_back(result["text"].lstrip("=≈ "))
                assert read == pytest.approx(value, abs=6e-5, nan_ok=True)


def test_the_largest_difference_is_named_with_its_cell():
    asked = mistake("mask_leaks_next")
    difference = asked.values("difference")
    row, col = divmod(int(difference.abs().argmax()), 6)
    title = asked.arithmetic.title
    assert title.startswith(f"Difference[ query {row}, key {col} ] = ")
    assert asked.arithmetic.question == "Right and wrong differ most here."
    assert title.endswith(f"{difference[row, col]:+.4f}".replace("-", "−"))


def test_a_pinned_cell_is_explained_and_the_largest_difference_still_named():
    for pin in ("wrong.1.2", "right.1.2", "difference.1.2"):
        asked = mistake("unscaled_scores", pin=pin)
        assert asked.arithmetic.title.startswith("Difference[ query 1, key 2 ]")
        assert asked.lines["largest"].startswith("[ query 2, key 0 ] +0.6591")


@pytest.mark.parametrize("pin", ["wrong.99.99", "nothing.0.0", "wrong.0", "<b>"])
def test_a_pin_outside_the_picture_is_left_out(pin):
    assert mistake("one_speed", pin=pin).arithmetic == mistake("one_speed").arithmetic


def test_the_row_s_differences_are_drawn_where_there_are_few():
    asked = mistake("mask_leaks_next", pin="wrong.2.1")
    (chart,) = asked.arithmetic.charts
    differences = asked.values("difference")[2]
    assert [bar["value"] for bar in chart["rows"]] == pytest.approx(differences.tolist())
    assert [bar["label"] for bar in chart["rows"]][:2] == ["key 0", "key 1"]
    assert not mistake("one_speed").arithmetic.charts
    assert not mistake("minus_infinity").arithmetic.charts


def test_the_scores_that_made_a_weight_are_put_in():
    asked = mistake("unscaled_scores", d_k=4, pin="wrong.0.0")
    given, right, _ = MISTAKES["unscaled_scores"].compare(d_k=4, seed=11)
    score = float(given["Q"][0] @ given["K"][0])
    assert f"e^({score:.4f} − " in asked.lines["Wrong"].replace("−0", "-0")
    assert f"e^({score / 2:.4f} − " in asked.lines["Right"].replace("−0", "-0")
    assert asked.lines["Right"].endswith(f"= {right[0, 0]:.4f}")


def test_a_row_that_is_no_number_is_said_to_be_none():
    asked = mistake("minus_infinity")
    assert asked.arithmetic.title == "Difference[ query 0, key 0 ] = NaN"
    assert asked.lines["Wrong: −∞"] == "e^(−∞) / ( 0 + 0 + 0 + 0 + 0 + 0 ) = NaN"
    assert asked.lines["Right"].startswith("0 (every key is hidden from this query")
    assert asked.arithmetic.question == "The wrong result is not a number here."
    pinned = mistake("minus_infinity", pin="wrong.3.2")
    assert pinned.lines["not a number"] == "[ query 0, key 0 ] NaN"


def test_both_ways_to_fill_a_row_are_worked_out_whichever_is_looked_at():
    labels = ["Right", "Wrong: −1e9", "Wrong: −∞"]
    assert list(mistake("minus_1e9").lines) == labels
    assert sorted(mistake("minus_infinity").lines) == sorted(labels)
    even = mistake("minus_1e9").lines["Wrong: −1e9"]
    assert even.startswith("e^(−1.000 × 10⁹ − (−1.000 × 10⁹)) / ( 1 + 1 + 1 + 1 + 1 + 1 )")


def test_a_mask_after_the_softmax_throws_a_share_away():
    asked = mistake("mask_after_softmax", pin="wrong.0.3")
    assert asked.lines["Wrong"].endswith(" · 0 = 0")
    wrong = followed(asked, "Wrong")
    assert wrong.lines["in words"].startswith("hidden only after the softmax")


def test_the_encoding_s_angle_does_not_slow_down_with_the_dimension():
    asked = small("one_speed", pin="right.3.5")
    assert asked.lines["Right"].startswith("cos(3 / 10000^(4 / 16))")
    assert asked.lines["Wrong"].startswith("cos(3 / 10000^(0 / 16))")


def test_an_embedding_is_multiplied_before_the_encoding_is_added():
    lines = small("unscaled_embeddings", pin="right.2.1").lines
    assert " · 4 + " in lines["Right"]
    assert " · " not in lines["Wrong"]


def test_a_number_in_a_head_says_where_it_comes_from():
    lines = small("heads_without_transpose", pin="right.1.2").lines
    assert lines["Right"].endswith("token 1, dimension 2")
    assert lines["Wrong"].endswith("token 0, dimension 6")


def test_a_column_of_a_head_is_called_as_its_matrix_labels_it():
    asked = small("heads_without_transpose", pin="right.1.5")
    assert asked.arithmetic.title.startswith("Difference[ row 1, column 2.1 ]")
    (chart,) = asked.arithmetic.charts
    columns = [f"column {head}.{d}" for head in (1, 2) for d in range(4)]
    assert [row["label"] for row in chart["rows"]] == columns


def test_after_the_norm_a_row_has_deviation_1_and_before_it_another():
    lines = small("pre_norm", pin="right.0.0").lines
    assert lines["Right"].endswith("deviation 1.0000")
    assert not lines["Wrong"].endswith("deviation 1.0000")


def test_the_loss_is_divided_by_the_real_tokens_or_by_all():
    lines = mistake("loss_over_padding", padded=24).lines
    assert ") / 8 =" in lines["Right"].replace("≈", "=")
    assert ") / 32 =" in lines["Wrong"].replace("≈", "=")
    assert mistake("loss_over_padding").arithmetic.title.startswith("Difference = −")


def test_the_schedule_s_largest_difference_is_at_its_wrong_peak():
    asked = mistake("warmup_exponent")
    assert asked.arithmetic.title == "Difference[ step 4 ] = +0.0221"
    assert asked.lines["Right"].endswith("= 6.988 × 10⁻⁷")
    assert "4 · 4,000^−0.25" in asked.lines["Wrong"]


@every_mistake
def test_every_number_on_the_way_back_is_named_in_both_languages(name, language):
    ahead, seen = [small(name, language)], set()
    while ahead and len(seen) < 25:
        asked = ahead.pop()
        assert "{" not in asked.arithmetic.title
        assert asked.arithmetic.question
        for to in links(asked):
            if to not in seen:
                seen.add(to)
                ahead.append(asked.done(follow=to, here=asked.arithmetic.here))
    assert seen


def test_a_number_leads_to_its_terms_and_back_again():
    asked = mistake("unscaled_scores")
    wrong = followed(asked, "Wrong")
    assert wrong.arithmetic.title == "Wrong[ query 2, key 0 ] = 0.9735"
    assert [crumb["text"] for crumb in wrong.arithmetic.crumbs] == ["Difference[ query 2, key 0 ]"]
    score = wrong.done(follow=links(wrong)[0], here=wrong.arithmetic.here)
    assert score.arithmetic.title.startswith("Scores[ query 2, key 0 ] = 14.3678")
    back = score.done(follow="back:0", here=score.arithmetic.here)
    assert back.arithmetic.title == asked.arithmetic.title
    assert back.lines == asked.lines


def test_the_column_that_shares_out_a_weight_is_drawn():
    asked = followed(mistake("softmax_over_queries"), "Wrong")
    chart = asked.arithmetic.charts[0]
    assert chart["title"] == "this column’s weights"
    assert [bar["label"] for bar in chart["rows"]] == [f"query {row}" for row in range(6)]
    assert math.fsum(bar["value"] for bar in chart["rows"]) == pytest.approx(1)


def test_a_mask_says_which_diagonal_it_starts_on():
    hidden = Asked("mistakes", mistake="mask_hides_itself", trail="wrong_mask@2.2")
    assert hidden.lines["in words"] == "triu(0) hides key 2 from query 2."
    leaks = Asked("mistakes", mistake="mask_leaks_next", trail="wrong_mask@2.3")
    assert leaks.lines["in words"] == "triu(2) leaves key 3 visible to query 2."


def test_numbers_that_are_drawn_at_random_say_so():
    asked = Asked("mistakes", mistake="unscaled_scores", trail="Q@2.3")
    assert asked.lines["in words"] == asked.text("explanation.untrained")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_residual_adds_is_said_first_in_words_that_fit(language):
    """The right sum adds the output of attention and its norm, the wrong one the layer's input."""
    asked = Asked("mistakes", language, mistake="wrong_residual")
    row, col = map(int, asked.all(Board)[0].explained.split(".")[1:])
    tensors, lines = (
        compared("wrong_residual", asked.setting.sizes).computation.tensors,
        list(asked.lines.items())[:2],
    )
    for (label, words), side, tensor, name in zip(
        lines, ("right", "wrong"), ("layers.0.normed_1", "x"), ("normed_1", "x"), strict=True
    ):
        assert label == asked.text("arithmetic.added", side=asked.text(f"matrices.{side}"))
        added = asked.text(f"in_model.wrong_residual.{name}")
        assert words.startswith(f"{added} {shown(float(tensors[f'{side}.{tensor}'][row, col]))} +")
        # Beside a bar there is room for some twenty letters.
        assert len(added) <= 20 and len(asked.text("in_model.sublayer_2")) <= 20
        trail = f"{side}@{row}.{col}~{side}.layers.0.residual_2@{row}.{col}"
        went = Asked("mistakes", language, mistake="wrong_residual", trail=trail)
        (chart,) = went.arithmetic.charts
        assert [bar["label"] for bar in chart["rows"]] == [added, asked.text("in_model.sublayer_2")]
        assert "_2" not in went.arithmetic.title


@pytest.mark.parametrize("name", [one for one in MISTAKES if MISTAKES[one].about])
def test_the_cell_that_is_explained_without_a_pin_is_outlined(name):
    asked = Asked("mistakes", mistake=name)
    matrix, *place = asked.all(Board)[0].explained.split(".")
    assert matrix == "difference"
    assert asked.arithmetic.here == f"difference@{'.'.join(place)}"


def test_a_layer_is_named_by_its_number_from_1():
    asked = followed(mistake("pre_norm"), "Right")
    summed = asked.done(follow=links(asked)[0], here=asked.arithmetic.here)
    assert summed.arithmetic.title.startswith("Right · layer 6 · sum around feed-forward[ 4, 13 ]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_model_s_tensor_is_called_in_the_computation_changes_no_word(language):
    text, compared = text_of("mistakes", language), Compared("pre_norm", (("num_layers", 2),))
    made = compared.computation

    def names(computation):
        of_these = SimpleNamespace(mistake=compared.mistake, computation=computation)
        return MistakeNames(text, of_these, Cell("difference", (0, 0)))

    of_encoders = [name for name in made.steps if made.origins[name].block]
    assert len(of_encoders) > 50
    assert_called_the_same(made, names, of_encoders)


def test_an_unscaled_embedding_is_not_called_a_scaled_one(language):
    text = text_of("mistakes", language)
    setting = small("unscaled_embeddings", language).setting
    shown = compared(setting.mistake, setting.sizes)
    names = MistakeNames(text, shown, Cell("difference", (0, 0)))
    assert names.title("embedding") == text("tensors.embedding") != text("matrices.embedding")
