import pytest

from english_korean.language.korean.topic import goes_on, of_object
from english_korean.language.lexicon import LEXICON
from english_korean.language.recognition import recognise


def clauses(text):
    sentence = recognise(text).sentence
    return sentence.clause, sentence.other


@pytest.mark.parametrize(
    "text",
    ["My father reads while he eats.", "Mary was shy when she was young.",
     "The students were tired because they ran.", "Tom opened the door before he left."],
)  # fmt: skip
def test_a_pronoun_behind_a_person_is_that_person(text):
    assert goes_on(*clauses(text))


@pytest.mark.parametrize(
    ("text", "why"),
    [("My father reads while she eats.", "no father is she"),
     ("Tom called his brother when he was sick.", "it can be the brother"),
     ("Tom met her when he was sick.", "it can be another one, beside her"),
     ("The students ran because he came.", "many are not he"),
     ("The cup fell when he came.", "a cup is not he"),
     ("The teacher said that Mary was sick because she ate fish.", "it can be Mary"),
     ("Tom was taller than Sam when he was ten.", "it can be Sam"),
     ("A man sang because he was happy.", "somebody new is no topic"),
     ("My father reads while I eat.", "another person")],
)  # fmt: skip
def test_a_pronoun_that_can_be_somebody_else_is_said(text, why):
    assert not goes_on(*clauses(text)), why


def test_who_is_called_he_is_never_called_she():
    he, she = LEXICON.called["he"], LEXICON.called["she"]
    assert set(LEXICON.nouns) >= he | she
    assert not he & she


def test_every_name_is_called_something():
    names = {word for word, noun in LEXICON.nouns.items() if noun.kind == "name"}
    assert names - LEXICON.called["he"] - LEXICON.called["she"] == {"jimin", "god"}


@pytest.mark.parametrize(
    "text",
    ["The soup was good but it was cold.", "The dog barked because it was hungry.",
     "This jacket is cheap but it is very warm.", "My bag is old but it is nice.",
     "The room is small but it is warm."],
)  # fmt: skip
def test_it_behind_a_thing_is_that_thing(text):
    assert goes_on(*clauses(text), is_said_of_both=" but " in text)


@pytest.mark.parametrize(
    "text",
    ["I can't buy the bike because it is too expensive.", "I like Mike because he is honest.",
     "We bought the apples because they were cheap.", "I like this coat because it is warm.",
     "She didn't eat the soup because it was cold."],
)  # fmt: skip
def test_because_it_speaks_of_what_something_is_done_to(text):
    assert of_object(*clauses(text))


@pytest.mark.parametrize(
    ("text", "why"),
    [("I closed the window because it was raining.", "no window rains"),
     ("I wore a coat because it was cold.", "it is the weather"),
     ("I like the room because it is sunny.", "it is the weather, which nothing else is"),
     ("I like summer because it is hot.", "it is the weather"),
     ("I need a blanket because it is Monday.", "no blanket is a day"),
     ("I like Mary because he is honest.", "no Mary is he"),
     ("Tom likes Mike because he is honest.", "it can be Tom"),
     ("I like the cups because it is big.", "many are not it")],
)  # fmt: skip
def test_not_where_it_can_be_something_else(text, why):
    assert not of_object(*clauses(text)), why


@pytest.mark.parametrize(
    "text",
    ["The park is big but it is sunny.", "The sun is shining and it is hot.",
     "Summer is long and it is hot."],
)  # fmt: skip
def test_it_behind_what_is_not_felt_is_the_weather(text):
    assert not goes_on(*clauses(text), is_said_of_both=True)
