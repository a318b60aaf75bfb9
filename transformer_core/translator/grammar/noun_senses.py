"""What a noun is called in Korean: decided by what is done with it and what stands before it."""

from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.syntax import NounPhrase

EATEN = frozenset({"eat", "cook", "buy", "order", "have"})
ACTS = "acts"
"""What stands for the verb of which an animal is the subject: then it is no food."""
ALIVE = frozenset({ACTS, "catch", "see", "feed", "watch", "raise", "keep", "draw", "look at",
                   "touch", "chase", "save", "protect"})  # fmt: skip
FOOD = {"fish": "생선", "chicken": "닭고기"}
"""Animals that have another name when one eats them."""
BY_USE = {("in", "class"): "반", ("of", "class"): "반", ("to", "work"): "직장",
          ("at", "work"): "직장", ("what", "day"): "요일", ("draw", "picture"): "그림",
          ("paint", "picture"): "그림", ("eat", "grass"): "풀", ("in", "week"): "일주일",
          ("win", "game"): "경기", ("lose", "game"): "경기", ("watch", "game"): "경기",
          ("press", "button"): "버튼", ("click on", "button"): "버튼",
          ("change", "world"): "세상", ("grow", "rice"): "쌀",
          ("to", "dentist"): "치과", ("quit", "job"): "직장",
          ("look for", "job"): "일자리", ("find", "job"): "일자리", ("get", "job"): "일자리",
          ("take", "job"): "일자리",
          ("to", "doctor"): "병원", ("show", "way"): "길", ("lose", "way"): "길",
          ("ask", "way"): "길"}  # fmt: skip
"""Nouns that are another thing behind a preposition or a verb: one draws no photo (사진)."""
WITH_OTHERS = {"floor": "층", "day": "하루", "bank": "둑"}
"""The second floor, my day, the bank of the river."""
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
    if phrase.head == "floor" and phrase.quality is not None and phrase.quality.word in STOREYS:
        return WITH_OTHERS["floor"]
    if phrase.head == "day" and phrase.determiner in LEXICON.possessives and not phrase.quality:
        return WITH_OTHERS["day"]  # how was your day
    if phrase.head == "bank" and phrase.owner is not None and phrase.owner.head == "river":
        return WITH_OTHERS["bank"]
    if phrase.head in SIBLINGS and is_any_sibling(phrase):
        return SIBLINGS[phrase.head]
    if phrase.place is not None and phrase.place.kind == "way":
        return "길"
    by_use = BY_USE.get((phrase.determiner if phrase.head == "day" else verb, phrase.head))
    return LEXICON.nouns[phrase.head].korean if by_use is None else by_use
