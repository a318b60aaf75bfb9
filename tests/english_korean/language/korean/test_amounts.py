"""How many and how much is said apart from the noun."""

import pytest

from english_korean.language.korean.written import written_sentence
from english_korean.language.recognition import recognise
from english_korean.language.syntax import Style


def korean(english):
    return written_sentence(recognise(english, Style("plain", honorific=False)).pair.korean)


@pytest.mark.parametrize(
    ("english", "said"),
    [("There are two chairs in the room.", "방에 의자가 두 개 있다."),
     ("She bought three fish at the market.", "그녀는 시장에서 생선을 세 마리 샀다."),
     ("I bought some bread.", "나는 빵을 좀 샀다."),
     ("There are too many cars here.", "여기에는 차가 너무 많다."),
     ("There are not many trees here.", "여기에는 나무가 많지 않다."),
     ("She has many friends.", "그녀는 친구가 많다."),
     ("He read many books yesterday.", "그는 어제 책을 많이 읽었다."),
     ("I like many songs.", "나는 많은 노래를 좋아한다."),
     ("There are many kinds of birds here.", "여기에 여러 종류의 새가 있다."),
     ("Do you drink much milk?", "우유를 많이 마시니?"),
     ("We need more water.", "우리는 물이 더 필요하다."),
     ("I have enough money.", "나는 돈이 충분하다."),
     ("I want another cup of tea.", "나는 차를 한 잔 더 마시고 싶다."),
     ("A spider has eight legs.", "거미는 다리가 여덟 개이다."),
     ("A year has twelve months.", "일 년은 열두 달이다."),
     ("How many minutes are there in an hour?", "한 시간은 몇 분이니?")],
)  # fmt: skip
def test_how_many_stands_behind_the_particle(english, said):
    assert korean(english) == said
