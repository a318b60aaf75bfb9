"""Whole sentences, from English as a person types it to Korean as a person reads it."""

import pytest

from transformer_core.translator.grammar.korean import korean_morphemes
from transformer_core.translator.grammar.recognition import recognise
from transformer_core.translator.grammar.written_korean import written_sentence

SENTENCES = {
    "A cat eats fish.": "고양이가 생선을 먹는다.",
    "The cat eats fish.": "고양이는 생선을 먹는다.",
    "The dog did not eat the meat.": "개는 고기를 먹지 않았다.",
    "I went to school.": "나는 학교에 갔다.",
    "I go home.": "나는 집에 간다.",
    "Why does he not laugh?": "그는 왜 웃지 않니?",
    "The big dogs are sleeping under the table.": "큰 개들은 탁자 아래에서 자고 있다.",
    "The books are on the desk.": "책은 책상 위에 있다.",
    "Tom is not at home.": "톰은 집에 없다.",
    "My friend will buy a red hat tomorrow.": "내 친구는 내일 빨간 모자를 살 것이다.",
    "Yesterday I met her teacher in the park.": "어제 나는 공원에서 그녀의 선생님을 만났다.",
    "Mina gave a beautiful flower to her mother.": "미나는 그녀의 어머니에게 아름다운 꽃을 줬다.",
    "We can swim in the river.": "우리는 강에서 헤엄칠 수 있다.",
    "You can't open this door.": "너는 이 문을 열 수 없다.",
    "Who made the delicious soup?": "누가 맛있는 수프를 만들었니?",
    "What did the boy lose?": "소년은 무엇을 잃어버렸니?",
    "Who does the queen love?": "여왕은 누구를 사랑하니?",
    "Where do you live?": "너는 어디에 사니?",
    "Where did you go yesterday?": "너는 어제 어디에 갔니?",
    "Where is the key?": "열쇠는 어디에 있니?",
    "Will they help us?": "그들은 우리를 도울 거니?",
    "Is Anna a doctor?": "안나는 의사니?",
    "She was not a singer.": "그녀는 가수가 아니었다.",
    "He was a king.": "그는 왕이었다.",
    "We stayed at home because it rained.": "비가 왔기 때문에 우리는 집에 머물렀다.",
    "When it snows, the children play.": "눈이 올 때 아이들은 논다.",
    "If you come, I will be happy.": "네가 오면 나는 행복할 것이다.",
    "Before she sleeps, she drinks milk.": "그녀가 자기 전에 그녀는 우유를 마신다.",
    "After I wrote the letter, I walked.": "내가 편지를 쓴 후에 나는 걸었다.",
    "I like apples but he hates apples.": "나는 사과를 좋아하지만 그는 사과를 싫어한다.",
    "Tom sang and Mary danced.": "톰은 노래했고 메리는 춤췄다.",
    "Jiho thinks that the cat is cute.": "지호는 고양이가 귀엽다고 생각한다.",
    "I believe that he is a thief.": "나는 그가 도둑이라고 믿는다.",
    "She says that she will go to Seoul.": "그녀는 그녀가 서울에 갈 것이라고 말한다.",
    "It is raining now.": "지금 비가 오고 있다.",
    "The lazy student usually sleeps in the classroom.": "게으른 학생은 보통 교실에서 잔다.",
    "My grandfather runs slowly with his dog every day.": (
        "내 할아버지는 매일 그의 개와 함께 천천히 달린다."
    ),
    "Every teacher knows this song.": "모든 선생님은 이 노래를 안다.",
}


@pytest.mark.parametrize(("english", "korean"), SENTENCES.items(), ids=SENTENCES)
def test_the_korean_is_what_a_korean_writes(english, korean):
    sentence = recognise(english).sentence
    assert sentence is not None
    assert written_sentence([each.text for each in korean_morphemes(sentence)]) == korean


def test_content_words_are_told_from_particles_and_endings():
    morphemes = korean_morphemes(recognise("The cat will eat fish").sentence)
    assert [each.text for each in morphemes if each.is_content] == ["고양이", "생선", "먹-"]
