"""What a question asks for: an answer, leave, a favour; and what one may do."""

from english_korean.language.korean.persons import as_given, as_request, asks_to_be_given, is_way
from english_korean.language.questions import asked_slot
from english_korean.language.syntax import Clause, replace


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
    if clause.mood == "shall" or foresees:
        return "wondering", replace(clause, mood="")
    if is_way(clause):
        return "question", replace(clause, mood="way")
    is_able = clause.mood in ("can", "could") and asked_slot(clause)  # what can I do
    asks_leave = clause.mood in ("can", "may", "could") and not is_able
    if asks_leave and asks_to_be_given(clause):  # can I have the menu: 메뉴 좀 줄래
        return "request", as_given(clause)
    if clause.kind == "verb" and who in ("i", "we") and asks_leave:
        return "question", replace(clause, mood="allowed")
    request = as_request(clause)
    return ("question", clause) if request is None else ("request", request)


def permitted(clause: Clause) -> Clause:
    """You may go: 가도 된다."""
    is_you = clause.subject is not None and clause.subject.head == "you"
    if clause.mood == "may" and is_you and clause.kind == "verb":
        return replace(clause, mood="allowed")
    return clause
