"""What says the same in another order or wording, and what does not."""

import pytest

from english_korean import reference_morphemes
from english_korean.language.recognition import recognise
from english_korean.rewording import is_reworded


def is_same(sentence: str, korean: str) -> bool:
    recognition = recognise(sentence)
    reference, pair, tree = reference_morphemes(recognition), recognition.pair, recognition.sentence
    assert reference is not None and pair is not None and tree is not None
    return is_reworded(korean.split(), reference, pair, tree)


@pytest.mark.parametrize(
    ("sentence", "korean"),
    [
        ("The cat saw the dog yesterday.", "어제 고양이 -은/는 개 -을/를 보- -었- -다"),
        ("The cat saw the dog yesterday.", "고양이 -은/는 개 -을/를 어제 보- -었- -다"),
        ("The cat saw the dog.", "개 -을/를 고양이 -은/는 보- -었- -다"),
        ("The cat saw the dog.", "고양이 -이/가 개 -을/를 보- -었- -다"),
        ("He gave a book to the boy.", "그 -은/는 책 -을/를 소년 -에게 주- -었- -다"),
        ("I saw three students.", "나 -은/는 학생 -을/를 세 명 보- -었- -다"),
        ("I saw three students.", "나 -은/는 학생 세 명 -을/를 보- -었- -다"),
        ("I slept when it rained.", "나 -은/는 비 -이/가 오- -었- -ㄹ 때 자- -었- -다"),
        ("She reads a book before going to bed.",
         "자- -기 전에 그녀 -은/는 책 -을/를 읽- -ㄴ다"),
        ("The animal didn't cross the street although it was too tired.",
         "너무 피곤하- -었- -지만 동물 -은/는 길 -을/를 건너- -지 않- -었- -다"),
    ],
)  # fmt: skip
def test_it_says_the_same(sentence, korean):
    assert is_same(sentence, korean)


@pytest.mark.parametrize(
    ("sentence", "korean"),
    [
        ("The cat saw the dog.", "개 -은/는 고양이 -을/를 보- -었- -다"),
        ("The cat saw the dog.", "고양이 -은/는 개 -은/는 보- -었- -다"),
        ("The cat saw the dog.", "고양이 -은/는 개 -을/를 보- -ㄴ다"),
        ("The cat saw the dog.", "고양이 -은/는 개 -을/를 보- -지 않- -었- -다"),
        ("The cat saw the dog.", "고양이 -은/는 개 -을/를 보- -었- -어요"),
        ("The cat saw the dog.", "고양이 -은/는 보- -었- -다"),
        ("The cat saw the dog.", "고양이 -은/는 보- -었- -다 개 -을/를"),
        ("A cat saw the dog.", "고양이 -은/는 개 -을/를 보- -었- -다"),
        ("I saw three students.", "나 -은/는 학생 -을/를 네 명 보- -었- -다"),
        ("I slept when it rained.", "비 -은/는 오- -었- -ㄹ 때 나 -은/는 자- -었- -다"),
        ("I slept when it rained.", "나 -은/는 자- -었- -ㄹ 때 비 -이/가 오- -었- -다"),
        ("There is a book on the desk.", "책 -은/는 책상 위 -에 있- -다"),
        ("I read the book that he bought yesterday.",
         "나 -은/는 어제 그 -이/가 사- -ㄴ 책 -을/를 읽- -었- -다"),
        ("I read the book that he bought yesterday.",
         "나 -은/는 그 -이/가 사- -ㄴ 책 -을/를 어제 읽- -었- -다"),
        ("She reads a book before going to bed.",
         "그녀 -은/는 책 -을/를 자- -기 전에 읽- -ㄴ다"),
        ("Good morning.", ""),
        ("The cat saw the dog.", ""),
    ],
)  # fmt: skip
def test_it_does_not_say_the_same(sentence, korean):
    assert not is_same(sentence, korean)


def test_who_is_asked_may_be_named_or_not():
    for korean in ("너 -은/는 개 -을/를 보- -었- -니", "개 -을/를 보- -었- -니"):
        assert is_same("Did you see the dog?", korean)
    assert not is_same("Did you see the dog?", "나 -은/는 개 -을/를 보- -었- -니")
    assert not is_same("Did he see the dog?", "개 -을/를 보- -었- -니")
    assert not is_same("You saw the dog.", "개 -을/를 보- -었- -다")


def test_what_is_read_with_a_relative_clause_stays_behind_it():
    sentence = "I read the book that he bought in the park."
    assert not is_same(sentence, "나 -이/가 그 -이/가 공원 -에서 사- -ㄴ 책 -을/를 읽- -ㄴ다")
    assert not is_same(sentence, "나 -은/는 공원 -에서 그 -이/가 사- -ㄴ 책 -을/를 읽- -ㄴ다")
