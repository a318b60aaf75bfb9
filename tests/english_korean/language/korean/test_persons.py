"""Who is said and who is not, and what one asks, promises and guesses, in the polite style."""

import pytest

from english_korean.language.korean.written import written_sentence
from english_korean.language.recognition import recognise
from english_korean.language.syntax import Style


def korean(english, level="polite"):
    return written_sentence(recognise(english, Style(level)).pair.korean)


@pytest.mark.parametrize(
    ("english", "said"),
    [("Do you have a pen?", "펜이 있어요?"),
     ("Do you like it, too?", "당신도 그것을 좋아해요?"),
     ("You must not swim here.", "여기에서 수영하면 안 돼요."),
     ("Can I use this pen?", "이 펜을 사용해도 돼요?"),
     ("Do I have to go there?", "제가 거기에 가야 해요?"),
     ("How can I get to the airport?", "공항에 어떻게 가면 돼요?"),
     ("You are late, but he is not late.", "당신은 늦었지만 그는 늦지 않았어요.")],
)  # fmt: skip
def test_who_asks_and_who_is_asked_is_said_only_where_it_must_be(english, said):
    assert korean(english) == said


@pytest.mark.parametrize(
    ("english", "plain", "polite"),
    [("Could you close the window?", "창문 좀 닫아 줄래?", "창문 좀 닫아 주시겠어요?"),
     ("Will you help me?", "나 좀 도와줄래?", "저 좀 도와주시겠어요?"),
     ("Can you play the violin?", "바이올린을 켤 수 있니?", "바이올린을 켤 수 있어요?"),
     ("Please open the window.", "창문 좀 열어 줘.", "창문 좀 열어 주세요."),
     ("Give me the book.", "책을 줘.", "책을 주세요."),
     ("Give him the book.", "그에게 책을 줘라.", "그에게 책을 주세요."),
     ("I will call you tomorrow.", "나는 내일 너에게 전화할 것이다.", "내일 전화할게요."),
     ("I will miss you.", "나는 너를 보고 싶을 것이다.", "저는 당신을 보고 싶을 거예요."),
     ("Thank you for coming today.", "오늘 와 줘서 고맙다.", "오늘 와 주셔서 고마워요."),
     ("She asked me to open the window.", "그녀는 나에게 창문을 열어 달라고 부탁했다.",
      "그녀는 저에게 창문을 열어 달라고 부탁했어요.")],
)  # fmt: skip
def test_what_is_asked_for_and_promised_is_a_favour(english, plain, polite):
    assert (korean(english, "plain"), korean(english)) == (plain, polite)


@pytest.mark.parametrize(
    ("english", "said"),
    [("I think it will rain.", "비가 올 것 같다."),
     ("I think it is Monday today.", "오늘은 월요일인 것 같다."),
     ("I think we are lost.", "우리는 길을 잃은 것 같다."),
     ("I would like a cup of tea and two muffins.", "나는 차 한 잔과 머핀 두 개를 원한다."),
     ("I think he was at home.", "그는 집에 있었던 것 같다."),
     ("I think you are right.", "나는 네가 옳다고 생각한다."),
     ("That sounds interesting.", "그것은 재미있을 것 같다."),
     ("He wants some bread.", "그는 빵을 좀 먹고 싶어 한다."),
     ("I would like some water.", "나는 물을 좀 마시고 싶다.")],
)  # fmt: skip
def test_what_one_only_thinks_seems_so_and_what_one_wants_one_wants_to_taste(english, said):
    assert korean(english, "plain") == said


@pytest.mark.parametrize(
    ("english", "said"),
    [("He washed his car.", "그는 차를 닦았다."),
     ("Tom washed her car.", "톰은 그녀의 차를 닦았다."),
     ("They love their house.", "그들은 자기 집을 사랑한다."),
     ("The boy who lost his dog is crying.", "개를 잃어버린 소년은 울고 있다."),
     ("She washed my hair.", "그녀는 내 머리를 감겨 주었다.")],
)  # fmt: skip
def test_whose_it_is_is_said_of_what_is_another_s(english, said):
    assert korean(english, "plain") == said
