"""What has lasted since then and lasts still: 십 년째 살고 있다, 월요일부터 부산에 있다."""

from english_korean.language.lexicon import LEXICON
from english_korean.language.syntax import Clause, NounPhrase, replace

GOING_ON = frozenset({"keep", "know", "learn", "live", "play", "stay", "study", "teach", "use",
                      "wait", "wait for", "wear", "work"})  # fmt: skip
"""What one does still who has done it for ten years."""
SPANS = ("from", "duration")
SO_FAR = "그동안"
"""What it is that one asks of: what have you been doing."""
HOW_LONG = "how long"
WHAT = NounPhrase("what", "wh")


def is_still_so(clause: Clause) -> bool:
    """Whether it says since when something is that is now."""
    is_perfect = clause.aspect.startswith("perfect") and clause.tense == "present"
    is_perfect = is_perfect and married_for(clause) is None
    return is_perfect and not clause.mood and not clause.negated and _has_span(clause)


def married_for(clause: Clause) -> int | None:
    """Of "have been married for twenty years" which adverbial is the years; None of all else."""
    is_married = clause.quality is not None and clause.quality.word == "married"
    if not is_married or not clause.aspect.startswith("perfect") or clause.negated:
        return None
    spans = (
        i for i, each in enumerate(clause.adverbials) if each.kind == "duration" and each.phrase
    )
    return next(spans, None)


def _has_span(clause: Clause) -> bool:
    return any(each.kind in SPANS for each in clause.adverbials)


def as_it_is(clause: Clause) -> Clause:
    """The same in the present, where it lasts: 살고 있다, 친구이다."""
    if not clause.aspect.startswith("perfect") or clause.negated or clause.tense == "past":
        return clause
    if clause.kind == "weather":
        return replace(clause, aspect="progressive")
    if clause.kind != "verb" or clause.word in (*LEXICON.stative, "have"):
        is_known = clause.word == "know"
        return replace(clause, aspect="progressive" if is_known else "")
    if clause.word in GOING_ON or clause.aspect == "perfect progressive":
        return replace(clause, aspect="progressive")
    return clause


def asks_what_was_done(clause: Clause) -> bool:
    """What have you been doing: 그동안 무엇을 하고 있었니."""
    is_asked = clause.aspect == "perfect progressive" and clause.object == WHAT
    return is_asked and clause.tense == "present" and not _has_span(clause)
