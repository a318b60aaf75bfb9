import pytest

from benchmarks.ordinary import LISTS, sentences_of, tried
from english_korean import Translator


def test_each_sentence_is_tried_once(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("# Of me:\nI am a student.\n\n  The sky is blue. \nI am a student.\n", "utf-8")
    assert sentences_of(path) == ["I am a student.", "The sky is blue."]


def test_outside_and_right_are_told_apart():
    outside, inside = tried(Translator.load(), ["Green ideas whether of", "I am a student."])
    assert outside.is_right is None and outside.reference is None
    assert inside.reference == inside.written == "나는 학생이다."
    assert inside.is_right and inside.milliseconds > 0


EVERY = 8
"""Of the lists' sentences every eighth is tried here; `python -m benchmarks.ordinary` tries all."""


INSIDE = (0.97, 0.8, 0.88, 0.85, 0.7, 0.9, 0.6)
RIGHT = (0.96, 0.93, 0.9, 0.85, 0.75, 0.94, 0.6)
"""The least of those sentences, list by list."""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "inside", "right"),
    list(zip(LISTS[:7], INSIDE, RIGHT, strict=True)),
    ids=[path.stem for path in LISTS[:7]],
)
def test_most_of_what_people_type_is_inside_and_right(path, inside, right):
    """The last three lists came when the language had grown."""
    found = tried(Translator.load(), sentences_of(path)[::EVERY])
    read = [each for each in found if each.is_right is not None]
    assert len(found) > 20
    assert len(read) >= inside * len(found)
    assert sum(bool(each.is_right) for each in read) >= right * len(read)
