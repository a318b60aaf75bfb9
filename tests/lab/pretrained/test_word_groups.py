"""Pieces of a tokenizer that are one word."""

import pytest

from transformer_lab import open_model
from transformer_lab.pretrained.word_groups import joined_labels, word_groups

CASES = {
    "WordPiece": (
        ["[CLS]", "play", "##ing", "##s", ",", "cats", "[SEP]"],
        "[CLS] playings , cats [SEP]",
    ),
    "byte-level": (["The", "␣play", "ing", "␣cat", "."], "The ␣playing ␣cat ."),
    "SentencePiece": (["␣The", "␣play", "ing", ".", "</s>"], "␣The ␣playing . </s>"),
    "BPE with @@": (["The", "play@@", "ing", "cat"], "The playing cat"),
    "BPE with </w>": (["the</w>", "play", "ing</w>", ".</w>"], "the</w> playing .</w>"),
    "no marks": (["a", "b", "c"], "a b c"),
    "nothing": ([], ""),
}


@pytest.mark.parametrize("name", CASES)
def test_pieces_are_joined_by_the_marks_of_their_tokenizer(name):
    pieces, words = CASES[name]
    groups = word_groups(pieces)
    assert " ".join(joined_labels(pieces, groups)) == words
    assert [place for group in groups for place in group] == list(range(len(pieces)))


def test_special_tokens_stay_alone_by_place_too():
    assert word_groups(["en_XX", "␣play", "ing"], special=[1]) == [[0], [1], [2]]


@pytest.mark.parametrize("kind", ["bert", "gpt2", "marian"])
def test_the_pieces_of_an_opened_model_are_joined(saved, kind):
    model = open_model(saved(kind))
    pieces = model.tokens("the cat sat")
    assert [place for group in word_groups(pieces) for place in group] == list(range(len(pieces)))
