""" "It" that stands for nothing: the weather, the time, the darkness."""

from english_korean.language.korean.morphemes import stem
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import ANIMATE, kind_of
from english_korean.language.syntax import Clause, Morpheme, NounPhrase

WEATHER = {"rain": ("비", "오"), "snow": ("눈", "오")}
"""What falls, and the stem of its falling: 비가 온다."""
WEATHER_ADJECTIVES = frozenset({"cold", "hot", "warm", "cool", "sunny", "cloudy", "windy", "nice",
                                "rainy", "snowy", "foggy", "humid", "chilly", "fine", "freezing",
                                "beautiful", "stormy", "clear"})  # fmt: skip
"""What it is when the weather is so."""
DARK = frozenset({"dark", "late"})
TIMES = frozenset({"weekday", "month_name", "season", "holiday", "period"})
IT = NounPhrase("it", "pronoun")


def is_weather(clause: Clause) -> bool:
    """It is cold: 날씨가 춥다."""
    return _is_it(clause, WEATHER_ADJECTIVES)


def says_only_when(clause: Clause) -> bool:
    """It is Monday, it is seven o'clock, it is time to go, it is dark: nothing stands for "it"."""
    if clause.kind != "noun" or clause.subject != IT:
        return _is_it(clause, DARK)
    thing = clause.object
    if thing is None:
        return False
    if thing.head in ("turn", "birthday"):
        return True
    is_time_for = thing.head == "time" and thing.pronoun == "to"
    return is_time_for or (
        thing.kind == "clock" or thing.head == "what time" or kind_of(thing) in TIMES
    )


def takes_time(clause: Clause) -> bool:
    """It takes ten minutes to get there, how long does it take: nothing stands for "it"."""
    if clause.subject != IT or clause.word != "take":
        return False
    is_purposed = any(each.kind == "purpose" for each in clause.adverbials)
    is_span = clause.object is not None and clause.object.head in (*LEXICON.units, "time")
    return is_purposed or is_span or clause.frame == "intransitive"


def is_all_before_subject(clause: Clause) -> bool:
    """Of the weather, and of what rain and snow do, all is said before the subject."""
    falls = kind_of(clause.subject) == "precipitation" and (
        clause.frame == "intransitive" or clause.kind == "adjective"
    )  # 이 나라에서는 눈이 드물다
    if clause.complement is not None:  # too cold to swim
        return False
    subject = clause.subject
    if clause.kind == "place" and subject is not None and subject.kind == "wh":
        return True  # 서랍 안에 무엇이 있니
    if clause.kind == "adjective" and subject is not None and is_today(clause):
        return True  # 오늘 파도는 매우 높다
    is_it = clause.kind == "weather" or is_weather(clause) or says_only_when(clause)
    return is_it or falls or speaks_of_weather(clause)


def is_today(clause: Clause) -> bool:
    """A thing is so today: 오늘 커피는 달다."""
    is_now = any(each.word in ("today", "tonight") for each in clause.adverbials)
    is_thing = clause.subject is not None and clause.subject.kind == "noun"
    return is_now and is_thing and kind_of(clause.subject) not in (*ANIMATE, "family_elder")


def speaks_of_weather(clause: Clause) -> bool:
    """The weather is nice today: 오늘 날씨가 좋다."""
    is_weather = clause.subject is not None and clause.subject.head == "weather"
    return is_weather and clause.kind == "adjective" and not clause.complement


def is_where(clause: Clause) -> bool:
    """It is cold outside, in Seoul: 밖은 춥다, it is the place that is so."""
    says_time = clause.object is not None and clause.object.head == "what time"
    is_so = is_weather(clause) or (
        (clause.kind == "adjective" or says_time) and says_only_when(clause)
    )
    return is_so and any(each.kind in ("place", "here") for each in clause.adverbials)


def _is_it(clause: Clause, words: frozenset[str]) -> bool:
    is_said = clause.kind == "adjective" or clause.frame == "linking"
    quality = clause.quality
    return clause.subject == IT and is_said and quality is not None and quality.word in words


def falling(clause: Clause, name: str) -> list[Morpheme]:
    """오-, 오기 시작하-, 그치-: of rain and snow."""
    phase = (f"{name}.phase",)
    if clause.frame.startswith("stop"):
        return stem("그치", phase)
    falls = stem(WEATHER[clause.word][1], (f"{name}.it", f"{name}.verb"))
    if not clause.frame:
        return falls
    return [*falls, Morpheme("-기", phase), *stem("시작하", phase)]
