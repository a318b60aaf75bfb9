"""Where, in Korean: the side of a thing, and the particles of being, doing and going somewhere."""

from collections.abc import Collection

from english_korean.language.korean import adjectives, inner
from english_korean.language.korean.endings import adnominal
from english_korean.language.korean.morphemes import ends_in_existence
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import (
    ANIMATE,
    is_person,
    kind_of,
    sense_of,
)
from english_korean.language.syntax import (
    Adverbial,
    Clause,
    Morpheme,
    NounPhrase,
    Style,
    replace,
)
from english_korean.language.tables import Columns, Row, Table

UPRIGHT = ("board", "blackboard", "whiteboard", "wall", "door", "window", "ceiling", "page",
           "shirt", "moon", "flower", "rose", "tree")  # fmt: skip
"""What one writes and hangs things on: 벽에."""
NAMED_BY = ("ticket", "plan", "homework")
"""What is called by what it is for."""
WITH_INSIDE = frozenset({"container", "vehicle", "furniture", "fragile", "thing", "body", "device",
                         "nature"})  # fmt: skip
"""Kinds of things that one is inside of (안) when one is in them."""
SIDES = {
    ("on", "hill"): "위",
    ("in", "water"): "속",
    ("into", "water"): "속",
    ("in", "rain"): "",  # 빗속
    **{("in", each): "속" for each in ("photo", "picture", "photograph", "painting", "story")},
}
"""Sides that a thing has by itself: 사진 속의 아이들."""
HELD = ("container", "tool", "stick", "reading", "text", "photo")
"""Kinds of what one holds in one's hand: 우산을 든 남자."""
WITHOUT_INSIDE = frozenset({"sky", "air", "space", "world"})
WITHOUT_TOP = frozenset({"vehicle", "period", "device", "exam", "event", "abstract", "text", "body",
                         "limb"})  # fmt: skip
"""Kinds of things that one is on, and yet not on top of (위): on the bus, on TV."""


def place_before_noun(
    place: Adverbial, noun: NounPhrase, name: str, style: Style
) -> list[Morpheme]:
    """The book on the desk: 책상 위의 책."""
    assert place.phrase is not None
    word = (f"{name}.preposition",)
    if place.kind == "tool" and kind_of(noun) in ANIMATE and _is_trait(place.phrase):
        return _with_trait(place.phrase, name, style, word)
    use = "among" if place.kind == "among" else place.word
    phrase = inner.noun_phrase(place.phrase, name, style, use)
    if place.kind == "about":
        return [*phrase, Morpheme("-에", word), Morpheme("대한", word)]
    if place.kind == "belonging":  # 문의 열쇠
        return [*phrase, Morpheme("-의", word)]
    if place.kind == "way":  # 역으로 가는 길
        return [*phrase, Morpheme("-로/으로", word), Morpheme("가-", word), Morpheme("-는", word)]
    if place.kind in ("tool", "source", "benefit"):
        return [*phrase, *_belonging(place, noun, word)]
    if place.kind == "among" and place.phrase.head == "family":
        return [*phrase, Morpheme("중", word), Morpheme("-에서", word)]
    particle = "-에서" if place.kind == "among" else "-의"
    return [*phrase, *side(place, word), Morpheme(particle, word)]


def _is_trait(thing: NounPhrase) -> bool:
    is_plain = not (thing.quality is None or thing.quality.other or thing.second or thing.other)
    return is_plain and kind_of(thing) in ("hair", "body", "limb") and not thing.number


def _with_trait(
    thing: NounPhrase, name: str, style: Style, word: tuple[str, ...]
) -> list[Morpheme]:
    """머리가 짧은 of "the girl with short hair"."""
    assert thing.quality is not None
    bare = replace(thing, quality=None, determiner="")
    path = f"{name}.quality"
    said, nature = adjectives.predicate_adjective(thing.quality, bare, path, style)
    if nature == "copula":
        said = [*said, Morpheme("-이-")]
    return [
        *inner.noun_phrase(bare, name, style),
        Morpheme("-이/가", word),
        *said,
        adnominal(nature, word, exists=ends_in_existence(said)),
    ]


def _belonging(place: Adverbial, noun: NounPhrase, word: tuple[str, ...]) -> list[Morpheme]:
    """정원이 있는 집, 우유를 넣은 커피, 모자를 쓴 남자, 캐나다에서 온 친구, 너를 위한 선물."""
    if place.kind == "source" and is_person(place.phrase):
        got = "오" if kind_of(noun) == "text" else "받"
        return [Morpheme("-에게서", word), Morpheme(f"{got}-", word, True), Morpheme("-ㄴ", word)]
    if place.kind == "benefit" and kind_of(noun) == "text" and is_person(place.phrase):
        return [Morpheme("-에게"), Morpheme("오-", word, True), Morpheme("-ㄴ", word)]
    if place.kind == "source":
        return [Morpheme("-에서", word), Morpheme("오-", word), Morpheme("-ㄴ", word)]
    if noun.head in NAMED_BY and not is_person(place.phrase):
        return []
    if place.kind == "benefit":
        return [Morpheme("-을/를"), Morpheme("위한", word)]
    kind, part = kind_of(noun), kind_of(place.phrase)
    worn = next((one for one in LEXICON.frames["transitive"]["wear"] if part in one.objects), None)
    if kind in ANIMATE and worn is not None:
        stem = worn.korean
    elif kind in ("food", "drink"):
        stem = "넣"
    elif kind in ANIMATE and _is_held(place.phrase):
        stem = "들"
    elif kind in ANIMATE or not kind:
        stem = "가지"
    else:
        return [Morpheme("-이/가"), Morpheme("있-", word, True), Morpheme("-는", word)]
    return [Morpheme("-을/를"), Morpheme(f"{stem}-", word, True), Morpheme("-ㄴ", word)]


def _is_held(thing: NounPhrase | None) -> bool:
    return thing is not None and (kind_of(thing) in HELD or thing.head == "umbrella")


def at_particle(clause: Clause, where: Adverbial | None = None) -> str:
    """에 for being and staying somewhere and for putting, 에서 for doing something."""
    return _particle(AT.row_of(clause, where))


def goal_particle(clause: Clause, where: Adverbial) -> str:
    """에 of a place, 에게 of a person; 로 of what one leaves for."""
    return _particle(GOALS.row_of(clause, where))


def _particle(row: Row | None) -> str:
    assert row is not None  # the last one fits always
    particle: str = row.result["particle"]
    return particle


def side(each: Adverbial, word: tuple[str, ...]) -> list[Morpheme]:
    """위, 아래, 안: unless the noun is a place that one simply is in."""
    assert each.phrase is not None
    text = _side_of(each.phrase, each.word)
    return [Morpheme(text, word, True)] if text else []


def _side_of(phrase: NounPhrase, preposition: str) -> str:
    kind = kind_of(phrase)
    if (preposition, phrase.head) in SIDES:
        return SIDES[preposition, phrase.head]
    if preposition == "into":
        return "" if kind == "place" else "안"
    if preposition == "across":
        return "건너편"
    if preposition in ("in", "on"):
        usual = LEXICON.nouns[phrase.head].preposition if phrase.kind == "noun" else ""
        if preposition == usual or kind in ("place", "placename"):
            return ""
    if preposition == "in" and (kind == "precipitation" or phrase.head in ("storm", "fog")):
        return "속"
    if preposition == "at" and phrase.head in ("door", "gate", "window"):
        return "앞"
    if preposition == "in" and phrase.head == "back" and phrase.behind:
        return ""
    if preposition == "in":
        return "안" if kind in WITH_INSIDE and phrase.head not in WITHOUT_INSIDE else ""
    if preposition == "on" and (kind in WITHOUT_TOP or phrase.head in UPRIGHT):
        return ""
    return LEXICON.prepositions.get(preposition, "")


def has_side(clause: Clause, where: Adverbial) -> bool:
    """Whether a side is said: not of what is spent on somebody."""
    is_spent = clause.word == "spend" and where.word == "on"
    return where.phrase is not None and not is_spent and bool(_side_of(where.phrase, where.word))


def is_beside(clause: Clause, where: Adverbial) -> bool:
    """내 뒤: a side of somebody whom a pronoun stands for."""
    noun = where.phrase
    if noun is None or noun.kind != "pronoun" or noun.other is not None or noun.part:
        return False
    return noun.head in LEXICON.possessives.values() and has_side(clause, where)


def _nouns(clause: Clause, where: Adverbial | None) -> Collection[str]:
    """What the tables can say of the noun of a place."""
    if where is None or where.phrase is None:
        return ("none",)
    nouns = {kind_of(where.phrase) or "unknown", f"={where.phrase.head}"}
    if ("to", where.phrase.head) in LEXICON.by_use:
        nouns.add("one goes to")
    if where.phrase.head.endswith(" class"):
        nouns.add("a subject's class")
    return nouns


def _objects(clause: Clause, where: Adverbial | None) -> Collection[str]:
    thing = clause.object
    return ("none",) if thing is None else (kind_of(thing) or "unknown", f"={thing.head}")


def _meanings(clause: Clause, where: Adverbial | None) -> Collection[str]:
    if clause.kind != "verb":
        return ()
    sense = sense_of(clause)
    return sense.korean, sense.particle, sense.nature


COLUMNS: Columns = {
    "preposition": lambda clause, where: (where.word if where else "none",),
    "noun": _nouns,
    "verb": lambda clause, where: (clause.word or "none",),
    "clause": lambda clause, where: (clause.kind,),
    "frame": lambda clause, where: (clause.frame or "none",),
    "meaning": _meanings,
    "object": _objects,
    "quality": lambda clause, where: (clause.quality.word if clause.quality else "none",),
    "side": lambda clause, where: ("some" if where and has_side(clause, where) else "none",),
}
AT = Table("adverbials", COLUMNS, nouns=("noun", "object"), part="at")
GOALS = Table("adverbials", COLUMNS, nouns=("noun", "object"), part="goals")
