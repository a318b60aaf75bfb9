"""Which Korean link is meant by because, while, when and and."""

import pytest

from english_korean.language.korean.written import written_sentence
from english_korean.language.recognition import recognise
from english_korean.language.syntax import Style


@pytest.mark.parametrize(
    ("english", "said"),
    [("Minsu went to bed early because he was tired.", "민수는 피곤해서 일찍 잤다."),
     ("He may be sick because he is not here.", "그는 여기에 없으니까 아플지도 모른다."),
     ("The children ate the cookies because they were hungry.", "아이들은 배고파서 쿠키를 먹었다."),
     ("The children ate the cookies because they were delicious.",
      "아이들은 쿠키가 맛있어서 먹었다."),
     ("He sings while he cooks.", "그는 요리하면서 노래한다."),
     ("He fell asleep while he was reading.", "그는 책을 읽는 동안 잠들었다."),
     ("I was happy when I read the letter.", "나는 편지를 읽었을 때 행복했다."),
     ("We go out when the rain stops.", "비가 그치면 우리는 밖에 나간다."),
     ("I bought three oranges and ate them.", "나는 오렌지를 세 개 사서 먹었다.")],
)  # fmt: skip
def test_the_link_says_how_the_clauses_hang_together(english, said):
    pair = recognise(english, Style("plain", honorific=False)).pair
    assert written_sentence(pair.korean) == said
