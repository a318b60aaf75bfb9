"""Which words go together: a verb with what it is done to, an adjective with its noun."""

from transformer_core.translator.grammar.drawing.adjectives import (
    ADJECTIVES_OF,
    BY_NOUN,
    OF_LIVING,
    OTHER_ADJECTIVES,
)
from transformer_core.translator.grammar.drawing.usual import USUAL
from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.senses import (
    ANIMATE,
    PEOPLE,
    PERSONAL,
    fits,
    kind_of,
    senses_of,
    takes,
)
from transformer_core.translator.grammar.syntax import Clause, NounPhrase, Quality

OPEN = frozenset(LEXICON.plausible["words"]["open"])
VAGUE = frozenset(LEXICON.plausible["words"]["vague"])
ONLY_ONE = frozenset(LEXICON.plausible["words"]["only_one"])
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
    if phrase.head == "i" and phrase.other is not None:
        return False  # oneself comes last
    quality = phrase.quality
    if quality is None:
        return True
    if quality.degree != "most" and not is_said_of(quality, phrase):
        return False
    if phrase.determiner == "more" or quality.degree == "more":
        return phrase.kind == "unknown"
    is_ordinal = quality.word in LEXICON.ordinals
    return not is_ordinal or (not phrase.plural and phrase.determiner not in VAGUE)


def is_said_of(quality: Quality, phrase: NounPhrase | None) -> bool:
    """Whether an adjective is said of a noun; all are said of pronouns."""
    if phrase is None or phrase.kind != "noun" or quality.word not in LEXICON.adjectives:
        return True
    noun = LEXICON.nouns[phrase.head]
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
    if has_plural and one.head != "you" and is_many != (other.plural or other.other is not None):
        return False
    if one.kind == "pronoun":
        is_person = one.head in PERSONAL
        is_named = one.head in ("this", "that", "these", "those", "it")
        return is_named or is_person == (kind_of(other) in ANIMATE)
    return (kind_of(one) in PEOPLE) == (kind_of(other) in PEOPLE)
