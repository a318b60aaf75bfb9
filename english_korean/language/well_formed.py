"""Whether the parts of a tree go together. Not whether it makes sense."""

from collections.abc import Callable, Collection, Iterator
from functools import cache

from english_korean.language.adjective_senses import can_be_predicate
from english_korean.language.korean.agents import agent_of
from english_korean.language.lexicon import LEXICON
from english_korean.language.questions import asked_slot
from english_korean.language.senses import (
    is_person,
    kind_of,
    sense_of,
    senses_of,
    takes,
)
from english_korean.language.syntax import (
    Adverbial,
    Clause,
    NounPhrase,
    Quality,
    Sentence,
    replace,
)
from english_korean.language.tables import Columns, Row, Table

USES = {kind: frozenset(LEXICON.plausible["verbs"][kind]) for kind in ("tool", "as", "benefit")}
USED_BESIDE = ("help", "pay", "fill", "mix", "share", "start", "begin", "end", "finish", "answer",
               "speak", "cry", "do")  # fmt: skip
"""Other verbs that something is done by means of."""
DONE_FOR_NOTHING = frozenset(
    {"want", "like", "wait", "wait for", "ask", "tell", "have", "have got", "let", "look"}
)
"""What is not done in order to do something else."""
SEEKING = ("need", "find", "look for", "choose", "get")
"""Of people one does so for what they are to do."""
WEARING = ("wear", "put on", "take off")


def is_well_formed(sentence: Sentence) -> bool:
    """Whether every clause has what it needs, and questions ask for one thing."""
    if sentence.clause is None:
        return bool(sentence.phrase)
    if sentence.other is not None and asked_slot(sentence.other):
        return False
    if asked_slot(sentence.clause) and sentence.mood != "question":
        return False
    if sentence.contracted and not sentence.clause.negated:
        return False
    clauses = [each for each in (sentence.clause, sentence.other) if each is not None]
    return not any(map(_is_no_english, clauses)) and why_outside(sentence) is None


def clause_is_well_formed(clause: Clause) -> bool:
    """Whether a clause, and every clause in it, has what it needs."""
    return not _is_no_english(clause) and _why_clause(clause) is None


def _is_no_english(clause: Clause) -> bool:
    """Whether nobody says such a clause, or one in it: is being here, was eaten the fish."""
    is_doing = clause.passive or clause.aspect.endswith("progressive")
    if is_doing and clause.kind not in ("verb", "weather"):
        return True
    if clause.passive and clause.frame != "named" and clause.object is not None:
        return True
    return any(map(_is_no_english, _inner(clause)))


def why_outside(sentence: Sentence) -> Row | None:
    """The row that keeps a sentence out of the language; None where none does."""
    if sentence.clause is None:
        return None
    own = _refusing(SENTENCES.row_of(sentence, sentence.clause))
    if own is not None:
        return own
    clauses = [each for each in (sentence.clause, sentence.other) if each is not None]
    return next(filter(None, map(_why_clause, clauses)), None)


def _why_clause(clause: Clause) -> Row | None:
    """The row that keeps a clause, or any clause in it, out of the language."""
    row = _refusing(CLAUSES.row_of(clause))
    if row is not None:
        return row
    for each in clause.adverbials:
        row = _refusing(ADVERBIALS.row_of(each, clause))
        if row is not None:
            return row
    return next(filter(None, map(_why_clause, _inner(clause))), None)


def _refusing(row: Row | None) -> Row | None:
    """A row that puts outside what it fits."""
    return None if row is None or "inside" in row.result else row


def _offers_choice(clause: Clause) -> bool:
    """Is it black or white, is she a nurse or a teacher: one is to choose."""
    thing, quality = clause.object, clause.quality
    is_either = clause.kind == "noun" and thing is not None and thing.other is not None
    is_either = is_either and thing is not None and thing.joined == "or"
    qualities = [] if quality is None else _listed(quality)
    is_either = is_either or any(each.joined == "or" for each in qualities)
    return is_either


def _is_never(clause: Clause) -> bool:
    return any(each.word == "never" for each in clause.adverbials)


def _listed(quality: Quality) -> Iterator[Quality]:
    """An adjective with those that are joined to it."""
    yield quality
    if quality.other is not None:
        yield from _listed(quality.other)


def _is_no_purpose(clause: Clause) -> bool:
    """I want you to go, it makes me happy to see you: it is not what one does it for."""
    thing = clause.object
    if clause.frame == "result" or clause.kind == "noun":
        return True
    if thing is None:
        return clause.word in DONE_FOR_NOTHING
    if thing.head == "it" and clause.word in ("make", "find"):
        return True
    if thing.determiner == "enough":
        return False
    is_somebody = thing.kind == "pronoun" and is_person(thing)
    return clause.word in DONE_FOR_NOTHING or (is_somebody and clause.word in SEEKING)


def _is_too_much(clause: Clause) -> bool:
    """Too quietly to hear, too ill to go: one does not do it."""
    if any(each.kind == "also" and each.word == "too" for each in clause.adverbials):
        return True  # too quietly to hear
    ways = [clause.quality, *(each.quality for each in clause.adverbials)]
    return any(way is not None and way.degree in ("too", "enough") for way in ways)


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


def _verbs(clause: Clause) -> Collection[str]:
    """What the tables can say of a verb."""
    return _of_verb(clause.word, is_verb=clause.kind == "verb")


@cache
def _of_verb(word: str, *, is_verb: bool) -> frozenset[str]:
    verbs = {word or "none"}
    if word and word.split()[0] in LEXICON.stative:
        verbs.add("stative")
    if word.endswith(" for"):
        verbs.add("ends in for")
    if is_verb and word in (*USES["tool"], *USED_BESIDE):
        verbs.add("with a tool")
    if word in USES["as"]:
        verbs.add("as somebody")
    if word in USES["benefit"] and word != "leave":
        verbs.add("for something")
    return frozenset(verbs)


def _nouns(phrase: NounPhrase | None) -> Collection[str]:
    """What the tables can say of a noun."""
    if phrase is None:
        return ("none",)
    nouns = {kind_of(phrase), f"={phrase.head}", phrase.kind}
    return nouns | ({"unit"} if phrase.head in LEXICON.units else set())


def _objects(clause: Clause) -> Collection[str]:
    thing = clause.object
    nouns = set(_nouns(thing))
    if thing is not None and thing.kind == "noun":
        quality = "" if thing.quality is None else thing.quality.word
        is_when = quality in ("last", "next") and not thing.determiner
        if is_when and kind_of(thing) == "period":
            nouns.add("last or next")
        if thing.head == "time" and thing.determiner.startswith("all"):
            nouns.add("all the time")
    if clause.word in WEARING and thing is not None and thing.other is not None:
        same = sense_of(clause) == sense_of(replace(clause, object=thing.other))
        nouns |= set() if same else {"unlike"}
    return nouns


def _qualities(clause: Clause) -> Collection[str]:
    if clause.quality is None:
        return ("none",)
    said = {each.word for each in _listed(clause.quality)}
    is_bound = not all(map(can_be_predicate, said))
    return {clause.quality.word} | ({"before nouns only"} if is_bound else set())


def _beside(clause: Clause) -> Collection[str]:
    """The words and kinds of what stands beside a verb."""
    beside = set()
    for each in clause.adverbials:
        beside |= {each.word, each.kind}
        if each.quality is not None:
            beside.add(each.quality.word)
        if each.phrase is not None and each.phrase.head == "where":
            beside.add("from where")
    return beside


def _denied(clause: Clause) -> Collection[str]:
    said = {"not": clause.negated, "never": _is_never(clause)}
    return [word for word, is_said in said.items() if is_said] or ("none",)


def _passives(clause: Clause) -> Collection[str]:
    has_one = agent_of(clause) is not None or any(sense.passive for sense in senses_of(clause))
    return ("passive" if has_one else "no passive",)


def _asked(sentence: Sentence, clause: Clause) -> Collection[str]:
    asked = {"something"} if asked_slot(clause) else set()
    return asked | ({"choice"} if _offers_choice(clause) else set())


def _purposes(each: Adverbial, clause: Clause) -> Collection[str]:
    if _is_no_purpose(clause):
        return ("no purpose",)
    return ("too much" if _is_too_much(clause) else "purpose",)


CLAUSE: Columns = {
    "clause": lambda clause: (clause.kind,),
    "verb": _verbs,
    "frame": lambda clause: (clause.frame or "none",),
    "mood": lambda clause: (clause.mood or "none",),
    "aspect": lambda clause: (clause.aspect.split()[-1] if clause.aspect else "none",),
    "voice": lambda clause: ("passive" if clause.passive else "active",),
    "denied": _denied,
    "subject": lambda clause: _nouns(clause.subject),
    "object": _objects,
    "quality": _qualities,
    "degree": lambda clause: (clause.quality.degree if clause.quality else "none",),
    "beside": _beside,
    "meaning": lambda clause: (sense_of(clause).nature,),
    "goes": lambda clause: ("well" if takes(clause) else "badly",),
    "korean": _passives,
}


def _of_clause(column: Callable[..., Collection[str]]) -> Callable[..., Collection[str]]:
    """A column of a clause, in a table of what stands in it or around it."""
    return lambda *place: column(place[-1])


IN_CLAUSE: Columns = {name: _of_clause(column) for name, column in CLAUSE.items()}
CLAUSES = Table(
    "outside", CLAUSE, nouns=("subject", "object"), part="clauses", lead=("clause", "verb")
)
SENTENCES = Table(
    "outside",
    {
        **IN_CLAUSE,
        "mood_of_sentence": lambda sentence, clause: (sentence.mood,),
        "asks": _asked,
    },
    part="sentences",
)
ADVERBIALS = Table(
    "outside",
    {
        **IN_CLAUSE,
        "kind": lambda each, clause: (each.kind,),
        "preposition": lambda each, clause: (each.word,),
        "noun": lambda each, clause: _nouns(each.phrase),
        "doing": _purposes,
    },
    nouns=("noun", "object"),
    part="adverbials",
    lead=("kind",),
)
