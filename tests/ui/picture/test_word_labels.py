"""Equal words are told apart by where they stand."""

from ui.picture.word_labels import rows_in_words, word_labels
from ui.state.typed_input import shortened


def test_equal_words_carry_their_places_counted_from_1():
    words = ["the", "cat", "sat", "on", "the", "mat"]
    assert word_labels(words) == ("the (1)", "cat", "sat", "on", "the (5)", "mat")


def test_words_that_stand_once_stay_as_they_are():
    assert word_labels(["a", "b"]) == ("a", "b")


def test_labels_are_all_different():
    words = ["0", "0", "x", "0", "x"]
    assert len(set(word_labels(words))) == len(words)


def test_rows_are_named_as_they_are_typed_but_never_at_length():
    assert rows_in_words([0, 2], ["0 (1)", "a", "0 (3)"], shortened) == "“0 (1)”, “0 (3)”"
    assert rows_in_words([1], ["a", "b" * 30], shortened) == f"“{'b' * 24}…”"
    assert rows_in_words([0, 2], []) == "0, 2"
