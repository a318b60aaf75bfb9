"""The Korean of when, where, how and with whom."""

from collections.abc import Collection

from english_korean.language.korean import adjectives, inner, phrases, places
from english_korean.language.korean.agents import agent_of
from english_korean.language.korean.determiners import possessive
from english_korean.language.korean.lasting import is_still_so, married_for
from english_korean.language.korean.morphemes import pieces
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import dated, kind_of, sense_of
from english_korean.language.syntax import (
    DOING,
    Adverbial,
    Clause,
    Morpheme,
    NounPhrase,
    Quality,
    Style,
)
from english_korean.language.tables import Columns, Row, Table

ORDER = (
    "sentence", "before doing", "after doing", "time", "frequency", "asked when", "clock",
    "ago", "from", "until", "during", "duration", "cause", "asked why", "companion", "without",
    "as", "like", "here", "route", "place", "asked where", "source", "vehicle", "tool",
    "in language", "agent", "benefit", "about", "meal", "purpose",
)  # fmt: skip
"""Kinds of adverbials in the order of the Korean, before recipient and object."""
LATE = ("goal", "asked goal", "times", "manner", "asked how", "degree")
"""Behind the object."""
TIMES = frozenset({"once", "twice", "three times", "many times", "rarely"})
"""How many times, which stands before the verb: 미국에 두 번 가 보았다."""

BEFORE_THING = ("benefit", "about")
"""What can be said of something that is for somebody: 너를 위한 것이다."""
FIXED = {"never": "절대", "ever": "", "just": "방금", "only": "오직"}
"""Adverbs before the verb that the lexicon does not have."""
ALREADY = "벌써"
"""Already, of the hour: 벌써 아홉 시이다."""
AT_ONCE = "지금 당장"
"""Right now, of what somebody is told to do."""
NOT_SO = "그다지"
"""Very, and very much, where it is denied: I don't like carrots very much."""
HAPPENING = ("break", "cry", "fail", "fall", "fight", "forget", "lose", "miss", "win")
"""What happens again and is not done anew."""
HIT_HARD = ("kick", "hit", "push", "pull", "throw", "rain", "snow", "blow", "bite")
"""What is done with force, and not with diligence."""
LIKING = ("like", "love")
"""One likes it more, not better."""
MOMENTS = ("minute", "moment", "second")
PARTS_OF_DAY = ("아침에", "오후에", "저녁에", "밤에")
ENDURING = frozenset({"all day", "all night", "all morning", "all week", "all year", "all weekend",
                      "for hours", "day and night", "for the first time"})  # fmt: skip
"""How long it lasts, behind when it is: 어제 하루 종일."""
BEFORE_CLOCK = {
    adverb.korean: adverb.korean.removesuffix("에")
    for adverb in LEXICON.adverbs.values()
    if adverb.kind == "time" and adverb.korean.endswith(PARTS_OF_DAY)
}
"""What has no 에 before the hour."""


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
        if _place_in_order(each) == kind
        and index != dated(clause)
        and first in (None, each.at == "first")
        for morpheme in _adverbial(each, clause, f"{name}.{index}", style)
    ]


def _place_in_order(each: Adverbial) -> str:
    """The kind among which it stands: 나는 보통 여섯 시 전에 일어난다."""
    if each.word in TIMES:
        return "times"
    return "sentence" if each.word == "usually" else each.kind


def _is_enduring(place: tuple[int, Adverbial]) -> bool:
    return place[1].word in ENDURING


def when_it_is(clause: Clause, index: int, name: str, style: Style) -> list[Morpheme]:
    """월요일 of "the party is on Monday"."""
    morphemes = _adverbial(clause.adverbials[index], clause, f"{name}.{index}", style)
    *before, last = morphemes
    if last.text in ("후에", "전에"):  # 십이 주 후이다
        return [*before, last._replace(text=last.text.removesuffix("에"))]
    return before if last.text == "-에" else morphemes


def _adverbial(each: Adverbial, clause: Clause, name: str, style: Style) -> list[Morpheme]:
    word = (f"{name}.word",)
    if each.clause is not None:
        path = f"{name}.clause"
        if each.kind in DOING:
            return inner.before_doing(each, path, style, word)
        return inner.purpose(each.clause, clause, path, style)
    if each.phrase is not None and each.phrase.kind == "gap":  # 내가 사는 집, 함께 노는 친구
        return [Morpheme("함께", word, True)] if each.kind == "companion" else []
    if each.phrase is not None:
        return _with_phrase(each, each.phrase, clause, name, style)
    if each.word == "how long" and clause.word == "take":
        return pieces("얼마나", word)
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
        return []  # 아침을 먹었니
    if each.word == "for a long time" and clause.word == "live" and clause.frame == "intransitive":
        return [Morpheme("오래", word, True)]
    if each.word == "already" and is_hour(clause):
        return [Morpheme(ALREADY, word, True)]
    if each.word == "very much" and clause.negated:
        return [Morpheme(NOT_SO, word, True)]
    if each.word == "right now" and clause.subject is None and clause.kind == "verb":
        return pieces(AT_ONCE, word)
    lasts = clause.frame == "location" or clause.word in LEXICON.stative
    if each.word == "once" and each.at == "middle" and lasts and not clause.aspect:
        return [Morpheme("한때", word, True)]
    if each.word == "one day" and (clause.mood in ("will", "be going to") or clause.word == "want"):
        return [Morpheme("언젠가", word, True)]
    adverb = LEXICON.adverbs.get(each.word)
    at_home = "집 " if each.word == "inside" and clause.word == "stay" else ""
    korean = adverb.korean if adverb is not None else FIXED[each.word]
    if each.at == "last" and _is_before_clock(clause):  # 아침 여섯 시에
        korean = BEFORE_CLOCK.get(korean, korean)
    text = pieces(at_home + korean, word)
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
    is_until = any(
        each.kind == "until" and each.phrase is not None and each.phrase.kind == "clock"
        for each in clause.adverbials
    )  # 오늘 밤 아홉 시까지
    return ("clock" in kinds or is_until) and not kinds & {"frequency", "asked when"}


def is_hour(clause: Clause) -> bool:
    """It is nine o'clock."""
    return clause.kind == "noun" and clause.object is not None and clause.object.kind == "clock"


def _with_phrase(
    each: Adverbial, noun: NounPhrase, clause: Clause, name: str, style: Style
) -> list[Morpheme]:
    """월요일에, 지난여름에, 두 시간 후에, 친구와 함께."""
    if each.kind in ("place", "goal"):
        return _place(each, noun, clause, name, style)
    if each.kind == "duration" and married_for(clause) is not None:
        return []  # 결혼한 지 이십 년이 됐다
    if each.kind == "duration" and noun.determiner == "a" and noun.head in MOMENTS:
        return pieces("잠깐", (f"{name}.head",))  # 잠깐 기다려라
    row = (WHEN if each.kind in ("time", "clock") else TABLE).row_of(each, noun, clause)
    assert row is not None
    word, head = (f"{name}.word",), (f"{name}.head",)
    if each.kind == "agent" and agent_of(clause) is not None:
        return _agent(noun, name, style, word)
    return [
        *_marked(row, "before", word),
        *phrases.noun_phrase(noun, name, style, each.word),
        *_marked(row, "ends", head),
        *_marked(row, "after", word),
    ]


def _agent(noun: NounPhrase, name: str, style: Style, word: tuple[str, ...]) -> list[Morpheme]:
    """한 과학자가: who does it."""
    is_one = noun.kind == "noun" and noun.determiner == "a"
    one = [Morpheme("한", (f"{name}.determiner",))] if is_one else []
    return [*one, *phrases.noun_phrase(noun, name, style), Morpheme("-이/가", word)]


def _marked(row: Row, side: str, source: tuple[str, ...]) -> list[Morpheme]:
    """What a row has on one side of the noun."""
    return [
        Morpheme(text.lstrip(MARKS), () if text.startswith("+") else source, text.startswith("*"))
        for text in row.result.get(side, ())
    ]


def morphemes_beside_nouns() -> list[str]:
    """Every morpheme that the tables put around a noun."""
    results = [row.result for row in (*TABLE.rows, *WHEN.rows)]
    sides = ("before", "ends", "after")
    return [text.lstrip(MARKS) for each in results for side in sides for text in each.get(side, ())]


def _place(
    each: Adverbial, noun: NounPhrase, clause: Clause, name: str, style: Style
) -> list[Morpheme]:
    """책상 위에, 학교에, 내 뒤에."""
    word = (f"{name}.word",)
    if each.kind == "goal" and kind_of(noun) == "meal" and clause.word in ("come", "go"):
        # 저녁을 먹으러
        meal = phrases.noun_phrase(noun, name, style, each.word)
        return [*meal, Morpheme("-을/를"), Morpheme("먹-", word, True), Morpheme("-러", word)]
    if each.kind == "goal" and kind_of(noun) == "meal" and each.word == "to":  # 저녁 식사에
        meal = phrases.noun_phrase(noun, name, style, each.word)
        return [*meal, Morpheme("식사", (f"{name}.head",), True), Morpheme("-에", word)]
    if places.is_beside(clause, each):
        phrase = [Morpheme(possessive(noun.head, style), (f"{name}.head",), True)]
    else:
        phrase = phrases.noun_phrase(noun, name, style, each.word)
    is_ours = noun.head == "family" and each.word == "in" and noun.quality is None
    if is_ours and clause.kind in ("verb", "adjective") and clause.frame != "location":
        return [*phrase, Morpheme("중", word), Morpheme("-에서", word)]
    side = places.side(each, word) if places.has_side(clause, each) else []
    at = places.at_particle if each.kind == "place" else places.goal_particle
    return [*phrase, *side, Morpheme(at(clause, each), word)]


def _nouns(each: Adverbial, noun: NounPhrase, clause: Clause) -> Collection[str]:
    """What the tables can say of a noun."""
    kind = kind_of(noun)
    nouns = {kind or "unknown", f"={noun.head}"}
    if noun.plural and kind == "weekday":
        nouns.add("plural weekday")
    if kind == "meal" and noun.head != "meal":
        nouns.add("named meal")
    if noun.head in LEXICON.units and (noun.number or noun.determiner in ("a", "an")):
        nouns.add("span")
    return nouns


def _time_of(clause: Clause) -> str:
    if is_still_so(clause):
        return "still"
    is_over = clause.tense == "past" or clause.aspect.startswith("perfect")
    return "over" if is_over else "open"


MARKS = "*+"
COLUMNS: Columns = {
    "kind": lambda each, noun, clause: (each.kind,),
    "preposition": lambda each, noun, clause: (each.word,),
    "noun": _nouns,
    "verb": lambda each, noun, clause: (clause.word or "none",),
    "clause": lambda each, noun, clause: (clause.kind,),
    "mood": lambda each, noun, clause: (clause.mood or "none",),
    "quality": lambda each, noun, clause: (clause.quality.word if clause.quality else "none",),
    "time": lambda each, noun, clause: (_time_of(clause),),
    "beside": lambda each, noun, clause: [other.kind for other in clause.adverbials],
}
TABLE = Table("adverbials", COLUMNS, nouns=("noun",), part="phrases", lead=("kind",))
WHEN = Table("adverbials", COLUMNS, nouns=("noun",), part="times", lead=("preposition",))
