"""Whatever a person types becomes numbers or words, or a message that names what is wrong."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from ui.state.typed_input import InputError, read_matrix, read_number, read_sentence, read_token_ids
from ui.words.language import read_words


@pytest.mark.parametrize(
    "text",
    [
        "1\t0\t0\n0\t1\t0",
        "1, 0, 0\n0, 1, 0",
        "1 0 0; 0 1 0",
        "[[1, 0, 0], [0, 1, 0]]",
        "[[1. 0. 0.]\n [0. 1. 0.]]",
        "array([[1, 0, 0],\n       [0, 1, 0]], dtype=float32)",
        "tensor([[1., 0., 0.],\n        [0., 1., 0.]])",
        "1\t0\t0\r\n0\t1\t0\r\n",
    ],
)
def test_a_matrix_is_read_from_a_spreadsheet_numpy_and_torch(text):
    assert read_matrix(text) == [[1, 0, 0], [0, 1, 0]]


def test_a_row_broken_over_lines_is_one_row():
    matrix = torch.arange(32.0).reshape(2, 16)
    assert read_matrix(str(matrix)) == matrix.tolist()


@pytest.mark.parametrize(
    ("text", "name", "row"),
    [
        ("1 2\n3", "ragged_row", 2),
        ("1 2\n3 x", "row_not_a_number", 2),
        ("1 2\n3 nan", "row_not_finite", 2),
        ("inf 2\n3 4", "row_not_finite", 1),
        ("1 2\n3 1e9", "row_number_too_large", 2),
        (" ".join(["1"] * 17), "row_too_long", 1),
        ("1 1_0", "row_not_a_number", 1),
    ],
)
def test_a_wrong_matrix_names_its_row(text, name, row):
    with pytest.raises(InputError) as raised:
        read_matrix(text)
    assert (raised.value.name, raised.value.values["row"]) == (name, row)


@pytest.mark.parametrize(("text", "name"), [("", "empty_matrix"), ("1\n" * 17, "too_many_rows")])
def test_a_matrix_has_1_to_16_rows(text, name):
    with pytest.raises(InputError) as raised:
        read_matrix(text)
    assert raised.value.name == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", "empty_token_ids"),
        ("one two", "not_a_token_id"),
        ("1 -2", "not_a_token_id"),
        ("1 2.5", "not_a_token_id"),
        ("1 ٣", "not_a_token_id"),
        ("1 " * 129, "too_many_words"),
        ("1000000", "token_id_too_large"),
    ],
)
def test_token_ids_are_whole_numbers_from_zero(text, name):
    with pytest.raises(InputError) as raised:
        read_token_ids(text)
    assert raised.value.name == name


def test_token_ids_are_read_with_commas_and_brackets():
    assert read_token_ids("[1, 21, 777, 0, 0]") == [1, 21, 777, 0, 0]


@pytest.mark.parametrize("text", ["🙂 한국어 مرحبا", "<script> **a** `b`"])
def test_words_of_any_script_stay_as_they_are(text):
    assert read_sentence(text) == text.split()


@pytest.mark.parametrize(
    ("text", "name"), [(" \n", "empty_sentence"), ("w " * 10_000, "too_many_words")]
)
def test_a_sentence_has_1_to_128_words(text, name):
    with pytest.raises(InputError) as raised:
        read_sentence(text)
    assert raised.value.name == name


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_a_message_that_exists(text):
    words = read_words("en", "workbench")
    for read in (read_matrix, read_number, read_sentence, read_token_ids):
        try:
            read(text)
        except InputError as error:
            assert words[f"errors.{error.name}"].format(**error.values)


@given(st.floats(-1e6, 1e6))
def test_every_number_in_range_is_read_back(value):
    assert math.isclose(read_number(repr(value)), value)


def test_a_message_shows_typed_text_as_text():
    with pytest.raises(InputError) as raised:
        read_number("**[x](y)**")
    assert raised.value.values["text"] == r"\*\*\[x\]\(y\)\*\*"
