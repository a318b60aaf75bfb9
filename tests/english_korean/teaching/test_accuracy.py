from itertools import islice

import pytest

from english_korean.teaching.accuracy import (
    TranslationAccuracy,
    token_ids,
    translation_accuracy,
)
from english_korean.teaching.pairs import random_pairs
from english_korean.teaching.recipe import translator_vocabularies, untrained_translator
from transformer_lab.vocabulary import END_ID


@pytest.fixture(scope="module")
def pairs():
    return list(islice(random_pairs(5, "test"), 40))


def test_an_untrained_model_gets_no_sentence_right_and_looks_anywhere(pairs):
    found = translation_accuracy(untrained_translator(1), pairs, *translator_vocabularies())
    assert (found.sentences, found.exact) == (40, 0)
    content = sum(each.is_content for pair in pairs for each in pair.morphemes)
    assert found.content_morphemes == content
    assert found.aligned_share < 0.5


def test_the_target_stands_between_the_start_of_its_style_and_the_end(pairs):
    source, target = translator_vocabularies()
    src, tgt = token_ids(pairs[0], source, target)
    assert len(src) == len(pairs[0].words)
    assert (target.tokens[tgt[0]], tgt[-1]) == (pairs[0].style.token, END_ID)
    assert target.words(tgt[1:-1]) == list(pairs[0].korean)


def test_shares_are_counts_over_counts():
    found = TranslationAccuracy(sentences=200, exact=199, content_morphemes=1000, aligned=990)
    assert found.exact_share == pytest.approx(0.995)
    assert found.aligned_share == pytest.approx(0.99)
