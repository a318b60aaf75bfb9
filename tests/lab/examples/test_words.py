from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.examples import split_words, word_ids


def test_the_eight_word_sentence_has_its_ids():
    words = split_words("Can you help me to translate this sentence")
    assert word_ids(words) == [0, 7, 1, 2, 5, 6, 4, 3]


def test_the_same_word_has_the_same_id_in_either_case():
    assert word_ids(["The", "cat", "the"]) == [1, 0, 1]


def test_words_of_any_script_are_split_at_white_space():
    assert split_words("  나는\t학생 입니다\n") == ["나는", "학생", "입니다"]
    assert split_words("שלום עולם") == ["שלום", "עולם"]
    assert split_words("👩‍👩‍👧 👍🏽") == ["👩‍👩‍👧", "👍🏽"]


def test_nothing_has_no_words():
    assert split_words(" \n") == []
    assert word_ids([]) == []


@given(words=st.lists(st.text(min_size=1)))
def test_ids_count_the_distinct_words(words):
    ids = word_ids(words)
    assert sorted(set(ids)) == list(range(len({word.casefold() for word in words})))


@given(words=st.lists(st.sampled_from(["a", "A", "b", "ß", "SS", "가"])))
def test_ids_are_equal_exactly_where_words_are(words):
    ids = word_ids(words)
    for i, first in enumerate(words):
        for j, second in enumerate(words):
            assert (ids[i] == ids[j]) == (first.casefold() == second.casefold())
