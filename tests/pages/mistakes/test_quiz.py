import pytest
import torch

from pages.mistakes.curves import wrong_figure
from pages.mistakes.quiz import FirstTries, question, rivals
from pages.mistakes.setting import LAST_NUMBER, OPTIONS, SHOWN, MistakeSetting, QuizAnswer
from transformer_core import positional_encoding
from transformer_lab.mistakes import MISTAKES
from ui.words.language import LANGUAGES, read_words


def test_thirteen_numbers_ask_for_every_mistake_once():
    for first in (1, 14, 27):
        asked = [question(number).mistake for number in range(first, first + len(MISTAKES))]
        assert sorted(asked) == sorted(MISTAKES)


def test_the_same_number_asks_the_same_for_everybody():
    assert question(7) == question(7)
    assert question(7).mistake == "warmup_exponent"


def test_a_number_in_a_link_asks_what_it_asked_when_the_link_was_made():
    curves = ("loss_over_padding", "warmup_exponent", "unscaled_scores", "pre_norm")
    assert rivals("warmup_exponent") == curves
    assert question(7).options == (
        "unscaled_scores",
        "warmup_exponent",
        "loss_over_padding",
        "pre_norm",
    )


def test_the_answer_is_among_four_different_mistakes_of_its_kind():
    for number in range(1, LAST_NUMBER + 1):
        asked = question(number)
        assert asked.mistake in asked.options
        assert len(set(asked.options)) == 4
        assert set(asked.options) <= set(rivals(asked.mistake))


def test_the_answer_stands_in_every_place_about_equally_often():
    places = [question(number).options.index(question(number).mistake) for number in range(1, 401)]
    assert all(70 <= places.count(place) <= 130 for place in range(4))


def test_a_question_sets_every_size_of_its_mistake():
    for number in range(1, 40):
        asked = question(number)
        assert tuple(asked.sizes) == MISTAKES[asked.mistake].sizes


def test_the_first_try_counts_and_no_other():
    tries = FirstTries()
    for text in (
        None,
        QuizAnswer(2, wrong(2)),
        QuizAnswer(2, question(2).right_option),
        QuizAnswer(3, right(3)),
    ):
        tries.take(text)
    assert tries.right == {2: False, 3: True}


def test_who_is_shown_the_answer_has_not_found_it():
    tries = FirstTries()
    tries.take(QuizAnswer(2, SHOWN))
    tries.take(QuizAnswer(2, right(2)))
    assert tries.right == {2: False}


def test_an_answer_that_came_with_a_link_is_nobody_s_try():
    tries = FirstTries(came_with=QuizAnswer(2, wrong(2)))
    for text in (QuizAnswer(2, wrong(2)), QuizAnswer(2, right(2)), QuizAnswer(3, right(3))):
        tries.take(text)
    assert tries.right == {3: True}


def right(number):
    return question(number).right_option


def wrong(number):
    return next(option for option in range(1, OPTIONS + 1) if option != right(number))


def sums_to_1(weights, dim=-1):
    return torch.isclose(weights.sum(dim), torch.ones(len(weights)))


def future_hidden(weights):
    return bool((weights.triu(1) == 0).all())


def distance_from_the_encoding(x):
    return (x - positional_encoding(*x.shape)).square().mean().sqrt()


def tokens_and_hundredths(x):
    tokens = torch.arange(len(x)).unsqueeze(1) + torch.arange(x.size(1)) / 100
    return torch.allclose(x.flatten().sort().values, tokens.flatten())


SIGNS = {
    "unscaled_scores": lambda w: bool((w != 0).all() and sums_to_1(w).all()),
    "softmax_over_queries": lambda w: bool(sums_to_1(w, 0).all() and (w.sum(-1) > 1.0001).any()),
    "mask_after_softmax": lambda w: future_hidden(w) and bool((w.sum(-1)[:-1] < 1).all()),
    "mask_hides_itself": lambda w: bool((w.diagonal() == 0).all() and (w[0] == 0).all()),
    "mask_leaks_next": lambda w: (
        ((w != 0).triu(1).sum(-1) == 1).tolist()[:-1] == [True] * (len(w) - 1)
    ),
    "minus_1e9": lambda w: bool(torch.isclose(w, w[:, :1]).all(-1).logical_and(w[:, 0] > 0).any()),
    "minus_infinity": lambda w: bool(w.isnan().any()),
    "one_speed": lambda x: bool((x[:, ::2] == x[:, :1]).all() and (x[:, 1::2] == x[:, 1:2]).all()),
    "unscaled_embeddings": lambda x: 0 < distance_from_the_encoding(x) < 0.2,
    "heads_without_transpose": tokens_and_hundredths,
    "pre_norm": lambda x: min((x > 1).float().mean(), (x < -1).float().mean()) > 0.1,
}
"""What is said to be seen of each mistake, asked of a matrix."""

CURVE_SIGNS = {
    "unscaled_scores": lambda y: y == sorted(y) and max(y) <= 1 and y[-1] > 0.9,
    "pre_norm": lambda y: y[-1] > y[0],
    "loss_over_padding": lambda y: y == sorted(y, reverse=True),
    "warmup_exponent": lambda y: 0 < y.index(max(y)) <= 5 and y[-1] < y[0],
}
"""The same of a curve."""


def signs_seen(asked):
    """Of the four options, those whose sign is in the picture of a question."""
    comparison = MISTAKES[asked.mistake].compare(**asked.sizes)
    if MISTAKES[asked.mistake].picture:
        wrong = MISTAKES[asked.mistake].shown(comparison.wrong)
        return [name for name in asked.options if SIGNS[name](wrong)]
    (curve,) = wrong_figure(MISTAKES[asked.mistake], comparison, asked.sizes)["data"]
    return [name for name in asked.options if CURVE_SIGNS[name](curve["y"])]


def test_the_sign_of_the_mistake_is_in_its_picture_and_no_other_s_is():
    # Every tenth number and the first laps: each mistake with each of its rivals.
    for number in {*range(1, 66), *range(1, LAST_NUMBER + 1, 10)}:
        asked = question(number)
        assert signs_seen(asked) == [asked.mistake], number


@pytest.mark.parametrize("name", ["unscaled_scores", "pre_norm"])
def test_the_curve_of_a_mistake_that_is_never_asked_as_one_has_its_sign(name):
    for number in range(1, LAST_NUMBER + 1, 50):
        sizes = MistakeSetting(seed=number).sizes_of(name)
        curve = wrong_figure(MISTAKES[name], MISTAKES[name].compare(**sizes), sizes)["data"][0]
        assert CURVE_SIGNS[name](curve["y"])


def test_every_mistake_has_its_sign_in_words():
    for language in LANGUAGES:
        words = read_words(language, "mistakes")
        assert {key for key in words if key.startswith("sign.")} == {f"sign.{n}" for n in SIGNS}
        curves = {key for key in words if key.startswith("sign_curve.")}
        assert curves == {f"sign_curve.{name}" for name in CURVE_SIGNS}
