"""Whether the parts of a tree go together. Not whether it makes sense."""

from collections.abc import Iterator

from english_korean.language.adjective_senses import can_be_predicate
from english_korean.language.lexicon import LEXICON
from english_korean.language.noun_senses import EATEN
from english_korean.language.questions import asked_slot
from english_korean.language.senses import (
    ANIMATE,
    HAVING,
    PEOPLE,
    TIMES,
    fits,
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
SPENT = ("spend", "remember", "waste", "use", "miss", "forget")
"""What one does to a time: spend last night, remember last summer."""
AROUND = ("dark", "bright", "noisy", "loud")
"""What it is around somebody who can do something there or not."""
FREE_DAYS = ("vacation", "holiday", "weekend")
WEARING = ("wear", "put on", "take off")
WORN = ("headwear", "clothes", "footwear", "handwear", "neckwear")
STOOD_ON = ("team", "side", "page", "line", "list", "top", "stage", "corner", "map", "left",
            "right",            "internet", "menu", "screen")  # fmt: skip
"""What one is on that is no thing."""


def is_well_formed(sentence: Sentence) -> bool:
    """Whether every clause has what it needs, and questions ask for one thing."""
    if sentence.clause is None:
        return bool(sentence.phrase)
    clauses = [each for each in (sentence.clause, sentence.other) if each is not None]
    if not all(clause_is_well_formed(clause) for clause in clauses):
        return False
    if sentence.other is not None and asked_slot(sentence.other):
        return False
    if sentence.mood == "question" and _offers_choice(sentence.clause):
        return False
    if sentence.mood == "question" and sentence.clause.word == "mind" and sentence.clause.mood:
        return False  # would you mind opening the door: it asks to do what it says one minds
    asks = bool(asked_slot(sentence.clause))
    if asks and sentence.clause.mood == "would" and sentence.clause.word != "like":
        return False  # what would you do
    if asks and sentence.mood != "question":
        return False
    return not (sentence.contracted and not sentence.clause.negated)


def _offers_choice(clause: Clause) -> bool:
    """Is it black or white, is she a nurse or a teacher: one is to choose, and Korean asks twice.
    And shouldn't we, couldn't you: neither whether one may, nor whether one can.
    """
    thing, quality = clause.object, clause.quality
    is_either = clause.kind == "noun" and thing is not None and thing.other is not None
    is_either = is_either and thing is not None and thing.joined == "or"
    qualities = [] if quality is None else _listed(quality)
    is_either = is_either or any(each.joined == "or" for each in qualities)
    return is_either or (clause.negated and clause.mood in ("should", "could"))


def clause_is_well_formed(clause: Clause) -> bool:
    """Whether a clause, and every clause in it, has what it needs."""
    quality = clause.quality
    if clause.frame == "too" and (clause.negated or _is_never(clause)):
        return False  # he isn't too old to ride a bike
    is_too = clause.frame == "it is" and quality is not None and quality.degree == "too"
    if is_too and quality is not None and (quality.word in AROUND or _is_never(clause)):
        return False  # it was too dark to read: reading was not
    if _takes_what_is_past(clause):
        return False
    if clause.frame == "predicate" and clause.object is not None and clause.object.kind == "clock":
        return False  # he is good at noon: at that time
    if not all(_goes_with(each, clause) for each in clause.adverbials):
        return False
    said = [] if quality is None or clause.frame == "predicate" else list(_listed(quality))
    if not all(can_be_predicate(each.word) for each in said):
        return False
    if clause.kind == "verb":
        if not _verb_fits(clause):
            return False
    elif clause.kind == "noun" and clause.subject is not None and clause.subject.kind == "clock":
        return False  # seven is a number
    elif clause.kind == "noun" and any(map(_is_gauged, clause.adverbials)):
        return False  # five minutes fast
    elif clause.kind == "noun" and _is_measured(clause):
        return False  # ten minutes late: not so long
    elif clause.kind == "noun" and any(map(_asks_no_noun, clause.adverbials)):
        return False  # where were you last night: nobody is a night
    elif clause.kind == "adjective" and _is_new_here(clause):
        return False  # she is new
    elif clause.kind != "weather" and (clause.passive or clause.aspect.endswith("progressive")):
        return False
    return all(map(clause_is_well_formed, _inner(clause)))


def _is_new_here(clause: Clause) -> bool:
    """She is new: she has come lately."""
    return clause.quality is not None and clause.quality.word == "new" and is_person(clause.subject)


def _is_never(clause: Clause) -> bool:
    return any(each.word == "never" for each in clause.adverbials)


def _takes_what_is_past(clause: Clause) -> bool:
    """I was too tired to cook last night: no night is cooked; it changes all the time."""
    thing = clause.object
    if clause.kind != "verb" or thing is None or thing.kind != "noun" or clause.word in SPENT:
        return False
    quality = "" if thing.quality is None else thing.quality.word
    is_when = kind_of(thing) == "period" and quality in ("last", "next") and not thing.determiner
    return is_when or (thing.head == "time" and thing.determiner.startswith("all"))


def _listed(quality: Quality) -> Iterator[Quality]:
    """An adjective with those that are joined to it."""
    yield quality
    if quality.other is not None:
        yield from _listed(quality.other)


def _goes_with(each: Adverbial, clause: Clause) -> bool:
    """Whether the Korean of a preposition says what it means here: not of eggs with salt, of a trip
    for the weekend, of sleeping in pajamas, of the same thing as somebody.
    """
    phrase, kind = each.phrase, kind_of(each.phrase)
    if each.kind == "purpose" and (_is_no_purpose(clause) or _is_too_much(clause)):
        return False
    if phrase is None or phrase.kind == "unknown":
        return True
    if clause.word == "pay" and each.word == "for":
        return False  # the price of something
    if each.kind == "time" and each.word == "after" and clause.word == "run":
        return kind not in (*ANIMATE, "thing", "vehicle")  # it runs after the cat
    if each.kind == "benefit" and clause.word in ("ask", "wait"):
        return False  # ask your mother for help
    if each.kind == "place" and is_person(phrase):
        looks = clause.frame == "linking" or clause.word in ("look", "look great")
        if each.word == "on" and (looks or clause.frame == "ditransitive"):
            return False  # looks good on you
        if each.word == "by" and (clause.frame == "transitive" or clause.kind == "adjective"):
            return False  # a book by a young writer
    if each.kind == "place" and phrase.head == "it" and clause.word in HAVING:
        return False  # it has cheese in it
    match each.kind:
        case "tool" if clause.word in EATEN and clause.object and kind in ("food", "drink"):
            return False  # cereal with milk
        case "place" if each.word == "by" and clause.kind == "adjective":
            return False  # frightened by the thunder
        case "tool":
            is_used = clause.kind == "verb" and clause.word in (*USES["tool"], *USED_BESIDE)
            return is_used or phrase.kind == "wh"
        case "benefit":
            return _is_done_for(clause, kind, phrase.head)
        case "as":
            return clause.word in USES["as"] and kind in PEOPLE
        case "about":
            return phrase.head not in LEXICON.units
        case "place" if each.word == "in":
            return kind not in WORN
        case "place" if each.word == "by":
            return kind not in ("event", "abstract", "period", "sound", "activity", "show")
        case "place" if each.word == "on":
            return kind not in ("abstract", "activity") or phrase.head in STOOD_ON
    return True


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


def _is_done_for(clause: Clause, kind: str, head: str) -> bool:
    """Whether one does it for something, and does not leave for it, nor have time for it."""
    if kind in TIMES or head in FREE_DAYS:
        return False
    is_use = clause.word in USES["benefit"] and clause.word != "leave"
    return is_use or kind not in ("place", "placename")


def _is_measured(clause: Clause) -> bool:
    """Of somebody, or of a clock, a time is said that they cannot be."""
    thing = clause.object
    if is_person(clause.subject) and kind_of(thing) == "activity":
        return True  # while they were hiking
    is_span = not clause.frame and thing is not None and thing.head in LEXICON.units
    return is_span and kind_of(clause.subject) in (*PEOPLE, "device")


def _is_gauged(adverbial: Adverbial) -> bool:
    """Fast, slowly: nobody is somebody so."""
    quality = adverbial.quality
    return quality is not None and quality.word in ("fast", "slowly", "late", "early", "hard")


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
    if clause.word == "have" and clause.aspect.endswith("progressive"):
        return clause.frame != "transitive" or sense_of(clause).nature != "adjective"
    if clause.word == "cost" and any(each.kind == "purpose" for each in clause.adverbials):
        return False  # how much does it cost to get there
    if clause.word in WEARING and thing is not None and thing.other is not None:
        return sense_of(clause) == sense_of(replace(clause, object=thing.other))
    if clause.word == "turn" and clause.quality is not None and clause.quality.word == "right":
        return False  # turn right: it is no colour
    if clause.word == "try" and clause.frame == "transitive" and thing is not None:
        is_food = takes(clause) or thing.head in ("fish", "chicken")
        return is_food if thing.kind == "noun" else not is_person(thing)  # she tried her best
    if clause.word in ("play with", "work on", "walk", "fly") and clause.frame == "transitive":
        return fits(thing, sense_of(clause).objects)
    if clause.passive and clause.word == "paint" and kind_of(clause.subject) == "photo":
        return False  # a picture is not coated
    if clause.passive and clause.word == "take":
        return kind_of(clause.subject) == "photo"
    if clause.passive and clause.frame == "named":
        return any(sense.passive for sense in senses_of(clause))
    if clause.passive:
        return thing is None and any(sense.passive for sense in senses_of(clause))
    if clause.aspect.endswith("progressive"):
        first = clause.word.split()[0]
        return first not in LEXICON.stative or clause.word == "listen to"
    return True
