"""Where, in Korean: the side of a thing, and the particles of being, doing and going somewhere."""

from transformer_core.translator.grammar.korean import phrases
from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.noun_senses import BY_USE
from transformer_core.translator.grammar.senses import is_person, kind_of, sense_of
from transformer_core.translator.grammar.syntax import (
    Adverbial,
    Clause,
    Morpheme,
    NounPhrase,
    Style,
)

PLACING = frozenset({"put", "leave", "hide", "hang", "plant", "keep", "write", "draw", "throw",
                     "drop", "spend"})  # fmt: skip
LYING = frozenset({"parked", "hidden"})
"""Adjectives of how something is where it is: 집 앞에 주차되어 있다."""
SETTLING = frozenset({"sit down", "lie down", "arrive", "park", "hide"})
WITH_INSIDE = frozenset({"container", "vehicle", "furniture", "fragile", "thing", "drink", "body",
                         "food", "device", "nature"})  # fmt: skip
"""Kinds of things that one is inside of (안) when one is in them."""
WITHOUT_INSIDE = frozenset({"sky", "air", "space", "world"})
WITHOUT_TOP = frozenset({"vehicle", "period", "device"})
"""Kinds of things that one is on, and yet not on top of (위): on the bus, on TV."""


def place_before_noun(place: Adverbial, name: str, style: Style) -> list[Morpheme]:
    """The book on the desk: 책상 위의 책."""
    assert place.phrase is not None
    word = (f"{name}.preposition",)
    phrase = phrases.noun_phrase(place.phrase, name, style, place.word)
    if place.kind == "about":
        return [*phrase, Morpheme("-에", word), Morpheme("대한", word)]
    if place.kind == "way":  # 역으로 가는 길
        return [*phrase, Morpheme("-로/으로", word), Morpheme("가-", word), Morpheme("-는", word)]
    if place.kind == "tool":
        return [*phrase, Morpheme("-을/를"), Morpheme("가지-", word, True), Morpheme("-ㄴ", word)]
    particle = "-에서" if place.kind == "among" else "-의"
    return [*phrase, *side(place, word), Morpheme(particle, word)]


def at_particle(clause: Clause) -> str:
    """에 for being and staying somewhere and for putting, 에서 for doing something."""
    if clause.kind in ("place", "there", "weather"):
        return "-에"
    if clause.kind == "adjective" and clause.quality is not None and clause.quality.word in LYING:
        return "-에"
    if clause.kind == "verb" and clause.frame == "transitive" and clause.object is not None:
        sense = sense_of(clause)
        is_own = clause.word == "have" and sense.nature == "adjective"
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
    names_place = ("to", phrase.head) in BY_USE  # to the dentist
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
    if preposition == "in":
        return "안" if kind in WITH_INSIDE and phrase.head not in WITHOUT_INSIDE else ""
    if preposition == "on" and kind in WITHOUT_TOP:
        return ""
    return LEXICON.prepositions.get(preposition, "")
