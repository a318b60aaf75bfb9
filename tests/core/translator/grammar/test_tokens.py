import pytest

from transformer_core.translator.grammar.tokens import Token, tokenise


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The cat eats fish.", "the cat eats fish"),
        ("Did Tom eat?", "did tom eat"),
        ("Didn't he laugh?", "did not he laugh"),
        ("I don’t sleep!", "i do not sleep"),
        ("She can't swim", "she can not swim"),
        ("She cannot swim", "she can not swim"),
        ("We won't go", "we will not go"),
        ("I'm hungry; it's raining", "i am hungry it is raining"),
        ("They're here, she'll come", "they are here she will come"),
        ("When it rained, I slept.", "when it rained i slept"),
        ("Tom's book", "tom's book"),
        ("", ""),
        (" ... ?", ""),
    ],
)
def test_sentences_become_words(text, words):
    assert [token.text for token in tokenise(text)] == words.split()


def test_words_keep_what_was_typed():
    assert tokenise("Pikachu sleeps.") == [Token("pikachu", "Pikachu"), Token("sleeps", "sleeps")]
