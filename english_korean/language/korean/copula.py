"""The copula (학생이다, 학생이 아니다): what a noun as a predicate says, and what it comes to."""

from english_korean.language.korean import phrases
from english_korean.language.korean.counting import age, bare_age
from english_korean.language.korean.moods import Predicate
from english_korean.language.noun_senses import ACTS
from english_korean.language.senses import is_person
from english_korean.language.syntax import Clause, Morpheme, NounPhrase, Style

Stem = tuple[Predicate, bool]
"""A stem, and whether it denies by itself: 없-, 아니-, 모르-."""
WHAT = NounPhrase("what", "wh")
MEASURED = ("price", "cost", "height", "weight", "length", "speed", "temperature")
"""What one asks how much it is."""


def noun(clause: Clause, thing: NounPhrase, name: str, style: Style, *, denied: bool) -> Stem:
    """의사이-, 열 살이-, 얼마이-; of what somebody will be 의사가 되-."""
    path = f"{name}.object"
    if clause.frame == "age":
        said = age(thing, path, f"{name}.old")
    elif _says_age(clause, thing):
        said = bare_age(thing, path)
    elif thing == WHAT and _is_measure(clause.subject):
        said = [Morpheme("얼마", (f"{path}.head",), True)]
    else:
        said = phrases.noun_phrase(thing, path, style, ACTS if thing.head == "fish" else "")
        said = [each for each in said if each.text != "-들"]
    if _will_become(clause, thing):
        become = Morpheme("되-", (f"{name}.be",))
        return Predicate([*said, Morpheme("-이/가"), become], "verb"), False
    return copula(said, name, denied=denied)


def _is_measure(phrase: NounPhrase | None) -> bool:
    """What is the price of it: 얼마니."""
    return phrase is not None and phrase.head in MEASURED


def _will_become(clause: Clause, thing: NounPhrase) -> bool:
    """I will be a doctor, he will be ten: 의사가 되다."""
    is_to_be = clause.mood in ("will", "be going to") and is_person(clause.subject)
    is_age = clause.frame == "age" or _says_age(clause, thing)
    is_what = thing == WHAT
    return is_to_be and (is_age or is_what or (thing.kind == "noun" and is_person(thing)))


def _says_age(clause: Clause, thing: NounPhrase) -> bool:
    """She is ten: a number alone is no time of hers."""
    is_number = thing.kind == "clock" and not (thing.determiner or thing.number or thing.plural)
    is_it = clause.subject is not None and clause.subject.head in ("it", "what time")
    return is_number and not is_it


def copula(noun: list[Morpheme], name: str, *, denied: bool) -> Stem:
    """학생이다, 학생이 아니다."""
    be = f"{name}.be"
    if denied:
        no = Morpheme("아니-", (be, f"{name}.not"))
        return Predicate([*noun, Morpheme("-이/가"), no], "copula"), True
    return Predicate([*noun, Morpheme("-이-", (be,))], "copula"), False
