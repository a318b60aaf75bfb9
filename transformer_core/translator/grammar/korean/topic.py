"""What is the topic of a sentence, and so has 은/는, and what is its subject only."""

from collections.abc import Iterator

from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.senses import PEOPLE, kind_of
from transformer_core.translator.grammar.syntax import Clause, NounPhrase
from transformer_core.translator.grammar.tree import Node, inner_nodes

NEW = ("a", "many", "a lot of", "lots of", "several", "a few", "which", "whose", "what",
       "how many")  # fmt: skip
"""Determiners of what was not spoken of before."""
VAGUE = ("someone", "somebody", "something", "anybody", "anyone", "anything")


def marks_topic(phrase: NounPhrase) -> bool:
    """Whether the subject of a main clause is its topic: not what is new, nor what is asked."""
    is_some = phrase.determiner == "some" and phrase.head != "person"
    is_number = bool(phrase.number) and not phrase.determiner and phrase.owner is None
    is_few = bool(phrase.part) and phrase.part not in ("most", "all", "both")
    is_new = is_few or is_some or is_number or phrase.determiner in NEW
    return not (is_new or phrase.head in VAGUE or phrase.kind == "wh")


def subject_particle(phrase: NounPhrase, *, is_main: bool) -> str:
    """은/는 of a main clause's topic, else 이/가."""
    return "-은/는" if is_main and marks_topic(phrase) else "-이/가"


def is_same(first: NounPhrase | None, second: NounPhrase | None) -> bool:
    """Whether two clauses speak of the same: it is said once."""
    if first is None or second is None or first.head == "it":
        return False
    return first == second and marks_topic(first)


def goes_on(main: Clause, other: Clause) -> bool:
    """Whether the other clause speaks of the main one's subject by a pronoun: "my father reads
    while he eats". Not where it can be somebody else's.
    """
    one, pronoun = main.subject, other.subject
    if one is None or pronoun is None or pronoun.kind != "pronoun" or one.kind != "noun":
        return False
    if kind_of(one) not in PEOPLE or one.other is not None or not marks_topic(one):
        return False
    callers = {"they"} if one.plural else {"he", "she"} - _never(one.head)
    is_plain = all(each.at != "first" and each.kind != "also" for each in other.adverbials)
    others = sum(map(_is_third, _phrases_in(main, other))) - 1
    return pronoun.head in callers and is_plain and not others


def _never(word: str) -> set[str]:
    """What somebody is never called."""
    return {
        pronoun for pronoun in LEXICON.called
        if any(word in LEXICON.called[other] for other in LEXICON.called if other != pronoun)
    }  # fmt: skip


def _phrases_in(node: Node, without: Clause) -> Iterator[NounPhrase]:
    """All noun phrases but those of a clause that is part of it."""
    if isinstance(node, NounPhrase):
        yield node
    for inner in inner_nodes(node):
        if inner is not without:
            yield from _phrases_in(inner, without)


def _is_third(phrase: NounPhrase) -> bool:
    """Somebody, or what can be somebody, who is neither speaking nor spoken to."""
    if phrase.kind == "pronoun":
        return phrase.head in ("he", "she", "they")
    return phrase.kind == "unknown" or kind_of(phrase) in PEOPLE
