"""Whether the parts of a tree go together. Not whether it makes sense."""

from collections.abc import Iterator

from transformer_core.translator.grammar.adjective_senses import can_be_predicate
from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.questions import asked_slot
from transformer_core.translator.grammar.senses import fits, sense_of, senses_of
from transformer_core.translator.grammar.syntax import Adverbial, Clause, NounPhrase, Sentence


def is_well_formed(sentence: Sentence) -> bool:
    """Whether every clause has what it needs, and questions ask for one thing."""
    if sentence.clause is None:
        return bool(sentence.phrase)
    clauses = [each for each in (sentence.clause, sentence.other) if each is not None]
    if not all(clause_is_well_formed(clause) for clause in clauses):
        return False
    if sentence.other is not None and asked_slot(sentence.other):
        return False
    asks = bool(asked_slot(sentence.clause))
    if asks and sentence.mood != "question":
        return False
    return not (sentence.contracted and not sentence.clause.negated)


def clause_is_well_formed(clause: Clause) -> bool:
    """Whether a clause, and every clause in it, has what it needs."""
    quality = clause.quality
    if clause.frame == "predicate" and clause.object is not None and clause.object.kind == "clock":
        return False  # he is good at noon: at that time
    if quality is not None and clause.frame != "predicate":
        words = [quality.word, *([quality.other.word] if quality.other else [])]
        if not all(map(can_be_predicate, words)):
            return False
    if clause.kind == "verb":
        if not _verb_fits(clause):
            return False
    elif clause.kind == "noun" and any(map(_asks_no_noun, clause.adverbials)):
        return False  # where were you last night: nobody is a night
    elif clause.kind != "weather" and (clause.passive or clause.aspect.endswith("progressive")):
        return False
    return all(map(clause_is_well_formed, _inner(clause)))


def _asks_no_noun(adverbial: Adverbial) -> bool:
    """Where, how and where from one does not ask of who somebody is."""
    is_from_where = adverbial.phrase is not None and adverbial.phrase.head == "where"
    return adverbial.word in ("where", "how") or is_from_where


def _inner(clause: Clause) -> Iterator[Clause]:
    """The clauses in a clause."""
    if clause.complement is not None:
        yield clause.complement
    phrases = [clause.subject, clause.object, clause.recipient]
    for each in clause.adverbials:
        phrases.append(each.phrase)
        if each.clause is not None:
            yield each.clause
    for phrase in phrases:
        yield from _relatives(phrase)


def _relatives(phrase: NounPhrase | None) -> Iterator[Clause]:
    if phrase is None:
        return
    if phrase.relative is not None:
        yield phrase.relative
    yield from _relatives(phrase.other)
    yield from _relatives(phrase.owner)


def _verb_fits(clause: Clause) -> bool:
    if clause.frame == "thanks":
        return True
    thing = clause.object
    if thing is not None and clause.word.endswith(" for") and thing.head in LEXICON.units:
        return False  # wait for two hours
    if clause.word == "turn" and clause.quality is not None and clause.quality.word == "right":
        return False  # turn right: it is no colour
    if clause.word in ("play with", "work on", "walk", "fly") and clause.frame == "transitive":
        return fits(thing, sense_of(clause).objects)
    if clause.passive and clause.frame == "named":
        return any(sense.passive for sense in senses_of(clause))
    if clause.passive:
        return thing is None and any(sense.passive for sense in senses_of(clause))
    if clause.aspect.endswith("progressive"):
        first = clause.word.split()[0]
        return first not in LEXICON.stative or clause.word == "listen to"
    return True
