"""Verbs that only say how another is done: 방을 다 청소하다, 파스타를 잘 만들다, 노래를 잘하다."""

from collections.abc import Callable

from english_korean.language.senses import ANIMATE, kind_of, sense_of
from english_korean.language.syntax import Adverbial, Clause, Morpheme, replace

HOW_DONE = {"finish": "다", "good at": "잘"}
"""What has its complement's verb for its own, and the adverb that it is then."""
SAID_APART = ("노래하", "요리하", "수영하", "운전하", "공부하", "일하", "춤추")
"""What one does well by its noun: 노래를 잘하다."""
WELL = ("well", "better", "best")


def how_done(clause: Clause) -> str:
    """다 of "finish reading", 잘 of "good at reading"; "" of all else."""
    inner = clause.complement
    if inner is None or inner.subject is not None or inner.kind != "verb":
        return ""
    is_it = clause.frame in ("gerund", "predicate")
    return HOW_DONE.get(clause.word, "") if is_it else ""


def as_done(clause: Clause) -> Clause:
    """What is done, and done well where somebody is good at it."""
    inner = clause.complement
    assert inner is not None
    if clause.quality is None:
        return inner
    well = Adverbial("manner", quality=replace(clause.quality, word="well"))
    return replace(inner, adverbials=(*inner.adverbials, well))


def before_done(
    clause: Clause, name: str, write: Callable[[Clause, str], list[Morpheme]]
) -> list[Morpheme]:
    """방을 다, 파스타를 잘: what stands before the verb.

    Args:
        write: writes what stands before the predicate of a clause.
    """
    done, path = as_done(clause), f"{name}.complement"
    added = f"{path}.{len(done.adverbials) - 1}.quality"
    before = write(done, path)
    if clause.quality is None:
        return [*before, Morpheme(HOW_DONE[clause.word], (f"{name}.verb",), True)]
    names = (tuple(_renamed(one, added, f"{name}.quality") for one in m.sources) for m in before)
    return [m._replace(sources=each) for m, each in zip(before, names, strict=True)]


def _renamed(name: str, old: str, new: str) -> str:
    return new + name.removeprefix(old) if name.startswith(old) else name


def _is_well(each: Adverbial) -> bool:
    return each.quality is not None and each.quality.word in WELL


def done_well(clause: Clause) -> str:
    """노래 of "sings well", 그림을 of "draws well": what one does well; or ""."""
    if clause.kind != "verb" or clause.frame != "intransitive":
        return ""
    if not any(map(_is_well, clause.adverbials)):
        return ""
    korean = sense_of(clause).korean
    if korean in SAID_APART:
        return korean[:-1]
    noun, _, verb = korean.rpartition(" ")
    return noun if verb and noun.endswith(("을", "를")) and " " not in noun else ""


def stem_apart(text: str) -> str:
    """하 of 노래하, 그리 of 그림을 그리."""
    return text.rpartition(" ")[2] if " " in text else text[-1]


def what_is_done(clause: Clause, name: str) -> list[Morpheme]:
    """노래를: of "sings well"."""
    noun = done_well(clause)
    if not noun:
        return []
    said = Morpheme(noun, (f"{name}.verb",), True)
    return [said] if noun.endswith(("을", "를")) else [said, Morpheme("-을/를")]


def is_able(clause: Clause) -> bool:
    """Sings well, speaks it well, slept well: who does not so cannot, 잘하지 못한다."""
    well = any(
        each.quality is not None and each.quality.word == "well" for each in clause.adverbials
    )
    return clause.kind == "verb" and well and kind_of(clause.subject) in ANIMATE


GOOD = ("good", "great", "nice", "wonderful")
PLEASING = {"smell": "냄새", "taste": "맛"}


def pleases(clause: Clause) -> bool:
    """It smells good: 냄새가 좋다."""
    quality = clause.quality
    is_felt = clause.frame == "linking" and clause.word in PLEASING
    return is_felt and quality is not None and quality.word in GOOD and quality.other is None
