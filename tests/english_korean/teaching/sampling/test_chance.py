import random
from collections import Counter

from english_korean.language.lexicon import LEXICON
from english_korean.teaching.sampling.sentences import SentenceDrawing


def test_most_nouns_are_of_the_kinds_that_are_asked_for():
    drawing = SentenceDrawing(random.Random(2))
    drawn = [drawing.noun({"food", "=ball"}) for _ in range(1000)]
    fitting = [noun for noun in drawn if noun.kind == "food" or noun.word == "ball"]
    assert 0.93 < len(fitting) / len(drawn) < 1


def test_evenly_a_seldom_word_comes_about_as_often_as_a_usual_one():
    def largest_share(*, evenly: bool) -> float:
        drawing = SentenceDrawing(random.Random(4), evenly=evenly)
        drawn = Counter(drawing.noun({"food"}).word for _ in range(2000))
        return drawn.most_common(1)[0][1] / drawn.total()

    assert largest_share(evenly=True) < 0.02 < 0.04 < largest_share(evenly=False)


def test_evenly_every_verb_of_a_frame_comes():
    drawing = SentenceDrawing(random.Random(5), evenly=True)
    drawn = {drawing.action("intransitive").word for _ in range(2500)}
    assert drawn == set(LEXICON.frames["intransitive"])
