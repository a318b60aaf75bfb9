import pytest
import torch

from pages.mistakes.curves import wrong_figure
from pages.mistakes.quiz import FirstTries, first_question, question, question_of, rivals
from pages.mistakes.setting import (
    FIRST_RELEASE,
    LAST_NUMBER,
    OPTIONS,
    SHOWN,
    MistakeSetting,
    QuizAnswer,
)
from pages.mistakes.views import wrong_items
from transformer_core import positional_encoding
from transformer_lab.mistakes import MISTAKES
from ui.words.language import LANGUAGES, read_words, text_of

TEXT = text_of("mistakes", "en")
FIRST_ASKED = [
    (
        "mask_leaks_next",
        ("mask_hides_itself", "mask_leaks_next", "mask_after_softmax", "unscaled_scores"),
    ),
    ("minus_1e9", ("minus_1e9", "softmax_over_queries", "mask_hides_itself", "mask_leaks_next")),
    (
        "heads_without_transpose",
        ("unscaled_embeddings", "one_speed", "heads_without_transpose", "pre_norm"),
    ),
    ("minus_1e9", ("mask_leaks_next", "unscaled_scores", "minus_1e9", "mask_hides_itself")),
]
"""What the first release asked for 2, 8, 500 and 999."""


def test_each_block_of_numbers_asks_for_every_mistake_once():
    for first in (1, 24, 47):
        asked = [question(number).mistake for number in range(first, first + len(MISTAKES))]
        assert sorted(asked) == sorted(MISTAKES)


def test_the_same_number_asks_the_same_for_everybody():
    assert question(7) == question(7)
    assert first_question(7).mistake == "warmup_exponent"


def test_a_number_in_a_link_asks_what_it_asked_when_the_link_was_made():
    curves = ("loss_over_padding", "warmup_exponent", "unscaled_scores", "pre_norm")
    assert rivals("warmup_exponent") == curves
    assert question_of(MistakeSetting(number=7)) == first_question(7)
    assert first_question(7).options == (
        "unscaled_scores",
        "warmup_exponent",
        "loss_over_padding",
        "pre_norm",
    )
    # As the first release asked
    asked = [first_question(number) for number in (2, 8, 500, 999)]
    assert [(one.mistake, one.options) for one in asked] == FIRST_ASKED
    assert asked[1].sizes == {"seq_len": 7, "padding": 2, "seed": 8}


def test_the_first_question_whose_number_old_links_leave_out_is_the_same():
    assert question(1) == first_question(1) == question_of(MistakeSetting(quiz=True))


def test_the_first_release_s_quiz_asks_for_its_own_mistakes_alone():
    for number in range(1, LAST_NUMBER + 1):
        asked = first_question(number)
        assert {asked.mistake, *asked.options} <= {*FIRST_RELEASE}
    for first in (1, 14, 27):
        asked = [first_question(number).mistake for number in range(first, first + 13)]
        assert sorted(asked) == sorted(FIRST_RELEASE)


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


def answered(number, option, field="question"):
    """The quiz after an answer."""
    return MistakeSetting(quiz=True, answer=QuizAnswer(number, option), **{field: number})


def test_the_first_try_counts_and_no_other():
    tries = FirstTries()
    for setting in (
        MistakeSetting(quiz=True, question=2),
        answered(2, wrong(2)),
        answered(2, right(2)),
        answered(3, right(3)),
    ):
        tries.take(setting)
    assert tries.right == {(False, 2): False, (False, 3): True}


def test_who_is_shown_the_answer_has_not_found_it():
    tries = FirstTries()
    tries.take(answered(2, SHOWN))
    tries.take(answered(2, right(2)))
    assert tries.right == {(False, 2): False}


def test_an_answer_that_came_with_a_link_is_nobody_s_try():
    tries = FirstTries(came_with=QuizAnswer(2, wrong(2)))
    for setting in (answered(2, wrong(2)), answered(2, right(2)), answered(3, right(3))):
        tries.take(setting)
    assert tries.right == {(False, 3): True}


def test_both_quizzes_count_with_their_own_questions():
    tries = FirstTries()
    tries.take(answered(2, right(2)))
    tries.take(answered(2, first_question(2).right_option, "number"))
    assert tries.right == {(False, 2): True, (True, 2): True}


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


def hidden_columns(w):
    return (w == 0).all(0)


SIGNS = {
    "unscaled_scores": lambda w, pads: bool(
        not pads.any()
        and (w != 0).all()
        and sums_to_1(w).all()
        and (w.max(-1).values > 0.5).float().mean() > 0.5
    ),
    "softmax_over_queries": lambda w, _: bool(sums_to_1(w, 0).all() and (w.sum(-1) > 1.0001).any()),
    "mask_after_softmax": lambda w, _: future_hidden(w) and bool((w.sum(-1)[:-1] < 1).all()),
    "mask_hides_itself": lambda w, _: bool((w.diagonal() == 0).all() and (w[0] == 0).all()),
    "mask_leaks_next": lambda w, _: (
        ((w != 0).triu(1).sum(-1) == 1).tolist()[:-1] == [True] * (len(w) - 1)
    ),
    "minus_1e9": lambda w, _: bool(
        torch.isclose(w, w[:, :1]).all(-1).logical_and(w[:, 0] > 0).any()
    ),
    "minus_infinity": lambda w, _: bool(w.isnan().any()),
    "one_speed": lambda x, _: bool(
        (x[:, ::2] == x[:, :1]).all() and (x[:, 1::2] == x[:, 1:2]).all()
    ),
    "unscaled_embeddings": lambda x, _: 0 < distance_from_the_encoding(x) < 0.2,
    "heads_without_transpose": lambda x, _: tokens_and_hundredths(x),
    "pre_norm": lambda x, _: bool(x.max() > 2.5 and x.min() < -2.5),
    "multiplied_mask": lambda w, _: bool(
        (w > 0).all()
        and all(torch.allclose(w[at, at + 1 :], w[at, -1]) for at in range(len(w) - 1))
    ),
    "inverted_mask": lambda w, _: bool(
        (w.tril() == 0).all()
        and all(len({*row[at + 1 :]}) == len(w) - 1 - at for at, row in enumerate(w.tolist()))
    ),
    "finite_mask": lambda w, _: bool(
        (w[:-1].tril() == 0).all()
        and (w[-1] > 0).all()
        and all(torch.allclose(row[at + 1 :], row[-1]) for at, row in enumerate(w[:-1]))
    ),
    "cross_attention_mask": lambda w, pads: bool(
        pads.any() and hidden_columns(w).any() and (hidden_columns(w) != pads).any()
    ),
    "joined_with_and": lambda w, pads: bool(
        pads.any() and ((w == 0).triu(1) == pads.expand_as(w).triu(1)).all()
    ),
    "padding_by_zeros": lambda w, pads: bool(pads.any() and (w[:, pads] > 0).all()),
    "norm_over_positions": lambda x, _: bool(x.sum(0).abs().max() < 1e-4),
    "wrong_residual": lambda x, _: bool(
        all(len({round(one, 3) for one in row}) == 2 for row in x.tolist())
        and (x.max(1).values > 2 * x.abs().median()).all()
    ),
    "narrow_feed_forward": lambda x, _: bool(x.abs().max() < 0.6),
    "loss_by_input": lambda x, _: bool((x >= 0).all() and (x[:, -1] == 0).any()),
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
        wrong = MISTAKES[asked.mistake].shown(comparison.wrong).float()
        (shown,) = wrong_items(TEXT, MISTAKES[asked.mistake], comparison)
        labels = shown.cols.labels or [""] * wrong.size(1)
        pads = torch.tensor(["pad" in label for label in labels])
        return [name for name in asked.options if SIGNS[name](wrong, pads)]
    (curve,) = wrong_figure(MISTAKES[asked.mistake], comparison, asked.sizes)["data"]
    return [name for name in asked.options if CURVE_SIGNS[name](curve["y"])]


def numbers_of_every_pair():
    """The first numbers that ask for a mistake next to a rival that it was not next to before."""
    left = {(name, rival) for name in MISTAKES for rival in rivals(name)}
    for number in range(1, LAST_NUMBER + 1):
        asked = question(number)
        if pairs := left & {(asked.mistake, option) for option in asked.options}:
            left -= pairs
            yield number
    assert not left


def test_the_sign_of_the_mistake_is_in_its_picture_and_no_other_s_is():
    for number in numbers_of_every_pair():
        asked = question(number)
        assert signs_seen(asked) == [asked.mistake], number


@pytest.mark.thorough
def test_the_sign_is_in_no_other_picture_in_either_quiz():
    for number in range(1, LAST_NUMBER + 1):
        for asked in (question(number), first_question(number)):
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
