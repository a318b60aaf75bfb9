"""The Korean of a tree, morpheme by morpheme, and what each morpheme translates."""

from english_korean.language.adjective_senses import ACTING, acting_of
from english_korean.language.korean.asking import asking, permitted
from english_korean.language.korean.clauses import before_predicate
from english_korean.language.korean.complements import complement
from english_korean.language.korean.degrees import degrees_as_meant, so_much_that
from english_korean.language.korean.endings import TENSELESS, final, linking
from english_korean.language.korean.infinitives import (
    before_doing,
    doing,
    doing_complement,
    purpose,
)
from english_korean.language.korean.inner import write_with
from english_korean.language.korean.lasting import as_it_is
from english_korean.language.korean.linked import (
    as_over,
    is_addressed,
    is_done_first,
    is_said_again,
    meant_link,
    tense_of,
)
from english_korean.language.korean.morphemes import as_favour, pieces, stem
from english_korean.language.korean.owners import unsaid_owners
from english_korean.language.korean.persons import (
    JOINED,
    WE,
    YOU,
    is_for_me,
    promises,
)
from english_korean.language.korean.phrases import noun_phrase
from english_korean.language.korean.predicates import predicate
from english_korean.language.korean.relatives import relative_clause
from english_korean.language.korean.subjects import early_morphemes, subject_morphemes
from english_korean.language.korean.topic import (
    goes_on,
    is_same,
    of_object,
    of_same_thing,
    place_it_fits,
)
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import feels_so, is_elder
from english_korean.language.syntax import (
    JOINING,
    LEVELS,
    SO_THAT,
    Clause,
    Morpheme,
    Sentence,
    Style,
    replace,
)

write_with(
    noun_phrase=noun_phrase,
    relative_clause=relative_clause,
    complement=complement,
    doing=doing,
    doing_complement=doing_complement,
    before_doing=before_doing,
    purpose=purpose,
)


def korean_morphemes(sentence: Sentence, style: Style) -> list[Morpheme]:
    """The morphemes of a sentence in Korean order: verbs last, subordinate clauses first."""
    said = unsaid_owners(sentence, style)
    return degrees_as_meant(_morphemes(said, style), sentence)


def _morphemes(sentence: Sentence, style: Style) -> list[Morpheme]:
    opening = _opening(sentence, style)
    if sentence.phrase:
        text = LEXICON.phrases[sentence.phrase][LEVELS.index(style.level)]
        return [*opening, *pieces(text, ("phrase",), is_content=False)]
    main, other = sentence.clause, sentence.other
    assert main is not None
    if other is None:
        return [*opening, *_main(main, sentence, style)]
    if sentence.link in (*JOINING, SO_THAT):
        return [*opening, *_joined(main, other, sentence, style)]
    return [*opening, *_subordinate(main, as_over(main, other), sentence, style)]


def _subordinate(main: Clause, other: Clause, sentence: Sentence, style: Style) -> list[Morpheme]:
    """비가 오면 집에 있는다: the clause that is part of the other comes first."""
    goes = not sentence.other_first and sentence.mood == "statement" and goes_on(main, other)
    back = sentence.other_first and sentence.mood == "statement" and goes_on(other, main)
    same = sentence.shared or goes or back or is_same(main.subject, other.subject)
    if same and of_same_thing(main, other):
        other = replace(other, object=main.object, object_unsaid=True)  # 팔기 전에 차를 닦았다
    link = meant_link(sentence.link, main, other, sentence.mood, same=same)
    if link in ("ever since", "from when"):
        main = as_it_is(main)
    if sentence.link == "while":
        other = replace(other, aspect="")
    if is_addressed(other, sentence.mood):
        other = replace(other, subject=None)
    tense = link not in TENSELESS
    is_reason = sentence.link in ("because", "since") and not sentence.other_first
    if is_reason and of_object(main, other):
        return _because_of_it(main, other, link, sentence, style)
    place = place_it_fits(main, other) if is_reason else None
    if place is not None:
        return _because_of_place(main, other, place, link, sentence, style)
    of = main if goes else None
    asks = "question" if sentence.mood == "question" else ""
    first = _linked(other, "other", link, style, is_main=same, tense=tense, of=of, asks=asks)
    return [*first, *_main(main, sentence, style, omits_subject=same)]


def _because_of_place(
    main: Clause, other: Clause, place: int, link: str, sentence: Sentence, style: Style
) -> list[Morpheme]:
    """가방이 너무 작아서 트로피는 들어가지 않는다."""
    where = main.adverbials[place]
    assert where.phrase is not None
    reason = replace(other, subject=where.phrase)
    named = [*noun_phrase(where.phrase, f"main.{place}", style), Morpheme("-이/가")]
    first = _linked(
        reason, "other", link, style, is_main=False, tense=link not in TENSELESS, says_subject=False
    )
    kept = (
        replace(each, kind="") if index == place else each
        for index, each in enumerate(main.adverbials)
    )
    return [*named, *first, *_main(replace(main, adverbials=tuple(kept)), sentence, style)]


def _because_of_it(
    main: Clause, other: Clause, link: str, sentence: Sentence, style: Style
) -> list[Morpheme]:
    """나는 자전거가 너무 비싸서 살 수 없다: what one cannot buy is named in its reason."""
    thing = main.object
    assert thing is not None
    named = [*noun_phrase(thing, "main.object", style, main.word), Morpheme("-이/가")]
    reason = replace(other, subject=thing)
    first = _linked(
        reason, "other", link, style, is_main=False, tense=link not in TENSELESS, says_subject=False
    )
    asks = "question" if sentence.mood == "question" else ""
    subject = subject_morphemes(main, "main", style, is_main=True, asks=asks)
    if sentence.mood in ("command", "proposal"):
        subject = []
    rest = _main(replace(main, object_unsaid=True), sentence, style, omits_subject=True)
    return [*subject, *named, *first, *rest]


def _opening(sentence: Sentence, style: Style) -> list[Morpheme]:
    found = LEXICON.openings.get(sentence.opening) or LEXICON.phrases.get(sentence.opening)
    if found is None:
        return []
    return pieces(found[LEVELS.index(style.level)], ("opening",), is_content=False)


def _joined(main: Clause, other: Clause, sentence: Sentence, style: Style) -> list[Morpheme]:
    """앉아서 먹어라; 나는 먹고 잔다."""
    link = sentence.link
    same = sentence.mood == "command" or sentence.shared or is_same(main.subject, other.subject)
    is_told = sentence.mood == "statement"
    if not same and is_told and goes_on(main, other, is_said_of_both=True):
        same, other = True, replace(other, subject=main.subject)  # he is a chef, but he ...
    if link == "and" and same and is_done_first(main, other):
        link = "then"
        other = replace(other, object_unsaid=is_said_again(main, other))
    if sentence.mood == "command":
        before = before_predicate(main, "main", style, owner_is_clear=True)
        so_far = predicate(main, "main", style, honored=False, tense=False)
        first = [*before, *so_far.morphemes, *linking(link, so_far.nature, exists=so_far.exists)]
        return [*first, *_commanded(other, "other", sentence, style)]
    is_sequence = link == "and" and same and tense_of(main) == tense_of(other)
    tense = link not in TENSELESS and not is_sequence
    is_main = link not in ("so", SO_THAT) or same
    asks = "" if same else JOINED
    first = _linked(main, "main", link, style, is_main=is_main, tense=tense, asks=asks)
    if link == SO_THAT:
        first = so_much_that(first)
    second = _ended(other, "other", "statement", style, omits_subject=same, asks=asks)
    return [*first, *second]


def _main(
    clause: Clause, sentence: Sentence, style: Style, *, omits_subject: bool = False
) -> list[Morpheme]:
    if _says_goodbye(clause, sentence):
        clause, sentence = replace(clause, object=None), replace(sentence, mood="proposal")
    if sentence.mood in ("command", "proposal"):
        return _commanded(clause, "main", sentence, style)
    mood: str = sentence.mood
    if mood == "question":
        mood, clause = asking(clause)
    return _ended(clause, "main", mood, style, omits_subject=omits_subject)


def _says_goodbye(clause: Clause, sentence: Sentence) -> bool:
    """See you next Monday: 다음 월요일에 보자."""
    is_told = sentence.mood == "command" and not clause.negated
    return is_told and clause.word == "see" and clause.object == YOU


def _commanded(clause: Clause, name: str, sentence: Sentence, style: Style) -> list[Morpheme]:
    """열어라, 열어 주세요, 열지 마라, 열자."""
    if clause.word == "remember" and clause.frame == "infinitive" and not clause.negated:
        clause = replace(clause, word="forget", negated=True)  # 끄는 것을 잊지 마라
    done = replace(clause, subject=WE) if sentence.mood == "proposal" else clause
    is_please = "please" in (sentence.opening, sentence.closing) and not clause.negated
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


def _ended(
    clause: Clause, name: str, mood: str, style: Style, *, omits_subject: bool = False,
    asks: str = "",
) -> list[Morpheme]:  # fmt: skip
    """A whole clause with what ends a sentence."""
    if mood == "statement":
        clause = permitted(clause)
    asks = asks if mood == "statement" else mood
    subject = [] if omits_subject else subject_morphemes(
        clause, name, style, is_main=True, asks=asks
    )  # fmt: skip
    before = before_predicate(clause, name, style)
    if omits_subject and clause.subject is not None:
        before = [*early_morphemes(clause, name, style), *before]
    honored = is_elder(clause.subject)
    is_open = mood == "wondering" and clause.tense == "present" and not clause.aspect
    if style.level != "plain" and not asks and promises(clause):
        mood, is_open, clause = "promise", True, replace(clause, mood="")
    so_far = predicate(clause, name, style, honored=honored, tense=not is_open)
    return [*subject, *before, *so_far.morphemes, *final(mood, so_far.nature, style.level)]


def _linked(
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
    if not says_subject:
        subject = []
    elif of is None:
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
