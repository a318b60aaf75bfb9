import random

from transformer_core.translator.grammar.drawing.sentences import SentenceDrawing


def test_most_nouns_are_of_the_kinds_that_are_asked_for():
    drawing = SentenceDrawing(random.Random(2))
    drawn = [drawing.noun({"food", "=ball"}) for _ in range(1000)]
    fitting = [noun for noun in drawn if noun.kind == "food" or noun.word == "ball"]
    assert 0.93 < len(fitting) / len(drawn) < 1
