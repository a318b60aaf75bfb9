"""Which of a word's meanings is meant: English sentence -> a stem of the Korean, without its -."""

import pytest

from english_korean.language.lexicon import LEXICON
from english_korean.language.recognition import recognise
from english_korean.language.senses import (
    fits,
    has_trait,
    is_elder,
    is_person,
    kind_of,
    sense_of,
)
from english_korean.language.syntax import Clause, NounPhrase

STEMS = {
    "He wears a hat.": "쓰", "He wears glasses.": "쓰", "She wears a dress.": "입",
    "She wears shoes.": "신", "She wears a ring.": "끼", "She wears gloves.": "끼",
    "He wears a tie.": "매", "He wears a watch.": "차", "She wears earrings.": "하",
    "He put on his socks.": "신", "He put his hat on.": "쓰",
    "He took off his hat.": "벗", "He took off his tie.": "풀", "He took off his ring.": "빼",
    "Leave it here.": "두", "Pick up the paper.": "줍",
    "I look like my father.": "닮", "He looks like a king.": "보이",
    "She plays the piano.": "치", "She plays the violin.": "켜", "She plays the flute.": "불",
    "She plays the guitar.": "치", "She plays soccer.": "하", "She plays tennis.": "치",
    "She plays chess.": "하", "She plays with a friend.": "놀", "She plays with toys.": "놀",
    "The young man sings.": "젊", "The young child sings.": "어리", "The young dog ran.": "어리",
    "I was young.": "어리", "The old dog sings.": "늙", "The old house is big.": "오래되",
    "He is older than me.": "많", "The little boy cried.": "어리", "The little box is here.": "작",
    "The boy fell.": "넘어지", "Rain fell.": "내리", "A leaf fell.": "떨어지",
    "The cup fell.": "떨어지",
    "I washed my hands.": "씻", "I washed my hair.": "감", "I washed the socks.": "빨",
    "I washed the car.": "닦", "I washed the apple.": "씻",
    "I brushed my teeth.": "닦", "I brushed my hair.": "빗",
    "He broke the window.": "깨", "He broke his leg.": "부러뜨리", "He broke his promise.": "어기",
    "He broke the computer.": "내", "The computer broke.": "나", "The glass broke.": "깨지",
    "I take the bus.": "타", "I take a picture.": "찍", "I take this medicine.": "먹",
    "I take an exam.": "보", "I take an umbrella.": "가져가", "I take a shower.": "하",
    "I take a class.": "듣",
    "I have a car.": "있", "I have breakfast.": "먹", "I have coffee.": "마시",
    "I have a cold.": "걸리", "I have a fever.": "나", "I have a lot of coffee.": "많",
    "I don't have a car.": "없",
    "It is hot today.": "덥", "The soup is hot.": "뜨겁", "The room is hot.": "덥",
    "It is cold.": "춥", "The water is cold.": "차갑", "I am cold.": "춥",
    "The boy is tall.": "크", "The building is tall.": "높",
    "He opened the door.": "열", "He opened his eyes.": "뜨", "He opened the book.": "펴",
    "He closed the door.": "닫", "He closed his eyes.": "감", "He closed the book.": "덮",
    "The shop opens at nine.": "열", "The door opens.": "열리",
    "I got a letter.": "받", "I got a cold.": "걸리", "I got a job.": "얻", "I got home.": "도착하",
    "I made a cake.": "만들", "I made a mistake.": "하", "I made money.": "벌",
    "I kept my promise.": "지키", "I keep money.": "보관하",
    "I lost the game.": "지", "I lost my wallet.": "잃어버리",
    "I spent money.": "쓰", "I spent the weekend at home.": "보내",
    "I missed the bus.": "놓치", "I miss Korea.": "그리워하",
    "I raised my hand.": "들", "I raised a cat.": "기르",
    "The machine works.": "작동하", "My father works.": "일하",
    "The rain stopped.": "그치", "The bus stopped.": "멈추",
    "I caught the bus.": "타", "I caught a fish.": "잡", "I caught a cold.": "걸리",
    "I saved money.": "모으", "I saved the child.": "구하",
    "The test is hard.": "어렵", "The bread is hard.": "딱딱하",
    "I have a bad cold.": "심하", "He is a bad boy.": "나쁘",
    "He looks happy.": "보이", "He looks at the moon.": "보", "He looks for his key.": "찾",
    "I know him.": "알", "I don't know him.": "모르",
}  # fmt: skip


@pytest.mark.parametrize(("english", "stem"), STEMS.items(), ids=STEMS)
def test_the_nouns_around_a_word_decide_its_meaning(english, stem):
    assert f"{stem}-" in recognise(english).pair.korean


@pytest.mark.thorough
def test_every_sense_is_the_meaning_of_the_verb_beside_some_noun():
    """By the object, or of a verb without one by the subject."""
    unreached = []
    for frame in LEXICON.frames:
        for word, senses in LEXICON.frames[frame].items():
            meant = {sense_of(each) for each in clauses(frame, word)}
            unreached += [(frame, word, sense.korean) for sense in senses if sense not in meant]
    assert unreached == []


ONE_OF_EACH_KIND = {noun.kind: noun.word for noun in LEXICON.nouns.values()}.values()
NAMED = {
    name[1:]
    for frame in LEXICON.frames.values()
    for senses in frame.values()
    for sense in senses
    for name in sense.objects | sense.subjects
    if name.startswith("=")
}


def clauses(frame, word):
    for noun in (*ONE_OF_EACH_KIND, *NAMED):
        phrase = NounPhrase(noun, determiner="the")
        if frame == "intransitive":
            yield Clause("verb", phrase, word, frame)
        else:
            for tense in ("present", "past"):  # who has had a dream dreamt
                yield Clause("verb", None, word, frame, object=phrase, tense=tense)


def test_pronouns_are_persons_or_things():
    assert kind_of(NounPhrase("she", "pronoun")) == kind_of(NounPhrase("who", "wh")) == "person"
    assert kind_of(NounPhrase("it", "pronoun")) == kind_of(NounPhrase("what", "wh")) == "thing"
    assert kind_of(NounPhrase("zebra", "unknown")) == kind_of(None) == ""


def test_elders_are_persons_of_whom_one_speaks_with_respect():
    grandmother, boy = NounPhrase("grandmother"), NounPhrase("boy")
    assert is_person(grandmother) and is_person(boy)
    assert is_elder(grandmother) and not is_elder(boy)
    assert not is_elder(NounPhrase("he", "pronoun"))


def test_a_single_word_can_stand_for_a_kind():
    assert fits(NounPhrase("ball"), frozenset({"=ball"}))
    assert fits(NounPhrase("cat"), frozenset({"animal"}))
    assert not fits(NounPhrase("cat"), frozenset({"=dog", "person"}))
    assert not fits(None, frozenset({"animal"}))


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("She has long hair.", True),
        ("He has very big eyes.", True),
        ("She has the longest hair.", False),
        ("She has two big eyes.", False),
        ("She has a big house.", False),
        ("She has long hair and big eyes.", False),
    ],
)
def test_what_somebody_has_of_the_body_is_so(text, has):
    assert has_trait(recognise(text).sentence.clause) == has
