"""What a noun is called in Korean: decided by what is done with it and what stands before it."""

from english_korean.language.lexicon import LEXICON
from english_korean.language.syntax import NounPhrase

EATEN = frozenset({"eat", "cook", "buy", "order", "have"})
ACTS = "acts"
"""What stands for the verb of which an animal is the subject: then it is no food."""
ALIVE = frozenset({ACTS, "catch", "see", "feed", "watch", "raise", "keep", "draw", "look at",
                   "touch", "chase", "save", "protect"})  # fmt: skip
FOOD = {"fish": "생선", "chicken": "닭고기"}
"""Animals that have another name when one eats them."""
WITH_OTHERS = {"floor": "층", "day": "하루", "bank": "둑"}
"""The second floor, my day, the bank of the river."""
COOKED = ("favorite", "korean", "chinese", "japanese", "french", "delicious", "traditional", "main",
          "spicy", "popular")  # fmt: skip
"""What a dish is that one eats, and no plate."""
SPANS = {"year": "해", "day": "날"}
"""Where they are many."""
WHOLE = {"year": "일 년", "week": "일주일"}
"""Of what days and months are: the first day of the week."""
SIBLINGS = {"brother": "형제", "sister": "자매"}
STOREYS = {"first": "일", "second": "이", "third": "삼", "fourth": "사", "fifth": "오"}
"""The second floor is 이 층, and no second ground."""


def is_any_sibling(phrase: NounPhrase) -> bool:
    """Brothers or sisters, of whatever age."""
    is_somebodys = phrase.number or phrase.owner is not None or phrase.quality is not None
    is_any = phrase.determiner in ("", "any", "no")
    return phrase.plural and is_any and phrase.head in SIBLINGS and not is_somebodys


def _are_animals(phrase: NounPhrase) -> bool:
    """Chickens: one eats chicken."""
    return phrase.plural and LEXICON.nouns[phrase.head].plural != phrase.head


def korean_noun(phrase: NounPhrase, verb: str = "") -> str:
    """The Korean of a noun; fish that one eats is 생선.

    Args:
        verb: what is done with it, or the preposition before it; ACTS where it does something.
    """
    is_bare = not (phrase.determiner or phrase.number or phrase.plural or phrase.owner)
    is_eaten = verb in EATEN or (is_bare and verb not in ALIVE)
    if phrase.head in FOOD and is_eaten and not _are_animals(phrase):
        return FOOD[phrase.head]
    if phrase.head == "country" and phrase == NounPhrase("country", determiner="the"):
        return LEXICON.nouns["countryside"].korean if verb in ("in", "to") else "나라"
    if phrase.head in SIBLINGS and is_any_sibling(phrase):
        return SIBLINGS[phrase.head]
    if phrase.compound and phrase.head == "class":
        return LEXICON.nouns[phrase.head].korean  # in science class
    use = phrase.determiner if phrase.head == "day" else verb
    by_use = LEXICON.by_use.get((use, phrase.head))
    return _by_company(phrase) or by_use or LEXICON.nouns[phrase.head].korean


def _by_company(phrase: NounPhrase) -> str:
    """What a noun is called by the words around it, or "" where they say nothing of it."""
    quality = "" if phrase.quality is None else phrase.quality.word
    owner = "" if phrase.owner is None else phrase.owner.head
    is_the = phrase == NounPhrase(phrase.head, determiner="the")
    is_many = phrase.determiner in ("many", "several")
    match phrase.head:
        case "floor" if quality in STOREYS:
            return WITH_OTHERS["floor"]
        case "day" if phrase.determiner in LEXICON.possessives and not quality:
            return WITH_OTHERS["day"]  # how was your day
        case "bank" if owner == "river":
            return WITH_OTHERS["bank"]
        case "back" if phrase.behind and phrase.owner is not None:
            return "뒤"  # of a room
        case "year" | "week" if is_the:
            return WHOLE[phrase.head]
        case "year" if quality and not phrase.number:
            return SPANS["year"]  # a good year
        case "year" | "day" if is_many:
            return SPANS[phrase.head]
        case "dish" if quality in COOKED:
            return "요리"
        case "nail" if phrase.determiner in LEXICON.possessives or quality == "long":
            return LEXICON.by_use["cut", "nail"]
        case "way" if phrase.place is not None and phrase.place.kind == "way":
            return "길"
    return ""
