"""The stem of a Korean predicate: of a verb, an adjective, a noun with the copula, 있 and 없."""

from collections.abc import Collection

from english_korean.language.adjective_senses import acting_of, is_guess
from english_korean.language.entries import Sense
from english_korean.language.korean import adjectives, adverbials, phrases
from english_korean.language.korean.copula import Stem, copula, noun
from english_korean.language.korean.impersonal import WEATHER
from english_korean.language.korean.moods import Predicate
from english_korean.language.korean.morphemes import (
    as_favour,
    ends_in_existence,
    stem,
)
from english_korean.language.senses import (
    SURE,
    dated,
    feels_so,
    has_trait,
    sense_of,
    senses_of,
)
from english_korean.language.syntax import (
    Clause,
    Morpheme,
    NounPhrase,
    Quality,
    Style,
    replace,
)
from english_korean.language.tables import Table

MOODS_OF_FEELING = {
    "how": "기분이 어떻",
    **dict.fromkeys(("good", "great", "fine", "wonderful"), "기분이 좋"),
    **dict.fromkeys(("bad", "terrible"), "기분이 나쁘"),
}
"""Who feels good is in a good mood, and not good."""
DUTIES = ("must", "should", "have to", "had better")


def predicate_stem(clause: Clause, name: str, style: Style, *, denied: bool, honored: bool) -> Stem:
    """The stem of a clause's predicate, with the noun or adjective that is said."""
    when = dated(clause)
    if when is not None:
        return copula(adverbials.when_it_is(clause, when, name, style), name, denied=denied)
    if clause.kind in ("place", "there"):
        return _existence(clause, name, denied=denied, honored=honored)
    if clause.kind == "noun" and clause.object is not None:
        return noun(clause, clause.object, name, style, denied=denied)
    if clause.kind == "weather":
        return Predicate(_falling(clause, name), "verb"), False
    if clause.kind != "adjective" or clause.quality is None:
        return _verb(clause, name, style, denied=denied, honored=honored)
    quality = (f"{name}.quality",)
    if clause.frame == "that is" and clause.quality.word in SURE:
        return Predicate(stem("확신하", quality), "verb"), False
    if clause.frame == "predicate":
        before = adjectives.degree(clause.quality, f"{name}.quality", style)
        so_far, denies = _verb(clause, name, style, denied=denied, honored=honored)
        return so_far._replace(morphemes=[*before, *so_far.morphemes]), denies
    acting = acting_of(clause)
    is_sure = clause.mood == "must" and not clause.negated and is_guess(clause)
    if acting and clause.mood in DUTIES and not is_sure:
        return Predicate(stem(acting, quality), "verb"), False
    return _adjective(clause, clause.quality, name, style, denied=denied)


def _falling(clause: Clause, name: str) -> list[Morpheme]:
    """오-, 오기 시작하-, 그치-: of rain and snow."""
    phase = (f"{name}.phase",)
    if clause.frame.startswith("stop"):
        return stem("그치", phase)
    falls = stem(WEATHER[clause.word][1], (f"{name}.it", f"{name}.verb"))
    if not clause.frame:
        return falls
    return [*falls, Morpheme("-기", phase), *stem("시작하", phase)]


def _existence(clause: Clause, name: str, *, denied: bool, honored: bool) -> Stem:
    """있-, 없-, 계시-; who is from there has come (오-), who has been there went (가 보-)."""
    be = (f"{name}.be", f"{name}.there")
    kinds = {each.kind for each in clause.adverbials} if clause.kind == "place" else set()
    if kinds & set(adverbials.BEFORE_THING):
        return copula([Morpheme("것", be)], name, denied=denied)
    if "source" in kinds:
        return Predicate(stem("오", (*be, *_preposition(clause, name, "source"))), "done"), False
    if "goal" in kinds:
        went = stem("가", (*be, *_preposition(clause, name, "goal")))
        visit = [*went, Morpheme("-어", be), Morpheme("보-", be)]
        return Predicate(visit, "verb"), False
    is_honored = honored and clause.kind == "place"
    if denied and not is_honored:  # 계시지 않다, not 없다
        is_not = Morpheme("없-", (*be, f"{name}.not"))
        return Predicate([is_not], "adjective", True), True
    if is_honored:
        return Predicate([Morpheme("계시-", be)], "verb"), False
    return Predicate([Morpheme("있-", be)], "adjective", True), False


def _preposition(clause: Clause, name: str, kind: str) -> tuple[str, ...]:
    """Of "is from" and "has been to", the second word makes the verb, too."""
    return tuple(
        f"{name}.{index}.word" for index, each in enumerate(clause.adverbials) if each.kind == kind
    )


def _adjective(clause: Clause, quality: Quality, name: str, style: Style, *, denied: bool) -> Stem:
    path = f"{name}.quality"
    if quality.word == "hard" and clause.frame == "feeling":  # hard to read
        quality = replace(quality, word="difficult")
    morphemes, nature = adjectives.predicate_adjective(quality, clause.subject, path, style)
    if nature == "copula":
        return copula(morphemes, name, denied=denied)
    return Predicate(morphemes, nature, ends_in_existence(morphemes)), False


def _verb(clause: Clause, name: str, style: Style, *, denied: bool, honored: bool) -> Stem:
    said = _no_verb(clause, name, style, denied=denied)
    if said is not None:
        return said
    source: tuple[str, ...] = (f"{name}.verb",)
    if clause.frame == "predicate":
        source = (f"{name}.quality",)
    sense = sense_of(clause)
    denies = denied and bool(sense.negative) and clause.aspect != "progressive"
    if denies and not clause.passive:
        source = (*source, f"{name}.not", f"{name}.do")
    text = _stem_text(clause, sense, denies=denies, honored=honored)
    nature = _nature(clause, sense, text)
    if nature == "wish":  # "want to" is one thing, as "would like to" is
        return _wish(clause, text, (*source, f"{name}.complement.to")), False
    if clause.quality is not None and feels_so(clause):
        return _felt(clause, clause.quality, name, style), False
    if clause.quality is not None and sense.pattern == ("-어지-",):
        adjective, kind = adjectives.predicate_adjective(
            clause.quality, clause.subject, f"{name}.quality", style
        )
        return Predicate(adjectives.becoming(adjective, kind, source[0])[-1:], "verb"), False
    morphemes = _verb_morphemes(clause, sense, text, name, source)
    favour = as_favour(morphemes, (f"{name}.aux",))
    if clause.mood == "request" and len(favour) > len(morphemes):
        return Predicate(favour, "verb"), False
    exists = nature == "adjective" and ends_in_existence(morphemes)
    return Predicate(morphemes, nature, exists), denies


def _no_verb(clause: Clause, name: str, style: Style, *, denied: bool) -> Stem | None:
    """What is no verb in Korean: she has long hair, it costs a dollar, it belongs to me."""
    verb = (f"{name}.verb",)
    if clause.frame == "thanks":
        return Predicate(stem("고맙", (*verb, f"{name}.for")), "adjective"), False
    if has_trait(clause) and clause.object is not None:
        return _trait(clause.object, name, style), False
    if clause.word == "cost" and clause.object is not None:  # 오 달러이다
        price = phrases.noun_phrase(clause.object, f"{name}.object", style)
        return copula(price, name, denied=denied)
    if clause.word == "belong to":  # 우리 것이다
        return copula([Morpheme("것", verb, True)], name, denied=denied)
    return None


def _verb_morphemes(
    clause: Clause, sense: Sense, text: str, name: str, source: tuple[str, ...]
) -> list[Morpheme]:
    """The stem, with the names of all that it renders."""
    if text.startswith("필요가"):  # needs to go; what one needs is 필요하-
        source = (*source, f"{name}.complement.to")
    morphemes = stem(text, source)
    if text in RIDDEN.values():  # drives to: without the "to" he would only drive
        goal = (*source, *_preposition(clause, name, "goal"))
        morphemes = [*morphemes[:-1], morphemes[-1]._replace(sources=goal)]
    if sense.pattern == ("-게",) and sense.korean == "하":  # makes him go: it completes -게
        morphemes = [each._replace(is_content=False) for each in morphemes]
    return morphemes


def _trait(thing: NounPhrase, name: str, style: Style) -> Predicate:
    """길- of "she has long hair"."""
    path = f"{name}.object.quality"
    assert thing.quality is not None
    said, nature = adjectives.predicate_adjective(thing.quality, thing, path, style)
    if nature == "copula":
        return Predicate([*said, Morpheme("-이-", (f"{name}.verb",))], nature)
    *before, last = said
    verb = last._replace(sources=(*last.sources, f"{name}.verb"))
    return Predicate([*before, verb], nature, ends_in_existence(said))


def _felt(clause: Clause, quality: Quality, name: str, style: Style) -> Predicate:
    """I feel sad: 슬프다, one is what one feels."""
    path = f"{name}.quality"
    if quality.word in MOODS_OF_FEELING and quality.other is None:
        mood = stem(MOODS_OF_FEELING[quality.word], (path, f"{name}.verb"))
        return Predicate([*adjectives.degree(quality, path, style), *mood], "adjective")
    said, nature = adjectives.predicate_adjective(quality, clause.subject, path, style)
    *before, last = said
    verb = last._replace(sources=(*last.sources, f"{name}.verb"))
    if nature == "copula":
        return Predicate([*said, Morpheme("-이-", (f"{name}.verb",))], nature)
    return Predicate([*before, verb], nature, ends_in_existence(said))


def _stem_text(clause: Clause, sense: Sense, *, denies: bool, honored: bool) -> str:
    row = TABLE.row_of(clause, sense)
    if row is not None:
        said: str = row.result["ko"]
        return said
    if clause.passive:
        return sense.passive or next(each.passive for each in senses_of(clause) if each.passive)
    if denies:
        return sense.negative
    return sense.honorific if honored and sense.honorific else sense.korean


def _nature(clause: Clause, sense: Sense, text: str) -> str:
    if clause.passive or sense.nature == "resting" or text == "모르":
        return "verb"
    is_going_on = sense.nature == "done" and clause.aspect == "progressive"
    return "verb" if is_going_on else sense.nature


def _wish(clause: Clause, text: str, source: tuple[str, ...]) -> Predicate:
    """I and you want by oneself: 싶다; of others one sees it: 싶어 하다."""
    subject = clause.subject
    wants = stem(text, source)
    if subject is None or subject.kind == "gap" or subject.head in ("i", "you", "we"):
        return Predicate(wants, "adjective")
    return Predicate([*wants, Morpheme("-어", source), Morpheme("하-", source)], "verb")


def _times(clause: Clause, sense: Sense) -> Collection[str]:
    return ("over" if clause.tense == "past" or clause.aspect == "perfect" else "open",)


TABLE = Table(
    "stems",
    {
        "verb": lambda clause, sense: (clause.word,),
        "meaning": lambda clause, sense: (sense.korean,),
        "object": lambda clause, sense: (clause.object.head if clause.object else "none",),
        "mood": lambda clause, sense: (clause.mood or "none",),
        "time": _times,
        "adverb": lambda clause, sense: [each.word for each in clause.adverbials],
        "beside": lambda clause, sense: [each.kind for each in clause.adverbials],
    },
)
STEMS = tuple(row.result["ko"] for row in TABLE.rows)
"""Every stem that the table has."""
RIDDEN = {
    meaning: row.result["ko"]
    for row in TABLE.rows
    if "goal" in row.needs.get("beside", ())
    for meaning in row.needs["meaning"]
}
"""What is ridden, as it is and as one goes somewhere on it: 타, 타고 가."""
