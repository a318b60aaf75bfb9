import random

import pytest

from english_korean.language.english.written import written_english
from english_korean.language.forms import english_forms
from english_korean.language.pairs import UNKNOWN, pair_of
from english_korean.language.recognition import recognise
from english_korean.language.syntax import STYLES, Style
from english_korean.language.tokens import NUMBER
from english_korean.translator import reference_translation

READ_AS_ANOTHER_WORD = "e-mail"
"""It is read as email."""


def test_every_generated_sentence_is_recognised_as_itself_with_its_one_translation(sentences):
    for index, sentence in enumerate(sentences):
        text, style = written_english(sentence), STYLES[index % len(STYLES)]
        found = recognise(text, style)
        assert found.state == "inside", text
        assert found.pair.korean == pair_of(sentence, style).korean, text
        if READ_AS_ANOTHER_WORD not in text:
            assert found.sentence == sentence, text
            assert found.pair == pair_of(sentence, style), text


@pytest.mark.parametrize(
    ("text", "korean"),
    [("I was too tired to cook last night.", "나는 너무 피곤해서 어젯밤에 요리할 수 없었다."),
     ("The game that children play changes all the time.", "아이들이 하는 게임은 늘 변한다."),
     ("He is too young to drive.", "그는 너무 어려서 운전할 수 없다."),
     ("I have enough money to buy a car.", "나는 차를 사기 위해 충분한 돈이 있다."),
     ("I run after school.", "나는 방과 후에 달린다."),
     ("He sat by me.", "그는 내 옆에 앉았다."),
     ("The cat is sleeping on me.", "고양이가 내 위에서 자고 있다."),
     ("It is too late to call him.", "그에게 전화하는 것은 너무 늦었다."),
     ("We gave our teacher a card on her last day.",
      "우리는 그녀의 마지막 날에 선생님에게 카드를 주었다."),
     ("We tried the soup.", "우리는 수프를 먹어 보았다."),
     ("The wall was painted by my uncle.", "벽은 우리 삼촌이 칠하셨다.")],
)  # fmt: skip
def test_what_stands_beside_those_is_inside(text, korean):
    assert reference_translation(recognise(text)) == korean


@pytest.mark.parametrize(
    "typed",
    [str.upper, str.lower, lambda text: text.rstrip(".?"), lambda text: f"  {text}!  ",
     lambda text: text.replace("'", "’")],
    ids=["capitals", "small", "no mark", "spaces", "curly"],
)  # fmt: skip
def test_capitals_and_marks_do_not_matter(sentences, typed):
    for sentence in sentences[:300]:
        text = written_english(sentence)
        assert recognise(typed(text)).sentence == recognise(text).sentence, text


CONTRACTIONS = {"do not": "don't", "does not": "doesn't", "did not": "didn't", "is not": "isn't",
                "are not": "aren't", "was not": "wasn't", "were not": "weren't",
                "cannot": "can't", "will not": "won't", "should not": "shouldn't",
                "I am": "I'm", "You are": "You're", "They are": "They're", "I will": "I'll",
                "She will": "She'll", "I have": "I've"}  # fmt: skip


def test_contractions_mean_what_they_stand_for(sentences):
    met = set()
    for sentence in sentences:
        text = written_english(sentence)
        for full, short in CONTRACTIONS.items():
            if text.startswith(f"{full} ") or (full.islower() and f" {full} " in text):
                found = recognise(text.replace(full, short, 1)).sentence
                assert pair_of(found, Style()).korean == pair_of(sentence, Style()).korean, text
                met.add(full)
    assert len(met) > 10


@pytest.mark.parametrize(
    "text",
    ["The cat eats fish.", "Didn't Tom eat fish?", "I'm happy because it's raining.",
     "She can't see us.", "Where did her mother go?", "An actor ate an orange.",
     "Tom's car is new.", "Tom's eating.", "Tom's eaten lunch.", "He'd like to go home.",
     "We get up at 7:30.", "I have 3 dogs.", "There are 20 students.", "I'm gonna go home.",
     "My mum is at home.", "Whom did you meet?", "The teachers' room is big.", "Thank you!"],
)  # fmt: skip
def test_inside(text):
    assert recognise(text).state == "inside"


@pytest.mark.parametrize(
    ("text", "unknown"),
    [("The quokka ate the apple.", ["quokka"]), ("A unicorn sleeps.", ["unicorn"]),
     ("Pikachu gave a book to Zork.", ["pikachu", "zork"]), ("We went to Narnia.", ["narnia"]),
     ("The blicks sleep.", ["blicks"]), ("Two blicks sleep.", ["blicks"]),
     ("I like his blick.", ["blick"]), ("Is it a big blick?", ["blick"])],
)  # fmt: skip
def test_inside_with_unknown_nouns_and_names(text, unknown):
    found = recognise(text)
    assert found.state == "inside with unknown words"
    assert [found.words[position].text for position in found.unknown] == unknown


@pytest.mark.parametrize(
    "text",
    ["", " ?!", "cat", "Tom's", "The cat are big.", "The cat eat fish.", "Tom bread eats.",
     "An cat sleeps.", "A apple is red.", "The cat blicks the dog.", "Cat sleeps.",
     "Colorless green ideas sleep furiously.", "He is who.", "I ate a bread.", "To eat.",
     "The cat sleeps fish.", "Did who eat bread?", "아이가 잔다", "12 + 3", "I have went.",
     "She can sings.", "Where you live?", "He not sleep.", "Two cat sleep.", "I seen it.",
     "He is more taller.", "Does he goes?", "Because it rained.", "Him sleeps.", "I like he.",
     "Much books are here.", "He very likes it.", "Let's to go.", "The the cat sleeps.",
     "Is it black or white?", "Couldn't you find it?", "He paid for lunch.", "I am hiking food.",
     "She slept in her pajamas.", "He was surprised by the news.", "Only English is easy.",
     "He is tall and last.", "Is it black white?",
     "It costs two dollars to get there.", "I went to Busan for my vacation.",
     "I have two sisters and no brothers.", "Would you mind opening the door?",
     "What will the weather be like this weekend?", "He isn't too old to ride a bike.",
     "It is never too late to learn.", "It was too dark to read.", "What would you do?",
     "These shoes look good on you.",
     "Her glasses look great on her.", "It looks better on you.",
     "It makes me happy to see you.", "She is new.",
     "He spoke too quietly for us to hear.", "I am reading a book by a young writer.",
     "My watch is five minutes fast.", "A friend of mine has six cats.",
     "The sandwich has cheese in it.", "She asked her mother for help.", "None of us knew it.",
     "About three hundred people came.", "The dog ran after the ball.", "She tried her best.",
     "The picture was painted by my uncle.", "I was waiting for you to call.",
     "They are looking for someone to teach French.", "My birthday is on the tenth of May."],
)  # fmt: skip
def test_outside(text):
    found = recognise(text)
    assert found.state == "outside"
    assert found.pair is None


@pytest.mark.parametrize(
    ("text", "written"),
    [("My mother is 42 years old.", "우리 어머니는 42살이시다."),
     ("This bag costs 35,000 won.", "이 가방은 35,000원이다."),
     ("There are twenty-five books.", "책이 25권 있다."),
     ("It is 7:25.", "일곱 시 25분이다.")],
)  # fmt: skip
def test_a_number_without_a_word_is_copied(text, written):
    found = recognise(text)
    assert found.state == "inside"
    assert not found.unknown
    assert NUMBER in found.pair.english
    assert reference_translation(found) == written


def test_unknown_words_are_known_outside_too():
    assert recognise("The quokka sleeps furiously").unknown == (1, 3)


def test_a_word_that_is_known_in_a_compound_only_is_unknown_alone():
    alone = recognise("I was late because of the traffic.")
    assert alone.state == "inside with unknown words"
    assert [alone.words[place].text for place in alone.unknown] == ["traffic"]
    assert alone.read[-1] == UNKNOWN
    together = recognise("The traffic light is red.")
    assert together.unknown == () and together.read[1] == "traffic"


def test_what_the_model_reads_is_what_the_true_pair_has():
    for text in ("The happy student met Quokka.", "He was born in 1984.", "Look at the traffic."):
        found = recognise(text)
        assert found.pair is not None and found.read == found.pair.english, text


def test_the_style_is_no_word_of_what_is_read():
    found = recognise("Tom sleeps", Style("polite"))
    assert found.read == ("tom", "sleeps")
    assert (found.style.token, found.style.label) == ("<polite+si>", "⟨해요체+시⟩")


def test_an_endless_sentence_is_outside():
    assert recognise("I slept " + "and I slept " * 20).state == "outside"


def test_whatever_is_typed_is_read_or_not(sentences):
    """One word changed, put in or left out: nothing raises."""
    draw, words = random.Random(1), [form for form in english_forms() if "<" not in form]
    states = set()
    for sentence in sentences[:1000]:
        typed = written_english(sentence).rstrip(".?").split()
        place = draw.randrange(len(typed))
        typed[place : place + draw.randrange(2)] = draw.sample(words, draw.randrange(2))
        states.add(recognise(" ".join(typed)).state)
    assert states >= {"inside", "outside"}


@pytest.mark.parametrize(
    "text",
    [
        "We stayed at home in spite of the storm.",
        "He spoke on behalf of the school.",
        "He was late on account of the rain.",
        "At the expense of the school he went home.",
        "In the face of the storm he ran.",
        "In the course of the day he slept.",
        "He won by virtue of his speed.",
        "He came in search of the cat.",
    ],
)
def test_a_preposition_with_of_is_not_read_word_by_word(text):
    assert recognise(text).state == "outside"


@pytest.mark.parametrize(
    "text",
    [
        "He came because of the rain.",
        "He stood in front of the house.",
        "In the middle of the park he slept.",
        "He lived in the castle of the king.",
        "We waited in the garden of my uncle.",
    ],
)
def test_what_a_place_is_of_is_read(text):
    assert recognise(text).state != "outside"
