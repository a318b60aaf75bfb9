"""Whose it is, and what happens to a thing, is said as Korean does, in the plain style."""

import pytest

from english_korean.language.korean.written import written_sentence
from english_korean.language.recognition import recognise
from english_korean.language.syntax import Style


def korean(english, level="plain"):
    return written_sentence(recognise(english, Style(level)).pair.korean)


@pytest.mark.parametrize(
    ("english", "said"),
    [("He left his phone on the train.", "그는 기차에 전화기를 두고 왔다."),
     ("She helps her mother with the dishes.", "그녀는 어머니의 설거지를 도와드린다."),
     ("Tom washed his car.", "톰은 차를 닦았다."),
     ("Tom and I cleaned our room.", "톰과 나는 방을 청소했다."),
     ("Do your homework.", "숙제를 해라."),
     ("She told her son to wash his hands.", "그녀는 아들에게 손을 씻으라고 말했다."),
     ("The children cried when their father left.", "아버지가 떠나셨을 때 아이들은 울었다."),
     ("I love my mother.", "나는 어머니를 사랑한다.")],
)  # fmt: skip
def test_what_is_ones_own_has_no_owner(english, said):
    assert korean(english) == said


@pytest.mark.parametrize(
    ("english", "said"),
    [("Tom washed her car.", "톰은 그녀의 차를 닦았다."),
     ("I like my bike.", "나는 내 자전거를 좋아한다."),
     ("Is that your bicycle?", "저것은 네 자전거니?"),
     ("My favorite color is blue.", "내가 가장 좋아하는 색은 파란색이다."),
     ("His car is old.", "그의 차는 오래됐다.")],
)  # fmt: skip
def test_another_owner_and_what_one_likes_of_ones_own_are_said(english, said):
    assert korean(english) == said


def test_politely_nobody_says_whose_it_is_that_is_the_hearers():
    assert korean("Have you finished your homework?", "polite") == "숙제를 끝냈어요?"
    assert korean("Is that your bicycle?", "polite") == "저것은 당신의 자전거예요?"
    assert korean("I like your bag.", "polite") == "저는 당신의 가방을 좋아해요."


@pytest.mark.parametrize(
    ("english", "said"),
    [("The door was opened.", "문이 열렸다."),
     ("The bus did not come.", "버스가 오지 않았다."),
     ("The cake looks delicious.", "케이크가 맛있어 보인다."),
     ("The window is broken.", "창문이 깨져 있다."),
     ("All the lights went out.", "전등이 모두 꺼졌다.")],
)  # fmt: skip
def test_what_happens_to_a_thing_has_no_topic(english, said):
    assert korean(english) == said


@pytest.mark.parametrize(
    ("english", "said"),
    [("The door opens at nine.", "문은 아홉 시에 열린다."),
     ("The flowers smell good.", "꽃은 냄새가 좋다."),
     ("This house was built by my uncle.", "이 집은 우리 삼촌이 지으셨다."),
     ("The boy came.", "소년은 왔다."),
     ("All students like games.", "모든 학생은 게임을 좋아한다.")],
)  # fmt: skip
def test_a_rule_a_person_and_what_has_an_agent_stay_topics(english, said):
    assert korean(english) == said


@pytest.mark.parametrize(
    ("english", "said"),
    [("It is my turn to read.", "내가 책을 읽을 차례이다."),
     ("It is Tom's turn to cook.", "톰이 요리할 차례이다."),
     ("I asked him to help me.", "나는 그에게 도와 달라고 부탁했다."),
     ("She asked Tom to open the door.", "그녀는 톰에게 문을 열어 달라고 부탁했다."),
     ("She needs to sleep.", "그녀는 자야 한다."),
     ("You don't need to go.", "너는 갈 필요가 없다."),
     ("I liked that story.", "나는 그 이야기를 좋아했다."),
     ("Look at that building.", "저 건물을 봐라."),
     ("Can I have a cup of tea?", "차 한 잔 줄래?"),
     ("Is it going to rain tomorrow?", "내일 비가 올까?"),
     ("He is not coming to the party.", "그는 파티에 오지 않을 것이다."),
     ("She is planning to buy a car.", "그녀는 차를 사려고 한다."),
     ("Can you help us with this box?", "이 상자를 옮기는 것을 도와줄래?")],
)  # fmt: skip
def test_turns_requests_duties_and_plans(english, said):
    assert korean(english) == said
