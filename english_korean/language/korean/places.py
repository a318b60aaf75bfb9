"""Where, in Korean: the side of a thing, and the particles of being, doing and going somewhere."""

from english_korean.language.korean import phrases
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import (
    ANIMATE,
    HAVING,
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
)

PLACING = frozenset({"put", "leave", "hide", "hang", "plant", "keep", "write", "draw", "throw",
                     "drop", "spend", "build"})  # fmt: skip
LYING = frozenset({"parked", "hidden"})
"""Adjectives of how something is where it is: 집 앞에 주차되어 있다."""
UPRIGHT = ("board", "blackboard", "whiteboard", "wall", "door", "window", "ceiling", "page",
           "shirt")  # fmt: skip
"""What one writes and hangs things on: 벽에."""
NAMED_BY = ("ticket", "plan", "homework")
"""What is called by what it is for."""
SETTLING = frozenset({"sit down", "lie down", "arrive", "park", "hide"})
WITH_INSIDE = frozenset({"container", "vehicle", "furniture", "fragile", "thing", "drink", "body",
                         "food", "device", "nature"})  # fmt: skip
"""Kinds of things that one is inside of (안) when one is in them."""
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
    phrase = phrases.noun_phrase(place.phrase, name, style, place.word)
    if place.kind == "about":
        return [*phrase, Morpheme("-에", word), Morpheme("대한", word)]
    if place.kind == "way":  # 역으로 가는 길
        return [*phrase, Morpheme("-로/으로", word), Morpheme("가-", word), Morpheme("-는", word)]
    if place.kind in ("tool", "source", "benefit"):
        return [*phrase, *_belonging(place, noun, word)]
    particle = "-에서" if place.kind == "among" else "-의"
    return [*phrase, *side(place, word), Morpheme(particle, word)]


def _belonging(place: Adverbial, noun: NounPhrase, word: tuple[str, ...]) -> list[Morpheme]:
    """정원이 있는 집, 우유를 넣은 커피, 모자를 쓴 남자, 캐나다에서 온 친구, 너를 위한 선물."""
    if place.kind == "source" and is_person(place.phrase):
        got = "오" if kind_of(noun) == "text" else "받"
        return [Morpheme("-에게서", word), Morpheme(f"{got}-", word, True), Morpheme("-ㄴ", word)]
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
    elif kind in ANIMATE or not kind:
        stem = "가지"
    else:
        return [Morpheme("-이/가"), Morpheme("있-", word, True), Morpheme("-는", word)]
    return [Morpheme("-을/를"), Morpheme(f"{stem}-", word, True), Morpheme("-ㄴ", word)]


def at_particle(clause: Clause, where: Adverbial | None = None) -> str:
    """에 for being and staying somewhere and for putting, 에서 for doing something."""
    if where is not None and where.phrase is not None and clause.kind == "verb":
        kind = kind_of(where.phrase)
        is_book = where.word == "in" and kind in ("reading", "text")  # in one's diary
        is_written = clause.word == "write" and (where.word == "on" or is_book)
        if is_written or where.phrase.head in ("end", "top", "bottom"):
            return "-에"
        is_onto = clause.word == "jump" and where.word == "on"
        if is_onto and where.phrase.head not in ("bed", "sofa"):
            return "-로/으로"
        if where.word == "on" and kind_of(where.phrase) in ("body", "limb"):
            return "-에"
        if where.word == "at" and clause.word in ("draw", "spend", "write"):
            return "-에서"  # at his desk
    if clause.kind == "there" and kind_of(clause.object) in ("event", "show", "exam", "game"):
        return "-에서"
    if clause.kind in ("place", "there", "weather"):
        return "-에"
    if clause.kind == "adjective" and clause.quality is not None and clause.quality.word in LYING:
        return "-에"
    if clause.kind == "verb" and clause.frame == "transitive" and clause.object is not None:
        sense = sense_of(clause)
        is_own = clause.word in HAVING and sense.nature == "adjective"
        is_time = clause.word == "spend" and sense.korean == "보내"  # 집에서 주말을 보내다
        is_put = clause.word in PLACING and not is_time
        return "-에" if is_own or is_put else "-에서"
    if clause.kind == "verb" and (clause.frame == "location" or clause.word in SETTLING):
        return "-에"
    falls = clause.kind == "verb" and clause.word == "fall"
    return "-에" if falls and sense_of(clause).korean == "떨어지" else "-에서"


def goal_particle(phrase: NounPhrase, clause: Clause) -> str:
    """에 of a place, 에게 of a person; 로 of what one leaves for."""
    if clause.kind == "verb" and sense_of(clause).particle == "-로/으로":
        return "-로/으로"
    if clause.word == "drive" and clause.frame == "transitive" and is_person(clause.object):
        return "-까지"
    names_place = ("to", phrase.head) in LEXICON.by_use  # to the dentist
    return "-에게" if is_person(phrase) and not names_place else "-에"


def source_particle(phrase: NounPhrase) -> str:
    """에서 of a place, 에게서 of a person."""
    return "-에게서" if is_person(phrase) else "-에서"


def side(each: Adverbial, word: tuple[str, ...]) -> list[Morpheme]:
    """위, 아래, 안: unless the noun is a place that one simply is in."""
    assert each.phrase is not None
    text = _side_of(each.phrase, each.word)
    return [Morpheme(text, word, True)] if text else []


def _side_of(phrase: NounPhrase, preposition: str) -> str:
    kind = kind_of(phrase)
    if preposition == "into":
        return "안"
    if preposition == "across":
        return "건너편"
    if preposition in ("in", "on"):
        usual = LEXICON.nouns[phrase.head].preposition if phrase.kind == "noun" else ""
        if preposition == usual or kind in ("place", "placename"):
            return ""
    if preposition == "in" and phrase.head == "rain":
        return ""  # 빗속
    if preposition == "in" and (kind == "precipitation" or phrase.head in ("storm", "fog")):
        return "속"
    if preposition == "in" and phrase.head == "back" and phrase.behind:
        return ""
    if preposition == "in":
        return "안" if kind in WITH_INSIDE and phrase.head not in WITHOUT_INSIDE else ""
    if preposition == "on" and (kind in WITHOUT_TOP or phrase.head in UPRIGHT):
        return ""
    return LEXICON.prepositions.get(preposition, "")
