import pytest

from transformer_core.translator.grammar.recognition import recognise


@pytest.mark.parametrize(
    "text",
    ["The cat eats fish.", "Didn't Tom eat fish?", "I'm happy because it's raining.",
     "She can't see us.", "Where did her mother go?", "An actor ate an orange."],
)  # fmt: skip
def test_inside(text):
    assert recognise(text).state == "inside"


@pytest.mark.parametrize(
    ("text", "unknown"),
    [("The zebra ate the apple.", ["zebra"]), ("Pikachu gave a book to Zork.", ["pikachu", "zork"]),
     ("A unicorn sleeps.", ["unicorn"]), ("An ogre sleeps.", ["ogre"]),
     ("We went to Narnia.", ["narnia"]), ("The blicks sleep.", ["blicks"])],
)  # fmt: skip
def test_inside_with_unknown_nouns_and_names(text, unknown):
    found = recognise(text)
    assert found.state == "inside with unknown words"
    assert [found.tokens[position].text for position in found.unknown] == unknown


@pytest.mark.parametrize(
    "text",
    ["", "cat", "The cat are big.", "The cat eat fish.", "Tom bread eats.", "An cat sleeps.",
     "A apple is red.", "The cat blicks the dog.", "Colorless green ideas sleep furiously.",
     "I sleep yesterday.", "Cat sleeps.", "Tom thinks.", "He is who.", "I ate a bread.",
     "The cat eats.", "The cat sleeps fish.", "The old cat sleeps.", "I go to home.",
     "Did who eat bread?", "아이가 잔다", "I slept in the cat.", "12 + 3"],
)  # fmt: skip
def test_outside(text):
    found = recognise(text)
    assert found.state == "outside"
    assert found.pair is None


def test_unknown_words_are_known_outside_too():
    assert recognise("The zebra sleeps furiously").unknown == (1, 3)


def test_a_sentence_that_is_too_long_is_outside():
    words = "because the big cat slept under the big table the big dog saw the small horse"
    assert recognise(words).state == "inside"
    assert recognise(words.replace("big", "very big")).state == "outside"
