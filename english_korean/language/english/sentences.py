"""The English of a sentence: statements, questions, commands, and two clauses that are linked."""

from english_korean.language.english.clauses import (
    clause_words,
    infinitive_words,
    inverted_words,
)
from english_korean.language.english.inner import write_with
from english_korean.language.english.phrases import full_words
from english_korean.language.english.words import words_of
from english_korean.language.questions import asked_slot
from english_korean.language.syntax import JOINING, Clause, Sentence, Word, replace

write_with(clause_words=clause_words, infinitive_words=infinitive_words)


def english_words(sentence: Sentence) -> list[Word]:
    """The words of a sentence in English order, lower case, without punctuation."""
    opening = words_of(sentence.opening, "opening")
    if sentence.phrase:
        return [*opening, *words_of(sentence.phrase, "phrase")]
    assert sentence.clause is not None
    main = _main(sentence.clause, sentence)
    closing = words_of(sentence.closing, "closing")
    if sentence.other is None:
        return [*opening, *main, *closing]
    linked = [*words_of(sentence.link, "link"), *_other(sentence.other, sentence)]
    if sentence.other_first:
        return [*opening, *linked, *main, *closing]
    return [*opening, *main, *linked, *closing]


def _main(clause: Clause, sentence: Sentence) -> list[Word]:
    if clause.frame == "thanks":
        return _thanks(clause)
    if sentence.mood == "command":
        do = [Word("do", "main.do"), Word("not", "main.not")] if clause.negated else []
        return [*do, *infinitive_words(replace(clause, negated=False), "main", "base")]
    if sentence.mood == "proposal":
        lets = [Word("let", "main.let"), Word("'s", "main.let")]
        return [*lets, *infinitive_words(clause, "main", "base")]
    if sentence.mood == "question" and asked_slot(clause) != "subject":
        return inverted_words(clause, "main", contracted=sentence.contracted)
    return clause_words(clause, "main")


def _thanks(clause: Clause) -> list[Word]:
    """Thank you for the book, thank you for helping me."""
    words = [*words_of("thank you", "main.verb"), Word("for", "main.for")]
    if clause.object is not None:
        return [*words, *full_words(clause.object, "main.object")]
    assert clause.complement is not None
    return [*words, *infinitive_words(clause.complement, "main.complement", "ing")]


def _other(other: Clause, sentence: Sentence) -> list[Word]:
    """The second clause; without its subject where it is shared."""
    if sentence.mood == "command" and sentence.link in JOINING:
        return infinitive_words(other, "other", "base")
    words = clause_words(other, "other")
    if not sentence.shared:
        return words
    return [word for word in words if not word.name.startswith("other.subject.")]
