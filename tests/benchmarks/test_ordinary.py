from benchmarks.ordinary import FRESH, SENTENCES, sentences_of, tried
from transformer_core.translator import Translator


def test_each_sentence_is_tried_once(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("I am a student.\n\n  The sky is blue. \nI am a student.\n", "utf-8")
    assert sentences_of(path) == ["I am a student.", "The sky is blue."]


def test_outside_and_right_are_told_apart():
    outside, inside = tried(Translator.load(), ["Green ideas whether of", "I am a student."])
    assert outside.is_right is None and outside.reference is None
    assert inside.reference == inside.written == "나는 학생이다."
    assert inside.is_right and inside.milliseconds > 0


def test_most_of_what_people_type_is_inside_and_right():
    found = tried(Translator.load(), sentences_of(SENTENCES))
    inside = [each for each in found if each.is_right is not None]
    assert len(found) == 300
    assert len(inside) >= 0.95 * len(found)
    assert sum(bool(each.is_right) for each in inside) >= 0.9 * len(inside)


def test_so_is_what_nobody_had_looked_at():
    found = tried(Translator.load(), sentences_of(FRESH))
    inside = [each for each in found if each.is_right is not None]
    assert len(inside) >= 0.8 * len(found)
    assert sum(bool(each.is_right) for each in inside) >= 0.88 * len(inside)
