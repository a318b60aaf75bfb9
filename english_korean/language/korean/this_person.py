"""Who this is: 이 사람은, 이분은, 이 사람들은."""

from english_korean.language.korean.topic import subject_particle
from english_korean.language.senses import is_elder, is_person
from english_korean.language.syntax import Clause, Morpheme, NounPhrase

THIS_PERSON = {"this": "이", "that": "저", "these": "이", "those": "저"}
THESE = ("these", "those")


def is_this_person(clause: Clause, subject: NounPhrase) -> bool:
    is_pronoun = subject.kind == "pronoun" and subject.head in THIS_PERSON
    return is_pronoun and clause.kind == "noun" and is_person(clause.object)


def this_person(
    subject: NounPhrase, of: NounPhrase | None, name: str, *, is_main: bool
) -> list[Morpheme]:
    """이 사람은, 이 사람들은: of "this is my brother", "these are my brothers"; 이분은.

    Args:
        of: who it is.
    """
    source = (f"{name}.subject.head",)
    who = "분" if is_elder(of) else "사람"
    person = [Morpheme(THIS_PERSON[subject.head], source, True), Morpheme(who, source)]
    many = [Morpheme("-들", source)] if subject.head in THESE else []
    return [*person, *many, Morpheme(subject_particle(subject, is_main=is_main))]
