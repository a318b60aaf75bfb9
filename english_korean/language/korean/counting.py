"""Korean numbers and what they count: 두 마리, 한 잔, 이 분, 일곱 시 삼십 분."""

from english_korean.language.korean.morphemes import pieces
from english_korean.language.lexicon import LEXICON
from english_korean.language.syntax import Morpheme, NounPhrase

COUNTED_BY_NOUN = ("some", "a few", "how many")
"""Determiners that are a number behind the noun: 책 몇 권."""
ANY_COUNTER = "개"


def number_text(number: str, unit: str = "") -> str:
    """A number before what it counts: 두 명, 이 분."""
    is_sino = LEXICON.units.get(unit, {}).get("sino", False)
    return LEXICON.numbers[number]["sino" if is_sino else "native"]


def number_morpheme(number: str, name: str, unit: str = "") -> Morpheme:
    """두, 이; the digits of a number that has no word of its own."""
    if number.isdecimal():
        return Morpheme(number, (name,), True, unknown=True)
    return Morpheme(number_text(number, unit), (name,), True)


def clock(phrase: NounPhrase, name: str) -> list[Morpheme]:
    """일곱 시 삼십 분, 일곱 시 반: `head` is the hour, `number` the minutes."""
    hour, minutes = (f"{name}.head",), (f"{name}.number",)
    time = [number_morpheme(phrase.head, hour[0]), Morpheme("시", hour)]
    if phrase.determiner:
        part = LEXICON.parts_of_hour[phrase.determiner]
        time += pieces(part, (f"{name}.determiner",))
    if phrase.number:
        time += [number_morpheme(phrase.number, minutes[0], "minute"), Morpheme("분", minutes)]
    return time


def unit(phrase: NounPhrase, name: str) -> list[Morpheme]:
    """세 시간, 오 분, 이틀."""
    word = phrase.number or "one"  # an hour ago
    number, head = (f"{name}.{'number' if phrase.number else 'determiner'}",), (f"{name}.head",)
    if phrase.head == "day" and word in LEXICON.days:
        return [Morpheme(LEXICON.days[word], (*number, *head), True)]
    if phrase.head == "week" and word == "one":
        return [Morpheme("일주일", (*number, *head), True)]
    return [
        number_morpheme(word, number[0], phrase.head),
        Morpheme(LEXICON.units[phrase.head]["korean"], head, True),
    ]


def age(phrase: NounPhrase, name: str, old: str) -> list[Morpheme]:
    """열 살: of "ten years old"."""
    return [
        number_morpheme(phrase.number, f"{name}.number"),
        Morpheme("살", (f"{name}.head", old), True),
    ]


def bare_age(phrase: NounPhrase, name: str) -> list[Morpheme]:
    """열 살: of "she is ten"."""
    head = (f"{name}.head",)
    return [number_morpheme(phrase.head, head[0]), Morpheme("살", head)]


def count(phrase: NounPhrase, name: str) -> list[Morpheme]:
    """두 마리, 몇 권, 한 잔: what stands behind the noun."""
    if phrase.measure:
        return _measured(phrase, name)
    head = f"{name}.head"
    if phrase.number in LEXICON.dates:
        return [Morpheme(LEXICON.dates[phrase.number], (f"{name}.number",), True)]
    counter = LEXICON.nouns[phrase.head].counter if phrase.kind == "noun" else ""
    counter = counter or ANY_COUNTER
    if phrase.number:
        number = f"{name}.number"
        return [number_morpheme(phrase.number, number), Morpheme(counter, (number, head))]
    if phrase.determiner == "one":
        one = f"{name}.determiner"
        return [number_morpheme("one", one), Morpheme(counter, (one, head))]
    is_somebody = phrase.determiner == "some" and phrase.head == "person"
    if is_somebody or phrase.determiner not in COUNTED_BY_NOUN:
        return []
    if not (is_counted(phrase) or phrase.kind == "unknown"):
        return []
    source = f"{name}.determiner"
    return [Morpheme("몇", (source,), True), Morpheme(counter, (source, head))]


def part(phrase: NounPhrase, name: str) -> list[Morpheme]:
    """중 한 명, 대부분, 모두: of "one of my friends"."""
    if not phrase.part:
        return []
    source = (f"{name}.part",)
    if phrase.part not in LEXICON.numbers and phrase.part != "some":
        return pieces(LEXICON.parts[phrase.part], source)
    if phrase.kind == "noun":
        counter = LEXICON.nouns[phrase.head].counter or ANY_COUNTER
    else:
        counter = "명" if phrase.head in ("we", "they") else ANY_COUNTER
    text = LEXICON.parts["some"] if phrase.part == "some" else f"중 {number_text(phrase.part)}"
    return [*pieces(text, source), Morpheme(counter, source)]


def counted_apart(phrase: NounPhrase, name: str) -> list[Morpheme]:
    """책이 몇 권 있다, 물 한 잔을 더: how many stands behind the particle."""
    if phrase.determiner == "another" and phrase.measure:
        return [Morpheme("더", (f"{name}.determiner",), True)]
    if phrase.determiner != "how many" or phrase.measure:
        return []
    return count(phrase, name)


def is_counted(phrase: NounPhrase) -> bool:
    """Whether it is several of something that has a counter."""
    if phrase.kind != "noun":
        return phrase.plural
    return phrase.plural and bool(LEXICON.nouns[phrase.head].counter)


def _measured(phrase: NounPhrase, name: str) -> list[Morpheme]:
    """커피 두 잔, 몇 잔, 한 잔."""
    if phrase.number:
        number = [number_morpheme(phrase.number, f"{name}.number")]
    else:
        few = phrase.determiner in COUNTED_BY_NOUN
        number = [Morpheme("몇" if few else "한", (f"{name}.determiner",), few)]
    word = LEXICON.measures[phrase.measure]["korean"]
    cup = Morpheme(word, (f"{name}.measure",), True)
    return [*number, cup]
