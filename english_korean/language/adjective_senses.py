"""Which of an adjective's meanings is meant: decided by the noun that it is said of."""

from functools import cache

from english_korean.language.entries import Adjective
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import PERSONAL, TIMES, kind_of
from english_korean.language.syntax import Clause, NounPhrase, Quality
from english_korean.language.tables import Row, Table

ACTING = {"quiet": "조용히 하", "careful": "조심하", "nice": "친절하게 대하", "good": "착하게 굴",
          "sure": "확실히 하", "ready": "준비하", "early": "일찍 오", "afraid": "두려워하",
          "scared": "겁먹", "nervous": "긴장하", "sad": "슬퍼하", "angry": "화내",
          "happy": "행복해하", "late": "늦", "shy": "수줍어하", "lazy": "게으름을 피우",
          "rude": "무례하게 굴", "mean": "심술궂게 굴", "worried": "걱정하",
          "kind": "친절하게 대하", "polite": "예의 바르게 행동하",
          "patient": "인내심을 가지", "honest": "솔직하게 말하"}  # fmt: skip
"""Adjectives that one is told to be: what one does then."""
FEELINGS = frozenset({"happy", "sad", "angry", "afraid", "scared", "nervous", "worried"})
"""What nobody is told to be: who must be so is so, one is sure."""
GUESSED = frozenset({"bored", "busy", "cold", "excited", "hot", "hungry", "lonely", "proud", "rich",
                     "sick", "sleepy", "surprised", "thirsty", "tired"})  # fmt: skip
"""What nobody can be told to be: you must be tired."""
FALLING = frozenset({"windy", "rainy", "snowy", "stormy", "foggy"})
"""Weather that has a subject of its own in Korean: 바람이 많이 분다."""


def adjective_of(word: str, noun: NounPhrase | None, degree: str = "") -> Adjective:
    """The meaning of an adjective beside a noun: 젊은 남자, 어린 아이; 늙은 개, 오래된 집."""
    row = TABLE.row_of(word, noun, degree)
    return LEXICON.adjectives[word] if row is None else _entry(row, word)


def _said_of(noun: NounPhrase | None) -> frozenset[str]:
    """What the table can say of a noun."""
    if noun is None:
        return frozenset({"none"})
    kind = kind_of(noun)
    facts = {kind or "unknown", f"={noun.head}", noun.kind}
    is_somebody = kind == "name" or (noun.kind == "pronoun" and noun.head in PERSONAL)
    return frozenset(facts | ({"somebody"} if is_somebody else set()))


TABLE = Table(
    "adjectives",
    {
        "word": lambda word, noun, degree: (word,),
        "noun": lambda word, noun, degree: _said_of(noun),
        "degree": lambda word, noun, degree: (degree or "none",),
    },
    nouns=("noun",),
    lead=("word",),
)


@cache
def _entry(row: Row, word: str) -> Adjective:
    """What a row says of a word."""
    result = row.result
    if "like" in result:
        return LEXICON.adjectives[result["like"]]
    return Adjective(
        word,
        result.get("ko", ""),
        "general",
        attribute=result.get("attr", ""),
        noun=result.get("pred", "").removesuffix("이"),
        is_done=result.get("state") == "done",
    )


def adjectives_by_noun() -> tuple[Adjective, ...]:
    """Every meaning in the table."""
    return tuple(_entry(row, word) for row in TABLE.rows for word in sorted(row.needs["word"]))


def is_past(quality: Quality, noun: NounPhrase) -> bool:
    """Last summer, the one before: 지난여름; the last day is 마지막 날."""
    return quality.word == "last" and kind_of(noun) in TIMES and not noun.determiner


def acting_of(clause: Clause) -> str:
    """The stem of what one does who is told to be so: 조용히 하 of "be quiet"; or ""."""
    if clause.kind != "adjective" or clause.frame or clause.quality is None:
        return ""
    return ACTING.get(clause.quality.word, "")


def is_guess(clause: Clause) -> bool:
    """She must be tired, must be happy: one is sure of it, it is no duty."""
    if clause.kind != "adjective" or clause.subject is None or clause.quality is None:
        return False
    word = clause.quality.word
    if clause.subject.head == "you":
        return word in GUESSED or word in FEELINGS
    is_felt = word in FEELINGS or word not in ACTING
    return clause.subject.head not in ("i", "we") and is_felt


def can_be_predicate(word: str) -> bool:
    """Not of adjectives that stand before nouns only: main, public."""
    found = LEXICON.adjectives.get(word)
    if word == "used":
        return False
    return found is None or bool(found.korean or found.noun)
