"""What a preposition says with its noun: when, where, with whom, what for."""

from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.senses import ANIMATE, kind_of
from transformer_core.translator.grammar.syntax import NounPhrase

TIME_KINDS = frozenset({"weekday", "month_name", "season", "holiday", "period"})
EVENT_KINDS = frozenset({"event", "season", "holiday", "period"})
OF_CLOCK = {"at": "clock", "from": "from", "since": "from", "until": "until", "to": "until",
            "by": "until", "before": "time", "after": "time"}  # fmt: skip
DOING_SOMETHING = ("transitive", "ditransitive", "motion", "carrying")
ABOUT = ("about", "around")
CROSSING = ("motion", "carrying", "intransitive")
"""Frames of what goes from one side to the other."""
ALWAYS = {"before": "time", "after": "time", "until": "until", "without": "without",
          "about": "about", "like": "like", "as": "as",
          "along": "route", "through": "route", "across": "route",
          "because of": "cause"}  # fmt: skip
"""Prepositions that say the same with every noun."""


def kind_of_adverbial(
    preposition: str, phrase: NounPhrase, *, frame: str = "", passive: bool = False
) -> str:
    """The kind of adverbial that they make, or "" where it is not said so.

    with a friend -> companion, with a knife -> tool; for two hours -> duration.

    Args:
        frame, passive: of the verb that it stands behind: one goes "to" a place.
    """
    if phrase.kind == "clock":
        if preposition in ABOUT:
            return "clock"
        return OF_CLOCK.get(preposition, "")
    kind = kind_of(phrase)
    is_time = kind in TIME_KINDS or phrase.head == "birthday"
    if is_time and preposition in ("in", "on", "at"):
        return "time"
    is_feast = kind == "holiday" or phrase.head == "birthday"
    if preposition == "for" and is_feast and frame in DOING_SOMETHING:
        return "time"
    if preposition == "in" and kind == "language":
        return "in language"
    if preposition == "across" and frame not in CROSSING:
        return "place"
    if preposition in ALWAYS:
        return ALWAYS[preposition]
    if preposition in ("during", "since"):
        kind_said = "during" if preposition == "during" else "from"
        return kind_said if is_time or kind in EVENT_KINDS else ""
    if preposition == "for":
        return "duration" if _is_duration(phrase) else "meal" if kind == "meal" else "benefit"
    if preposition == "with":
        return "companion" if _is_company(phrase) else "tool"
    if preposition == "by":
        return "until" if is_time else "agent" if passive else "place"
    if preposition == "from":
        return "from" if is_time else "source"
    if preposition == "to":
        return "until" if is_time else "goal" if frame in ("motion", "carrying") else ""
    if preposition == "into":
        return "goal" if frame in ("motion", "intransitive") else ""
    return "place"


def _is_duration(phrase: NounPhrase) -> bool:
    """Two hours, a time."""
    is_unit = phrase.head in LEXICON.units and bool(phrase.number or phrase.determiner)
    return is_unit or (phrase.head == "time" and phrase.determiner == "a")


def _is_company(phrase: NounPhrase) -> bool:
    return phrase.kind in ("pronoun", "unknown", "wh") or kind_of(phrase) in ANIMATE
