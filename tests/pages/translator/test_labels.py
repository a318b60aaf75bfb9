"""Equal words on the sentence page are told apart, and hidden ones are seen to be hidden."""

from pages.translator.labels import source_labels, target_labels, told_apart
from ui.models import Attentions


def test_a_hidden_word_stands_in_parentheses_with_its_number_behind():
    words = ["the", "cat", "saw", "the", "dog"]
    assert source_labels(words, {3, 4}) == ("the (1)", "cat", "saw", "(the) (4)", "(dog)")


def test_a_target_token_has_one_number_as_row_and_as_column():
    read, predicted = target_labels(
        ["⟨start⟩", "너", "-을/를", "나", "-을/를"],
        ["너", "-을/를", "나", "-을/를", "⟨end⟩"],
        starts=True,
    )
    assert predicted == ("너", "-을/를 (2)", "나", "-을/를 (4)", "⟨end⟩")
    assert read == ("⟨start⟩", *predicted[:-1])


def test_a_start_token_that_is_written_again_is_told_from_the_first():
    read, _ = target_labels(["⟨start⟩", "⟨start⟩"], ["⟨start⟩", "너"], starts=True)
    assert read == ("⟨start⟩", "⟨start⟩ (1)")


def test_the_words_of_a_model_without_encoder_are_counted_from_the_first_read():
    read, predicted = target_labels(["the", "cat"], ["cat", "the"], starts=False)
    assert read == ("the (1)", "cat")
    assert predicted == ("cat", "the (3)")


def test_a_model_with_an_encoder_alone_has_no_target():
    assert told_apart(Attentions(source=("a", "a"))).source == ("a (1)", "a (2)")
