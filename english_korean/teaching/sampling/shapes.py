"""How a sentence is built, apart from its words: what of it is rare has to be met, too."""

from collections.abc import Iterator

from english_korean.language.syntax import Clause, NounPhrase, Sentence
from english_korean.language.tree import inner_nodes

POINTING = ("he", "she", "it", "they")


def shapes(sentence: Sentence) -> Iterator[str]:
    """The constructions of a sentence, each with the place in which it stands."""
    main, other = sentence.clause, sentence.other
    if main is None:
        return
    yield from _of_clause(main, sentence.mood)
    if other is None:
        return
    order = "first" if sentence.other_first else "last"
    yield f"{sentence.link} {order} {main.kind} {other.kind}"
    for role, phrase in (("subject", other.subject), ("object", other.object)):
        if phrase is not None and phrase.kind == "pronoun" and phrase.head in POINTING:
            has_object = "object" if main.object is not None else "none"
            who = main.subject.kind if main.subject is not None else "none"
            yield f"{sentence.link} {order} {role} {phrase.head} {who} {has_object}"
    yield from _of_clause(other, sentence.link)


def _of_clause(clause: Clause, where: str) -> Iterator[str]:
    negated = "not" if clause.negated else ""
    yield f"{where} {clause.kind} {clause.frame} {clause.mood} {negated}"
    yield f"{where} {clause.kind} {clause.tense} {clause.aspect} {clause.passive}"
    for each in clause.adverbials:
        yield f"{clause.kind} {clause.frame} {clause.passive} {each.kind} {each.at}"
        if each.phrase is not None:
            yield from _of_phrase(each.phrase, f"{each.kind}")
        if each.clause is not None:
            yield from _of_clause(each.clause, each.kind)
    parts = {"subject": clause.subject, "object": clause.object, "recipient": clause.recipient}
    for role, phrase in parts.items():
        if phrase is not None:
            yield from _of_phrase(phrase, role)
    inner = clause.complement
    if inner is not None:
        same = inner.subject is None or inner.subject == clause.subject
        yield f"{clause.word} {clause.frame} {inner.kind} {inner.mood} {same}"
        yield from _of_clause(inner, clause.frame)


def _of_phrase(phrase: NounPhrase, role: str) -> Iterator[str]:
    if phrase.relative is not None:
        yield from _of_relative(phrase, phrase.relative, role)
    if phrase.place is not None:
        yield f"{role} {phrase.place.kind} {phrase.place.word}"
    if phrase.owner is not None:
        yield f"{role} of {phrase.behind} {phrase.owner.kind} {phrase.owner.determiner}"
    if phrase.other is not None:
        yield f"{role} {phrase.joined} {bool(phrase.number)} {bool(phrase.other.number)}"
    if phrase.part or phrase.measure:
        yield f"{role} {phrase.part} {phrase.measure} {phrase.kind}"
    if phrase.quality is not None:
        yield f"{role} {phrase.quality.degree} {phrase.kind} {bool(phrase.second)}"


def _of_relative(phrase: NounPhrase, inner: Clause, role: str) -> Iterator[str]:
    gaps = {"subject": inner.subject, "object": inner.object, "recipient": inner.recipient}
    gap = next((name for name, one in gaps.items() if one is not None and one.kind == "gap"), "")
    yield f"{role} {phrase.pronoun} {gap or 'adverbial'} {inner.kind} {inner.passive}"
    yield from _of_clause(inner, "relative")
    for nested in inner_nodes(inner):
        if isinstance(nested, NounPhrase) and nested.relative is not None:
            yield f"{role} nested"
