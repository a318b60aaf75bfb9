from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.own_data.merges import LONGEST_PIECE, Merging, learn_merges, pieces

WORDS = ["low"] * 5 + ["lower"] * 2 + ["newest"] * 6 + ["widest"] * 3


@given(st.text())
def test_pieces_put_together_are_the_text(text):
    assert "".join(pieces(text)) == text


def test_a_word_without_end_is_cut_so_that_merging_it_takes_no_longer_than_many():
    assert max(map(len, pieces("x" * 999 + " " + "y" * 999))) == LONGEST_PIECE + 1
    assert max(map(len, pieces("supercalifragilisticexpialidocious " * 3))) == 35


def test_the_most_frequent_neighbours_are_merged_first():
    merges = learn_merges(WORDS, 14)
    # e s, then es t: 9 times each in newest and widest (Sennrich et al., 2016, algorithm 1)
    assert merges[:2] == [("e", "s"), ("es", "t")]
    assert Merging(merges).steps("est") == [("e", "s", "t"), ("es", "t"), ("est",)]


def test_an_unseen_word_is_cut_into_what_is_known():
    merging = Merging(learn_merges(WORDS, 40))
    tokens = merging.tokens("lowest")
    assert "".join(tokens) == "lowest"
    assert "est" in tokens


def test_merges_are_those_that_the_library_makes_itself():
    from tokenizers import Tokenizer
    from tokenizers.models import BPE

    merges = learn_merges(WORDS, 40)
    characters = sorted({c for word in WORDS for c in word})
    vocabulary = [*characters, *("".join(merge) for merge in merges)]
    theirs = Tokenizer(BPE({token: at for at, token in enumerate(vocabulary)}, merges))
    ours = Merging(merges)
    for word in [*sorted(set(WORDS)), "lowest", "wider", "newer", "sweet"]:
        assert ours.tokens(word) == theirs.encode(word).tokens
