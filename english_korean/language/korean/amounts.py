"""How many and how much, said apart from the noun: 책이 세 권 있다, 책이 많다, 책을 많이 읽는다."""

from english_korean.language.korean.counting import count, counted_apart, is_counted
from english_korean.language.korean.determiners import VARIED
from english_korean.language.korean.morphemes import pieces
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import is_person, kind_of, sense_of
from english_korean.language.syntax import Clause, Morpheme, NounPhrase

MUCH = ("many", "much", "a lot of", "lots of")
DEGREES = {
    **dict.fromkeys(MUCH, ""),
    **dict.fromkeys(("so many", "so much"), "아주"),
    **dict.fromkeys(("too many", "too much"), "너무"),
    "more": "더",
}
"""Determiners that say that it is much, and how much."""
MANY_ARE = "많"
MANY_TIMES = "많이"
SUFFICIENT = {"enough": "충분히"}
SOME = {"some": "좀", "a little": "조금", "how much": "얼마나"}
"""Of what is not counted: 물을 좀 마신다."""
FELT_FOR = frozenset({"enjoy", "hate", "like", "love", "prefer", "remember", "miss", "respect"})
"""What one does no more often where there is more of it."""
ALL = ("all", "all the")
PARTS = ("body", "limb", "tooth")


def is_plain(thing: NounPhrase) -> bool:
    """Whether it is one noun, of which nothing but a number says which."""
    return thing.kind in ("noun", "unknown") and thing.other is None and not thing.part


def is_many(thing: NounPhrase) -> bool:
    """Many, too much, more; of cups and hours it is the number that is many."""
    is_bare = is_plain(thing) and thing.owner is None  # many kinds of birds
    return is_bare and thing.determiner in DEGREES and not thing.measure


def are_many(clause: Clause) -> NounPhrase | None:
    """What there is much of, what somebody has much of: 물고기가 많다."""
    thing = clause.object
    if thing is None or _is_time(thing):
        return None
    if not (is_many(thing) or _is_enough(clause, thing)):
        return None
    if clause.kind == "there":
        return thing if thing.determiner != "more" or thing.plural else None
    is_had = clause.word in ("have", "have got") and clause.frame == "transitive"
    if not is_had or clause.subject is None or clause.aspect:
        return None
    if thing.determiner == "more" and (is_person(clause.subject) or not thing.plural):
        return None  # 종이가 더 있다
    return thing if sense_of(clause).korean == "있" else None


def _is_time(thing: NounPhrase) -> bool:
    is_span = thing.head in LEXICON.units or kind_of(thing) == "period"
    return is_span and thing.head != "time"  # 시간이 많이 걸린다


def _is_enough(clause: Clause, thing: NounPhrase) -> bool:
    """돈이 충분하다; for what it is enough stands before it: 차를 살 충분한 돈."""
    is_for = any(each.kind == "purpose" for each in clause.adverbials)
    return is_plain(thing) and thing.determiner == "enough" and not (thing.measure or is_for)


def many(thing: NounPhrase, path: str) -> list[Morpheme]:
    """너무 많-: of "there is too much"."""
    source = (f"{path}.determiner",)
    if thing.determiner == "enough":
        return [Morpheme("충분하-", source, True)]
    return [*pieces(DEGREES[thing.determiner], source), Morpheme(f"{MANY_ARE}-", source, True)]


def has_parts(clause: Clause) -> bool:
    """A spider has eight legs: 다리가 여덟 개이다."""
    thing = clause.object
    is_had = clause.word in ("have", "have got") and clause.frame == "transitive"
    if not is_had or thing is None or clause.subject is None or kind_of(thing) not in PARTS:
        return False
    return bool(thing.number) and is_plain(thing) and not (thing.quality or thing.determiner)


def said_apart(
    said: list[Morpheme], thing: NounPhrase, path: str, *, word: str = "", is_next: bool = True
) -> tuple[list[Morpheme], list[Morpheme]]:
    """A noun phrase without what says how many, and that: 책 and 세 권.

    Args:
        word: the verb that is done with it.
        is_next: the verb follows at once.
    """
    if thing.determiner == "how many" or not is_plain(thing) or not is_next:
        return said, counted_apart(thing, path)
    source = (f"{path}.determiner",)
    bare = [each for each in said if each.sources != source]
    if thing.determiner in SOME and not is_counted(thing) and not thing.measure:
        return bare, [Morpheme(SOME[thing.determiner], source, True)]
    is_varied = thing.determiner == "many" and thing.head in VARIED
    if _is_time(thing) or is_varied or thing.owner is not None:
        return said, counted_apart(thing, path)
    if thing.determiner == "more":
        return bare, [Morpheme("더", source, True)]
    if thing.determiner in ALL and word not in FELT_FOR:
        return bare, [Morpheme("모두", source, True)]  # 집안일을 모두 끝냈다
    if is_many(thing) and word not in FELT_FOR:
        much = [*pieces(DEGREES[thing.determiner], source), Morpheme(MANY_TIMES, source, True)]
        return bare, much
    if thing.determiner in SUFFICIENT and not thing.measure and word != "have":
        return bare, [Morpheme(SUFFICIENT[thing.determiner], source, True)]
    return _counted(said, thing, path)


def _counted(
    said: list[Morpheme], thing: NounPhrase, path: str
) -> tuple[list[Morpheme], list[Morpheme]]:
    """책이 세 권, 차를 한 잔 더."""
    more = counted_apart(thing, path)
    is_measured = bool(thing.measure) and not more
    if is_measured or thing.determiner not in ("", "some", "a few", "another"):
        return said, more
    number = count(thing, path)
    if not number or said[-len(number) :] != number:
        return said, more
    return said[: -len(number)], [*number, *more]


def span_of(clause: Clause) -> int | None:
    """Of "there are thirty days in a month" which adverbial is the month; None of all else."""
    thing = clause.object
    if clause.kind != "there" or thing is None or len(clause.adverbials) != 1 or clause.mood:
        return None
    where = clause.adverbials[0]
    is_length = thing.head in LEXICON.units and bool(thing.number or thing.determiner == "how many")
    span = where.phrase
    is_span = span is not None and where.word == "in" and span.head in LEXICON.units
    return 0 if is_length and is_span else None


def is_length(clause: Clause) -> bool:
    """A year has twelve months: 열두 달이다."""
    thing, subject = clause.object, clause.subject
    if clause.word != "have" or clause.frame != "transitive" or thing is None or subject is None:
        return False
    return subject.head in LEXICON.units and thing.head in LEXICON.units and bool(thing.number)
