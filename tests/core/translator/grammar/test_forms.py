import random
from itertools import islice

from transformer_core.translator.grammar.forms import english_forms, korean_forms
from transformer_core.translator.grammar.generation import random_sentence
from transformer_core.translator.grammar.pairs import UNKNOWN, pair_of, random_pairs


def test_the_grammar_writes_no_other_words():
    english, korean = set(english_forms()), set(korean_forms())
    draw = random.Random(5)
    for _ in range(800):
        pair = pair_of(random_sentence(draw))
        assert set(pair.english) <= english
        assert set(pair.korean) <= korean


def test_nearly_every_word_occurs_soon():
    pairs = list(islice(random_pairs(1, "training"), 4000))
    english = {word for pair in pairs for word in pair.english} - {UNKNOWN}
    korean = {word for pair in pairs for word in pair.korean} - {UNKNOWN}
    assert len(set(english_forms()) - english) < 0.02 * len(english_forms())
    assert not set(korean_forms()) - korean


def test_forms_are_sorted_and_none_stands_twice():
    for forms in (english_forms(), korean_forms()):
        assert forms == sorted(set(forms))
