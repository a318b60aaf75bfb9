"""The stem of a Korean predicate: of a verb, an adjective, a noun with the copula, 있 and 없."""

from collections.abc import Collection

from english_korean.language.adjective_senses import acting_of, is_guess
from english_korean.language.entries import Sense
from english_korean.language.korean import adjectives, adverbials, phrases
from english_korean.language.korean.amounts import are_many, has_parts, is_length, many, span_of
from english_korean.language.korean.copula import Stem, copula, noun
from english_korean.language.korean.counting import count
from english_korean.language.korean.doing import (
    as_done,
    done_well,
    how_done,
    pleases,
    stem_apart,
)
from english_korean.language.korean.felt import felt, pleasing, trait
from english_korean.language.korean.guesses import only_guesses, sounds_so
from english_korean.language.korean.impersonal import falling
from english_korean.language.korean.lasting import married_for
from english_korean.language.korean.moods import Predicate
from english_korean.language.korean.morphemes import (
    as_favour,
    ends_in_existence,
    stem,
)
from english_korean.language.korean.wishes import hope, hopes, tasting, wants_to_taste, wish
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import (
    SURE,
    dated,
    feels_so,
    has_trait,
    is_person,
    kind_of,
    sense_of,
    senses_of,
    thanks_for_what_is_done,
)
from english_korean.language.syntax import (
    Clause,
    Morpheme,
    Quality,
    Style,
    replace,
)
from english_korean.language.tables import Table

DUTIES = ("must", "should", "have to", "had better")


def predicate_stem(clause: Clause, name: str, style: Style, *, denied: bool, honored: bool) -> Stem:
    """The stem of a clause's predicate, with the noun or adjective that is said."""
    if how_done(clause):  # 방을 다 청소하-
        path = f"{name}.complement"
        return predicate_stem(as_done(clause), path, style, denied=denied, honored=honored)
    when = dated(clause)
    if when is not None:
        return copula(adverbials.when_it_is(clause, when, name, style), name, denied=denied)
    if clause.object is not None and (span_of(clause) is not None or is_length(clause)):
        span = phrases.noun_phrase(clause.object, f"{name}.object", style)
        return copula(span, name, denied=denied)
    thing = are_many(clause)
    if thing is not None:
        return Predicate(many(thing, f"{name}.object"), "adjective"), False
    if clause.kind in ("place", "there"):
        return _existence(clause, name, denied=denied, honored=honored)
    if clause.kind == "noun" and clause.object is not None:
        return noun(clause, clause.object, name, style, denied=denied)
    if clause.kind == "weather":
        return Predicate(falling(clause, name), "verb"), False
    if clause.kind != "adjective" or clause.quality is None:
        return _verb(clause, name, style, denied=denied, honored=honored)
    return _quality(clause, clause.quality, name, style, denied=denied, honored=honored)


def _quality(
    clause: Clause, said: Quality, name: str, style: Style, *, denied: bool, honored: bool
) -> Stem:
    """The stem of "is tall", "is good at it", "is sure that"."""
    quality = (f"{name}.quality",)
    if knows_not(clause):  # 잘 모르겠다
        no = (f"{name}.quality", f"{name}.not")
        return Predicate([*stem("잘 모르", no), Morpheme("-겠-")], "past"), True
    if clause.frame == "that is" and said.word in SURE:
        return Predicate(stem("확신하", quality), "verb"), False
    if clause.frame == "predicate":
        before = adjectives.degree(said, f"{name}.quality", style)
        so_far, denies = _verb(clause, name, style, denied=denied, honored=honored)
        return so_far._replace(morphemes=[*before, *so_far.morphemes]), denies
    since = married_for(clause)
    if since is not None:
        return _married(clause, since, name, style), False
    acting = acting_of(clause)
    is_sure = clause.mood == "must" and not clause.negated and is_guess(clause)
    was_careful = said.word == "careful" and clause.tense == "past"
    if acting and ((clause.mood in DUTIES and not is_sure) or was_careful):
        return Predicate(stem(acting, quality), "verb"), False
    return _adjective(clause, said, name, style, denied=denied)


def _married(clause: Clause, index: int, name: str, style: Style) -> Predicate:
    """결혼한 지 이십 년이 되-."""
    span, path = clause.adverbials[index].phrase, f"{name}.{index}"
    assert span is not None
    years = phrases.noun_phrase(span, path, style, "for")
    word = (f"{path}.word",)
    married = [*stem("결혼하", (f"{name}.quality",)), Morpheme("-ㄴ", word), Morpheme("지", word)]
    return Predicate([*married, *years, Morpheme("-이/가"), Morpheme("되-", word)], "done")


def knows_not(clause: Clause) -> bool:
    """I am not sure."""
    is_i = clause.subject is not None and clause.subject.head == "i"
    is_plain = not (clause.frame or clause.mood or clause.aspect or clause.complement)
    is_sure = clause.quality is not None and clause.quality == Quality("sure")
    return is_i and is_plain and is_sure and clause.negated and clause.tense == "present"


def _existence(clause: Clause, name: str, *, denied: bool, honored: bool) -> Stem:
    """있-, 없-, 계시-; who is from there has come (오-), who has been there went (가 보-)."""
    be = (f"{name}.be", f"{name}.there")
    kinds = {each.kind for each in clause.adverbials} if clause.kind == "place" else set()
    if kinds & set(adverbials.BEFORE_THING):
        tells = "about" in kinds and kind_of(clause.subject) in ("show", "reading")
        return copula([Morpheme("이야기" if tells else "것", be)], name, denied=denied)
    if "source" in kinds:
        return Predicate(stem("오", (*be, *_preposition(clause, name, "source"))), "done"), False
    if "goal" in kinds:
        went = stem("가", (*be, *_preposition(clause, name, "goal")))
        visit = [*went, Morpheme("-어", be), Morpheme("보-", be)]
        return Predicate(visit, "verb"), False
    if clause.kind == "place" and clause.mood in DUTIES and "until" in kinds:  # by five
        is_here = any(each.word == "here" for each in clause.adverbials)
        return Predicate([Morpheme("오-" if is_here else "가-", be)], "verb"), False
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
    text = stem_apart(text) if done_well(clause) else text
    nature = _nature(clause, sense, text)
    if nature == "wish":  # "want to" is one thing, as "would like to" is
        return wish(clause, text, (*source, f"{name}.complement.to")), False
    if clause.quality is not None and feels_so(clause):
        return felt(clause, clause.quality, name, style), False
    if clause.quality is not None and pleases(clause):
        return pleasing(clause, clause.quality, name, style), False
    if clause.quality is not None and sense.pattern == ("-어지-",):
        adjective, kind = adjectives.predicate_adjective(
            clause.quality, clause.subject, f"{name}.quality", style
        )
        return Predicate(adjectives.becoming(adjective, kind, source[0])[-1:], "verb"), False
    if wants_to_taste(clause):
        return tasting(clause, source), False
    morphemes = _verb_morphemes(clause, sense, text, name, source)
    favour = as_favour(morphemes, (f"{name}.aux",))
    if clause.mood == "request" and len(favour) > len(morphemes):
        return Predicate(favour, "verb"), False
    exists = nature == "adjective" and ends_in_existence(morphemes)
    return Predicate(morphemes, nature, exists), denies


def _no_verb(clause: Clause, name: str, style: Style, *, denied: bool) -> Stem | None:
    """What is no verb in Korean: she has long hair, it costs a dollar, it belongs to me."""
    if hopes(clause):
        return hope((f"{name}.verb",)), False
    verb = (f"{name}.verb",)
    if thanks_for_what_is_done(clause):
        return Predicate(stem("감사하", (*verb, f"{name}.for")), "verb"), False
    if clause.frame == "thanks":
        return Predicate(stem("고맙", (*verb, f"{name}.for")), "adjective"), False
    if has_trait(clause) and clause.object is not None:
        return trait(clause.object, name, style), False
    if clause.word == "cost" and clause.object is not None:  # 오 달러이다
        price = phrases.noun_phrase(clause.object, f"{name}.object", style)
        return copula(price, name, denied=denied)
    if has_parts(clause) and clause.object is not None:  # 다리가 여덟 개이다
        return copula(count(clause.object, f"{name}.object"), name, denied=denied)
    if only_guesses(clause) or sounds_so(clause):
        return Predicate(stem("같", verb), "adjective"), False
    if clause.word == "belong to":  # 우리 것이다
        return copula([Morpheme("것", verb, True)], name, denied=denied)
    return None


def _verb_morphemes(
    clause: Clause, sense: Sense, text: str, name: str, source: tuple[str, ...]
) -> list[Morpheme]:
    """The stem, with the names of all that it renders."""
    if clause.word == "need" and clause.frame == "infinitive":  # what one needs is 필요하-
        source = (*source, f"{name}.complement.to")
    morphemes = stem(text, source)
    if text in RIDDEN.values():  # drives to: without the "to" he would only drive
        goal = (*source, *_preposition(clause, name, "goal"))
        morphemes = [*morphemes[:-1], morphemes[-1]._replace(sources=goal)]
    if sense.pattern == ("-게",) and sense.korean == "하":  # makes him go: it completes -게
        morphemes = [each._replace(is_content=False) for each in morphemes]
    return morphemes


def _stem_text(clause: Clause, sense: Sense, *, denies: bool, honored: bool) -> str:
    row = TABLE.row_of(clause, sense)
    if row is not None:
        said: str = row.result["ko"]
        return said
    if clause.frame == "result" and clause.word == "make" and is_person(clause.recipient):
        return "하"  # 나를 행복하게 하다
    if clause.passive:
        return sense.passive or next(each.passive for each in senses_of(clause) if each.passive)
    if denies:
        return sense.negative
    return sense.honorific if honored and sense.honorific else sense.korean


def _nature(clause: Clause, sense: Sense, text: str) -> str:
    if clause.passive or sense.nature == "resting" or text == "모르":
        return "verb"
    if text.startswith("필요가"):
        return "adjective"
    is_going_on = sense.nature == "done" and clause.aspect == "progressive"
    return "verb" if is_going_on else sense.nature


def _things(clause: Clause, sense: Sense) -> Collection[str]:
    thing = clause.object
    return ("none",) if thing is None else (kind_of(thing) or "unknown", f"={thing.head}")


def _times(clause: Clause, sense: Sense) -> Collection[str]:
    return ("over" if clause.tense == "past" or clause.aspect == "perfect" else "open",)


def _whose(clause: Clause, sense: Sense) -> Collection[str]:
    """Of the object; one's own is named no more."""
    thing = clause.object
    is_named = thing and (thing.owner is not None or thing.determiner in LEXICON.possessives)
    return ("another",) if is_named else ("none",)


TABLE = Table(
    "stems",
    {
        "verb": lambda clause, sense: (clause.word,),
        "frame": lambda clause, sense: (clause.frame,),
        "meaning": lambda clause, sense: (sense.korean,),
        "object": lambda clause, sense: (clause.object.head if clause.object else "none",),
        "thing": _things,
        "whose": _whose,
        "to": lambda clause, sense: (clause.recipient.head if clause.recipient else "none",),
        "mood": lambda clause, sense: (clause.mood or "none",),
        "time": _times,
        "said": lambda clause, sense: ("denied" if clause.negated else "affirmed",),
        "adverb": lambda clause, sense: [each.word for each in clause.adverbials],
        "where": lambda clause, sense: [
            each.phrase.head for each in clause.adverbials if each.kind == "place" and each.phrase
        ],
        "beside": lambda clause, sense: [each.kind for each in clause.adverbials],
    },
    nouns=("thing",),
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
