"""What a noun is called in Korean: decided by what is done with it and what stands before it."""

from collections.abc import Collection

from english_korean.language.lexicon import LEXICON
from english_korean.language.syntax import NounPhrase
from english_korean.language.tables import Table

EATEN = frozenset({"eat", "cook", "buy", "order", "have"})
ACTS = "acts"
"""What stands for the verb of which an animal is the subject: then it is no food."""
SIBLINGS = ("brother", "sister")
STOREYS = {"first": "일", "second": "이", "third": "삼", "fourth": "사", "fifth": "오"}
"""The second floor is 이 층, and no second ground."""


def is_any_sibling(phrase: NounPhrase) -> bool:
    """Brothers or sisters, of whatever age."""
    is_somebodys = phrase.number or phrase.owner is not None or phrase.quality is not None
    is_any = phrase.determiner in ("", "any", "no")
    return phrase.plural and is_any and phrase.head in SIBLINGS and not is_somebodys


def korean_noun(phrase: NounPhrase, verb: str = "") -> str:
    """The Korean of a noun; fish that one eats is 생선.

    Args:
        verb: what is done with it, or the preposition before it; ACTS where it does something.
    """
    row = TABLE.row_of(phrase, verb)
    if row is not None:
        return (
            LEXICON.nouns[row.result["like"]].korean if "like" in row.result else row.result["ko"]
        )
    use = phrase.determiner if phrase.head == "day" else verb
    return LEXICON.by_use.get((use, phrase.head)) or LEXICON.nouns[phrase.head].korean


def _determiners(phrase: NounPhrase, verb: str) -> Collection[str]:
    possessive = {"possessive"} if phrase.determiner in LEXICON.possessives else set()
    return {phrase.determiner or "none"} | possessive


def _owners(phrase: NounPhrase, verb: str) -> Collection[str]:
    if phrase.owner is None:
        return ("none",)
    return (phrase.owner.head, "with of") if phrase.behind else (phrase.owner.head,)


def _shapes(phrase: NounPhrase, verb: str) -> Collection[str]:
    has_before = phrase.determiner or phrase.number or phrase.owner
    leads = phrase.place is not None and phrase.place.kind == "way"
    shapes = {
        "bare": not (has_before or phrase.plural),
        "plural": phrase.plural,
        "counted": bool(phrase.number),
        "only the": phrase == NounPhrase(phrase.head, determiner="the"),
        "siblings": is_any_sibling(phrase),
        "leads somewhere": leads,
    }
    return [shape for shape, is_so in shapes.items() if is_so]


TABLE = Table(
    "nouns",
    {
        "word": lambda phrase, verb: (phrase.head,),
        "use": lambda phrase, verb: (verb or "none",),
        "determiner": _determiners,
        "quality": lambda phrase, verb: (phrase.quality.word if phrase.quality else "none",),
        "owner": _owners,
        "before": lambda phrase, verb: (phrase.compound or "none",),
        "shape": _shapes,
    },
    lead=("word",),
)


def nouns_by_company() -> list[tuple[str, str]]:
    """Every noun that the table has another Korean for, with that."""
    said = [row for row in TABLE.rows if "ko" in row.result]
    return [(word, row.result["ko"]) for row in said for word in sorted(row.needs["word"])]
