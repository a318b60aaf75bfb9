import pytest

from english_korean.language.english.sentences import english_words
from english_korean.language.english.written import written_english
from english_korean.language.syntax import (
    Adverbial,
    Clause,
    NounPhrase,
    Quality,
    Sentence,
)

CAT = NounPhrase("cat", determiner="the")
I = NounPhrase("i", "pronoun")  # noqa: E741
SHE = NounPhrase("she", "pronoun")
IT = NounPhrase("it", "pronoun")
FISH = NounPhrase("fish")
AND_SMART = Quality("kind", other=Quality("smart"))
PARK = NounPhrase("park", determiner="the")


def eats(subject=CAT, **parts):
    return Clause("verb", subject, "eat", "transitive", **{"object": FISH, **parts})


def goes(**parts):
    goal = Adverbial("goal", "to", PARK)
    return Clause("verb", I, "go", "motion", adverbials=(goal,), **parts)


SLEPT = Clause("verb", SHE, "sleep", "intransitive", "past")


@pytest.mark.parametrize(
    ("clause", "options", "text"),
    [
        (eats(), {}, "The cat eats fish."),
        (eats(), {"mood": "question"}, "Does the cat eat fish?"),
        (eats(tense="past", negated=True), {}, "The cat did not eat fish."),
        (eats(negated=True), {"contracted": True}, "The cat doesn't eat fish."),
        (eats(aspect="progressive", tense="past"), {}, "The cat was eating fish."),
        (eats(aspect="perfect"), {}, "The cat has eaten fish."),
        (eats(FISH, object=None, passive=True, tense="past"), {}, "Fish was eaten."),
        (goes(mood="will"), {}, "I will go to the park."),
        (goes(mood="be going to"), {}, "I am going to go to the park."),
        (goes(mood="have to", negated=True), {}, "I do not have to go to the park."),
        (goes(mood="would like to"), {}, "I would like to go to the park."),
        (goes(mood="can", negated=True), {}, "I cannot go to the park."),
        (goes(mood="can", negated=True), {"contracted": True}, "I can't go to the park."),
        (Clause("adjective", I, quality=Quality("hungry", "very")), {}, "I am very hungry."),
        (Clause("noun", SHE, object=NounPhrase("actor", determiner="a")), {}, "She is an actor."),
        (Clause("there", None, object=NounPhrase("cat", number="two", plural=True)), {},
         "There are two cats."),
        (Clause("weather", None, "rain", aspect="progressive"), {}, "It is raining."),
        (eats(object=NounPhrase("what", "wh")), {"mood": "question"}, "What does the cat eat?"),
        (eats(NounPhrase("who", "wh"), tense="past"), {"mood": "question"}, "Who ate fish?"),
        (eats(None), {"mood": "command"}, "Eat fish."),
        (eats(None, negated=True), {"mood": "command"}, "Do not eat fish."),
        (eats(None), {"mood": "proposal"}, "Let's eat fish."),
        (eats(None), {"mood": "command", "closing": "please"}, "Eat fish, please."),
        (eats(), {"opening": "yes"}, "Yes, the cat eats fish."),
        (Clause("verb", NounPhrase("tom"), "say", "that", complement=SLEPT, that=True), {},
         "Tom says that she slept."),
        (SLEPT, {"link": "because", "other": eats(tense="past"), "other_first": True},
         "Because the cat ate fish, she slept."),
        (SLEPT, {"link": "because", "other": eats(tense="past")},
         "She slept because the cat ate fish."),
        (eats(tense="past"), {"link": "and", "other": goes(tense="past"), "shared": True},
         "The cat ate fish and went to the park."),
        (Clause("adjective", SHE, quality=Quality("tall", other=AND_SMART, joined="")), {},
         "She is tall, kind and smart."),
        (Clause("verb", SHE, "have got", "transitive", object=FISH), {"mood": "question"},
         "Has she got fish?"),
        (Clause("verb", SHE, "have got", "transitive", object=FISH, negated=True), {},
         "She has not got fish."),
        (Clause("adjective", IT, frame="it is", quality=Quality("easy"),
                complement=eats(SHE)), {}, "It is easy for her to eat fish."),
        (Clause("adjective", SHE, quality=Quality("sad", "so")),
         {"link": "that", "other": SLEPT}, "She is so sad that she slept."),
    ],
)  # fmt: skip
def test_trees_are_written_as_english_is(clause, options, text):
    assert written_english(Sentence(clause, **options)) == text


def test_fixed_phrases_are_written_as_they_are():
    assert written_english(Sentence(None, phrase="how are you")) == "How are you?"
    assert written_english(Sentence(None, phrase="i am fine")) == "I am fine."
    assert written_english(Sentence(None, phrase="what a nice day")) == "What a nice day!"


def test_every_word_says_what_it_stands_for():
    assert [word.name for word in english_words(Sentence(eats()))] == [
        "main.subject.determiner", "main.subject.head", "main.verb", "main.object.head",
    ]  # fmt: skip


@pytest.mark.thorough
def test_every_sentence_begins_with_a_capital_and_ends_with_a_mark(sentences):
    for sentence in sentences:
        text = written_english(sentence)
        assert (text[0].isupper() or text[0].isdigit()) and text[-1] in ".?"
        assert "  " not in text and " '" not in text and " ," not in text
