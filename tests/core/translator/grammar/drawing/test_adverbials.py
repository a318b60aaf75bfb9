import random

from transformer_core.translator.grammar.drawing.sentences import SentenceDrawing
from transformer_core.translator.grammar.korean.adverbials import LATE, ORDER
from transformer_core.translator.grammar.lexicon import LEXICON


def test_adverbs_of_time_go_with_the_tense():
    drawing = SentenceDrawing(random.Random(5))
    for tense in ("past", "present", "future"):
        for adverbial in (drawing.time(tense) for _ in range(200)):
            adverb = LEXICON.adverbs.get(adverbial.word)
            assert adverb is None or adverb.tense in ("", tense)
            assert adverbial.word != "ago" or tense == "past"


def test_every_adverbial_has_its_place_in_korean():
    drawing = SentenceDrawing(random.Random(6))
    draws = (drawing.place, drawing.goal, drawing.manner, drawing.frequency, drawing.added)
    kinds = {draw().kind for draw in draws for _ in range(200)}
    assert kinds - {"also", "doing"} <= {*ORDER, *LATE}
