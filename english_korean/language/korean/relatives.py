"""Korean clauses before a noun: 서울에 사는 before 남자, 먹을 before 것."""

from english_korean.language.korean import clauses, infinitives, predicates, subjects
from english_korean.language.korean.endings import adnominal
from english_korean.language.senses import is_elder, sense_of
from english_korean.language.syntax import Clause, Morpheme, NounPhrase, Style, replace


def relative_clause(phrase: NounPhrase, name: str, style: Style) -> list[Morpheme]:
    """A noun phrase's relative clause: 서울에 사는."""
    clause = phrase.relative
    assert clause is not None
    path = f"{name}.relative"
    if _is_gap(clause.subject) and clause.subject is not None and phrase.kind == "noun":
        clause = replace(clause, subject=replace(clause.subject, head=phrase.head))
    if phrase.pronoun == "to":
        infinite = infinitives.infinitive(clause, path, style)
        return [*infinite, Morpheme("-ㄹ", (f"{path}.to",))]
    before = clauses.before_predicate(clause, path, style)
    if not _is_gap(clause.subject):
        subject = subjects.subject_morphemes(clause, path, style, is_main=False)
        if clause.word == "need" and clause.frame == "transitive" and _is_gap(clause.object):
            subject = [*subject[:-1], Morpheme("-에게")]  # 너에게 필요한 것
        before = [*subject, *before]
    return [*before, *_predicate(phrase, clause, path, style)]


def _predicate(phrase: NounPhrase, clause: Clause, path: str, style: Style) -> list[Morpheme]:
    """The predicate with the ending that it has before a noun: 가는, 간, 갈, 크던."""
    is_subject = _is_gap(clause.subject)
    noun = replace(phrase, relative=None)
    honored = is_elder(noun if is_subject else clause.subject)
    meant = _with_noun(clause, noun)
    who = (f"{path}.pronoun",)
    bare = predicates.predicate(meant, path, style, honored=honored, tense=False)
    if clause.mood in ("will", "be going to"):
        return [*bare.morphemes, Morpheme("-ㄹ", (f"{path}.aux", *who))]
    full = predicates.predicate(meant, path, style, honored=honored)
    is_past = clause.tense == "past" or clause.aspect == "perfect"
    if _is_had(clause):  # 내가 가진 책
        return [
            *bare.morphemes[:-1],
            bare.morphemes[-1]._replace(text="가지-"),
            Morpheme("-ㄴ", who),
        ]
    if clause.kind == "place" and is_past and not clause.mood and clause.tense == "past":
        return [*bare.morphemes, adnominal(bare.nature, who, exists=bare.exists)]  # 있는
    is_lasting = bare.nature != "verb" or clause.aspect == "progressive"
    if is_past and is_lasting:
        return [*full.morphemes, Morpheme("-던", who)]
    if bare.exists and full.nature == "past":  # 이야기할 수 있던
        return [*full.morphemes, Morpheme("-던", who)]
    rests = (
        is_subject
        and clause.kind == "verb"
        and sense_of(meant).nature == "resting"
        and not clause.mood
    )
    if is_past or full.nature == "past" or (rests and not clause.aspect):  # 간, 결혼한, 앉은
        return [*bare.morphemes, Morpheme("-ㄴ", who)]
    return [*bare.morphemes, adnominal(bare.nature, who, exists=bare.exists)]


def _is_had(clause: Clause) -> bool:
    """That I have."""
    is_gap = _is_gap(clause.object) and not clause.mood and not clause.negated
    return is_gap and clause.word in ("have", "have got") and clause.frame == "transitive"


def _with_noun(clause: Clause, noun: NounPhrase) -> Clause:
    """The clause with the noun in its gap where the verb's meaning depends on it."""
    by_subject = clause.kind == "adjective" or clause.frame == "intransitive" or clause.passive
    if _is_gap(clause.subject):
        clause = replace(clause, subject=noun) if by_subject else clause
    elif _is_gap(clause.object):
        clause = replace(clause, object=noun)
    if any(each.word == "ever" for each in clause.adverbials):  # the best film I have ever seen
        return replace(clause, adverbials=())
    return clause


def _is_gap(phrase: NounPhrase | None) -> bool:
    return phrase is not None and phrase.kind == "gap"
