import pytest

from transformer_core.translator.grammar.english import english_words, written_english
from transformer_core.translator.grammar.syntax import Clause, NounPhrase, Place, Sentence

CAT = NounPhrase("cat", determiner="the")
I = NounPhrase("i", "pronoun")  # noqa: E741
SHE = NounPhrase("she", "pronoun")
FISH = NounPhrase("fish")
PARK = Place("to", NounPhrase("park", determiner="the"))
EATS = Clause("verb", CAT, "eat", object=FISH)
SLEPT = Clause("verb", SHE, "sleep", "past")


def says(clause, **options):
    return written_english(Sentence(clause, **options))


@pytest.mark.parametrize(
    ("clause", "options", "text"),
    [
        (EATS, {}, "The cat eats fish."),
        (EATS, {"question": "yes-no"}, "Does the cat eat fish?"),
        (Clause("verb", CAT, "eat", "past", True, object=FISH), {}, "The cat did not eat fish."),
        (Clause("verb", CAT, "eat", "was doing", object=FISH), {}, "The cat was eating fish."),
        (Clause("verb", I, "go", "future", destination=PARK), {}, "I will go to the park."),
        (Clause("verb", I, "swim", "can", True), {}, "I cannot swim."),
        (
            Clause("verb", SHE, "laugh", negated=True),
            {"question": "why", "not_first": True},
            "Why doesn't she laugh?",
        ),
        (
            Clause("verb", SHE, "laugh", negated=True),
            {"question": "why"},
            "Why does she not laugh?",
        ),
        (Clause("adjective", I, "hungry", very=True), {}, "I am very hungry."),
        (Clause("adjective", CAT, "big", "future"), {}, "The cat will be big."),
        (Clause("noun", SHE, object=NounPhrase("actor", determiner="a")), {}, "She is an actor."),
        (Clause("weather", None, "rain", "is doing"), {}, "It is raining."),
        (
            Clause("verb", CAT, "eat", object=NounPhrase("what", "wh")),
            {"question": "what"},
            "What does the cat eat?",
        ),
        (
            Clause("verb", NounPhrase("who", "wh"), "sleep", "past"),
            {"question": "who"},
            "Who slept?",
        ),
        (
            Clause("verb", I, "sleep", "past", time="yesterday", time_first=True),
            {},
            "Yesterday I slept.",
        ),
        (
            Clause("verb", NounPhrase("tom"), "say"),
            {"link": "that", "other": SLEPT},
            "Tom says that she slept.",
        ),
        (
            Clause("verb", I, "cry", "past"),
            {"link": "because", "other": SLEPT, "other_first": True},
            "Because she slept, I cried.",
        ),
    ],
)
def test_trees_are_written_as_english_is(clause, options, text):
    assert says(clause, **options) == text


def test_a_or_an_goes_by_the_next_word():
    for adjective, text in ((None, "an apple"), ("red", "a red apple")):
        apple = NounPhrase("apple", determiner="a", adjective=adjective)
        assert text in says(Clause("verb", I, "see", object=apple))


def test_every_word_says_what_it_stands_for():
    words = english_words(Sentence(EATS))
    assert [word.name for word in words] == [
        "main.subject.determiner", "main.subject.head", "main.verb", "main.object.head",
    ]  # fmt: skip
