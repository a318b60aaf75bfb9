"""The Korean predicate: the stem with aspect, negation, respect, mood and tense behind it."""

from english_korean.language.adjective_senses import is_guess
from english_korean.language.korean import stems
from english_korean.language.korean.agents import agent_of, as_done
from english_korean.language.korean.doing import how_done, is_able
from english_korean.language.korean.lasting import (
    as_it_is,
    asks_what_was_done,
    is_still_so,
)
from english_korean.language.korean.moods import (
    DENIED,
    Predicate,
    with_mood,
    with_tense,
    without_tense,
)
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import NONE, feels_so, is_elder, kind_of, sense_of
from english_korean.language.syntax import (
    Adverbial,
    Clause,
    Morpheme,
    NounPhrase,
    Style,
    replace,
)

NEVER = ("never", "rarely")
"""Adverbs that deny: 절대 하지 않는다, 거의 하지 않는다."""
UNABLE = frozenset({"hear", "remember", "understand"})
UNABLE_ONCE = frozenset({"believe", "catch", "find", "pass", "see", "solve", "win"})
"""What one does not do because one cannot."""
LATER_TODAY = ("this afternoon", "this evening", "tonight", "this weekend", "after school")
LEAVING = ("come", "leave")
SKILLS = frozenset({
    *((word, "intransitive") for word in ("cook", "dance", "drive", "ski", "skate", "swim")),
    *((word, "transitive") for word in ("drive", "play", "read", "ride", "speak", "write")),
})  # fmt: skip
"""What one has to learn."""
PLANNED = frozenset({"arrive", "buy", "come", "cook", "do", "drive", "eat", "eat out", "fly",
                     "play", "see", "watch", "work", "come back", "get", "get married", "go",
                     "go back", "go out", "have", "leave", "marry", "meet", "move", "move in",
                     "move out", "return", "start", "stay", "take", "travel", "visit"})  # fmt: skip
"""What one plans, and says as if it was under way."""


def predicate(
    clause: Clause, name: str, style: Style, *, honored: bool, tense: bool = True
) -> Predicate:
    """Everything of a clause's predicate but what ends it.

    Args:
        honored: the subject is spoken of with respect.
        tense: whether past and future are marked.
    """
    if agent_of(clause) is not None:
        clause = as_done(clause)
        honored = is_elder(clause.subject)
    if is_able(clause) and clause.negated and clause.mood == "can":
        clause = replace(clause, mood="")  # 수영을 잘하지 못한다
    honored = honored and style.honorific
    clause = _as_done(clause)
    is_plan = clause.word == "plan" and clause.frame == "infinitive"  # 사려고 하다
    if is_plan or _is_not_today(clause):
        clause = replace(clause, aspect="")
    if feels_so(clause) and clause.aspect.endswith("progressive"):
        clause = replace(clause, aspect="")
    if _is_planned(clause):
        clause = replace(clause, aspect="", mood="be going to")
    if is_still_so(clause):
        clause = as_it_is(clause)
    if asks_what_was_done(clause):
        clause = replace(clause, aspect="perfect progressive", tense="past")
    if clause.aspect == "perfect progressive":  # has been raining since then: 오고 있다
        clause = replace(clause, aspect="progressive")
    if clause.frame == "too":
        so_far = _cannot(name)
    elif clause.aspect == "perfect" and _is_experience(clause):
        return _experience(clause, name, style, honored=honored)
    else:
        so_far = _in_mood(clause, name, style, honored=honored)
    return with_tense(so_far, clause, name) if tense else without_tense(so_far)


def _as_done(clause: Clause) -> Clause:
    """The clause with what it is said to have become, or not to be able to do."""
    if _is_made(clause):
        return replace(clause, tense="past")
    if _lacks_skill(clause):
        tense = "past" if clause.mood == "could" else "present"
        return replace(clause, mood="skill", tense=tense)
    return clause


def _is_made(clause: Clause) -> bool:
    """This bag is made from paper: it has been made, 만들어졌다."""
    is_one = clause.subject is not None and bool(clause.subject.determiner)
    is_from = any(each.kind == "source" for each in clause.adverbials)
    is_now = clause.tense == "present" and not (clause.mood or clause.aspect)
    return is_one and is_from and is_now and clause.passive and clause.word == "make"


def _is_not_today(clause: Clause) -> bool:
    """She is not working today: 오늘 일하지 않는다."""
    is_day = any(each.word in ("today", "this week") for each in clause.adverbials)
    return clause.negated and clause.aspect == "progressive" and is_day and not clause.mood


def _lacks_skill(clause: Clause) -> bool:
    """She cannot swim, ride a horse, speak French: 수영할 줄 모른다."""
    kinds = {each.kind for each in clause.adverbials} - {"in language"}
    is_able = clause.kind == "verb" and clause.mood in ("can", "could") and clause.negated
    is_plain = not kinds and not (clause.aspect or clause.passive)
    return is_able and is_plain and (clause.word, clause.frame) in SKILLS


def _in_mood(clause: Clause, name: str, style: Style, *, honored: bool) -> Predicate:
    denial = _denial(clause, name)
    denied = is_denied(clause)
    mood = clause.mood
    if mood == "must" and not denied and is_guess(clause):
        mood = "certainly"
    by_mood = denied and mood in DENIED
    so_far, denies = stems.predicate_stem(
        clause, name, style, denied=denied and not by_mood, honored=honored
    )
    if clause.aspect == "progressive":
        so_far = _progressive(so_far, clause, name, honored=honored)
        honored = False
    if denied and not denies and not by_mood:
        no = "못하-" if _is_unable(clause) else "않-"
        not_so = [Morpheme("-지", denial), Morpheme(no, denial)]
        so_far = Predicate([*so_far.morphemes, *not_so], so_far.nature)
    if honored:
        so_far = _honored(so_far, name)
    if mood == "used to" and so_far.nature == "adjective":
        return so_far  # 개가 있었다: -곤 is of what one did again and again
    if mood == "used to" and clause.word == "live":
        return Predicate([*so_far.morphemes, Morpheme("-었-", (f"{name}.aux",))], "past")
    return with_mood(so_far, mood, name, denial, denied=by_mood)


def _is_experience(clause: Clause) -> bool:
    """Have you ever seen it, have you visited Korea: 방문한 적이 있다."""
    words = {each.word for each in clause.adverbials}
    is_visited = clause.word == "visit" and not clause.adverbials and clause.tense == "present"
    return is_visited or bool(words & {"ever", "never"})


def _experience(clause: Clause, name: str, style: Style, *, honored: bool) -> Predicate:
    """가 본 적이 있다, 없다."""
    so_far, _ = stems.predicate_stem(clause, name, style, denied=False, honored=honored)
    if honored:
        so_far = _honored(so_far, name)
    ever = (f"{name}.perfect", *_names_of(clause, name, "ever", "never"))
    exist = Morpheme("없-" if is_denied(clause) else "있-", (*ever, *_denial(clause, name)))
    tail = [Morpheme("-ㄴ", ever), Morpheme("적", ever), Morpheme("-이/가"), exist]
    return Predicate([*so_far.morphemes, *tail], "adjective", True)


def _cannot(name: str) -> Predicate:
    """Too young to drive: 너무 어려서 운전할 수 없다."""
    too = (f"{name}.quality.degree",)
    tail = [Morpheme("-ㄹ", too), Morpheme("수", too), Morpheme("없-", too)]
    return Predicate(tail, "adjective", True)


def _progressive(so_far: Predicate, clause: Clause, name: str, *, honored: bool) -> Predicate:
    """자고 있다; who is sitting has sat down: 앉아 있다."""
    doing = (f"{name}.progressive", f"{name}.perfect")
    joint = Morpheme("-어" if _rests(clause) else "-고", doing)
    if honored:
        return Predicate([*so_far.morphemes, joint, Morpheme("계시-", doing)], "verb")
    return Predicate([*so_far.morphemes, joint, Morpheme("있-", doing)], "adjective", True)


def _honored(so_far: Predicate, name: str) -> Predicate:
    """가시-; what has its 시 already stays, 계시-."""
    if so_far.morphemes[-1].text.endswith("시-"):
        return so_far
    respect = Morpheme("-시-", (f"{name}.subject.head",))
    return Predicate([*so_far.morphemes, respect], so_far.nature)


def _is_planned(clause: Clause) -> bool:
    """She is coming on Friday, we are leaving tomorrow: 올 것이다."""
    if clause.aspect != "progressive" or clause.tense != "present" or clause.mood:
        return False
    is_done = clause.kind == "verb" and clause.frame != "linking"
    if is_done and clause.negated and clause.word in LEAVING:
        return True  # he is not coming: he will not come
    return is_done and clause.word in PLANNED and any(map(_is_to_be, clause.adverbials))


def _is_to_be(each: Adverbial) -> bool:
    """Tomorrow, next week, on Friday, in May, this weekend."""
    if each.phrase is None:
        adverb = LEXICON.adverbs.get(each.word)
        is_later = adverb is not None and adverb.tense == "future"
        return is_later or each.word in LATER_TODAY
    is_day = each.kind == "time" and each.word in ("on", "in", "next", "this")
    return is_day and not each.phrase.plural and each.phrase.kind == "noun"


def is_denied(clause: Clause) -> bool:
    """Whether not or never denies it, or that nobody does it."""
    denying = any(_denies(phrase) for phrase in (clause.subject, clause.object))
    return clause.negated or denying or any(each.word in NEVER for each in clause.adverbials)


def _denies(phrase: NounPhrase | None) -> bool:
    """No milk, nobody, nothing."""
    return phrase is not None and (phrase.determiner == "no" or phrase.head in NONE)


def _is_unable(clause: Clause) -> bool:
    """I did not hear it, I don't remember: 듣지 못했다; what one would not do is 하지 않다."""
    if (is_able(clause) or how_done(clause)) and not clause.mood:
        return True
    is_won = clause.word == "win" and clause.frame == "intransitive"
    frames = ("transitive", "bare", "that", "embedded")
    if clause.mood or (clause.frame not in frames and not is_won):
        return False
    if kind_of(clause.object) == "illness":
        return False  # one catches no cold
    is_over = clause.tense == "past" or clause.aspect == "perfect"
    return clause.word in UNABLE or (is_over and clause.word in UNABLE_ONCE)


def _denial(clause: Clause, name: str) -> tuple[str, ...]:
    return (f"{name}.not", *_names_of(clause, name, *NEVER))


def _names_of(clause: Clause, name: str, *words: str) -> list[str]:
    return [f"{name}.{i}.word" for i, each in enumerate(clause.adverbials) if each.word in words]


def _rests(clause: Clause) -> bool:
    is_verb = clause.kind == "verb" and clause.frame != "thanks"
    return is_verb and sense_of(clause).nature == "resting"
