"""What one wants: 가고 싶다, 차를 마시고 싶다; of others one sees it: 가고 싶어 한다."""

from english_korean.language.korean.moods import Predicate
from english_korean.language.korean.morphemes import stem
from english_korean.language.senses import kind_of
from english_korean.language.syntax import Clause, Morpheme


def wish(clause: Clause, text: str, source: tuple[str, ...]) -> Predicate:
    """I and you want by oneself: 싶다; of others one sees it: 싶어 하다."""
    subject = clause.subject
    wants = stem(text, source)
    if subject is None or subject.kind == "gap" or subject.head in ("i", "you", "we"):
        return Predicate(wants, "adjective")
    return Predicate([*wants, Morpheme("-어", source), Morpheme("하-", source)], "verb")


def hopes(clause: Clause) -> bool:
    """I want you to tell me: 말해 주었으면 좋겠다; what another wants, 원하다."""
    is_told = clause.word == "want" and clause.frame == "told" and clause.tense == "present"
    is_mine = clause.subject is not None and clause.subject.head in ("i", "we")
    return is_told and is_mine and not (clause.negated or clause.mood or clause.aspect)


def hope(source: tuple[str, ...]) -> Predicate:
    """좋겠-."""
    return Predicate([Morpheme("좋-", source, True), Morpheme("-겠-", source)], "adjective")


def wants_to_taste(clause: Clause) -> bool:
    """I want some tea, would like some: 차를 마시고 싶다."""
    is_wanted = clause.word == "want" or (clause.word == "like" and clause.mood == "would")
    one, other = kind_of(clause.object), clause.object and clause.object.other
    is_meal = one in ("drink", "food", "meal")
    is_meal = is_meal and (other is None or (kind_of(other) == "drink") == (one == "drink"))
    return clause.frame == "transitive" and is_wanted and is_meal and not clause.passive


def tasting(clause: Clause, source: tuple[str, ...]) -> Predicate:
    """마시고 싶-, 먹고 싶어 하-."""
    stem_text = "마시-" if kind_of(clause.object) == "drink" else "먹-"
    said = wish(clause, "싶", source)
    wanted = [each._replace(is_content=False) for each in said.morphemes]
    eaten = [Morpheme(stem_text, source, True), Morpheme("-고", source)]
    return said._replace(morphemes=[*eaten, *wanted])
