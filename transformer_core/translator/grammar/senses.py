"""Which of a word's meanings is meant: decided by the kinds of the nouns around it."""

from collections.abc import Sequence
from dataclasses import replace

from transformer_core.translator.grammar.entries import Adjective, Sense
from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.syntax import Clause, NounPhrase, Quality

PEOPLE = LEXICON.groups["people"]
ANIMATE = LEXICON.groups["animate"]
PERSONAL = frozenset({"i", "you", "he", "she", "we", "they", "everyone", "everybody", "someone",
                      "somebody", "anyone", "anybody", "nobody", "who"})  # fmt: skip
ELDERS = frozenset({"elder", "family_elder"})
EATEN = frozenset({"eat", "cook", "buy", "order", "have"})
ACTS = "acts"
"""What stands for the verb of which an animal is the subject: then it is no food."""
ALIVE = frozenset({ACTS, "catch", "see", "feed", "watch", "raise", "keep", "draw", "look at",
                   "touch", "chase", "save", "protect"})  # fmt: skip


SEPARABLE = frozenset({"turn on", "turn off", "put on", "take off", "pick up", "throw away",
                       "clean up", "try on"})  # fmt: skip
"""Verbs that can have their object before their second word: turn the light on."""
TIMES = frozenset({"weekday", "month_name", "season", "period", "holiday"})
"""Kinds of nouns that say when."""
PURPOSED = ("something", "nothing", "anything", "time", "way", "chance", "place", "homework",
            "work", "friend", "plan")  # fmt: skip
"""What can have an infinitive behind it: something to eat, time to go."""


def kind_of(phrase: NounPhrase | None) -> str:
    """The kind of a noun phrase's head; of pronouns person or thing; "" where nobody knows."""
    if phrase is None:
        return ""
    if phrase.kind == "noun":
        return LEXICON.nouns[phrase.head].kind
    if phrase.kind == "year":
        return "period"
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
    is_over = clause.tense == "past" or bool(clause.aspect)
    dreams = thing is not None and thing.head in ("dream", "baby") and not is_over
    owns = thing is not None and thing.determiner in OWNED
    if clause.word in HAVING and (owns or dreams):
        return senses[-1]
    if clause.word in HAVING and any(each.kind == "meal" for each in clause.adverbials):
        return senses[0]  # fish for dinner
    if clause.word in HAVING and clause.mood == "allowed":
        sense = _first(senses, thing, "objects")
        return GIVEN if sense == senses[-1] else sense  # can I have the bill
    if clause.word == "put" and _goes_inside(clause):
        return senses[0]
    return _first(senses, thing, "objects")


def _goes_inside(clause: Clause) -> bool:
    """Put it in the box: 넣다; what is put on the table or in the room is 놓다."""
    return any(
        each.word in ("in", "into", "inside") and kind_of(each.phrase) not in ("", "place")
        for each in clause.adverbials
        if each.phrase is not None and each.kind in ("place", "goal")
    )


def senses_of(clause: Clause) -> Sequence[Sense]:
    """All meanings of a clause's verb in its frame."""
    if clause.frame == "predicate":
        return [LEXICON.adjectives_with[clause.word]]
    return LEXICON.frames[clause.frame][clause.word]


def takes(clause: Clause) -> bool:
    """Whether the object of a clause's verb is of a kind that goes well with one of its senses."""
    if clause.frame == "thanks":
        return True
    return any(fits(clause.object, sense.objects) for sense in senses_of(clause))


def _first(senses: Sequence[Sense], phrase: NounPhrase | None, side: str) -> Sense:
    for sense in senses:
        if fits(phrase, getattr(sense, side)):
            return sense
    return senses[-1]


GIVEN = Sense("have", "받", "transitive", PEOPLE, frozenset())
HAVING = ("have", "have got")
OWNED = frozenset({"any", "no", "enough", "much", "many", "a lot of", "lots of", "how much"})
"""I have a lot of milk: I own it, I do not drink it."""
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
COLD = {"cold": Adjective("cold", "차갑", "thing", comparative="colder", superlative="coldest"),
        "hot": Adjective("hot", "뜨겁", "thing", comparative="hotter",
                         superlative="hottest")}  # fmt: skip
"""Of what one touches: 차가운 물, 추운 날."""
FELT = frozenset({"", "thing_it", "place", "placename", "period", "season", "weekday", "month_name",
                  "holiday", "precipitation"})  # fmt: skip
FELT_WORDS = frozenset({"weather", "it", "wind", "air"})
SEVERE = Adjective("bad", "심하", "general", comparative="worse", superlative="worst")
BROKEN = Adjective("broken", "고장 나", "thing", is_done=True)
BROKEN_STICK = Adjective("broken", "부러지", "thing", is_done=True)
BREAKING = {"device": BROKEN, "vehicle": BROKEN, "limb": BROKEN_STICK, "stick": BROKEN_STICK,
            "fragile": Adjective("broken", "깨지", "thing", is_done=True)}  # fmt: skip
"""How a thing of a kind is broken: 고장 난 시계, 깨진 컵, 부러진 팔."""
MISTAKEN = Adjective("wrong", "잘못되", "thing", is_done=True)
FULL = Adjective("full", "꽉 차", "thing", is_done=True, comparative="fuller",
                 superlative="fullest")  # fmt: skip
STRONG = Adjective("strong", "강하", "thing", comparative="stronger", superlative="strongest")
CLOSE = Adjective("good", "친하", "person", comparative="better", superlative="best")
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
OF_THINGS = {"tall": HIGH, "full": FULL, "strong": STRONG}
"""Of people, animals and plants the same words say something else."""
DIFFICULT = Adjective("hard", "어렵", "thing", comparative="harder", superlative="hardest")
ACTING = {"quiet": "조용히 하", "careful": "조심하", "nice": "친절하게 대하", "good": "착하게 굴",
          "sure": "확실히 하", "ready": "준비하", "early": "일찍 오", "afraid": "두려워하",
          "scared": "겁먹", "nervous": "긴장하", "sad": "슬퍼하", "angry": "화내",
          "happy": "행복해하", "late": "늦", "shy": "수줍어하", "lazy": "게으름을 피우",
          "rude": "무례하게 굴", "mean": "심술궂게 굴", "worried": "걱정하",
          "kind": "친절하게 대하", "polite": "예의 바르게 행동하"}  # fmt: skip
"""Adjectives that one is told to be: what one does then."""
STOREYS = {"first": "일", "second": "이", "third": "삼", "fourth": "사", "fifth": "오"}
"""The second floor is 이 층, and no second ground."""
FALLING = frozenset({"windy", "rainy", "snowy", "stormy", "foggy"})
"""Weather that has a subject of its own in Korean: 바람이 많이 분다."""
SURE = frozenset({"sure", "certain"})
NONE = frozenset({"nobody", "nothing"})
NONE_OF = {"anything": "nothing", "anyone": "nobody", "anybody": "nobody"}
PURSUED = frozenset({"hobby", "dream", "job", "plan", "wish", "goal"})
"""What it is to do something: my hobby is collecting stamps."""
DATED = frozenset({"event", "exam", "meal", "show", "subject", "game"})
"""Kinds of what is at a time: 파티는 월요일이다."""
ADJECTIVES_BY_NOUN = ("old", "young", "new", "little", "tall", "hard")
"""Adjectives whose Korean the noun decides."""


def adjective_of(word: str, noun: NounPhrase | None, degree: str = "") -> Adjective:
    """The meaning of an adjective beside a noun: 젊은 남자, 어린 아이; 늙은 개, 오래된 집."""
    kind = kind_of(noun)
    if word == "old":
        if kind not in ANIMATE or (noun is not None and noun.head == "friend" and not degree):
            return OLD
        return OLDER if degree in ("more", "most") else OLD_PERSON
    if word == "young":
        is_small = kind in ("child", "animal") or (degree in ("more", "most") and kind in ANIMATE)
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
    if word == "wrong" and kind in ("vehicle", "place", "device", "thing", "clothes", "food"):
        return MISTAKEN
    if word == "free" and noun is not None and noun.head in ("seat", "chair", "table", "room"):
        return LEXICON.adjectives["empty"]
    if word == "broken" and kind in BREAKING:
        return BREAKING[kind]
    adjective = LEXICON.adjectives[word]
    if word in OF_THINGS and noun is not None and kind not in ANIMATE and kind != "thing_it":
        return OF_THINGS[word] if kind != "plant" else adjective
    if word == "good" and degree == "most" and noun is not None and noun.head == "friend":
        return CLOSE
    if word == "hard" and noun is not None and noun.kind in ("pronoun", "doing"):
        return DIFFICULT  # it is hard to say
    if word == "hard" and kind in ("exam", "abstract", "activity", "subject", "language"):
        return DIFFICULT
    return adjective


def is_past(quality: Quality, noun: NounPhrase) -> bool:
    """Last summer, the one before: 지난 여름; the last day is 마지막 날."""
    return quality.word == "last" and kind_of(noun) in TIMES and not noun.determiner


def none_of_any(phrase: NounPhrase, clause: Clause) -> NounPhrase:
    """Anything of what is denied is nothing: 아무것도 먹지 않았다."""
    if (
        not (clause.negated or clause.under_denial)
        or phrase.kind != "pronoun"
        or phrase.head not in NONE_OF
    ):
        return phrase
    return replace(phrase, head=NONE_OF[phrase.head])


def dated(clause: Clause) -> int | None:
    """Of "the party is on Monday" which adverbial says when it is; None of all else."""
    if clause.kind != "place" or kind_of(clause.subject) not in DATED:
        return None
    if len(clause.adverbials) != 1 or clause.adverbials[0].at != "last":
        return None
    when = clause.adverbials[0]
    is_word = when.phrase is None and when.word in ("today", "tomorrow", "yesterday", "now")
    is_on = when.phrase is not None and when.word in ("on", "at", "in", "next", "this", "last")
    return 0 if when.kind in ("time", "clock") and (is_word or is_on) else None


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
