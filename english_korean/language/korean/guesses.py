"""What one only thinks: 비가 올 것 같다, 재미있을 것 같다."""

from english_korean.language.korean.persons import I_MYSELF, YOU
from english_korean.language.syntax import Clause, NounPhrase

DUTIES = ("must", "should", "have to", "had better")
JUDGING = frozenset({"bad", "beautiful", "best", "better", "boring", "dangerous", "delicious",
                     "difficult", "easy", "exciting", "fun", "funny", "good", "great", "hard",
                     "important", "interesting", "necessary", "nice", "possible", "right",
                     "true", "useful", "wonderful", "wrong"})  # fmt: skip
"""Of these one says what one holds to be right: -라고 생각하다."""
HEARD_OF = ("it", "that", "this")


def only_guesses(clause: Clause) -> bool:
    """I think it will rain, do you think so: 비가 올 것 같다; what is right one thinks."""
    inner = clause.complement
    is_said = clause.word == "think" and clause.frame == "that" and clause.tense == "present"
    if not is_said or inner is None or clause.mood or clause.aspect:
        return False
    if clause.subject not in (I_MYSELF, YOU) or inner.mood in DUTIES or clause.adverbials:
        return False
    is_to_be = inner.mood in ("will", "be going to")
    if inner.mood and not is_to_be:
        return False
    if is_to_be and inner.kind == "verb":
        return True
    is_state = inner.kind in ("weather", "there", "place", "noun", "adjective")
    is_judged = inner.quality is not None and inner.quality.word in JUDGING
    return is_state and not is_judged and not (inner.kind == "noun" and _is_judgement(inner))


def _is_judgement(inner: Clause) -> bool:
    """He is a good doctor, it is a good idea."""
    thing = inner.object
    return thing is None or thing.quality is not None or thing.kind != "noun"


def sounds_so(clause: Clause) -> bool:
    """That sounds interesting: 재미있을 것 같다; music sounds so."""
    subject: NounPhrase | None = clause.subject
    is_sound = clause.word == "sound" and clause.frame == "linking" and clause.quality is not None
    is_heard_of = subject is not None and subject.kind == "pronoun" and subject.head in HEARD_OF
    return is_sound and is_heard_of and not clause.negated
