"""The Korean of adjectives: their degree, before a noun, and as a predicate."""

from english_korean.language.adjective_senses import FALLING, adjective_of, is_past
from english_korean.language.korean import inner
from english_korean.language.korean.morphemes import (
    ends_in_existence,
    pieces,
    stem,
)
from english_korean.language.lexicon import LEXICON
from english_korean.language.noun_senses import STOREYS
from english_korean.language.senses import ANIMATE, is_elder, kind_of
from english_korean.language.syntax import Morpheme, NounPhrase, Quality, Style, replace

JOINED = {"and": "-고", "but": "-지만", "or": "-거나"}
ANYBODY = ("anyone", "anybody")


def degree(quality: Quality, name: str, style: Style) -> list[Morpheme]:
    """보다 더, 만큼, 가장, 매우: what stands before an adjective or adverb."""
    morphemes = []
    if quality.than is not None:
        if quality.than.head in ANYBODY:
            morphemes.append(Morpheme("누구", (f"{name}.than.head",), True))
        else:
            morphemes += inner.noun_phrase(quality.than, f"{name}.than", style)
        particle = "-만큼" if quality.degree == "as" else "-보다"
        morphemes.append(Morpheme(particle, (f"{name}.joint",)))
    morphemes += pieces(LEXICON.degrees_of_more.get(quality.by, ""), (f"{name}.by",))
    is_compared = quality.degree in ("more", "most")
    sources = (f"{name}.degree", name) if is_compared else (f"{name}.degree",)
    if quality.degree == "more" and quality.than is not None:  # 더 is of "more than" as a whole
        sources = (*sources, f"{name}.joint")
    return [*morphemes, *pieces(LEXICON.degrees.get(quality.degree, ""), sources)]


def attribute(quality: Quality, noun: NounPhrase, name: str, style: Style) -> list[Morpheme]:
    """An adjective before its noun: 빨갛- -ㄴ, 새, 매우 크- -ㄴ."""
    source = (name,)
    if noun.head == "floor" and quality.word in STOREYS:
        return pieces(STOREYS[quality.word], source)
    if is_past(quality, noun):
        return pieces("지난", source)
    if quality.word in LEXICON.ordinals:
        return pieces(LEXICON.ordinals[quality.word], source)
    adjective = adjective_of(quality.word, noun, quality.degree)
    before = degree(quality, name, style)
    if adjective.attribute:
        return [*before, *pieces(adjective.attribute, source)]
    if not adjective.korean:  # 혼자인
        copula = [Morpheme("-이-", source), Morpheme("-ㄴ", source)]
        return [*before, *pieces(adjective.noun, source), *copula]
    morphemes = _to_degree(before, stem(adjective.korean, source), name)
    return [*morphemes, Morpheme("-는" if ends_in_existence(morphemes) else "-ㄴ", source)]


def predicate_adjective(
    quality: Quality, subject: NounPhrase | None, name: str, style: Style
) -> tuple[list[Morpheme], str]:
    """An adjective as a predicate, and its nature: adjective, copula or done."""
    if quality.word == "old" and quality.degree == "how" and kind_of(subject) in ANIMATE:
        asked = (f"{name}.degree", name)
        if is_elder(subject) and style.honorific:  # 연세가 어떻게 되시-
            return [
                Morpheme("연세", asked, True),
                Morpheme("-이/가"),
                *pieces("어떻게 되-", asked),
            ], "verb"
        return pieces("몇 살", asked), "copula"
    if quality.other is not None:
        return _joined(quality, quality.other, subject, name, style)
    adjective = adjective_of(quality.word, subject, quality.degree)
    before = degree(quality, name, style)
    if quality.word == "new" and quality.than is not None:  # 네 것보다 새것이다
        before = [each for each in before if each.text != "더"]
    if not adjective.korean:
        return [*before, *pieces(adjective.noun or adjective.attribute, (name,))], "copula"
    if quality.word in FALLING:  # 바람이 매우 많이 불-
        first, *rest = stem(adjective.korean, (name,))
        return [first, *before, *rest], "done" if adjective.is_done else "verb"
    nature = "done" if adjective.is_done else "adjective"
    said = stem(adjective.korean, (name,))
    is_done = adjective.is_done  # 그렇게 화가 났다
    return [*before, *said] if is_done else _to_degree(before, said, name), nature


def _to_degree(degrees: list[Morpheme], said: list[Morpheme], name: str) -> list[Morpheme]:
    """키가 가장 크-, 나보다 키가 더 크-: right before the adjective itself."""
    if len(said) != 2 or not said[0].text.endswith(("이", "가")):
        return [*degrees, *said]
    compared = [each for each in degrees if _says_than(each, name)]
    how = [each for each in degrees if each not in compared]
    return [*compared, said[0], *how, said[1]]


def _says_than(morpheme: Morpheme, name: str) -> bool:
    """나보다, 나만큼: what it is compared with."""
    names = morpheme.sources
    is_than = any(each.startswith(f"{name}.than") for each in names) or names == (f"{name}.joint",)
    return is_than or not names


def becoming(said: list[Morpheme], nature: str, verb: str) -> list[Morpheme]:
    """What one becomes who becomes so: 행복해지-, 초록색이 되-; of what is a verb itself, 화가 나-.

    Args:
        verb: the name of get or become.
    """
    if nature == "copula":
        return [*said, Morpheme("-이/가"), Morpheme("되-", (verb,), True)]
    if nature in ("done", "verb"):
        *before, last = said
        return [*before, last._replace(sources=(*last.sources, verb))]
    return [*said, Morpheme("-어지-", (verb,), True)]


def _joined(
    quality: Quality, other: Quality, subject: NounPhrase | None, name: str, style: Style
) -> tuple[list[Morpheme], str]:
    """작지만 깨끗하-."""
    first, nature = predicate_adjective(replace(quality, other=None), subject, name, style)
    if nature == "copula":
        first.append(Morpheme("-이-"))
    elif nature == "done":
        first.append(Morpheme("-었-"))
    # A comma says what stands before the third: and, or
    joint = Morpheme(JOINED[quality.joined or other.joined])
    link = joint._replace(sources=(f"{name}.joined",)) if quality.joined else joint
    last, end = predicate_adjective(other, subject, f"{name}.other", style)
    return [*first, link, *last], end
