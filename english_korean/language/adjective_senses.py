"""Which of an adjective's meanings is meant: decided by the noun that it is said of."""

from english_korean.language.entries import Adjective
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import ANIMATE, PERSONAL, TIMES, kind_of
from english_korean.language.syntax import Clause, NounPhrase, Quality

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
PLEASANT = ("great", "wonderful")
ENJOYABLE = Adjective("great", "즐겁", "general")
LASTING = Adjective("long", "", "general", attribute="오랜", comparative="longer",
                    superlative="longest")  # fmt: skip
HEAVY = Adjective("heavy", "세차", "weather", comparative="heavier", superlative="heaviest")
HOW = Adjective("how", "어떻", "general")
OLD = Adjective("old", "오래되", "general", is_done=True, comparative="older", superlative="oldest")
OLD_PERSON = Adjective("old", "늙", "person", is_done=True, comparative="older",
                       superlative="oldest")  # fmt: skip
OLDER = Adjective("old", "나이가 많", "person", comparative="older", superlative="oldest")
CHILDREN = ("son", "daughter", "grandson", "granddaughter", "nephew", "niece")
"""Of whom young is said as of children: 어린 아들."""
YOUNG = Adjective("young", "젊", "person", comparative="younger", superlative="youngest")
YOUNG_CHILD = Adjective("young", "어리", "person", comparative="younger", superlative="youngest")
NEW = Adjective("new", "", "general", attribute="새", noun="새것", comparative="newer",
                superlative="newest")  # fmt: skip
LITTLE_CHILD = Adjective("little", "어리", "person")
LITTLE = Adjective("little", "작", "size")
HIGH = Adjective("tall", "높", "size", comparative="taller", superlative="tallest")
THIN = Adjective("thin", "얇", "thing", comparative="thinner", superlative="thinnest")
OF_THINGS = {"thin": THIN, "tall": HIGH, "full": FULL, "strong": STRONG}
"""Of people, animals and plants the same words say something else."""
DIFFICULT = Adjective("hard", "어렵", "thing", comparative="harder", superlative="hardest")
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
SHORT_PERSON = Adjective("short", "키가 작", "person", comparative="shorter",
                         superlative="shortest")  # fmt: skip
FREE_OF_CHARGE = Adjective("free", "", "thing", noun="무료")
STRONG_DRINK = Adjective("strong", "진하", "drink", comparative="stronger", superlative="strongest")
STURDY = Adjective("strong", "튼튼하", "thing", comparative="stronger", superlative="strongest")
BORING = Adjective("dull", "지루하", "show", comparative="duller", superlative="dullest")
STYLISH = Adjective("cool", "멋지", "thing", comparative="cooler", superlative="coolest")
ARID = Adjective("dry", "건조하", "thing", comparative="drier", superlative="driest")
EVIDENT = Adjective("clear", "분명하", "abstract", comparative="clearer", superlative="clearest")
STILL = Adjective("calm", "잔잔하", "nature", comparative="calmer", superlative="calmest")
WHOLESOME = Adjective("healthy", "건강에 좋", "food", comparative="healthier",
                      superlative="healthiest")  # fmt: skip
GOLDEN = Adjective("gold", "", "thing", attribute="금", noun="금색")
SILVERY = Adjective("silver", "", "thing", attribute="은", noun="은색")
"""Of what is made of it: 금반지."""
PITIFUL = Adjective("poor", "불쌍하", "animal", comparative="poorer", superlative="poorest")
ADJECTIVES_BY_NOUN = ("old", "young", "new", "little", "tall", "hard")
"""Adjectives whose Korean the noun decides."""


BY_KIND = {
    **{("free", kind): FREE_OF_CHARGE
       for kind in ("place", "show", "device", "thing", "food", "drink", "reading", "event")},
    **{("strong", kind): STURDY
       for kind in ("furniture", "container", "place", "thing", "clothes")},
    **{(word, kind): metal for word, metal in (("gold", GOLDEN), ("silver", SILVERY))
       for kind in ("accessory", "handwear", "wristwear", "thing", "money")},
    **{("dull", kind): BORING for kind in ("show", "reading", "text", "event")},
    **{("cool", kind): STYLISH
       for kind in ("vehicle", "device", "clothes", "headwear", "footwear")},
    **{("lovely", kind): LEXICON.adjectives["beautiful"]
       for kind in ("place", "nature", "plant", "abstract", "period", "event", "clothes")},
    **{("dry", kind): ARID for kind in ("body", "place", "placename", "season")},
    ("clear", "abstract"): EVIDENT,
    ("calm", "nature"): STILL, ("calm", "place"): STILL, ("healthy", "food"): WHOLESOME,
    ("strong", "drink"): STRONG_DRINK, ("poor", "animal"): PITIFUL,
}  # fmt: skip


def adjective_of(word: str, noun: NounPhrase | None, degree: str = "") -> Adjective:
    """The meaning of an adjective beside a noun: 젊은 남자, 어린 아이; 늙은 개, 오래된 집."""
    kind = kind_of(noun)
    if word == "old":
        if kind not in ANIMATE or (noun is not None and noun.head == "friend" and not degree):
            return OLD
        return OLDER if degree in ("more", "most") else OLD_PERSON
    if word == "young":
        is_child = kind in ("child", "animal") or (noun is not None and noun.head in CHILDREN)
        is_small = is_child or (degree in ("more", "most") and kind in ANIMATE)
        return YOUNG_CHILD if is_small or _is_somebody(noun) else YOUNG
    if word == "new":
        return NEW
    if word == "little":
        return LITTLE_CHILD if kind == "child" or _is_somebody(noun) else LITTLE
    if word == "how":
        return HOW
    if word in COLD and noun is not None:
        is_felt = kind in FELT or kind in ANIMATE or noun.head in FELT_WORDS
        return LEXICON.adjectives[word] if is_felt else COLD[word]
    if word == "bad" and kind == "illness":
        return SEVERE
    if word in PLEASANT and noun is not None and noun.head == "time":
        return ENJOYABLE
    if word == "long" and not degree and noun is not None and noun.head == "time":
        return LASTING
    if word == "heavy" and kind == "precipitation":
        return HEAVY
    if word == "wrong" and kind in ("vehicle", "place", "device", "thing", "clothes", "food"):
        return MISTAKEN
    if word == "free" and noun is not None and noun.head in ("seat", "chair", "table", "room"):
        return LEXICON.adjectives["empty"]
    by_kind = BY_KIND.get((word, kind)) or (
        SHORT_PERSON if word == "short" and _is_living(noun) else None
    )
    if by_kind is not None:
        return by_kind
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


def _is_living(noun: NounPhrase | None) -> bool:
    is_pronoun = noun is not None and noun.kind == "pronoun" and noun.head in PERSONAL
    return is_pronoun or kind_of(noun) in ANIMATE - {"animal"}


def is_past(quality: Quality, noun: NounPhrase) -> bool:
    """Last summer, the one before: 지난 여름; the last day is 마지막 날."""
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


def _is_somebody(noun: NounPhrase | None) -> bool:
    """ "When I was young" is 어렸을 때."""
    is_pronoun = noun is not None and noun.kind == "pronoun" and noun.head in PERSONAL
    return is_pronoun or kind_of(noun) == "name"
