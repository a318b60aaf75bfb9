import random
from functools import partial

from english_korean.language.korean.adverbials import LATE, ORDER
from english_korean.language.lexicon import LEXICON
from english_korean.teaching.sampling.sentences import SentenceDrawing


def test_adverbs_of_time_go_with_the_tense():
    drawing = SentenceDrawing(random.Random(5))
    for tense in ("past", "present", "future"):
        for adverbial in (drawing.time(tense, is_awaited=False) for _ in range(200)):
            adverb = LEXICON.adverbs.get(adverbial.word)
            assert adverb is None or adverb.tense in ("", tense)
            assert adverbial.word != "ago" or tense == "past"


def test_every_adverbial_has_its_place_in_korean():
    drawing = SentenceDrawing(random.Random(6))
    manner = partial(drawing.manner, "turn")
    draws = (drawing.place, drawing.goal, manner, drawing.frequency, drawing.added)
    kinds = {draw().kind for draw in draws for _ in range(200)}
    assert kinds - {"also", "doing"} <= {*ORDER, *LATE}


def test_left_and_right_stand_by_what_turns_and_moves():
    drawing = SentenceDrawing(random.Random(5))
    words = {
        verb: {drawing.manner(verb).quality.word for _ in range(300)} for verb in ("turn", "eat")
    }
    assert {"left", "right"} <= words["turn"]
    assert not {"left", "right", "straight"} & words["eat"]


def test_yet_stands_where_something_is_awaited():
    drawing = SentenceDrawing(random.Random(5))
    times = {
        awaited: {drawing.time("past", is_awaited=awaited).word for _ in range(300)}
        for awaited in (True, False)
    }
    assert "yet" in times[True]
    assert "yet" not in times[False]
