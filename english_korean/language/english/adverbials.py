"""The English of when, where, how and with whom."""

from english_korean.language.english import inner, phrases
from english_korean.language.english.words import words_of
from english_korean.language.questions import is_asked
from english_korean.language.syntax import DOING, Adverbial, Clause, Word


def adverbials_at(clause: Clause, name: str, at: str) -> list[Word]:
    """All that stand at the head of the clause ("first") or before its verb ("middle")."""
    return [
        word
        for index, each in enumerate(clause.adverbials)
        if each.at == at
        for word in adverbial_words(each, f"{name}.{index}")
    ]


def last_adverbials(clause: Clause, name: str, slot: str) -> list[Word]:
    """Those at the end, but for what a question asks: of "who with" the preposition stays."""
    words: list[Word] = []
    for index, each in enumerate(clause.adverbials):
        if each.at != "last":
            continue
        path = f"{name}.{index}"
        if str(index) != slot:
            words += adverbial_words(each, path)
        elif is_asked(each.phrase):
            words += words_of(each.word, f"{path}.word")
    return words


def adverbial_words(adverbial: Adverbial, name: str) -> list[Word]:
    """An adverb, a preposition with its noun phrase, or "to" with a clause."""
    words = words_of(adverbial.word, f"{name}.word")
    if adverbial.clause is not None:
        path = f"{name}.clause"
        if adverbial.kind in DOING:
            return [*words, *inner.infinitive_words(adverbial.clause, path, "ing")]
        return inner.infinitive_words(adverbial.clause, path, "to")
    if adverbial.quality is not None:
        is_most = adverbial.quality.degree == "most"  # likes it best
        return phrases.quality_words(adverbial.quality, f"{name}.quality", before_noun=is_most)
    if adverbial.phrase is None:
        return words
    phrase = phrases.full_words(adverbial.phrase, name)
    return [*phrase, *words] if adverbial.kind == "ago" else [*words, *phrase]
