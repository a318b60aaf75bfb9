"""What the overview shows: a whole attention on the typed sentence."""

import pytest
import torch

from tests.pages.answers import Asked
from transformer_core import attention
from ui.answer.parts import Board


def overview(language="en", **values):
    return Asked("overview", language, **values)


def test_the_sentence_becomes_the_picture(language):
    asked = overview(language, sentence="a b a")
    assert list(asked.matrices["weights"].cols.labels) == ["a (1)", "b", "a (3)"]
    assert set(asked.matrices) == {"input", "weights", "output", "Q", "K", "V"}
    assert [board.id for board in asked.all(Board)] == ["live", "between"]


def test_each_matrix_follows_from_those_before():
    asked = overview()
    weights = torch.softmax(asked.values("Q") @ asked.values("K").T / 4, dim=-1)
    torch.testing.assert_close(asked.values("weights"), weights)
    torch.testing.assert_close(asked.values("output"), weights @ asked.values("V"))


def test_there_are_weights_and_another_seed_draws_others():
    asked = overview(sentence="a b c", seed=3)
    X, first = asked.values("input"), asked.values("weights")
    assert not torch.allclose(first, attention(X, X, X).weights)
    torch.testing.assert_close(first, attention(*asked.setting.projections.project()).weights)
    assert not torch.allclose(asked.having(seed=4).values("weights"), first)


def test_try_this_does_it_at_once(language):
    asked = overview(language, sentence="a b c", seed=9999)
    assert asked.pressed("try.repeat").setting.words == ("a", "a", "a", "b", "c")
    assert asked.pressed("try.turn").setting.words == ("c", "b", "a")
    assert asked.pressed("try.reseed").setting.seed == 0
    full = overview(language, sentence="a b c d e f g h i j k l").pressed("try.repeat")
    assert len(full.setting.words) == 12


def test_what_is_watched_for_is_true():
    asked = overview(sentence="a b c").pressed("try.repeat")
    X = asked.values("input")
    assert not torch.equal(X[0], X[1])
    turned = overview(sentence="a b c").pressed("try.turn")
    encoding = turned.setting.input.encoding
    assert torch.equal(encoding, overview(sentence="a b c").setting.input.encoding)


@pytest.mark.parametrize("sentence", ["the cat saw the dog", "a", "a b c d e f g h i j k l"])
def test_the_pytorch_gives_the_picture(sentence):
    asked = overview(sentence=sentence, seed=5)
    names = asked.ran()
    for name, matrix in {"X": "input", "weights": "weights", "output": "output"}.items():
        torch.testing.assert_close(names[name], asked.values(matrix))


def test_an_old_link_opens_with_its_numbers():
    asked = Asked.at("overview", ov_sentence="a b a", ov_seed="3", ov_pin="weights.2.0")
    assert (asked.setting.words, asked.setting.seed) == (("a", "b", "a"), 3)
    assert asked.arithmetic.title.startswith("Weights[ a (3), a (1) ]")
    assert Asked.at("overview", **asked.address).state == asked.state


@pytest.mark.parametrize(
    "address", [{"ov_sentence": "w " * 13}, {"ov_seed": "-1"}, {"ov_pin": "weights.40.40"}]
)
def test_bad_values_in_the_address_fall_back(address):
    asked = Asked.at("overview", **address)
    assert asked.setting == overview().setting
    assert asked.arithmetic.title == overview().arithmetic.title


@pytest.mark.parametrize("sentence", ["🙂 🙃", "مرحبا بالعالم", "<script>alert(1)</script> *b*"])
def test_words_of_any_script_are_labels_and_nothing_else(sentence):
    asked = overview(sentence=sentence)
    assert list(asked.matrices["weights"].cols.labels) == sentence.split()
    assert asked.trip.encoded(asked.state)
