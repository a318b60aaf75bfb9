"""What is said by how another thing is done; what lasts; who does what is done."""

import pytest

from english_korean.language.korean.written import written_sentence
from english_korean.language.recognition import recognise
from english_korean.language.syntax import Style


def korean(english):
    return written_sentence(recognise(english, Style("plain", honorific=False)).pair.korean)


@pytest.mark.parametrize(
    ("english", "said"),
    [("She finished writing the letter.", "그녀는 편지를 다 썼다."),
     ("I have not finished reading the book.", "나는 책을 다 읽지 못했다."),
     ("She is very good at drawing pictures.", "그녀는 그림을 매우 잘 그린다."),
     ("I am not good at singing.", "나는 노래를 잘하지 못한다."),
     ("Lisa cooks well.", "리사는 요리를 잘한다."),
     ("I cannot swim very well.", "나는 수영을 그다지 잘하지 못한다."),
     ("I did not sleep well.", "나는 잘 자지 못했다."),
     ("The flowers smell very good.", "꽃은 냄새가 매우 좋다."),
     ("He rarely eats meat.", "그는 고기를 거의 먹지 않는다.")],
)  # fmt: skip
def test_how_it_is_done_stands_before_the_verb(english, said):
    assert korean(english) == said


@pytest.mark.parametrize(
    ("english", "said"),
    [("We have lived here for ten years.", "우리는 십 년째 여기에 살고 있다."),
     ("She has been in Busan since Monday.", "그녀는 월요일부터 부산에 있다."),
     ("They have been friends since they were seven.", "그들은 일곱 살이었을 때부터 친구이다."),
     ("It has been raining since Monday.", "월요일부터 비가 오고 있다."),
     ("I have not seen him for two years.", "나는 이 년 동안 그를 보지 못했다."),
     ("What have you been doing?", "그동안 무엇을 하고 있었니?")],
)  # fmt: skip
def test_what_lasts_still_is_said_of_now(english, said):
    assert korean(english) == said


@pytest.mark.parametrize(
    ("english", "said"),
    [("The computer was invented by a scientist.", "컴퓨터는 한 과학자가 발명했다."),
     ("The book that was written by him is good.", "그가 쓴 책은 좋다."),
     ("She is loved by everyone.", "그녀는 모든 사람에게 사랑받는다."),
     ("The house was destroyed by a storm.", "집은 폭풍으로 파괴됐다.")],
)  # fmt: skip
def test_somebody_does_what_is_done_by_somebody(english, said):
    assert korean(english) == said
