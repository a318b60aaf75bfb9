"""What a preposition says with its noun: when, where, with whom, what for."""

from collections.abc import Collection

from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import PEOPLE, TIMES, is_person, kind_of
from english_korean.language.syntax import Adverbial, NounPhrase
from english_korean.language.tables import Table

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
    row = TABLE.row_of(preposition, phrase, frame, passive)
    assert row is not None  # the last one fits always
    said: str = row.result["says"]
    return said


def _is_of_a_preposition(preposition: str, phrase: NounPhrase) -> bool:
    """In spite of the storm, in defiance of the king: such a noun without an article is no thing,
    and of those that are known as such an article makes no thing either.
    """
    if not phrase.behind or phrase.owner is None:
        return False
    has_nothing_before = not (phrase.determiner or phrase.number or phrase.quality)
    is_bare = phrase.kind == "unknown" and has_nothing_before
    return is_bare or phrase.head in WITH_OF.get(preposition, "").split()


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


def _nouns(preposition: str, phrase: NounPhrase, frame: str, passive: bool) -> Collection[str]:
    """What the table can say of a noun."""
    nouns = {kind_of(phrase), f"={phrase.head}", phrase.kind}
    if _is_duration(phrase):
        nouns.add("span")
    if _is_of_a_preposition(preposition, phrase):
        nouns.add("part")
    return nouns


TABLE = Table(
    "prepositions",
    {
        "preposition": lambda preposition, phrase, frame, passive: (preposition,),
        "noun": _nouns,
        "frame": lambda preposition, phrase, frame, passive: (frame or "none",),
        "voice": lambda preposition, phrase, frame, passive: ("passive" if passive else "active",),
    },
    nouns=("noun",),
    lead=("preposition",),
)
