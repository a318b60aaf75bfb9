"""What somebody has and feels as what it is like: 머리가 길다, 슬프다, 냄새가 좋다."""

from english_korean.language.korean import adjectives
from english_korean.language.korean.doing import PLEASING
from english_korean.language.korean.moods import Predicate
from english_korean.language.korean.morphemes import ends_in_existence, stem
from english_korean.language.syntax import Clause, Morpheme, NounPhrase, Quality, Style, replace

MOODS_OF_FEELING = {
    "how": "기분이 어떻",
    **dict.fromkeys(("good", "great", "fine", "wonderful"), "기분이 좋"),
    **dict.fromkeys(("bad", "terrible"), "기분이 나쁘"),
}
"""Who feels good is in a good mood, and not good."""


def trait(thing: NounPhrase, name: str, style: Style) -> Predicate:
    """길- of "she has long hair"."""
    path = f"{name}.object.quality"
    assert thing.quality is not None
    said, nature = adjectives.predicate_adjective(thing.quality, thing, path, style)
    if nature == "copula":
        return Predicate([*said, Morpheme("-이-", (f"{name}.verb",))], nature)
    *before, last = said
    verb = last._replace(sources=(*last.sources, f"{name}.verb"))
    return Predicate([*before, verb], nature, ends_in_existence(said))


def felt(clause: Clause, quality: Quality, name: str, style: Style) -> Predicate:
    """I feel sad: 슬프다, one is what one feels."""
    path = f"{name}.quality"
    if quality.word in MOODS_OF_FEELING and quality.other is None:
        mood = stem(MOODS_OF_FEELING[quality.word], (path, f"{name}.verb"))
        return Predicate([*adjectives.degree(quality, path, style), *mood], "adjective")
    said, nature = adjectives.predicate_adjective(quality, clause.subject, path, style)
    *before, last = said
    verb = last._replace(sources=(*last.sources, f"{name}.verb"))
    if nature == "copula":
        return Predicate([*said, Morpheme("-이-", (f"{name}.verb",))], nature)
    return Predicate([*before, verb], nature, ends_in_existence(said))


def pleasing(clause: Clause, quality: Quality, name: str, style: Style) -> Predicate:
    """냄새가 매우 좋-."""
    path = f"{name}.quality"
    what = [Morpheme(PLEASING[clause.word], (f"{name}.verb",), True), Morpheme("-이/가")]
    good = replace(quality, word="good")
    said, nature = adjectives.predicate_adjective(good, None, path, style)
    return Predicate([*what, *said], nature)
