"""The Korean of noun phrases, morpheme by morpheme."""

from english_korean.language.korean import adjectives, inner, places
from english_korean.language.korean.counting import (
    COUNTED_BY_NOUN,
    clock,
    count,
    is_counted,
    part,
    unit,
)
from english_korean.language.korean.determiners import (
    determiner,
    pronoun,
    this_one,
)
from english_korean.language.korean.morphemes import pieces
from english_korean.language.lexicon import LEXICON
from english_korean.language.noun_senses import is_any_sibling, korean_noun
from english_korean.language.senses import ANIMATE, kind_of
from english_korean.language.syntax import Morpheme, NounPhrase, Style, replace

IMAGES = ("picture", "photo", "painting", "drawing", "map")
"""What is named after what it shows."""
PARTS = frozenset({"cover", "door", "gate", "key", "price", "roof", "title", "wall", "window"})
WITH_PARTS = frozenset({"container", "device", "furniture", "place", "reading", "show", "vehicle"})
"""Kinds of what has such parts, which are named after it."""
ONE = "one"
"""The determiner of what is one among what is counted; only while Korean is written."""
WITHOUT_PLURAL = frozenset({"fish", "parent", "grandparent", "family", "police"})
"""Living beings that have no -들 behind them."""
COUNTING = frozenset({*COUNTED_BY_NOUN, "many", "a lot of", "lots of", "so many", "too many",
                      "more", "all", "no", "any"})  # fmt: skip
"""Determiners that say how many, so that -들 need not say it."""
TIMED = ("ago", "for", "in", "take")
"""Behind these "an hour" is one hour, 한 시간."""


def noun_phrase(
    phrase: NounPhrase,
    name: str,
    style: Style,
    verb: str = "",
    *,
    owner_is_clear: bool = False,
    is_third: bool = False,
) -> list[Morpheme]:
    """A noun phrase without its particle.

    Args:
        verb: what is done with it, which can decide the noun's meaning.
        owner_is_clear: "his hands" are simply hands where he washes them.
        is_third: one is named before these two.
    """
    phrase = _counted_like(phrase)
    morphemes = [*_single(phrase, name, style, verb, owner_is_clear), *part(phrase, name)]
    if phrase.other is not None:
        morphemes += _joint(phrase, phrase.other, name, is_third=is_third)
        morphemes += noun_phrase(
            phrase.other, f"{name}.other", style, verb, is_third=not phrase.joined
        )
    return morphemes


def _counted_like(phrase: NounPhrase) -> NounPhrase:
    """A dog and two cats are one dog: 개 한 마리와 고양이 두 마리."""
    other = phrase.other
    if other is None or not (_is_one(phrase) or _is_one(other)):
        return phrase
    if _is_one(phrase) and (other.number or other.determiner == "one"):
        return replace(phrase, determiner=ONE)
    if phrase.number or phrase.determiner == ONE:
        return replace(phrase, other=replace(other, determiner=ONE)) if _is_one(other) else phrase
    return phrase


def _is_one(phrase: NounPhrase) -> bool:
    is_noun = phrase.kind == "noun" and not (phrase.measure or phrase.part or phrase.number)
    return is_noun and phrase.determiner == "a" and is_counted(replace(phrase, plural=True))


def _joint(phrase: NounPhrase, other: NounPhrase, name: str, *, is_third: bool) -> list[Morpheme]:
    """책과 공책; 수학, 역사, 과학; 톰, 메리, 그리고 나."""
    source = (f"{name}.joined",) if phrase.joined else ()
    if not phrase.joined:
        return [Morpheme("-,")]
    if phrase.joined != "and":
        return [Morpheme("-이나/나", source)]
    if not is_third:
        return [Morpheme("-와/과", source)]
    last = [Morpheme("그리고", source)] if other.kind == "pronoun" else []
    return [Morpheme("-,", () if last else source), *last]


def _single(
    phrase: NounPhrase, name: str, style: Style, verb: str, owner_is_clear: bool
) -> list[Morpheme]:
    if phrase.kind == "gap":
        return []
    if phrase.kind == "pronoun" and phrase.relative is not None:
        relative = inner.relative_clause(phrase, name, style)
        every = phrase.head in ("all", "everything")  # 필요한 모든 것
        return [*relative, *pieces("모든 것" if every else "것", (f"{name}.head",))]
    if phrase.kind == "pronoun":
        return [*_modifiers(phrase, name, style), *pronoun(phrase, name, style)]
    if phrase.kind == "clock":
        return clock(phrase, name)
    if phrase.kind == "year":
        year = (f"{name}.head",)
        return [Morpheme(phrase.head, year, True, unknown=True), Morpheme("-년", year)]
    if phrase.kind == "doing" and phrase.relative is not None:
        return inner.doing(phrase.relative, f"{name}.relative", style, ())
    if phrase.kind == "wh":
        return pieces(LEXICON.questions[phrase.head], (f"{name}.head",))
    return _noun(phrase, name, style, verb, owner_is_clear)


def _noun(
    phrase: NounPhrase, name: str, style: Style, verb: str, owner_is_clear: bool
) -> list[Morpheme]:
    """A noun with all that stands before it, and how many."""
    if _is_turn(phrase):
        return _turn(phrase, name, style)
    before = [
        *_modifiers(phrase, name, style),
        *determiner(phrase, name, style, verb, owner_is_clear=owner_is_clear),
    ]
    is_one = phrase.determiner == "a" and verb in TIMED and not phrase.quality
    is_few = phrase.determiner in ("a few", "how many") and not phrase.quality
    if phrase.head in LEXICON.units and is_few and phrase.kind == "noun":
        few = "며칠" if phrase.head == "day" else f"몇 {LEXICON.units[phrase.head]['korean']}"
        return [*before, *pieces(few, (f"{name}.determiner", f"{name}.head"))]
    if phrase.head in LEXICON.units and (phrase.number or is_one) and phrase.kind == "noun":
        return [*before, *unit(phrase, name)]
    is_kind = phrase.head == "kind" and phrase.behind and phrase.determiner != "a"
    if is_kind and phrase.owner is not None:
        return _kind_of_thing(phrase, phrase.owner, name, style)
    before += _adjectives(phrase, name, style)
    head = _head(phrase, name, style, verb)
    if phrase.determiner == "how many" and not phrase.measure:
        return [*before, *head]
    return [*before, *head, *count(phrase, name)]


def _is_turn(phrase: NounPhrase) -> bool:
    """My turn to read."""
    is_whose = phrase.determiner in LEXICON.possessives or phrase.owner is not None
    return phrase.head == "turn" and phrase.pronoun == "to" and is_whose


def _turn(phrase: NounPhrase, name: str, style: Style) -> list[Morpheme]:
    """내가 읽을 차례."""
    if phrase.owner is not None:
        who = noun_phrase(phrase.owner, f"{name}.owner", style)
    else:
        owner = NounPhrase(LEXICON.possessives[phrase.determiner], "pronoun")
        source = (f"{name}.determiner",)
        who = [each._replace(sources=source) for each in pronoun(owner, name, style)]
    done = inner.relative_clause(phrase, name, style)
    return [*who, Morpheme("-이/가"), *done, *_head(phrase, name, style, "")]


def _kind_of_thing(
    phrase: NounPhrase, thing: NounPhrase, name: str, style: Style
) -> list[Morpheme]:
    """무슨 종류의 음악, 많은 종류의 새: of "what kind of music"."""
    kind = replace(phrase, owner=None, behind=False)
    of = Morpheme("-의", (f"{name}.of",))
    return [*noun_phrase(kind, name, style), of, *noun_phrase(thing, f"{name}.owner", style)]


def _modifiers(phrase: NounPhrase, name: str, style: Style) -> list[Morpheme]:
    """Relative clause, place and owner: 내가 산 책, 책상 위의 책, 톰의 책."""
    morphemes: list[Morpheme] = []
    if phrase.relative is not None:
        morphemes += inner.relative_clause(phrase, name, style)
    if phrase.place is not None and phrase.place.phrase is not None and not _is_trip(phrase):
        morphemes += places.place_before_noun(phrase.place, phrase, f"{name}.place", style)
    if phrase.owner is not None:
        morphemes += noun_phrase(phrase.owner, f"{name}.owner", style)
        mark = f"{name}.of" if phrase.behind else f"{name}.'s"
        likes = not phrase.behind and phrase.quality is not None
        is_favorite = likes and phrase.quality is not None and phrase.quality.word == "favorite"
        morphemes += _owned(phrase, phrase.owner, mark, is_favorite=is_favorite)
    return morphemes


def _owned(
    phrase: NounPhrase, owner: NounPhrase, mark: str, *, is_favorite: bool
) -> list[Morpheme]:
    """톰의 책, 일 년 중 가장 짧은 달, 닭고기 마지막 조각, 내가 가장 좋아하는 책."""
    is_most = phrase.quality is not None and phrase.quality.degree == "most"
    if phrase.behind and is_most and kind_of(owner) == "period":
        return [Morpheme("중", (mark,))]
    if phrase.behind and phrase.head in ("piece", "slice", "middle"):
        return []
    if phrase.head == "name" and owner.owner is not None:
        return []  # 메리의 개 이름
    is_thing = owner.kind == "noun" and not (owner.quality or owner.relative or owner.other)
    if is_thing and kind_of(owner) in WITH_PARTS and phrase.head in PARTS and not phrase.quality:
        return []  # 버스 문, 책 제목
    is_bare = phrase.quality is None and phrase.determiner in ("", "a", "the", "some")
    if (
        phrase.behind
        and is_bare
        and phrase.head in IMAGES
        and (owner.kind == "noun" or owner.head == "we")
    ):
        return []  # 고양이 그림
    return [Morpheme("-이/가" if is_favorite else "-의", (mark,))]


def _adjectives(phrase: NounPhrase, name: str, style: Style) -> list[Morpheme]:
    morphemes: list[Morpheme] = []
    if phrase.quality is not None:
        morphemes += adjectives.attribute(phrase.quality, phrase, f"{name}.quality", style)
    if phrase.second is not None:
        morphemes += adjectives.attribute(phrase.second, phrase, f"{name}.second", style)
    return morphemes


def _is_trip(phrase: NounPhrase) -> bool:
    return phrase.head == "trip" and phrase.place is not None and phrase.place.kind == "way"


def _head(phrase: NounPhrase, name: str, style: Style, verb: str) -> list[Morpheme]:
    source = (f"{name}.head",)
    if phrase.kind == "unknown":
        return [Morpheme(phrase.head, source, True, unknown=True)]
    whole = this_one(phrase)
    if whole:
        return [Morpheme(whole, (f"{name}.determiner", *source), True)]
    head = pieces(korean_noun(phrase, verb), source)
    if phrase.compound:
        before = LEXICON.nouns[phrase.compound].korean
        head = [*pieces(before, (f"{name}.compound",)), *head]
    if _is_trip(phrase) and phrase.place is not None and phrase.place.phrase is not None:
        head = [*noun_phrase(phrase.place.phrase, f"{name}.place", style), *head]  # 일본 여행
    return [*head, Morpheme("-들", source)] if _is_marked_plural(phrase) else head


def _is_marked_plural(phrase: NounPhrase) -> bool:
    """Of people and animals; not where a number says it, nor of animals as such: 개를 좋아하다."""
    kind = kind_of(phrase)
    if not phrase.plural or phrase.measure or kind not in ANIMATE or phrase.head in WITHOUT_PLURAL:
        return False
    if is_any_sibling(phrase):
        return False
    is_somebody = phrase.determiner == "some" and phrase.head == "person"
    is_number = phrase.number or phrase.part in LEXICON.numbers
    if not is_somebody and (is_number or phrase.determiner in COUNTING):
        return False
    return kind != "animal" or bool(phrase.determiner or phrase.owner or phrase.quality)
