"""The small language is a part of the translator's: its grammar writes the same sentences."""

from itertools import product

from english_korean.language.english.sentences import english_words
from english_korean.language.korean.sentences import korean_morphemes
from english_korean.language.syntax import Adverbial, Clause, NounPhrase, Sentence, Style
from transformer_lab.learning.small_language import (
    OBJECTS,
    SUBJECTS,
    TIMES,
    TOLD_BY_ONESELF,
    VERBS,
    small_sentences,
)

STYLE = Style("polite", honorific=False)


def noun_phrase(words):
    *determiner, noun = words.split()
    if words in ("i", "you", "he", "she", "we", "they"):
        return NounPhrase(noun, "pronoun")
    kind = "a" if determiner == ["an"] else "".join(determiner)
    return NounPhrase(noun, determiner=kind) if kind else NounPhrase(noun)


def trees():
    choices = product(SUBJECTS, VERBS, TIMES, (False, True), ("statement", "question"))
    for subject, verb, time, negated, mood in choices:
        if mood == "question" and subject == TOLD_BY_ONESELF:
            continue
        for thing, adverb in product(verb.objects, TIMES[time]):
            yield Sentence(
                Clause(
                    "verb",
                    noun_phrase(subject),
                    verb.base,
                    "transitive",
                    tense="past" if time == "past" else "present",
                    mood="will" if time == "future" else "",
                    negated=negated,
                    object=noun_phrase(thing),
                    adverbials=(Adverbial("time", adverb),) if adverb else (),
                ),
                mood,
            )


def test_the_grammar_writes_the_same_sentences_in_both_languages():
    """But for those of the hearer and those that wonder: there each verb has a subject."""
    by_english = {}
    for tree in trees():
        english = tuple(word.text for word in english_words(tree))
        by_english[english] = tuple(each.text for each in korean_morphemes(tree, STYLE))
    assert [english for english in by_english] == [english for english, _ in small_sentences()]
    others = {
        english: korean
        for english, korean in small_sentences()
        if "you" not in english and english[:2] != ("will", "we")
    }
    assert others == {english: by_english[english] for english in others}
    assert len(others) > 2000
    assert len(by_english) == 3052


def test_every_word_of_the_tables_is_used():
    english, korean = ({word for one in small_sentences() for word in one[side]} for side in (0, 1))
    assert english > {word for phrase in (*SUBJECTS, *OBJECTS) for word in phrase.split()}
    assert korean > {word for phrase in OBJECTS.values() for word in phrase.split()}
