"""The Korean of a tree, morpheme by morpheme, and what each morpheme translates."""

from english_korean.language.korean.clauses import before_predicate
from english_korean.language.korean.complements import complement
from english_korean.language.korean.degrees import degrees_as_meant, so_much_that
from english_korean.language.korean.endings import TENSELESS, linking
from english_korean.language.korean.impersonal import is_weather
from english_korean.language.korean.infinitives import (
    before_doing,
    doing,
    doing_complement,
    infinitive,
    purpose,
)
from english_korean.language.korean.inner import write_with
from english_korean.language.korean.lasting import as_it_is
from english_korean.language.korean.linked import (
    are_contrasted,
    as_over,
    as_young,
    contrasted,
    is_addressed,
    is_done_first,
    is_of_what_was_named,
    is_said_again,
    meant_link,
    of_age,
    of_child,
    tense_of,
    without_it,
)
from english_korean.language.korean.morphemes import pieces
from english_korean.language.korean.owners import owns, unsaid_owners
from english_korean.language.korean.persons import (
    JOINED,
)
from english_korean.language.korean.phrases import noun_phrase
from english_korean.language.korean.predicates import predicate
from english_korean.language.korean.relatives import relative_clause
from english_korean.language.korean.subjects import subject_morphemes
from english_korean.language.korean.topic import (
    goes_on,
    is_same,
    of_object,
    of_same_thing,
    place_it_fits,
)
from english_korean.language.korean.whole_clauses import commanded, ended, linked, main_clause
from english_korean.language.lexicon import LEXICON
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
    infinitive=infinitive,
    doing_complement=doing_complement,
    before_doing=before_doing,
    purpose=purpose,
)


def korean_morphemes(sentence: Sentence, style: Style) -> list[Morpheme]:
    """The morphemes of a sentence in Korean order: verbs last, subordinate clauses first."""
    said = unsaid_owners(sentence, style)
    morphemes = degrees_as_meant(_morphemes(said, style), sentence)
    return spoken(morphemes) if style.level == "polite" else morphemes


def spoken(morphemes: list[Morpheme]) -> list[Morpheme]:
    """이름이 뭐예요: nobody says 무엇이에요."""
    following = [*morphemes[1:], Morpheme("")]
    return [
        each._replace(text="뭐") if (each.text, after.text) == ("무엇", "-이-") else each
        for each, after in zip(morphemes, following, strict=True)
    ]


def _morphemes(sentence: Sentence, style: Style) -> list[Morpheme]:
    opening = _opening(sentence, style)
    if sentence.phrase:
        text = LEXICON.phrases[sentence.phrase][LEVELS.index(style.level)]
        return [*opening, *pieces(text, ("phrase",), is_content=False)]
    main, other = sentence.clause, sentence.other
    assert main is not None
    if other is None:
        return [*opening, *main_clause(main, sentence, style)]
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
    is_child = sentence.link == "when" and as_young(other) != other
    if is_child:
        other = as_young(other)
    if is_addressed(other, sentence.mood):
        other = replace(other, subject=None)
    if sentence.link == "before" and other.kind == "weather":
        other = replace(other, frame="")  # 비가 오기 전에
    is_there = link == "when" and other.kind == "place" and main.tense == other.tense == "past"
    tense = link not in TENSELESS and not is_there  # 부산에 있을 때
    is_reason = sentence.link in ("because", "since") and not sentence.other_first
    if is_reason and of_object(main, other):
        return _because_of_it(main, other, link, sentence, style)
    place = place_it_fits(main, other) if is_reason else None
    if place is not None:
        return _because_of_place(main, other, place, link, sentence, style)
    if is_reason and owns(other.subject, main.subject) and sentence.mood == "statement":
        first = linked(other, "other", link, style, is_main=True, tense=tense)
        assert main.subject is not None
        owned = replace(main, subject=replace(main.subject, determiner=""))
        return [*first, *ended(owned, "main", "statement", style, is_topic=False)]
    of = main if goes else None
    asks = "question" if sentence.mood == "question" else ""
    first = linked(other, "other", link, style, is_main=same, tense=tense, of=of, asks=asks)
    if is_child:
        first = of_child(first)
    if link == "when":
        first = of_age(first)
    return [*first, *main_clause(main, sentence, style, omits_subject=same)]


def _because_of_place(
    main: Clause, other: Clause, place: int, link: str, sentence: Sentence, style: Style
) -> list[Morpheme]:
    """가방이 너무 작아서 트로피는 들어가지 않는다."""
    where = main.adverbials[place]
    assert where.phrase is not None
    reason = replace(other, subject=where.phrase)
    named = [*noun_phrase(where.phrase, f"main.{place}", style), Morpheme("-이/가")]
    first = linked(
        reason, "other", link, style, is_main=False, tense=link not in TENSELESS, says_subject=False
    )
    kept = (
        replace(each, kind="") if index == place else each
        for index, each in enumerate(main.adverbials)
    )
    return [*named, *first, *main_clause(replace(main, adverbials=tuple(kept)), sentence, style)]


def _because_of_it(
    main: Clause, other: Clause, link: str, sentence: Sentence, style: Style
) -> list[Morpheme]:
    """나는 자전거가 너무 비싸서 살 수 없다: what one cannot buy is named in its reason."""
    thing = main.object
    assert thing is not None
    named = [*noun_phrase(thing, "main.object", style, main.word), Morpheme("-이/가")]
    reason = replace(other, subject=thing)
    first = linked(
        reason, "other", link, style, is_main=False, tense=link not in TENSELESS, says_subject=False
    )
    asks = "question" if sentence.mood == "question" else ""
    subject = subject_morphemes(main, "main", style, is_main=True, asks=asks)
    if sentence.mood in ("command", "proposal"):
        subject = []
    rest = main_clause(replace(main, object_unsaid=True), sentence, style, omits_subject=True)
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
    same = same or (is_weather(main) and is_weather(other))  # 날씨가 덥지만 맑지 않다
    if not same and is_told and goes_on(main, other, is_said_of_both=True):
        same, other = True, replace(other, subject=main.subject)  # he is a chef, but he ...
    is_named = link == "but" and not same and is_of_what_was_named(main, other)
    if link in (*(("and",) if same and main.object else ()), "but", "so", SO_THAT):
        other = without_it(other)  # 읽을 수 있지만 쓸 수 없다
    if link == "and" and same and main.word == "stay" and not main.mood:
        link = "while doing"  # 집에 있으면서 보았다
    if link == "and" and same and is_done_first(main, other):
        link = "then"
        other = replace(other, object_unsaid=is_said_again(main, other))
    if sentence.mood == "command":
        before = before_predicate(main, "main", style, owner_is_clear=True)
        so_far = predicate(main, "main", style, honored=False, tense=False)
        first = [*before, *so_far.morphemes, *linking(link, so_far.nature, exists=so_far.exists)]
        return [*first, *commanded(other, "other", sentence, style)]
    is_sequence = link == "and" and same and tense_of(main) == tense_of(other)
    tense = link not in TENSELESS and not is_sequence
    is_main = link not in ("so", SO_THAT) or same
    asks = "" if same else JOINED
    first = linked(main, "main", link, style, is_main=is_main, tense=tense, asks=asks)
    if link == SO_THAT:
        first = so_much_that(first)
    omits = same or is_named
    second = ended(other, "other", "statement", style, omits_subject=omits, asks=asks)
    if link == "but" and same and are_contrasted(main, other):
        first, second = contrasted(first), contrasted(second)
    return [*first, *second]
