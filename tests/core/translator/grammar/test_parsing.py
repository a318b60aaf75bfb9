import random

from transformer_core.translator.grammar.english import english_words
from transformer_core.translator.grammar.generation import random_sentence, with_unknown_words
from transformer_core.translator.grammar.pairs import pair_of
from transformer_core.translator.grammar.parsing import parse


def parsed(sentence):
    words = english_words(sentence)
    unknown = frozenset(index for index, word in enumerate(words) if word.unknown)
    return parse([word.text for word in words], unknown)


def test_every_sentence_is_read_back_as_the_one_tree_that_it_was_written_from():
    draw = random.Random(2)
    for _ in range(500):
        sentence = random_sentence(draw)
        assert parsed(sentence) == [sentence]


def test_with_unknown_words_there_is_still_one_translation():
    draw = random.Random(3)
    for _ in range(300):
        sentence = with_unknown_words(random_sentence(draw), draw, 0.5)
        pair = pair_of(sentence)
        found = [pair_of(tree) for tree in parsed(sentence)]
        assert {(each.korean, each.alignment) for each in found} == {(pair.korean, pair.alignment)}


def test_nothing_and_too_much_have_no_tree():
    assert parse([], frozenset()) == []
    assert parse(["i", "slept", *["and", "i", "slept"] * 9], frozenset()) == []
