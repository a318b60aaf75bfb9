"""Equal words are told apart by where they stand."""

from ui.picture.word_labels import word_labels


def test_equal_words_carry_their_places_counted_from_1():
    words = ["the", "cat", "sat", "on", "the", "mat"]
    assert word_labels(words) == ("the (1)", "cat", "sat", "on", "the (5)", "mat")


def test_words_that_stand_once_stay_as_they_are():
    assert word_labels(["a", "b"]) == ("a", "b")


def test_labels_are_all_different():
    words = ["0", "0", "x", "0", "x"]
    assert len(set(word_labels(words))) == len(words)
