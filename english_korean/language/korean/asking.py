"""What a question asks for: an answer, leave, a favour; and what one may do."""

from english_korean.language.korean.persons import (
    FOR_ME,
    YOU,
    as_given,
    as_request,
    asks_to_be_given,
    is_way,
)
from english_korean.language.questions import asked_slot
from english_korean.language.senses import kind_of
from english_korean.language.syntax import Clause, replace

ALLOWED = frozenset({"borrow", "have", "keep", "leave", "sit", "sleep", "stay", "touch",
                     "try on", "use", "wait", "wear"})  # fmt: skip
"""What one is not able to do, but may."""
NO_LEAVE = ("vehicle", "tool", "purpose")
OFFERED = frozenset({"come", "dance", "drink", "eat", "have", "join", "sit", "sit down", "try"})
"""What one asks somebody to do who is a guest."""


def asking(clause: Clause) -> tuple[str, Clause]:
    """Will it rain: 올까; can I: 어도 되니; could you: 어 줄래."""
    who = clause.subject.head if clause.subject is not None else ""
    foresees = clause.mood == "will" and not asked_slot(clause) and who != "you"
    asks_why = [index for index, each in enumerate(clause.adverbials) if each.word == "why"]
    proposes = who == "we" and clause.negated and not clause.mood and clause.tense == "present"
    if asks_why and proposes and clause.kind == "verb" and not clause.aspect:
        kept = (
            replace(each, kind="") if each.word == "why" else each for each in clause.adverbials
        )
        return "wondering", replace(clause, negated=False, adverbials=tuple(kept))
    foresees = foresees or (clause.mood == "be going to" and clause.kind == "weather")
    suggests = clause.mood == "should" and who == "we" and not clause.negated  # 어디에서 먹을까
    if clause.mood == "shall" or foresees or suggests:
        return "wondering", replace(clause, mood="")
    if is_way(clause):
        return "question", replace(clause, mood="way")
    is_able = clause.mood in ("can", "could") and asked_slot(clause)  # what can I do
    asks_leave = clause.mood in ("can", "may", "could") and not is_able
    if asks_leave and asks_to_be_given(clause):  # can I have the menu: 메뉴 좀 줄래
        return "request", as_given(clause)
    if clause.kind == "verb" and who in ("i", "we") and asks_leave:
        return "question", replace(clause, mood="allowed")
    if offers(clause):
        return "request", replace(clause, mood="", word="have")
    if invites(clause):
        return "request", replace(clause, mood="")
    request = as_request(clause)
    return ("question", clause) if request is None else ("request", request)


def offers(clause: Clause) -> bool:
    """Would you like a cookie: 쿠키를 드시겠어요."""
    is_liked = clause.word == "like" and clause.mood == "would" and clause.frame == "transitive"
    is_offered = is_liked and clause.subject == YOU and not (clause.negated or asked_slot(clause))
    return is_offered and kind_of(clause.object) in ("food", "drink", "meal")


def invites(clause: Clause) -> bool:
    """Would you like to go with us: 함께 갈래, 함께 가시겠어요."""
    is_you = clause.subject == YOU and clause.kind == "verb" and not clause.negated
    is_with_me = any(
        each.kind == "companion" and each.phrase in FOR_ME for each in clause.adverbials
    )
    is_wished = clause.mood == "would like to" and not asked_slot(clause)
    return is_you and is_wished and (is_with_me or clause.word in OFFERED)


def permitted(clause: Clause) -> Clause:
    """You may go, you can sleep here: 가도 된다, 여기에서 자도 된다."""
    is_you = clause.subject is not None and clause.subject.head == "you"
    is_let = clause.mood == "can" and clause.word in ALLOWED and not clause.negated
    is_let = is_let and not any(each.kind in NO_LEAVE for each in clause.adverbials)
    if (clause.mood == "may" or is_let) and is_you and clause.kind == "verb":
        return replace(clause, mood="allowed")
    return clause
