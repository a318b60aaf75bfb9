"""Which words go together: a verb with what it is done to, an adjective with its noun."""

from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import (
    ANIMATE,
    PEOPLE,
    PERSONAL,
    fits,
    kind_of,
    senses_of,
    takes,
)
from english_korean.language.syntax import Clause, NounPhrase, Quality
from english_korean.teaching.sampling.adjectives import (
    ADJECTIVES_OF,
    BY_NOUN,
    OF_LIVING,
    OTHER_ADJECTIVES,
)
from english_korean.teaching.sampling.usual import USUAL

OPEN = frozenset(LEXICON.plausible["words"]["open"])
VAGUE = frozenset(LEXICON.plausible["words"]["vague"])
DONE = frozenset({"intransitive", "transitive", "ditransitive", "motion", "location"})
"""Frames of what somebody does."""
THINGS = frozenset({"it", "this", "that", "these", "those", "what"})
"""Nobody, unless one points at somebody."""
ONLY_ONE = frozenset(LEXICON.plausible["words"]["only_one"])
TOGETHER = {
    "animate": ANIMATE,
    "edible": frozenset({"food", "drink", "meal"}),
    "worn": frozenset({"headwear", "clothes", "footwear", "handwear", "neckwear", "wristwear",
                       "accessory"}),
    "played": frozenset({"sport", "racket_sport", "game"}),
    "learned": frozenset({"language", "subject"}),
    "written": frozenset({"reading", "text"}),
    "instrument": frozenset({"keyboard_instrument", "string_instrument", "wind_instrument"}),
    "thing": frozenset({"thing", "tool", "container", "device", "furniture", "fragile", "stick"}),
    "visited": frozenset({"place", "placename"}),
    "grown": frozenset({"plant", "nature"}),
    "felt": frozenset({"body", "limb", "hair", "tooth"}),
}  # fmt: skip
"""Kinds of nouns that one names in one breath."""
ITS_OWNERS = frozenset({"my", "your", "his", "her", "its"})


def phrase_is_plausible(phrase: NounPhrase, *, is_open: bool) -> bool:
    """Whether its determiner, number and adjective go with its noun.

    Args:
        is_open: something is asked or denied.
    """
    if not is_open and OPEN & {phrase.determiner, phrase.head}:
        return False
    if phrase.head in ONLY_ONE and phrase.plural and phrase.determiner in ITS_OWNERS:
        return False
    if phrase.other is not None and not _go_together(phrase, phrase.other):
        return False
    quality = phrase.quality
    if quality is None:
        return True
    if quality.degree != "most" and not is_said_of(quality, phrase):
        return False
    if phrase.determiner == "more" or quality.degree == "more":
        return phrase.kind == "unknown"
    is_ordinal = quality.word in LEXICON.ordinals
    return not is_ordinal or (not phrase.plural and phrase.determiner not in VAGUE)


def _go_together(one: NounPhrase, other: NounPhrase) -> bool:
    """Whether one names both in one breath, oneself last."""
    sorts = {_sort(one), _sort(other)} - {""}
    return one.head != "i" and len(sorts) < 2


def _sort(phrase: NounPhrase) -> str:
    """People and animals; food and drink; what one wears; or a kind of its own. "" of what can be
    of any."""
    if phrase.kind == "pronoun":
        return "animate" if phrase.head in PERSONAL else ""
    if phrase.head in ("fish", "chicken"):
        return ""  # an animal or food
    kind = kind_of(phrase)
    return next((name for name, kinds in TOGETHER.items() if kind in kinds), kind)


def is_said_of(quality: Quality, phrase: NounPhrase | None) -> bool:
    """Whether an adjective is said of a noun, or of people; all are said of other pronouns."""
    is_somebody = phrase is not None and phrase.kind == "pronoun" and phrase.head in PERSONAL
    is_noun = phrase is not None and phrase.kind == "noun"
    if phrase is None or quality.word not in LEXICON.adjectives or not (is_noun or is_somebody):
        return True
    noun = LEXICON.nouns["person" if is_somebody else phrase.head]
    usual = USUAL.adjectives.get(noun.word, ())
    fitting = ADJECTIVES_OF.get(noun.kind, OTHER_ADJECTIVES)
    is_fit = quality.word in usual or LEXICON.adjectives[quality.word].kind in fitting
    if not is_fit:
        is_fit = quality.word in (OF_LIVING if noun.kind in ANIMATE else BY_NOUN)
    return is_fit and (quality.other is None or is_said_of(quality.other, phrase))


def is_said_well(clause: Clause) -> bool:
    """Whether the adjective goes with the subject, or with the noun behind its preposition."""
    if clause.kind == "adjective" and clause.frame == "predicate":
        return is_of_any_kind(clause.object) or takes(clause)
    if clause.quality is None or clause.frame not in ("", "linking"):
        return True
    return is_said_of(clause.quality, clause.subject)


def is_living(phrase: NounPhrase | None) -> bool:
    """A person or an animal, or what may be one."""
    return is_of_any_kind(phrase) or kind_of(phrase) in ANIMATE


def is_of_any_kind(phrase: NounPhrase | None) -> bool:
    """Pronouns, question words and unknown words can be of any kind."""
    return phrase is None or phrase.kind in ("unknown", "wh", "gap", "doing") or (
        phrase.kind == "pronoun" and phrase.head not in PERSONAL
    )  # fmt: skip


def verb_fits(clause: Clause) -> bool:
    """Whether subject and object are of the kinds of one of the verb's senses."""
    if clause.frame in ("thanks", "named", "result"):
        return True
    senses = senses_of(clause)
    done_to = clause.subject if clause.passive else clause.object
    if clause.frame in ("transitive", "ditransitive") and not is_of_any_kind(done_to):
        if kind_of(done_to) in PEOPLE and done_to is not None and done_to.kind == "pronoun":
            fitting = [one for one in senses if one.objects & PEOPLE or not one.objects]
        else:
            fitting = [one for one in senses if fits(done_to, one.objects)]
        if not fitting:
            return False
        senses = fitting
    doer = None if clause.passive else clause.subject
    if doer is not None and doer.kind == "doing":
        return False
    is_thing = doer is not None and doer.head in THINGS and doer.kind in ("pronoun", "wh")
    if is_thing and clause.frame in DONE:
        return any(not one.subjects <= PEOPLE for one in senses)
    if is_of_any_kind(doer) or doer is None:
        return True
    if doer.kind == "pronoun":
        return any(not one.subjects or one.subjects & PEOPLE for one in senses)
    return any(not one.subjects or fits(doer, one.subjects) for one in senses)


def is_equal(clause: Clause) -> bool:
    """Whether what one is and who one is go together: both people, both many."""
    one, other = clause.subject, clause.object
    if one is None or other is None or other.kind in ("wh", "clock", "doing"):
        return True
    if other.determiner in VAGUE and other.kind == "noun" and not other.measure:
        return False
    if one.kind == "doing" or one.kind in ("wh", "gap", "unknown") or other.kind == "unknown":
        return True
    if other.kind == "pronoun":
        return other.head not in PERSONAL
    is_many = one.plural or one.other is not None or one.head in ("they", "we", "these", "those")
    has_plural = other.kind == "noun" and LEXICON.nouns[other.head].plural is not None
    if (
        has_plural
        and one.head != "you"
        and is_many != (other.plural or (other.other is not None and other.joined != "or"))
    ):
        return False
    if one.kind == "pronoun":
        is_person = one.head in PERSONAL
        is_named = one.head in ("this", "that", "these", "those", "it")
        return is_named or is_person == (kind_of(other) in ANIMATE)
    return (kind_of(one) in PEOPLE) == (kind_of(other) in PEOPLE)
