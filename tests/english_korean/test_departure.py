import pytest

from english_korean import reference_morphemes
from english_korean.departure import departure
from english_korean.language.recognition import recognise


def departing(sentence: str, korean: str):
    recognition = recognise(sentence)
    reference, pair = reference_morphemes(recognition), recognition.pair
    assert reference is not None and pair is not None
    return departure(korean.split(), reference, pair)


def test_another_order_of_the_same_words_shows_nothing_wrong():
    korean = "너무 피곤하- -었- -기 때문에 동물 -은/는 길 -을/를 건너- -지 않- -었- -다"
    found = departing("The animal didn't cross the street because it was too tired.", korean)
    assert not found.is_wrong


def test_another_particle_of_the_subject_shows_nothing_wrong():
    assert not departing("The cat saw the dog.", "고양이 -이/가 개 -을/를 보- -었- -다").is_wrong


@pytest.mark.parametrize(
    ("korean", "missing"),
    [
        ("고양이 -은/는 보- -었- -다", ("개",)),
        ("고양이 -은/는 소 -을/를 먹- -었- -다", ("개", "보-")),
        ("고양이 -은/는 개 -을/를 보- -ㄴ다", ("-었-",)),
        ("", ("고양이", "개", "보-", "-었-")),
    ],
)
def test_what_is_not_said_is_missing(korean, missing):
    found = departing("The cat saw the dog.", korean)
    assert found.missing == missing
    assert found.is_wrong


def test_a_negation_that_is_lost_is_missing():
    assert departing("The cat doesn't sleep.", "고양이 -은/는 자- -ㄴ다").missing == ("않-",)


def test_who_does_it_to_whom_is_part_of_the_meaning():
    found = departing("The cat saw the dog.", "개 -은/는 고양이 -을/를 보- -었- -다")
    assert found.missing == ()
    assert set(found.turned) == {"고양이", "개"}
    assert found.is_wrong


def test_an_unknown_word_has_to_be_copied():
    copied = "조이 -은/는 ‘quokka’ -을/를 보- -었- -다"
    assert "‘quokka’" not in departing("He saw a quokka.", copied).missing
    assert "‘quokka’" in departing("He saw a quokka.", "그 -은/는 ‘?’ -을/를 보- -었- -다").missing
