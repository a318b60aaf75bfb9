"""What stands together: who does what, to what, and which adjective is said of what."""

from collections.abc import Collection, Iterator

from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import PEOPLE, PERSONAL, kind_of
from english_korean.language.syntax import Clause, NounPhrase, Quality
from english_korean.language.tree import Node, inner_nodes
from english_korean.teaching.sampling.adjectives import BY_NOUN
from english_korean.teaching.sampling.usual import USUAL

MIXED = frozenset({"abstract", "event", "thing", "period", "activity", "nature", "body",
                   "material", "tool", "device"})  # fmt: skip
"""Kinds whose words have so little in common that each keeps company of its own: one answers a
question, but no age."""

Together = tuple[str, str, str]
"""In what role a noun stands beside which verb or adjective, and the sort of the noun."""


def company_in(node: Node) -> Iterator[Together]:
    """What stands together in a tree."""
    if isinstance(node, Clause):
        yield from _of_clause(node)
    if isinstance(node, NounPhrase):
        yield from _said_of(node.quality, node)
    for inner in inner_nodes(node):
        yield from company_in(inner)


def keeps_company(node: Node, known: Collection[Together]) -> bool:
    """Whether all that stands together in a tree is known to, or usual."""
    return all(each in known or each in USUALLY for each in company_in(node))


def _of_clause(clause: Clause) -> Iterator[Together]:
    if clause.kind == "verb":
        doer = "object" if clause.passive else "subject"
        for role, phrase in ((doer, clause.subject), ("object", clause.object)):
            if phrase is not None and (sort := _sort(phrase)):
                yield role, f"{clause.frame} {clause.word}", sort
    if clause.subject is not None:
        yield from _said_of(clause.quality, clause.subject)


def _said_of(quality: Quality | None, phrase: NounPhrase) -> Iterator[Together]:
    while quality is not None:
        is_adjective = quality.word in LEXICON.adjectives or quality.word in BY_NOUN
        if is_adjective and (sort := _sort(phrase)):
            yield "adjective", quality.word, sort
        quality = quality.other


def _sort(phrase: NounPhrase) -> str:
    """People, the kind of a noun, or the noun itself; "" of what can be of any sort."""
    if phrase.kind == "pronoun":
        return "people" if phrase.head in PERSONAL else ""
    return sort_of(phrase.head, kind_of(phrase)) if phrase.kind == "noun" else ""


def sort_of(word: str, kind: str) -> str:
    """What a noun has its company with: all people, all of its kind, or alone."""
    if kind in PEOPLE:
        return "people"
    return word if kind in MIXED else kind


USUALLY = frozenset(
    ("adjective", adjective, sort_of(noun, LEXICON.nouns[noun].kind))
    for noun, adjectives in USUAL.adjectives.items()
    for adjective in adjectives
)
