"""Whose it is goes without saying in Korean: nobody says that one does one's own homework."""

from english_korean.language.korean.determiners import OF_ONES_OWN
from english_korean.language.korean.persons import YOU
from english_korean.language.korean.topic import never_called
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import is_person, kind_of
from english_korean.language.syntax import (
    SUBORDINATE,
    Adverbial,
    Clause,
    NounPhrase,
    Sentence,
    Style,
    replace,
)

CLOSE = frozenset({
    "accessory", "activity", "body", "clothes", "container", "device", "drink", "exam", "family",
    "family_elder", "food", "footwear", "furniture", "hair", "handwear", "headwear", "limb", "meal",
    "medicine", "money", "neckwear", "photo", "racket_sport", "reading", "stick", "text", "thing",
    "tool", "tooth", "vehicle", "wristwear",
})  # fmt: skip
"""Kinds of what is one's own unless somebody says whose it is."""
CLOSE_WORDS = frozenset({"friend", "teacher", "room", "house", "home", "dog", "cat", "seat",
                         "name", "neighbor", "classmate", "promise", "best friend"})  # fmt: skip
VALUED = frozenset({"like", "love", "hate", "prefer", "own", "belong to"})
"""What one likes of one's own is said to be one's own; but for one's family."""
KIN = frozenset({"family", "family_elder"})
PERSONS = ("i", "you", "he", "she", "it", "we", "they")


def unsaid_owners(sentence: Sentence, style: Style) -> Sentence:
    """The sentence without the owners that nobody says in Korean."""
    main, other = sentence.clause, sentence.other
    if main is None:
        return sentence
    told = YOU if sentence.mood == "command" else None
    asks = style.level != "plain" and sentence.mood in ("command", "question")
    subject = main.subject or told
    main = _clause(main, subject, asks=asks)
    if other is not None:
        other = _clause(other, other.subject or subject, asks=asks)
        if other.subject is not None and sentence.link in SUBORDINATE:
            # 아버지가 떠났을 때 아이들은 울었다
            other = replace(
                other, subject=_phrase(other.subject, subject, is_valued=False, asks=asks)
            )
    return replace(sentence, clause=main, other=other)


def _clause(clause: Clause, subject: NounPhrase | None, *, asks: bool) -> Clause:
    """A clause whose subject is this one.

    Args:
        asks: the hearer is asked or told, so that nobody names whose what is the hearer's.
    """
    is_valued = clause.word in VALUED
    changes: dict[str, object] = {
        name: _phrase(each, subject, is_valued=is_valued, asks=asks)
        for name, each in (("object", clause.object), ("recipient", clause.recipient))
        if each is not None
    }
    if clause.kind == "noun":  # is that your bike?
        changes["object"] = clause.object
    if clause.subject is not None:
        changes["subject"] = _with_relative(_hearers(clause.subject, asks=asks))
    if clause.complement is not None:
        inner = clause.complement
        who = inner.subject or clause.recipient or subject
        if clause.word == "ask" and inner.object is not None and inner.object == subject:
            inner = replace(inner, object=replace(inner.object, kind="gap"))  # 도와 달라고
        changes["complement"] = _clause(inner, who, asks=asks)
    changes["adverbials"] = tuple(
        _adverbial(each, subject, asks=asks) for each in clause.adverbials
    )
    return replace(clause, **changes)


def _adverbial(each: Adverbial, subject: NounPhrase | None, *, asks: bool) -> Adverbial:
    if each.phrase is not None:
        each = replace(each, phrase=_phrase(each.phrase, subject, is_valued=False, asks=asks))
    if each.clause is not None:
        each = replace(each, clause=_clause(each.clause, each.clause.subject or subject, asks=asks))
    return each


def _phrase(
    phrase: NounPhrase, subject: NounPhrase | None, *, is_valued: bool, asks: bool
) -> NounPhrase:
    """What is done something to, or what stands behind a preposition."""
    phrase = _hearers(phrase, asks=asks)
    phrase = _with_relative(phrase)
    if phrase.head == "health" and phrase.determiner in LEXICON.possessives:
        return replace(phrase, determiner="")  # good for your health
    if not is_own(phrase, subject):
        return phrase
    is_kept = is_valued and kind_of(phrase) not in KIN
    if is_kept and phrase.determiner in ("his", "her", "their"):
        return replace(phrase, determiner=OF_ONES_OWN)  # 그들은 자기 집을 사랑한다
    if is_kept or not _is_close(phrase):
        return phrase
    return replace(phrase, determiner="")


def _with_relative(phrase: NounPhrase) -> NounPhrase:
    """The boy who lost his dog: 개를 잃어버린 소년."""
    inner = phrase.relative
    if inner is None:
        return phrase
    is_gap = inner.subject is not None and inner.subject.kind == "gap"
    who = replace(phrase, relative=None) if is_gap else inner.subject
    return replace(phrase, relative=_clause(inner, who, asks=False))


def _hearers(phrase: NounPhrase, *, asks: bool) -> NounPhrase:
    """Nobody says 당신의 to whom it belongs."""
    is_free = phrase.quality is None or phrase.quality.word != "favorite"
    if asks and phrase.determiner == "your" and is_free and phrase.head != "day":
        return replace(phrase, determiner="")
    return phrase


def _is_close(phrase: NounPhrase) -> bool:
    if phrase.kind != "noun" or phrase.other is not None or phrase.part:
        return False
    if phrase.quality is not None and phrase.quality.word in ("favorite", "own"):
        return False
    return kind_of(phrase) in CLOSE or phrase.head in CLOSE_WORDS


def is_own(phrase: NounPhrase, subject: NounPhrase | None) -> bool:
    """Whether it is the subject's: his book, which he reads."""
    owner = LEXICON.possessives.get(phrase.determiner)
    if subject is None or owner is None:
        return False
    if subject.other is not None:
        return owner == _together(subject)
    if subject.head in PERSONS:
        return owner == subject.head
    if subject.plural:
        return owner == "they"
    if subject.kind == "noun" and not is_person(subject):
        return owner == "it"
    return owner in {"he", "she"} - never_called(subject.head)


def _together(subject: NounPhrase) -> str:
    """The pronoun of two or more: Tom and I are we."""
    heads = []
    one: NounPhrase | None = subject
    while one is not None:
        heads.append(one.head)
        one = one.other
    return "we" if "i" in heads else "you" if "you" in heads else "they"
