"""Whether he and her have somebody in the sentence whom they can stand for."""

from collections.abc import Iterator

from english_korean.language.korean.topic import never_called
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import PEOPLE, kind_of
from english_korean.language.syntax import Clause, NounPhrase, Sentence, replace
from english_korean.language.tree import Node, inner_nodes

THIRD = frozenset({"he", "she", "they"})


def orphans(sentence: Sentence) -> frozenset[str]:
    """The pronouns, as subjects have them, that look for somebody and find nobody, where a clause
    is about somebody: "Susan helps his mother" has he; "Susan helps her mother", "I help his
    mother" and "his mother sleeps" have none.
    """
    subjects = [phrase for phrase in _subjects_in(sentence) if _is_somebody(phrase)]
    if not subjects:
        return frozenset()
    phrases = list(_phrases_in(sentence))
    heads = {phrase.head for phrase in phrases if phrase.kind == "pronoun"} & THIRD
    found = heads - {caller for phrase in phrases for caller in _callers(phrase)}
    first = next(_subjects_in(sentence))
    for phrase in phrases:
        owner = LEXICON.possessives.get(phrase.determiner, "")
        if owner not in THIRD or owner in heads or phrase is first:
            continue
        others = (other for other in phrases if other is not phrase)
        if not any(owner in _callers(other) for other in others):
            found.add(owner)
    return frozenset(found)


def _is_somebody(phrase: NounPhrase) -> bool:
    return phrase.kind == "noun" and kind_of(phrase) in PEOPLE


def _callers(phrase: NounPhrase) -> set[str]:
    """The pronouns that can stand for it."""
    if phrase.other is not None:
        return {"they"} | _callers(replace(phrase, other=None))
    if not _is_somebody(phrase):
        return set()
    return {"they"} if phrase.plural else {"he", "she"} - never_called(phrase.head)


def _subjects_in(node: Node) -> Iterator[NounPhrase]:
    if isinstance(node, Clause) and node.subject is not None:
        yield node.subject
    for inner in inner_nodes(node):
        yield from _subjects_in(inner)


def _phrases_in(node: Node) -> Iterator[NounPhrase]:
    if isinstance(node, NounPhrase):
        yield node
    for inner in inner_nodes(node):
        yield from _phrases_in(inner)
