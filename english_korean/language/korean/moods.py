"""What mood and tense add to the stem of a Korean predicate."""

from typing import NamedTuple

from english_korean.language.english.verbs import finite_name
from english_korean.language.korean.morphemes import ends_in_existence, pieces
from english_korean.language.senses import is_person
from english_korean.language.syntax import Adverbial, Clause, Morpheme


class Predicate(NamedTuple):
    """Morphemes so far, and which endings they take."""

    morphemes: list[Morpheme]
    nature: str
    """verb, adjective, copula, done (its present is a past), or past after -었-."""
    exists: bool = False
    """Ends in 있 or 없: 있는, not 있은."""


AFFIRMED: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("can", "could", "be able to"), ("-ㄹ 수 있-", "adjective")),
    **dict.fromkeys(("must", "should", "have to"), ("-어야 하-", "verb")),
    "had better": ("-는 것 -이/가 좋- -겠-", "past"),
    "certainly": ("-ㄹ 것 -이/가 틀림없-", "adjective"),
    "allowed": ("-어도 되-", "verb"),
    "way": ("-면 되-", "verb"),
    **dict.fromkeys(("may", "might"), ("-ㄹ지도 모르-", "verb")),
    **dict.fromkeys(("would like to", "would love to", "would rather"), ("-고 싶-", "adjective")),
    "used to": ("-곤 하-", "verb"),
}
"""What renders a mood, and what it is then."""
DENIED: dict[str, tuple[str, str, str]] = {
    **dict.fromkeys(("can", "could", "be able to"), ("-ㄹ 수", "없-", "adjective")),
    "have to": ("-ㄹ", "필요가 없-", "adjective"),
    "skill": ("-ㄹ 줄", "모르-", "verb"),
    **dict.fromkeys(("must", "should", "allowed"), ("", "-면 안 되-", "verb")),
}
"""Moods that deny by themselves: what renders the mood only, what also denies, and the nature."""


def with_mood(
    so_far: Predicate, mood: str, name: str, denial: tuple[str, ...], *, denied: bool
) -> Predicate:
    """ㄹ 수 있다, 어야 하다, 어도 되다, ㄹ지도 모르다, 고 싶다.

    Args:
        denial: the names of what denies.
        denied: the mood has to deny by itself.
    """
    aux = (f"{name}.aux",)
    if denied:
        first, last, nature = DENIED[mood]
        tail = [*_bound(first, aux), *_bound(last, aux + denial)]
    elif mood == "certainly" and so_far.nature != "past":  # 틀림없이 피곤할 것이다
        will = [Morpheme("-ㄹ", aux), Morpheme("것", aux), Morpheme("-이-", aux)]
        over = [Morpheme("-었-")] if so_far.nature == "done" else []  # 화가 났을 것이다
        surely = Morpheme("틀림없이", aux, True)
        return Predicate([surely, *so_far.morphemes, *over, *will], "copula")
    elif mood in AFFIRMED:
        text, nature = AFFIRMED[mood]
        if mood == "certainly" and so_far.nature != "verb":  # 행복한 것이 틀림없다
            has = so_far.exists or ends_in_existence(so_far.morphemes)
            text = text.replace("-ㄹ", "-는" if has else "-ㄴ")
        if mood == "had better" and so_far.nature != "verb" and not so_far.exists:
            text = text.replace("-는", "-ㄴ")
        tail = _bound(text, aux)
    else:
        return so_far
    return Predicate([*so_far.morphemes, *tail], nature, ends_in_existence(tail))


def with_tense(so_far: Predicate, clause: Clause, name: str) -> Predicate:
    """ㄹ 것이다 of what will be, 었 of what was."""
    if clause.mood in ("will", "be going to"):
        will = pieces("-ㄹ 것 -이-", (f"{name}.aux",), is_content=False)
        return Predicate([*so_far.morphemes, *will], "copula")
    if so_far.nature == "done" and clause.tense != "past" and _is_habit(clause):
        return so_far._replace(nature="verb")
    by_mood = clause.mood in ("could", "used to") or _comes_from(clause)
    if clause.tense == "past" or clause.aspect == "perfect" or by_mood or so_far.nature == "done":
        past = Morpheme("-었-", (finite_name(clause, name),))
        return Predicate([*so_far.morphemes, past], "past")
    return so_far


def _comes_from(clause: Clause) -> bool:
    """He comes from Korea: he has come, and is here."""
    if clause.word != "come" or clause.aspect or clause.mood or clause.tense == "past":
        return False
    kinds = {each.kind for each in clause.adverbials}
    subject = clause.subject
    is_thing = subject is not None and subject.kind == "noun" and not is_person(subject)
    return not is_thing and "source" in kinds and not kinds & {"goal", "frequency", "time", "clock"}


def _is_habit(clause: Clause) -> bool:
    """He is always late: 항상 늦는다."""
    is_door = clause.quality is not None and clause.quality.word in ("open", "closed")
    return clause.aspect == "" and any(
        each.kind == "frequency" or (is_door and _is_usual(each)) for each in clause.adverbials
    )


def _is_usual(each: Adverbial) -> bool:
    """On Sundays, from nine to five."""
    return each.kind in ("from", "until") or (each.phrase is not None and each.phrase.plural)


def without_tense(so_far: Predicate) -> Predicate:
    """What is done takes the endings of a verb where no tense is marked: 결혼하-."""
    return so_far._replace(nature="verb") if so_far.nature == "done" else so_far


def _bound(text: str, sources: tuple[str, ...]) -> list[Morpheme]:
    """No content; and the particle in it translates nothing."""
    return [Morpheme(each, () if each == "-이/가" else sources) for each in text.split()]
