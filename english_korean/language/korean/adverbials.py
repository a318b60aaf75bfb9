"""The Korean of when, where, how and with whom."""

from english_korean.language.korean import adjectives, infinitives, phrases, places
from english_korean.language.korean.determiners import possessive
from english_korean.language.korean.morphemes import pieces
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import ANIMATE, dated, is_person, kind_of, sense_of
from english_korean.language.syntax import (
    DOING,
    Adverbial,
    Clause,
    Morpheme,
    NounPhrase,
    Quality,
    Style,
)

ORDER = (
    "sentence", "before doing", "after doing", "time", "asked when", "frequency", "clock",
    "ago", "from", "until", "during", "duration", "cause", "asked why", "companion", "without",
    "as", "like", "here", "route", "place", "asked where", "source", "vehicle", "tool",
    "in language", "agent", "benefit", "about", "meal", "purpose",
)  # fmt: skip
"""Kinds of adverbials in the order of the Korean, before recipient and object."""
LATE = ("goal", "asked goal", "times", "manner", "asked how", "degree")
"""Behind the object."""
TIMES = frozenset({"once", "twice", "three times", "many times"})
"""How many times, which stands before the verb: 미국에 두 번 가 보았다."""

PARTICLES = {
    "until": "-까지", "from": "-부터", "like": "-처럼", "as": "-로/으로", "tool": "-로/으로",
    "vehicle": "-로/으로", "in language": "-로/으로", "meal": "-로/으로",
}  # fmt: skip
PHRASES: dict[str, tuple[str, ...]] = {
    "companion": ("-와/과", "함께"), "without": ("없이",), "benefit": ("-을/를", "위해"),
    "about": ("-에", "대해"), "agent": ("-에", "의해"), "duration": ("동안",),
    "during": ("동안",), "ago": ("전에",), "cause": ("때문에",),
}  # fmt: skip
BEFORE_THING = {"benefit": ("-을/를", "위한"), "about": ("-에", "대한")}
"""Of what is for somebody, or about something: 너를 위한 것이다."""
ROUTES = {"along": "따라", "through": "통해", "across": "가로질러"}
"""Behind what one goes along, through or across: 강을 따라."""
FIXED = {"never": "절대", "ever": "", "just": "방금", "only": "오직"}
"""Adverbs before the verb that the lexicon does not have."""
ALREADY = "벌써"
"""Yet, where nothing is denied: have you eaten yet?"""
NOT_SO = "그다지"
"""Very, and very much, where it is denied: I don't like carrots very much."""
HAPPENING = ("break", "cry", "fail", "fall", "fight", "forget", "lose", "miss", "win")
"""What happens again and is not done anew."""
HIT_HARD = ("kick", "hit", "push", "pull", "throw", "rain", "snow", "blow", "bite")
"""What is done with force, and not with diligence."""
AGAINST = ("fight", "argue", "share")
"""What one does with somebody, and not at their side."""
LIKING = ("like", "love")
"""One likes it more, not better."""
PARTS_OF_DAY = ("아침에", "오후에", "저녁에", "밤에")
UNDER_WAY = frozenset({"exam", "show", "game", "meal"})
"""Kinds of what is going on while something else happens: 시험 중에."""
SPANS = {"last": "지난", "next": "다음", "this": "이번"}
ABOUT = ("around", "about", "at about", "at around")
"""Before the time of a clock."""
SOMEBODY = ANIMATE | {""}
ENDURING = frozenset({"all day", "all night", "all morning", "all week", "all year", "all weekend",
                      "for hours", "day and night", "for the first time"})  # fmt: skip
"""How long it lasts, behind when it is: 어제 하루 종일."""
BEFORE_CLOCK = {
    adverb.korean: adverb.korean.removesuffix("에")
    for adverb in LEXICON.adverbs.values()
    if adverb.kind == "time" and adverb.korean.endswith(PARTS_OF_DAY)
}
"""What has no 에 before the hour."""
FIRST = {"before": ("-보다", "먼저"), "after": ("다음에",)}
"""Before and after somebody."""
LATER = {"in": "후에", "before": "전에", "after": "후에"}


def in_order(
    clause: Clause, name: str, style: Style, kinds: tuple[str, ...], *, first: bool | None = None
) -> list[Morpheme]:
    """A clause's adverbials of these kinds, in this order.

    Args:
        first: only those that come first in English, or only the others; None for all.
    """
    if not clause.adverbials:
        return []
    ordered = sorted(enumerate(clause.adverbials), key=_is_enduring)
    return [
        morpheme
        for kind in kinds
        for index, each in ordered
        if ("times" if each.word in TIMES else each.kind) == kind
        and index != dated(clause)
        and first in (None, each.at == "first")
        for morpheme in _adverbial(each, clause, f"{name}.{index}", style)
    ]


def _is_enduring(place: tuple[int, Adverbial]) -> bool:
    return place[1].word in ENDURING


def when_it_is(clause: Clause, index: int, name: str, style: Style) -> list[Morpheme]:
    """월요일 of "the party is on Monday"."""
    morphemes = _adverbial(clause.adverbials[index], clause, f"{name}.{index}", style)
    return morphemes[:-1] if morphemes[-1].text == "-에" else morphemes


def _adverbial(each: Adverbial, clause: Clause, name: str, style: Style) -> list[Morpheme]:
    word = (f"{name}.word",)
    if each.clause is not None:
        inner = f"{name}.clause"
        if each.kind in DOING:
            return infinitives.before_doing(each, inner, style, word)
        return infinitives.purpose(each.clause, clause, inner, style)
    if each.phrase is not None:
        return _with_phrase(each, each.phrase, clause, name, style)
    if each.kind.startswith("asked"):
        return [*pieces(LEXICON.questions[each.word], word), *_asked_particle(each, clause, word)]
    if each.quality is not None and each.quality.word == "well" and clause.word in LIKING:
        return adjectives.degree(each.quality, f"{name}.quality", style)
    if each.quality is not None and each.quality.word == "again" and happens_again(clause):
        return [Morpheme("또", (f"{name}.quality",), True)]
    if each.quality is not None and each.quality.word == "hard" and clause.word in HIT_HARD:
        before = adjectives.degree(each.quality, f"{name}.quality", style)
        return [*before, Morpheme("세게", (f"{name}.quality",), True)]
    if each.quality is not None:
        return _manner(each.quality, f"{name}.quality", style)
    return _adverb(each, clause, word)


def happens_again(clause: Clause) -> bool:
    """Late again, raining again, lost again (또); what one does anew is done 다시."""
    is_state = clause.kind != "verb" or clause.aspect == "progressive"
    return is_state or clause.word in HAPPENING


def _manner(quality: Quality, name: str, style: Style) -> list[Morpheme]:
    """매우 빨리."""
    before = adjectives.degree(quality, name, style)
    return [*before, *pieces(LEXICON.adverbs[quality.word].korean, (name,))]


def _asked_particle(each: Adverbial, clause: Clause, word: tuple[str, ...]) -> list[Morpheme]:
    if each.kind == "asked where":
        return [Morpheme(places.at_particle(clause), word)]
    takes_particle = each.kind == "asked goal" or each.word == "what time"
    return [Morpheme("-에", word)] if takes_particle else []


def _adverb(each: Adverbial, clause: Clause, word: tuple[str, ...]) -> list[Morpheme]:
    """An adverb, with the particle of a place: 여기에서."""
    if each.word == "never" and clause.aspect == "perfect":
        return []
    if each.word == "yet" and not (clause.negated or clause.under_denial):
        return [Morpheme(ALREADY, word, True)]
    if each.word == "very much" and clause.negated:
        return [Morpheme(NOT_SO, word, True)]
    lasts = clause.frame == "location" or clause.word in LEXICON.stative
    if each.word == "once" and each.at == "middle" and lasts and not clause.aspect:
        return [Morpheme("한때", word, True)]
    if each.word == "one day" and (clause.mood in ("will", "be going to") or clause.word == "want"):
        return [Morpheme("언젠가", word, True)]
    adverb = LEXICON.adverbs.get(each.word)
    korean = adverb.korean if adverb is not None else FIXED[each.word]
    if each.at == "last" and _is_before_clock(clause):  # 아침 여섯 시에
        korean = BEFORE_CLOCK.get(korean, korean)
    text = pieces(korean, word)
    if each.kind == "here":
        return [*text, Morpheme(places.at_particle(clause), word)]
    if each.kind == "goal":
        is_moved = clause.kind == "verb" and sense_of(clause).particle == "-로/으로"
        is_into = is_moved or each.word in ("inside", "outside")
        return [*text, Morpheme("-로/으로" if is_into else "-에", word)]
    return text


def _is_before_clock(clause: Clause) -> bool:
    """Whether the hour stands next to what else says when."""
    kinds = {each.kind for each in clause.adverbials if each.at != "first"}
    return "clock" in kinds and not kinds & {"frequency", "asked when"}


def _with_phrase(
    each: Adverbial, noun: NounPhrase, clause: Clause, name: str, style: Style
) -> list[Morpheme]:
    word = (f"{name}.word",)
    if each.kind in ("place", "goal"):
        return _place(each, noun, clause, name, style)
    phrase = phrases.noun_phrase(noun, name, style, each.word)
    if each.kind in ("time", "clock"):
        return _time(each, noun, clause, phrase, name)
    if each.kind == "route":
        return [*phrase, Morpheme("-을/를"), Morpheme(ROUTES[each.word], word, True)]
    if each.kind == "benefit" and clause.word == "work" and kind_of(noun) == "place":
        return [*phrase, Morpheme("-에서", word)]
    if each.kind == "benefit" and clause.kind == "adjective":  # too small for me
        return [*phrase, Morpheme("-에게" if kind_of(noun) in SOMEBODY else "-에", word)]
    if each.kind == "companion" and clause.kind == "adjective":
        return [*phrase, Morpheme("-에게", word)]  # honest with
    if each.kind == "companion" and clause.word in AGAINST:
        return [*phrase, Morpheme("-와/과", word)]
    if each.kind == "during" and kind_of(noun) in UNDER_WAY:
        return [*phrase, Morpheme("중", word), Morpheme("-에", word)]
    if clause.kind == "place" and each.kind in BEFORE_THING:
        return [*phrase, *(Morpheme(text, word) for text in BEFORE_THING[each.kind])]
    if each.kind in PHRASES:
        return [*phrase, *(Morpheme(text, word) for text in PHRASES[each.kind])]
    if each.kind == "source" and clause.word == "make":  # made from grapes
        return [*phrase, Morpheme("-로/으로", word)]
    if each.kind == "source":
        return [*phrase, Morpheme(places.source_particle(noun), word)]
    return [*phrase, Morpheme(PARTICLES[each.kind], word)]


def _place(
    each: Adverbial, noun: NounPhrase, clause: Clause, name: str, style: Style
) -> list[Morpheme]:
    """책상 위에, 학교에, 내 뒤에."""
    word = (f"{name}.word",)
    side = [] if clause.word == "spend" and each.word == "on" else places.side(each, word)
    is_somebody = noun.kind == "pronoun" and noun.head in LEXICON.possessives.values()
    is_beside = bool(side) and is_somebody and noun.other is None and not noun.part
    if is_beside:
        owner = possessive(noun.head, style)
        phrase = [Morpheme(owner, (f"{name}.head",), True)]
    else:
        phrase = phrases.noun_phrase(noun, name, style, each.word)
    is_ours = noun.head == "family" and each.word == "in" and noun.quality is None
    if is_ours and clause.kind in ("verb", "adjective") and clause.frame != "location":
        return [*phrase, Morpheme("중", word), Morpheme("-에서", word)]
    if each.kind == "place":
        particle = places.at_particle(clause, each)
    elif each.word == "into" and side:
        particle = "-로/으로"
    else:
        particle = "-에" if is_beside else places.goal_particle(noun, clause)
    return [*phrase, *side, Morpheme(particle, word)]


def _time(
    each: Adverbial, noun: NounPhrase, clause: Clause, phrase: list[Morpheme], name: str
) -> list[Morpheme]:
    """월요일에, 지난 여름에, 두 시간 후에, 저녁 전에, 일요일마다; of days in a week 일주일에."""
    word = (f"{name}.word",)
    if each.word in ABOUT:
        return [*phrase, Morpheme("-쯤", word, True), Morpheme("-에", word)]
    if each.word in SPANS:
        return [Morpheme(SPANS[each.word], word, True), *phrase, Morpheme("-에", word)]
    if each.word == "every" or (noun.plural and kind_of(noun) == "weekday"):
        return [*phrase, Morpheme("-마다", word)]
    if each.word in FIRST and is_person(noun):
        return [*phrase, *(Morpheme(text, word) for text in FIRST[each.word])]
    if each.word == "at" and kind_of(noun) == "meal":
        return [
            *phrase,
            Morpheme("식사", (f"{name}.head",)),
            Morpheme("때", word),
            Morpheme("-에", word),
        ]
    is_counted = bool(noun.number) or noun.determiner in ("a", "an")
    is_span = each.word == "in" and noun.head in LEXICON.units and is_counted
    if is_span and clause.kind == "there" and not clause.mood:
        return [*phrase, Morpheme("-에", word)]
    if is_span or each.word in ("before", "after"):
        is_named = kind_of(noun) == "meal" and noun.head != "meal"
        meal = [Morpheme("식사", (f"{name}.head",))] if is_named else []
        return [*phrase, *meal, Morpheme(LATER[each.word], word)]
    return [*phrase, Morpheme("-에", word)]
