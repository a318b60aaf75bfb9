"""Words that decide each other's meaning: a verb and its object, old and its noun."""

from collections.abc import Iterator
from typing import TypeGuard

from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import senses_of
from english_korean.language.syntax import Clause, NounPhrase, Quality
from english_korean.language.tree import Node, inner_nodes

DECIDED = frozenset({"old", "young", "new", "little", "tall", "hard", "cold", "hot", "broken",
                     "bad", "wrong", "strong"})  # fmt: skip
"""Adjectives whose Korean depends on the noun."""


def meanings(node: Node) -> Iterator[str]:
    """Verbs of several senses with the noun that decides, and adjectives with theirs."""
    if isinstance(node, Clause):
        yield from _of_clause(node)
    if isinstance(node, NounPhrase) and node.kind == "noun" and _is_decided(node.quality):
        yield f"{node.quality.word} {node.head}"
    for inner in inner_nodes(node):
        yield from meanings(inner)


def _is_decided(quality: Quality | None) -> TypeGuard[Quality]:
    return quality is not None and quality.word in DECIDED


def _of_clause(clause: Clause) -> Iterator[str]:
    subject = clause.subject
    if subject is not None and _is_decided(clause.quality):
        yield f"{clause.quality.word} {subject.head}"
    is_verb = clause.kind == "verb" and clause.frame in LEXICON.frames
    if not is_verb or len(senses_of(clause)) == 1:
        return
    decides = subject if clause.frame == "intransitive" or clause.passive else clause.object
    if decides is not None:
        yield f"{clause.word} {decides.head}"
