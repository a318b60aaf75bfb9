"""The tab on the order of the columns: what is the same, and what the translator makes of it."""

import pytest
import torch

from pages.positional_encoding.orders import MOST_ORDERED, first_weights, halves_order, misread
from pages.positional_encoding.orders import orders as made
from pages.positional_encoding.orders_views import ORDERS
from pages.translator.trained_attention import trained_attention
from tests.pages.answers import Asked
from tests.pages.positional_encoding.test_joined import on
from transformer_core import positional_encoding
from transformer_core.explain.computation import Cell
from ui.answer.parts import Note
from ui.explain.trail import write_trail
from ui.words.language import text_of

SETTINGS = [
    {},
    {"d_model": 1},
    {"d_model": 2},
    {"d_model": 7, "seq_len": 1},
    {"d_model": 1024, "seq_len": 2048},
    {"base": 1.0, "d_model": 6},
    {"kind": "index"},
    {"kind": "normalized_index", "d_model": 5},
]
settings = pytest.mark.parametrize("values", SETTINGS)
SENTENCES = ("the dog saw the cat", "Zoe saw a quokka", "나는 책을 읽는다", "The dog saw the DOG")


def orders(language="en", **values):
    return Asked("positional_encoding", language, below="orders", **values)


def notes(asked):
    return [note.text for note in asked.all(Note, "orders")]


@settings
def test_halves_are_all_sines_then_all_cosines(values):
    asked = orders(**values)
    encoding = asked.setting.encoded[:MOST_ORDERED]
    expected = torch.cat([encoding[:, ::2], encoding[:, 1::2]], dim=1)
    torch.testing.assert_close(asked.values("halves"), expected)
    assert asked.values("halves").shape == asked.values("turn").shape
    labels = [int(label) for label in asked.matrices["halves"].cols.labels]
    torch.testing.assert_close(asked.values("halves"), asked.values("turn")[:, labels])


@settings
def test_products_and_distances_do_not_depend_on_the_order(values):
    asked = orders(**values)
    torch.testing.assert_close(asked.values("turn_products"), asked.values("halves_products"))
    apart = [torch.cdist(asked.values(name), asked.values(name)) for name in ("turn", "halves")]
    torch.testing.assert_close(*apart, atol=2e-2, rtol=1e-3)


@settings
def test_distances_are_said_to_be_the_same_only_where_they_are(language, values):
    asked = orders(language, **values)
    same = text_of("positional_encoding", language)("orders.measured_same_distances", products="|")
    differ = made(asked.setting).distance_difference
    assert any(note.endswith(same.split("|")[-1]) for note in notes(asked)) == (differ == 0)


@settings
def test_the_note_says_the_orders_are_the_same_only_where_they_are(language, values):
    asked = orders(language, **values)
    same = torch.equal(asked.values("turn"), asked.values("halves"))
    about = asked.text("orders.same" if same else "orders.about")
    assert notes(asked)[0].startswith(about)


@settings
@pytest.mark.parametrize("name", ORDERS)
def test_every_number_explains_itself(language, name, values):
    asked = Asked("positional_encoding", language, f"{name}.0.0", below="orders", **values)
    assert asked.normalised().arithmetic.here == write_trail([Cell(name, (0, 0))])


def test_a_number_of_the_halves_is_called_by_its_dimension():
    asked = Asked("positional_encoding").pressed("questions.orders")
    assert asked.setting.d_model == 8
    assert asked.arithmetic.title.startswith("In halves[ 1, 1 ]")
    (_, spans) = asked.arithmetic.lines[0]
    assert spans[0]["to"] == "turn@1.1"
    torch.testing.assert_close(
        asked.values("halves")[1, 4], positional_encoding(8, 8)[1, 1], rtol=0, atol=0
    )


def test_the_question_is_on_while_its_tab_is_open(language):
    asked = Asked("positional_encoding", language, kind="index").pressed("questions.orders")
    assert on(asked) == [asked.text("questions.orders")]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_with_the_order_that_it_learned_the_weights_are_the_translators_own(sentence):
    own = trained_attention(sentence)
    weights = first_weights(own, own.X, own.weight("Q"), own.weight("K"))
    torch.testing.assert_close(weights, own.steps.weights, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_only_columns_and_weights_moved_together_leave_the_weights(sentence):
    read = misread(sentence)
    assert read.everything < 1e-4
    assert read.weight > 100 * read.everything
    own = trained_attention(sentence)
    assert read.rows == own.num_heads * len(own.X)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_misreading_is_of_the_halves(sentence):
    own = trained_attention(sentence)
    scaled = own.computation.tensors["src_scaled"]
    codes = positional_encoding(*own.X.shape)[:, halves_order(own.X.size(1))]
    weights = first_weights(own, scaled + codes, own.weight("Q"), own.weight("K"))
    change = (weights - own.steps.weights).abs().max()
    assert misread(sentence).weight == pytest.approx(float(change), abs=1e-4)


def test_a_single_word_shows_no_misreading(language):
    """It gives itself all its weight, whatever the order."""
    assert misread("run").weight == 0
    assert len(notes(orders(language, sentence="run"))) == 2


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_misreading_is_told_with_its_numbers(language, sentence):
    asked = orders(language, sentence=sentence)
    read = misread(sentence)
    (told,) = [note for note in notes(asked) if sentence in note]
    assert str(read.moved) in told and str(read.rows) in told
