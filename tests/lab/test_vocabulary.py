import pytest
import torch

from transformer_lab.vocabulary import END_ID, PAD_ID, START_ID, UNKNOWN_ID, Vocabulary, padded

WORDS = Vocabulary.of_words(["cat", "dog"])


def test_special_tokens_come_first():
    assert (PAD_ID, UNKNOWN_ID, START_ID, END_ID) == (0, 1, 2, 3)
    assert WORDS.tokens == ("<pad>", "<unk>", "<start>", "<end>", "cat", "dog")
    assert len(WORDS) == 6


def test_words_and_ids_are_inverse():
    assert WORDS.ids(["dog", "cat"]) == [5, 4]
    assert WORDS.words([5, 4]) == ["dog", "cat"]


def test_a_word_that_is_not_here_is_unknown():
    assert WORDS.ids(["zebra"]) == [UNKNOWN_ID]
    assert "zebra" not in WORDS
    assert "cat" in WORDS


def test_a_word_cannot_stand_twice():
    with pytest.raises(ValueError, match="'cat' occurs twice"):
        Vocabulary.of_words(["cat", "dog", "cat"])


def test_the_special_tokens_cannot_be_missing():
    with pytest.raises(ValueError, match="must start with <pad>, <unk>, <start>, <end>"):
        Vocabulary(["cat"])


def test_short_sentences_are_filled_up():
    assert padded([[5, 6], [7]]).tolist() == [[5, 6], [7, 0]]
    assert padded([[5]], length=3).tolist() == [[5, 0, 0]]
    assert padded([[5]]).dtype == torch.long


def test_no_sentences_are_no_batch():
    with pytest.raises(ValueError, match="the number of sentences must be at least 1, got 0"):
        padded([])


@pytest.mark.parametrize("length", [1, -1])
def test_a_sentence_is_never_cut(length):
    with pytest.raises(ValueError, match=f"length must be at least 2, .* got {length}"):
        padded([[5, 6], [7]], length)


def test_a_token_is_a_whole_number():
    with pytest.raises(ValueError, match=r"must be whole numbers, got torch\.float32"):
        padded([[5, 6.5]])


@pytest.mark.parametrize("index", [-1, 5, 1.0, True])
def test_a_number_without_a_word_is_refused(index):
    with pytest.raises(ValueError, match=f"a token id must be .*, got {index}"):
        Vocabulary.of_words(["cat"]).words([index])
