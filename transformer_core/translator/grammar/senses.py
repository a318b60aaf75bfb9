"""Which of a word's meanings is meant: decided by the kinds of the nouns around it."""

from collections.abc import Sequence

from transformer_core.translator.grammar.entries import Adjective, Sense
from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.syntax import Clause, NounPhrase

PEOPLE = LEXICON.groups["people"]
ANIMATE = LEXICON.groups["animate"]
PERSONAL = frozenset({"i", "you", "he", "she", "we", "they", "everyone", "everybody", "someone",
                      "somebody", "who"})  # fmt: skip
ELDERS = frozenset({"elder", "family_elder"})
EATEN = frozenset({"eat", "cook", "buy", "order", "have"})


SEPARABLE = frozenset({"turn on", "turn off", "put on", "take off", "pick up", "throw away",
                       "clean up", "try on"})  # fmt: skip
"""Verbs that can have their object before their second word: turn the light on."""
PURPOSED = ("something", "nothing", "anything", "time", "way", "chance", "place", "homework",
            "work", "friend", "plan")  # fmt: skip
"""What can have an infinitive behind it: something to eat, time to go."""


def kind_of(phrase: NounPhrase | None) -> str:
    """The kind of a noun phrase's head; of pronouns person or thing; "" where nobody knows."""
    if phrase is None:
        return ""
    if phrase.kind == "noun":
        return LEXICON.nouns[phrase.head].kind
    if phrase.kind in ("pronoun", "wh"):
        return "person" if phrase.head in PERSONAL else "thing"
    return ""


def fits(phrase: NounPhrase | None, kinds: frozenset[str]) -> bool:
    """Whether the head is of one of these kinds, or one of these words ("=ball")."""
    if phrase is None:
        return False
    return kind_of(phrase) in kinds or (phrase.kind == "noun" and f"={phrase.head}" in kinds)


def is_person(phrase: NounPhrase | None) -> bool:
    """Whether the head is a person: a noun or a pronoun."""
    return kind_of(phrase) in PEOPLE


def is_elder(phrase: NounPhrase | None) -> bool:
    """Whether -시- belongs to what it does."""
    if phrase is not None and phrase.other is not None:
        return is_elder(phrase.other) and kind_of(phrase) in ELDERS
    return kind_of(phrase) in ELDERS


def sense_of(clause: Clause) -> Sense:
    """The meaning of a clause's verb: the first that its object, or else its subject, fits."""
    senses = senses_of(clause)
    if len(senses) == 1:
        return senses[0]
    if clause.frame == "intransitive":
        return _first(senses, clause.subject, "subjects")
    thing = clause.subject if clause.passive else clause.object
    is_time = thing is not None and thing.head == "time" and thing.quality is not None
    if clause.word in HAVING and is_time:  # a good time
        return next(sense for sense in senses if sense.korean == "보내")
    if clause.word in HAVING and thing is not None and thing.determiner in OWNED:
        return senses[-1]
    return _first(senses, thing, "objects")


def senses_of(clause: Clause) -> Sequence[Sense]:
    """All meanings of a clause's verb in its frame."""
    if clause.frame == "predicate":
        return [LEXICON.adjectives_with[clause.word]]
    return LEXICON.frames[clause.frame][clause.word]


def _first(senses: Sequence[Sense], phrase: NounPhrase | None, side: str) -> Sense:
    for sense in senses:
        if fits(phrase, getattr(sense, side)):
            return sense
    return senses[-1]


HAVING = ("have", "have got")
OWNED = frozenset({"any", "no", "enough", "much", "many", "a lot of", "lots of", "how much"})
"""I have a lot of milk: I own it, I do not drink it."""
FOOD = {"fish": "생선", "chicken": "닭고기"}
"""Animals that have another name when one eats them."""
BY_USE = {("in", "class"): "반", ("of", "class"): "반", ("to", "work"): "직장",
          ("at", "work"): "직장", ("draw", "picture"): "그림",
          ("paint", "picture"): "그림"}  # fmt: skip
"""Nouns that are another thing behind a preposition or a verb: one draws no photo (사진)."""
COLD = {"cold": Adjective("cold", "차갑", "thing", comparative="colder", superlative="coldest"),
        "hot": Adjective("hot", "뜨겁", "thing", comparative="hotter",
                         superlative="hottest")}  # fmt: skip
"""Of what one touches: 차가운 물, 추운 날."""
FELT = frozenset({"", "thing_it", "place", "placename", "period", "season", "weekday", "month_name",
                  "holiday", "precipitation"})  # fmt: skip
FELT_WORDS = frozenset({"weather", "it", "wind", "air"})
SEVERE = Adjective("bad", "심하", "general", comparative="worse", superlative="worst")
BROKEN = Adjective("broken", "고장 나", "thing", is_done=True)
HOW = Adjective("how", "어떻", "general")
OLD = Adjective("old", "오래되", "general", is_done=True, comparative="older", superlative="oldest")
OLD_PERSON = Adjective("old", "늙", "person", is_done=True, comparative="older",
                       superlative="oldest")  # fmt: skip
OLDER = Adjective("old", "나이가 많", "person", comparative="older", superlative="oldest")
YOUNG = Adjective("young", "젊", "person", comparative="younger", superlative="youngest")
YOUNG_CHILD = Adjective("young", "어리", "person", comparative="younger", superlative="youngest")
NEW = Adjective("new", "", "general", attribute="새", noun="새것", comparative="newer",
                superlative="newest")  # fmt: skip
LITTLE_CHILD = Adjective("little", "어리", "person")
LITTLE = Adjective("little", "작", "size")
HIGH = Adjective("tall", "높", "size", comparative="taller", superlative="tallest")
DIFFICULT = Adjective("hard", "어렵", "thing", comparative="harder", superlative="hardest")
ACTING = {"quiet": "조용히 하", "careful": "조심하", "nice": "친절하게 대하", "good": "착하게 굴",
          "sure": "확실히 하", "ready": "준비하", "early": "일찍 오"}  # fmt: skip
"""Adjectives that one is told to be: what one does then."""
SURE = frozenset({"sure", "certain"})
ADJECTIVES_BY_NOUN = ("old", "young", "new", "little", "tall", "hard")
"""Adjectives whose Korean the noun decides."""


def adjective_of(word: str, noun: NounPhrase | None, degree: str = "") -> Adjective:
    """The meaning of an adjective beside a noun: 젊은 남자, 어린 아이; 늙은 개, 오래된 집."""
    kind = kind_of(noun)
    if word == "old":
        if kind not in ANIMATE:
            return OLD
        return OLDER if degree in ("more", "most") else OLD_PERSON
    if word == "young":
        is_small = kind in ("child", "animal") or (degree == "more" and kind in ANIMATE)
        return YOUNG_CHILD if is_small or _is_somebody(noun) else YOUNG
    if word == "new":
        return NEW
    if word == "little":
        return LITTLE_CHILD if kind == "child" else LITTLE
    if word == "how":
        return HOW
    if word in COLD and noun is not None:
        is_felt = kind in FELT or kind in ANIMATE or noun.head in FELT_WORDS
        return LEXICON.adjectives[word] if is_felt else COLD[word]
    if word == "bad" and kind == "illness":
        return SEVERE
    if word == "broken" and kind in ("device", "vehicle"):
        return BROKEN
    adjective = LEXICON.adjectives[word]
    if word == "tall" and kind not in ANIMATE:
        return HIGH
    if word == "hard" and kind in ("exam", "abstract", "activity", "subject", "language"):
        return DIFFICULT
    return adjective


def acting_of(clause: Clause) -> str:
    """The stem of what one does who is told to be so: 조용히 하 of "be quiet"; or ""."""
    if clause.kind != "adjective" or clause.frame or clause.quality is None:
        return ""
    return ACTING.get(clause.quality.word, "")


def can_be_predicate(word: str) -> bool:
    """Not of adjectives that stand before nouns only: main, public."""
    found = LEXICON.adjectives.get(word)
    return found is None or bool(found.korean or found.noun)


def _is_somebody(noun: NounPhrase | None) -> bool:
    """ "When I was young" is 어렸을 때."""
    return noun is not None and noun.kind == "pronoun" and noun.head in PERSONAL


def korean_noun(phrase: NounPhrase, verb: str = "") -> str:
    """The Korean of a noun; fish that one eats is 생선.

    Args:
        verb: what is done with it, or the preposition before it.
    """
    is_bare = not (phrase.determiner or phrase.number or phrase.plural or phrase.owner)
    if phrase.head in FOOD and (verb in EATEN or is_bare):
        return FOOD[phrase.head]
    by_use = BY_USE.get((verb, phrase.head))
    return LEXICON.nouns[phrase.head].korean if by_use is None else by_use
