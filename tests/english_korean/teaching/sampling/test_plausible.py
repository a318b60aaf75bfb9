import pytest

from english_korean.language.lexicon import LEXICON, verbs
from english_korean.language.reading.sentences import parse
from english_korean.language.recognition import recognise
from english_korean.teaching.sampling.plausible import is_plausible


def tree(text):
    return parse(text.split(), frozenset()).trees[0]


@pytest.mark.parametrize(
    "text",
    ["he eats bread", "she wears a hat", "we study math at school", "my brother is a student",
     "there are many books on the desk", "i cut the bread with a knife", "is there any milk",
     "she does not have any friends", "hello how are you", "yes i like him", "open the door",
     "we talked about the movie", "he bought a book for her", "he is from korea",
     "the oldest building is a church", "they have a lot of money", "we met on monday",
     "my second brother is tall", "what time does the train leave", "when is your birthday",
     "i would like to sleep", "she washed her face", "my father and the cat are in the kitchen",
     "he drank milk and ate fish and rice", "it eats bread", "the girl who sings is happy",
     "i have known her for five years", "you are late again", "when were you born",
     "do you want tea or coffee", "she works hard", "please be careful", "i am tired"],
)  # fmt: skip
def test_what_one_says_is_plausible(text):
    assert is_plausible(tree(text)), text


@pytest.mark.parametrize(
    ("text", "why"),
    [("he drinks a desk", "what is done to what"),
     ("the table sleeps", "who does it"),
     ("he has any friends", "any, where nothing is asked or denied"),
     ("the man is every student", "nobody is every student"),
     ("we are a student", "many are not one"),
     ("my book is a teacher", "a thing is no person"),
     ("this is him", "one is not him"),
     ("many second birds sang", "only one is the second"),
     ("she washed her faces", "one has one face"),
     ("want a cup", "nobody wants because he is told to"),
     ("he speaks with a spoon", "a tool without a use"),
     ("she sleeps about dogs", "sleeping is about nothing"),
     ("he works in houses", "in which houses"),
     ("the angry kitchen is small", "a kitchen is not angry"),
     ("the rain would like to fall", "rain has no wishes"),
     ("how does she run slowly", "asked for and said"),
     ("there is english in the park", "a language is in no place"),
     ("the man is a doctor on monday", "who he is, is so every day"),
     ("i like october and a farmer", "nobody names both in one breath"),
     ("it writes a letter", "no thing writes"),
     ("what called her", "no thing calls"),
     ("swimming breaks the window", "what one does does nothing itself"),
     ("the door that sleeps is red", "no door sleeps"),
     ("i like the bread that she reads", "nobody reads bread"),
     ("the cat sits hard", "sitting is no work"),
     ("she smiles fluently", "one speaks so"),
     ("she knows him quickly", "one knows or does not"),
     ("i am delicious", "a person is no food"),
     ("i saw me", "one says myself"),
     ("you gave you a book", "one says yourself"),
     ("we talked about me", "one of us is spoken of as another"),
     ("please good morning", "nobody is asked for a greeting")],
)  # fmt: skip
def test_what_nobody_says_is_not(text, why):
    assert not is_plausible(tree(text)), why


def test_everyday_words_of_one_kind_may_stand_with_any_verb():
    assert is_plausible(tree("he drinks a desk"), by_kind=False)


def test_only_a_greeting_has_a_sentence_behind_it():
    assert is_plausible(tree("thank you i am fine"))
    assert not is_plausible(tree("happy birthday i am fine"))


def test_what_is_drawn_makes_sense(sentences):
    assert all(is_plausible(sentence, by_kind=False) for sentence in sentences)


def test_a_time_is_no_object_where_it_can_say_when():
    for text in ("I learn every day.", "They won last week.", "He will drive this evening."):
        clause = recognise(text).pair
        assert clause is not None
        read = tree(text.lower().rstrip("."))
        assert read.clause.object is None and read.clause.adverbials, text
    assert tree("i remember last summer").clause.object is not None


def test_every_word_of_the_lists_is_in_the_language():
    lists, words = LEXICON.plausible["verbs"], LEXICON.plausible["words"]
    assert {verb for each in lists.values() for verb in each} <= verbs()
    manners = LEXICON.plausible["manners"]
    assert {verb for each in manners.values() for verb in each} <= verbs()
    assert set(manners) <= {word for word, each in LEXICON.adverbs.items() if each.kind == "manner"}
    assert {phrase.split()[0] for phrase in LEXICON.phrases} >= set(words["unasked"])
    assert {*words["untold"], *words["sudden"]} <= verbs()
    assert {*words["only_one"], *words["on"]} <= set(LEXICON.nouns)
    assert set(words["greetings"]) <= set(LEXICON.phrases)
    assert {*words["open"], *words["vague"]} <= {*LEXICON.determiners, *LEXICON.pronouns}
    assert set(words["counted"]) <= set(LEXICON.adverbs)
    assert set(words["nowhere"]) <= {noun.kind for noun in LEXICON.nouns.values()}
