"""What a preposition says with its noun: when, where, with whom, what for."""

from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import ANIMATE, PEOPLE, TIMES, is_person, kind_of
from english_korean.language.syntax import Adverbial, NounPhrase

TIME_KINDS = frozenset({"weekday", "month_name", "season", "holiday", "period"})
EVENT_KINDS = frozenset({"event", "season", "holiday", "period", "exam", "show", "meal", "game"})
UNLIKE = frozenset({"weekday", "month_name", "period"})
"""Kinds of what nothing is like."""
OF_CLOCK = {"at": "clock", "from": "from", "since": "from", "until": "until", "to": "until",
            "by": "until", "before": "time", "after": "time"}  # fmt: skip
DOING_SOMETHING = ("transitive", "ditransitive", "motion", "carrying")
ABOUT = ("about", "around", "at about", "at around")
CROSSING = ("motion", "carrying", "intransitive")
"""Frames of what goes from one side to the other."""
ALWAYS = {"before": "time", "after": "time", "until": "until", "without": "without",
          "about": "about", "like": "like", "as": "as",
          "along": "route", "through": "route", "across": "route",
          "because of": "cause"}  # fmt: skip
"""Prepositions that say the same with every noun."""

WITH_OF = {
    "in": "absence accordance aftermath aid answer anticipation awe behalf case celebration charge "
          "command course danger defense defence event exchange face favor favour fear honor "
          "honour interest interests lack lieu light memory midst name need place presence process "
          "pursuit quest recognition search spite support terms view virtue wake",
    "on": "account basis behalf eve grounds pain part strength verge",
    "at": "cost expense mercy risk",
    "for": "fear lack purpose purposes sake want",
    "by": "dint means reason virtue way",
    "with": "aid exception purpose",
    "under": "auspices pretext threat",
}  # fmt: skip
"""The nouns of prepositions that end in "of": in spite of, on behalf of. What these say is not what
their words say.
"""

LOOKS = frozenset({"hair", "body", "limb", "headwear", "clothes", "footwear", "neckwear"})
"""Kinds of what one sees somebody by: the girl with long hair."""
PARTS = frozenset({"place", "furniture", "fragile", "container", "plant", "photo", "food", "drink",
                   "thing", "color", "clothes", "device"})  # fmt: skip
HAVING_PARTS = frozenset({"place", "clothes", "furniture", "vehicle", "container", "reading",
                          "text", "headwear"})  # fmt: skip
"""Kinds of what has something: a house with a garden."""
NAMED_BY = ("ticket", "plan")
"""What is called by what it is for: 음악회 표."""
GIVEN = frozenset({"thing", "text", "reading", "food", "clothes", "sound", "photo", "abstract"})
"""Kinds of what is for somebody."""


def kind_of_adverbial(
    preposition: str, phrase: NounPhrase, *, frame: str = "", passive: bool = False
) -> str:
    """The kind of adverbial that they make, or "" where it is not said so.

    with a friend -> companion, with a knife -> tool; for two hours -> duration.

    Args:
        frame, passive: of the verb that it stands behind: one goes "to" a place.
    """
    if phrase.kind == "clock":
        return "clock" if preposition in ABOUT else OF_CLOCK.get(preposition, "")
    kind = kind_of(phrase)
    is_time = kind in TIME_KINDS or phrase.head == "birthday"
    is_feast = kind == "holiday" or phrase.head == "birthday"
    if _says_nothing(preposition, kind) or _is_of_a_preposition(preposition, phrase):
        return ""
    if _says_when(preposition, phrase, kind, is_time=is_time):
        return "time"
    if preposition == "for" and is_feast and frame in DOING_SOMETHING:
        return "time"
    if preposition == "in" and kind == "language":
        return "in language"
    if preposition == "across" and frame not in CROSSING:
        return "place"
    if preposition in ALWAYS:
        return ALWAYS[preposition]
    match preposition:
        case "during" | "since":
            kind_said = "during" if preposition == "during" else "from"
            return kind_said if is_time or kind in EVENT_KINDS else ""
        case "for":
            return "duration" if _is_duration(phrase) else "meal" if kind == "meal" else "benefit"
        case "with":
            return "companion" if _is_company(phrase) else "tool"
        case "by":
            return "until" if is_time else "agent" if passive else "place"
        case "from":
            return "from" if is_time else "source"
        case "to":
            return "until" if is_time else "goal" if frame in ("motion", "carrying") else ""
        case "into":
            return "goal" if frame in ("motion", "intransitive") else ""
    return "place"


def _says_nothing(preposition: str, kind: str) -> bool:
    """Smile at somebody, until the bus stops: they are no places. What is the weather like on
    Monday: nothing is like a Monday.
    """
    is_at_somebody = preposition == "at" and kind in ANIMATE
    if preposition == "like" and kind in UNLIKE:
        return True
    return is_at_somebody or preposition in ABOUT[2:] or (preposition, kind) == ("until", "place")


def _is_of_a_preposition(preposition: str, phrase: NounPhrase) -> bool:
    """In spite of the storm, in defiance of the king: such a noun without an article is no thing,
    and of those that are known as such an article makes no thing either.
    """
    if not phrase.behind or phrase.owner is None:
        return False
    has_nothing_before = not (phrase.determiner or phrase.number or phrase.quality)
    is_bare = phrase.kind == "unknown" and has_nothing_before
    return is_bare or phrase.head in WITH_OF.get(preposition, "").split()


def _says_when(preposition: str, phrase: NounPhrase, kind: str, *, is_time: bool) -> bool:
    """On Monday, in my free time, in this weather, at dinner."""
    is_so = preposition == "in" and phrase.head in ("time", "weather")
    is_meal = preposition == "at" and kind == "meal"
    return is_so or is_meal or (is_time and preposition in ("in", "on", "at"))


def belongs_to(phrase: NounPhrase, each: Adverbial) -> bool:
    """Whether a thing can have another one, somebody be from somewhere, something be for them."""
    kind, others = kind_of(phrase), kind_of(each.phrase)
    match each.kind:
        case "tool" if kind in PEOPLE or kind == "animal":
            return others in LOOKS
        case "tool" if kind in ("food", "drink"):
            return others in ("food", "drink")
        case "tool":
            return others in PARTS and kind in HAVING_PARTS
        case "source" if is_person(each.phrase):
            return kind in GIVEN
        case "source":
            return kind in PEOPLE and others in ("place", "placename")
        case "place" if kind in PEOPLE and each.word in ("in", "at") and others == "place":
            return True  # an engineer at a company
        case "place" if each.word == "in":  # a museum in Seoul, my aunt in Busan
            return kind in (*PEOPLE, "place") and others == "placename"
        case "benefit" if others in ("event", "show", "exam", "game"):
            return phrase.head in NAMED_BY
        case "benefit" if others in TIMES:
            return phrase.head in ("plan", "homework")
        case "benefit":
            is_fun = phrase.head == "fun"  # English is fun for me: to me
            return kind in GIVEN and is_person(each.phrase) and not is_fun
    return False


def _is_duration(phrase: NounPhrase) -> bool:
    """Two hours, a time."""
    is_unit = phrase.head in LEXICON.units and bool(phrase.number or phrase.determiner)
    return is_unit or (phrase.head == "time" and phrase.determiner == "a")


def _is_company(phrase: NounPhrase) -> bool:
    return phrase.kind in ("pronoun", "unknown", "wh") or kind_of(phrase) in ANIMATE
