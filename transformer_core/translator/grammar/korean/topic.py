"""What is the topic of a sentence, and so has 은/는, and what is its subject only."""

from transformer_core.translator.grammar.syntax import NounPhrase

NEW = ("a", "many", "a lot of", "lots of", "several", "a few", "which", "whose", "what",
       "how many")  # fmt: skip
"""Determiners of what was not spoken of before."""
VAGUE = ("someone", "somebody", "something", "anybody", "anyone", "anything")


def marks_topic(phrase: NounPhrase) -> bool:
    """Whether the subject of a main clause is its topic: not what is new, nor what is asked."""
    is_some = phrase.determiner == "some" and phrase.head != "person"
    is_number = bool(phrase.number) and not phrase.determiner and phrase.owner is None
    is_few = bool(phrase.part) and phrase.part not in ("most", "all", "both")
    is_new = is_few or is_some or is_number or phrase.determiner in NEW
    return not (is_new or phrase.head in VAGUE or phrase.kind == "wh")


def subject_particle(phrase: NounPhrase, *, is_main: bool) -> str:
    """은/는 of a main clause's topic, else 이/가."""
    return "-은/는" if is_main and marks_topic(phrase) else "-이/가"


def is_same(first: NounPhrase | None, second: NounPhrase | None) -> bool:
    """Whether two clauses speak of the same: it is said once."""
    if first is None or second is None or first.head == "it":
        return False
    return first == second and marks_topic(first)
