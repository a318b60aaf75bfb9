"""The Korean of noun phrases, morpheme by morpheme."""

from english_korean.language.korean import adjectives, inner, places
from english_korean.language.korean.counting import (
    COUNTED_BY_NOUN,
    clock,
    count,
    part,
    unit,
)
from english_korean.language.korean.determiners import (
    determiner,
    is_this_one,
    pronoun,
)
from english_korean.language.korean.morphemes import pieces
from english_korean.language.lexicon import LEXICON
from english_korean.language.noun_senses import is_any_sibling, korean_noun
from english_korean.language.senses import ANIMATE, kind_of
from english_korean.language.syntax import Morpheme, NounPhrase, Style, replace

WITHOUT_PLURAL = frozenset({"fish", "parent", "grandparent", "family", "police"})
"""Living beings that have no -들 behind them."""
COUNTING = frozenset({*COUNTED_BY_NOUN, "many", "a lot of", "lots of", "all", "no", "any"})
"""Determiners that say how many, so that -들 need not say it."""
TIMED = ("ago", "for", "in", "take")
"""Behind these "an hour" is one hour, 한 시간."""


def noun_phrase(
    phrase: NounPhrase, name: str, style: Style, verb: str = "", *, owner_is_clear: bool = False
) -> list[Morpheme]:
    """A noun phrase without its particle.

    Args:
        verb: what is done with it, which can decide the noun's meaning.
        owner_is_clear: "his hands" are simply hands where he washes them.
    """
    morphemes = [*_single(phrase, name, style, verb, owner_is_clear), *part(phrase, name)]
    if phrase.other is not None:
        joint = "-와/과" if (phrase.joined or phrase.other.joined) == "and" else "-이나/나"
        morphemes.append(Morpheme(joint, (f"{name}.joined",) if phrase.joined else ()))
        morphemes += noun_phrase(phrase.other, f"{name}.other", style, verb)
    return morphemes


def _single(
    phrase: NounPhrase, name: str, style: Style, verb: str, owner_is_clear: bool
) -> list[Morpheme]:
    if phrase.kind == "gap":
        return []
    if phrase.kind == "pronoun" and phrase.relative is not None:
        relative = inner.relative_clause(phrase, name, style)
        return [*relative, Morpheme("것", (f"{name}.head",), True)]
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
    before = [
        *_modifiers(phrase, name, style),
        *determiner(phrase, name, style, owner_is_clear=owner_is_clear),
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
        morphemes.append(Morpheme("-이/가" if is_favorite else "-의", (mark,)))
    return morphemes


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
    if is_this_one(phrase):
        text = {"this": "이것", "that": "저것"}[phrase.determiner]
        return [Morpheme(text, (f"{name}.determiner", *source), True)]
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
