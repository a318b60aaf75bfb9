"""The Korean of a whole clause, with what ends the sentence or links it with the next clause."""

from english_korean.language.adjective_senses import ACTING, acting_of
from english_korean.language.korean.asking import asking, permitted
from english_korean.language.korean.clauses import before_predicate
from english_korean.language.korean.endings import final, linking
from english_korean.language.korean.feelings import as_felt, named_as_made
from english_korean.language.korean.morphemes import as_favour, stem
from english_korean.language.korean.persons import (
    WE,
    YOU,
    asks_favour,
    for_me_unsaid,
    is_for_me,
    offers_to_do,
    promises,
)
from english_korean.language.korean.predicates import predicate
from english_korean.language.korean.subjects import early_morphemes, subject_morphemes
from english_korean.language.senses import feels_so, is_elder
from english_korean.language.syntax import (
    Clause,
    Morpheme,
    Sentence,
    Style,
    replace,
)

OFFERED_STEMS, OFFERED_STEM = ("먹-", "마시-"), "드시-"
"""What a guest is asked to eat or drink: 드시겠어요."""


def main_clause(
    clause: Clause, sentence: Sentence, style: Style, *, omits_subject: bool = False
) -> list[Morpheme]:
    if _says_goodbye(clause, sentence):
        clause, sentence = replace(clause, object=None), replace(sentence, mood="proposal")
    if sentence.mood in ("command", "proposal"):
        return commanded(clause, "main", sentence, style)
    mood: str = sentence.mood
    clause = for_me_unsaid(clause) if asks_favour(clause, mood) else clause
    if mood == "question":
        mood, clause = asking(clause)
    return ended(clause, "main", mood, style, omits_subject=omits_subject)


def plain_end(morpheme: Morpheme) -> Morpheme:
    """-다 behind -겠-."""
    return morpheme._replace(text="-다") if morpheme.text == "-ㄴ다" else morpheme


def _says_goodbye(clause: Clause, sentence: Sentence) -> bool:
    """See you next Monday: 다음 월요일에 보자."""
    is_told = sentence.mood == "command" and not clause.negated
    return is_told and clause.word == "see" and clause.object == YOU


def commanded(clause: Clause, name: str, sentence: Sentence, style: Style) -> list[Morpheme]:
    """열어라, 열어 주세요, 열지 마라, 열자."""
    if clause.word == "remember" and clause.frame == "infinitive" and not clause.negated:
        clause = replace(clause, word="forget", negated=True)  # 끄는 것을 잊지 마라
    if offers_to_do(clause) and clause.complement is not None:
        return _offered(clause.complement, f"{name}.complement", style)
    done = replace(clause, subject=WE) if sentence.mood == "proposal" else clause
    is_please = "please" in (sentence.opening, sentence.closing) and not clause.negated
    if for_me_unsaid(clause) != clause and not clause.negated:  # 문 좀 열어 줘
        is_please, clause = True, for_me_unsaid(clause)
        done = for_me_unsaid(done)
    done = replace(done, mood="request") if is_please else done  # 창문 좀 열어 줘
    before = before_predicate(done, name, style, owner_is_clear=True)
    morphemes = _told(clause, name, style)
    if clause.negated:
        no = (f"{name}.do", f"{name}.not")
        morphemes = [*morphemes, Morpheme("-지", no), Morpheme("말-", no)]
    elif is_please:
        morphemes = as_favour(morphemes, ("opening", "closing"))
    is_asked = morphemes[-1].text.endswith("주-") and (is_please or is_for_me(clause))
    mood = "asking" if is_asked else sentence.mood
    return [*before, *morphemes, *final(mood, "verb", style.level)]


def _offered(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """Let me tell you a story: 이야기를 해 줄게요, 해 주겠다."""
    before = before_predicate(clause, name, style)
    morphemes = predicate(clause, name, style, honored=False, tense=False).morphemes
    end = final("promise", "verb", style.level)
    will = [Morpheme("-겠-")] if style.level == "plain" else []
    return [*before, *morphemes, *will, *(plain_end(each) for each in end)]


def _told(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """The stem of what one is told to do or to be."""
    acting = acting_of(clause)
    if feels_so(clause) and clause.quality is not None:
        acting = ACTING.get(clause.quality.word, "")
    if acting:
        return stem(acting, (f"{name}.quality",))
    positive = replace(clause, negated=False)
    morphemes = predicate(positive, name, style, honored=False, tense=False).morphemes
    if clause.kind == "noun":  # be a doctor: 의사가 되-
        return [*morphemes[:-1], Morpheme("-이/가"), Morpheme("되-", (f"{name}.be",), True)]
    return morphemes


def ended(
    clause: Clause, name: str, mood: str, style: Style, *, omits_subject: bool = False,
    is_topic: bool = True, asks: str = "",
) -> list[Morpheme]:  # fmt: skip
    """A whole clause with what ends a sentence.

    Args:
        is_topic: the subject is what the sentence is about.
    """
    felt = as_felt(clause)
    if felt is not None:
        said = ended(felt, name, mood, style, omits_subject=omits_subject, is_topic=is_topic,
                     asks=asks)  # fmt: skip
        return named_as_made(said, clause, felt, name)
    if mood == "statement":
        clause = permitted(clause)
    asks = asks if mood == "statement" else mood
    subject = [] if omits_subject else subject_morphemes(
        clause, name, style, is_main=is_topic, asks=asks
    )  # fmt: skip
    before = before_predicate(clause, name, style)
    if omits_subject and clause.subject is not None:
        before = [*early_morphemes(clause, name, style), *before]
    honored = is_elder(clause.subject)
    is_open = mood == "wondering" and clause.tense == "present" and not clause.aspect
    if style.level != "plain" and not asks and promises(clause):
        mood, is_open, clause = "promise", True, replace(clause, mood="")
    so_far = predicate(clause, name, style, honored=honored, tense=not is_open)
    end = final(mood, so_far.nature, style.level)
    *stem_before, last = so_far.morphemes
    if len(end) > 1 and end[0].text == "-시-" and last.text in OFFERED_STEMS:
        return [*subject, *before, *stem_before, last._replace(text=OFFERED_STEM), *end[1:]]
    return [*subject, *before, *so_far.morphemes, *end]


def linked(
    clause: Clause,
    name: str,
    link: str,
    style: Style,
    *,
    is_main: bool,
    tense: bool,
    of: Clause | None = None,
    says_subject: bool = True,
    asks: str = "",
) -> list[Morpheme]:
    """A whole clause with what links it with the next.

    Args:
        of: the main clause whose subject is said instead of this one's, which is a pronoun.
        says_subject: the subject is not named before it already.
        asks: the question that it is a part of; or JOINED.
    """
    felt = as_felt(clause) if of is None and says_subject else None
    if felt is not None:
        said = linked(felt, name, link, style, is_main=is_main, tense=tense, asks=asks)
        return named_as_made(said, clause, felt, name)
    if not says_subject:
        subject = []
    elif of is None:
        if link == "if" and style.level != "plain" and clause.subject == YOU:
            asks = asks or "question"  # 바쁘면 내일 올게요
        subject = subject_morphemes(clause, name, style, is_main=is_main, asks=asks, links=True)
    else:
        subject = subject_morphemes(of, "main", style, is_main=True)
    before = before_predicate(clause, name, style)
    honored = is_elder(clause.subject if of is None else of.subject)
    so_far = predicate(clause, name, style, honored=honored, tense=tense)
    return [
        *subject,
        *before,
        *so_far.morphemes,
        *linking(link, so_far.nature, exists=so_far.exists),
    ]
