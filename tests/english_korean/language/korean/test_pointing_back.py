"""What a pronoun points back to, and what a relative clause leaves behind."""

import pytest

from english_korean.heads.roles import pronoun_at_antecedent
from english_korean.language.korean.written import written_sentence
from english_korean.language.recognition import recognise

PAIRS = [
    ("The trophy doesn't fit in the suitcase because it is too big.", "trophy",
     "트로피는 너무 커서 여행 가방 안에 들어가지 않는다."),
    ("The trophy doesn't fit in the suitcase because it is too small.", "suitcase",
     "여행 가방이 너무 작아서 트로피는 들어가지 않는다."),
    ("The animal didn't cross the street because it was too tired.", "animal",
     "동물은 너무 피곤해서 길을 건너지 않았다."),
    ("The animal didn't cross the street because it was too wide.", "street",
     "동물은 길이 너무 넓어서 건너지 않았다."),
    ("The children ate the cookies because they were hungry.", "children",
     "아이들은 배고파서 쿠키를 먹었다."),
    ("The children ate the cookies because they were delicious.", "cookies",
     "아이들은 쿠키가 맛있어서 먹었다."),
]  # fmt: skip


@pytest.mark.parametrize(("english", "noun", "korean"), PAIRS)
def test_a_pronoun_stands_for_what_suits_it(english, noun, korean):
    pair = recognise(english).pair
    assert written_sentence(pair.korean) == korean
    ((pronoun, nouns),) = pronoun_at_antecedent(pair).items()
    assert pair.english[pronoun] in ("it", "they")
    assert [pair.english[at] for at in nouns] == [noun]


@pytest.mark.parametrize(
    ("english", "said"),
    [("When the bird saw the cat, it flew away.", "새는 고양이를 보았을 때 날아갔다."),
     ("He washed the car before he sold it.", "그는 팔기 전에 차를 닦았다."),
     ("The house that I live in is old.", "내가 사는 집은 오래됐다."),
     ("This is the chair I sit on.", "이것은 내가 앉는 의자이다."),
     ("The friend that I play with is kind.", "내가 함께 노는 친구는 친절하다."),
     ("Attention is all you need.", "어텐션은 너에게 필요한 모든 것이다."),
     ("Everything I bought is here.", "내가 산 모든 것은 여기에 있다."),
     ("The key to the cabinets is on the table.", "캐비닛의 열쇠는 탁자 위에 있다."),
     ("The keys to the cabinet are on the table.", "캐비닛의 열쇠는 탁자 위에 있다."),
     ("I saw the man with the telescope.", "나는 망원경으로 남자를 보았다.")],
)  # fmt: skip
def test_what_explanations_of_attention_use_is_read(english, said):
    found = recognise(english)
    assert found.state == "inside"
    assert written_sentence(found.pair.korean) == said


@pytest.mark.parametrize(
    "english", ["The key to the cabinets are on the table.", "The house that I live is old."]
)
def test_what_does_not_agree_or_lacks_its_preposition_is_outside(english):
    assert recognise(english).state == "outside"
