"""Which adverbials go with a clause: a tool where something is done with it, a day where it can be
another one.
"""

from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import ANIMATE, DATED, TIMES, kind_of
from english_korean.language.syntax import Adverbial, Clause, NounPhrase

MOST_ADDED = 2
"""So many adverbials behind a verb are enough, beside where it goes or is."""
NEEDED = frozenset({"goal", "place", "here", "asked goal", "asked where"})
VERBS = {kind: frozenset(verbs) for kind, verbs in LEXICON.plausible["verbs"].items()}
"""The verbs that a kind of adverbials goes with."""
MANNERS = {word: frozenset(verbs) for word, verbs in LEXICON.plausible["manners"].items()}
"""The verbs that a manner goes with; any other manner goes with all."""
ON = frozenset(LEXICON.plausible["words"]["on"])
COUNTED = frozenset(LEXICON.plausible["words"]["counted"])
SUDDEN = frozenset(LEXICON.plausible["words"]["sudden"])
ASKED_TWICE = ({"asked how", "manner"}, {"asked when", "time"}, {"asked when", "clock"},
               {"asked where", "place"}, {"asked where", "here"})  # fmt: skip
"""Who asks how does not say how."""
LASTING = frozenset({"adjective", "noun", "there"})
OF_DOING = frozenset({"duration", "manner", "companion", "benefit", "goal"})
"""Kinds of adverbials of what somebody does."""
SAYING_WHEN = ("time", "clock", "duration")
NEVER_OF_PEOPLE = ("in", "on", "at", "inside", "over", "above")


def adverbials_are_plausible(clause: Clause) -> bool:
    """Whether there are not too many of them, and each goes with the clause."""
    added = [each for each in clause.adverbials if each.at == "last" and each.kind not in NEEDED]
    places = [each for each in clause.adverbials if each.kind in NEEDED]
    kinds = {each.kind for each in clause.adverbials}
    if any(kinds >= both for both in ASKED_TWICE):
        return False
    if len(added) > MOST_ADDED or len(places) > 1 or len(added) + len(places) > MOST_ADDED + 1:
        return False
    return all(_adverbial_is_plausible(each, clause) for each in clause.adverbials)


def _adverbial_is_plausible(each: Adverbial, clause: Clause) -> bool:
    phrase = each.phrase
    if phrase is not None and phrase.determiner == "no":
        return False
    if each.kind == "time" and each.word == "on" and not _is_day(phrase):
        return False
    if each.kind in ("goal", "place", "source") and _is_bare_many(phrase):
        return False
    if clause.kind == "noun" and each.kind in SAYING_WHEN and _says_who(clause):
        return False
    if clause.frame == "age":
        return each.kind in ("time", "also")
    if each.kind in ("asked when", "asked how") and clause.kind in ("adjective", "noun"):
        if clause.quality is not None and clause.quality.word == "born":
            return each.word == "when"
        return clause.kind == "noun" and kind_of(clause.subject) in DATED | TIMES
    if clause.kind in LASTING and each.quality is not None and each.quality.word == "again":
        return True  # you are late again
    if clause.kind in LASTING and each.kind in OF_DOING:
        return clause.aspect == "perfect" and each.kind == "duration"
    if each.kind == "duration" and clause.aspect == "perfect" and clause.word in LEXICON.stative:
        return True  # I have known her for years
    return clause.kind != "verb" or _goes_with_verb(each, clause.word)


def _goes_with_verb(each: Adverbial, verb: str) -> bool:
    if each.kind in VERBS:
        return verb in VERBS[each.kind]
    if each.kind == "manner" and each.quality is not None:
        manner = each.quality.word
        return verb in MANNERS.get(manner, (verb,)) and (
            verb not in LEXICON.stative or manner == "well"
        )
    if each.kind == "frequency":
        return not (each.word in COUNTED and verb in LEXICON.stative)
    if each.kind == "place":
        return not (kind_of(each.phrase) in ANIMATE and each.word in NEVER_OF_PEOPLE)
    return each.kind != "duration" or (verb not in LEXICON.stative and verb not in SUDDEN)


def _says_who(clause: Clause) -> bool:
    """Whether it says who or what somebody is, which is not so on a day only."""
    one = clause.subject
    is_it = one is not None and one.head == "it"
    return not is_it and kind_of(one) not in DATED | TIMES and kind_of(clause.object) not in TIMES


def _is_bare_many(phrase: NounPhrase | None) -> bool:
    """In houses: one mostly says which."""
    if phrase is None or phrase.kind != "noun" or not phrase.plural:
        return False
    return not (phrase.determiner or phrase.number or phrase.owner)


def _is_day(phrase: NounPhrase | None) -> bool:
    """On Monday, on May 5th, on my birthday."""
    if phrase is None or phrase.number or phrase.kind != "noun":
        return True
    return kind_of(phrase) == "weekday" or phrase.head in ON
