"""Clauses without a subject: 책을 읽는 것, 자기 전에, 책을 사러, 의사가 되고."""

from english_korean.language.adjective_senses import acting_of
from english_korean.language.korean import clauses, phrases, predicates, subjects
from english_korean.language.korean.impersonal import takes_time
from english_korean.language.korean.moods import Predicate
from english_korean.language.korean.morphemes import stem
from english_korean.language.senses import feels_so, is_elder
from english_korean.language.syntax import (
    Adverbial,
    Clause,
    Morpheme,
    Quality,
    Style,
    replace,
)

ALONE = Quality("alone")
"""What one is to go on being: 혼자 있고 싶다."""
ON_THE_WAY = "on the way"
"""The mood of what one takes time to do: how long does it take to get there."""
GOING = frozenset({"go", "come", "go out", "come back", "visit"})


def becoming(inner: Clause, path: str, style: Style) -> Predicate:
    """To be a doctor is to become one: 의사가 되다; to be happy, 행복해지다."""
    be = (f"{path}.be",)
    acting = acting_of(inner)
    if acting:
        return Predicate(stem(acting, (f"{path}.quality",)), "verb")
    if inner.kind == "noun" and inner.object is not None:
        noun = phrases.noun_phrase(inner.object, f"{path}.object", style)
        return Predicate([*noun, Morpheme("-이/가"), Morpheme("되-", be, True)], "verb")
    honored = is_elder(inner.subject)
    so_far = predicates.predicate(inner, path, style, honored=honored, tense=False)
    if feels_so(inner) and so_far.nature == "adjective":
        return Predicate([*so_far.morphemes, Morpheme("-어지-", (f"{path}.verb",))], "verb")
    if inner.quality == ALONE and so_far.nature == "copula":
        said = [*so_far.morphemes[:-1], Morpheme("있-", be)]
        return Predicate(said, "verb")
    if inner.kind == "adjective":
        return Predicate([*so_far.morphemes, Morpheme("-어지-", be)], "verb")
    return so_far


def infinitive(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """A clause without a subject up to its stem: 책을 읽-."""
    before = clauses.before_predicate(clause, name, style)
    return [*before, *becoming(clause, name, style).morphemes]


def doing(clause: Clause, name: str, style: Style, sources: tuple[str, ...]) -> list[Morpheme]:
    """A clause as a noun: 책을 읽는 것.

    Args:
        sources: what the noun translates beside "to".
    """
    to = (f"{name}.to", *sources)
    return [*infinitive(clause, name, style), Morpheme("-는", to), Morpheme("것", to)]


def doing_complement(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """수영하는 것: of "it is fun to swim", of "afraid of swimming"; 내가 수영하는 것."""
    inner, path = clause.complement, f"{name}.complement"
    assert inner is not None
    what = doing(inner, path, style, (f"{name}.subject.head",))
    if inner.subject is None:
        return what
    return [*subjects.subject_morphemes(inner, path, style, is_main=False), *what]


def before_doing(each: Adverbial, name: str, style: Style, word: tuple[str, ...]) -> list[Morpheme]:
    """자기 전에, 먹은 후에."""
    assert each.clause is not None
    bound, free = {"before doing": ("-기", "전에"), "after doing": ("-ㄴ", "후에")}[each.kind]
    infinite = infinitive(each.clause, name, style)
    return [*infinite, Morpheme(bound, word), Morpheme(free, word)]


def purpose(clause: Clause, outer: Clause, name: str, style: Style) -> list[Morpheme]:
    """사러 가다; 사기 위해; 가는 데 십 분이 걸리다."""
    to = (f"{name}.to",)
    if takes_time(outer) and clause.word in ("get", "get to"):
        clause = replace(clause, mood=ON_THE_WAY)  # 역에 가는 데
    infinite = infinitive(clause, name, style)
    if outer.frame == "motion" or outer.word in GOING:
        return [*infinite, Morpheme("-러", to)]
    if takes_time(outer):
        return [*infinite, Morpheme("-는", to), Morpheme("데", to)]
    if outer.word == "need":  # 빵을 자르려면 칼이 필요하다
        return [*infinite, Morpheme("-려면", to)]
    return [*infinite, Morpheme("-기", to), Morpheme("위해", to)]
