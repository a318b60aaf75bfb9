"""No positions: attention gives each word the same, in whatever order the words come."""

import pytest
import torch

from pages.positional_encoding.unordered import MOST_WORDS
from tests.pages.answers import Asked
from transformer_core.explain.computation import Cell
from ui.answer.parts import Note
from ui.explain.arithmetic import exact
from ui.explain.trail import write_trail

SETTINGS = [
    {},
    {"sentence": "run", "d_k": 2},
    {"sentence": "a a a b", "d_k": 16, "seed": 0},
    {"sentence": " ".join(f"w{place}" for place in range(128)), "d_k": 3},
]
settings = pytest.mark.parametrize("values", SETTINGS)
NAMES = ("X", "weights", "output", "X_reversed", "weights_reversed", "output_reversed")


def unordered(language="en", pin="", **values):
    return Asked("positional_encoding", language, pin, kind="later", way="none", **values)


def told(asked):
    return " ".join(note.text for note in asked.all(Note, "later"))


@settings
def test_a_word_gets_the_same_output_in_both_orders(language, values):
    asked = unordered(language, **values)
    one, other = asked.values("output"), asked.values("output_reversed").flip(0)
    torch.testing.assert_close(one, other, rtol=0, atol=1e-5)
    difference = exact(float((one - other).abs().max()))
    assert asked.text("unordered.same", difference=difference) in told(asked)
    turned = asked.values("weights_reversed").flip(0, 1)
    torch.testing.assert_close(asked.values("weights"), turned, rtol=0, atol=1e-5)


@settings
def test_the_weights_are_those_of_torchs_own_attention(values):
    X = unordered(**values).values("X")
    expected = torch.nn.functional.scaled_dot_product_attention(X, X, X)
    torch.testing.assert_close(unordered(**values).values("output"), expected)


def test_equal_words_get_equal_outputs_and_other_ones_do_not():
    output = unordered(sentence="the dog saw the cat").values("output")
    assert torch.equal(output[0], output[3]) and not torch.allclose(output[0], output[1])


@settings
def test_the_rows_are_the_words_in_their_order(language, values):
    asked = unordered(language, **values)
    rows = [list(asked.matrices[name].rows.labels) for name in ("X", "X_reversed")]
    assert rows[0] == rows[1][::-1] and len(rows[0]) == min(len(asked.setting.words), MOST_WORDS)
    first = asked.text("unordered.first", count=MOST_WORDS)
    assert (first in told(asked)) == (len(asked.setting.words) > MOST_WORDS)


@settings
@pytest.mark.parametrize("name", NAMES)
def test_every_number_explains_itself(language, name, values):
    asked = unordered(language, f"{name}.0.0", **values)
    assert asked.normalised().arithmetic.here == write_trail([Cell(name, (0, 0))])
    assert asked.explained_number == pytest.approx(float(asked.values(name)[0, 0]), abs=1e-4)


def test_with_alibi_the_distance_counts_again():
    asked = unordered().pressed("try.alibi")
    assert asked.setting.way == "alibi"
    row = asked.values("weights")[0].tolist()
    assert row == sorted(row, reverse=True) and row[0] > row[-1]
