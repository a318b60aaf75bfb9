"""Random clauses: of every frame, with tense, mood and adverbials."""

from collections.abc import Sequence
from typing import Literal

from english_korean.language.senses import PEOPLE
from english_korean.language.syntax import Adverbial, Clause, replace
from english_korean.teaching.sampling.being import BeingDrawing
from english_korean.teaching.sampling.chance import adverbs_of
from english_korean.teaching.sampling.usual import USUAL

FRAMES = {"transitive": 34, "intransitive": 10, "motion": 7, "location": 4, "ditransitive": 6,
          "infinitive": 7, "gerund": 4, "that": 5, "embedded": 2.5, "told": 3, "bare": 2,
          "result": 1.5, "linking": 3, "adjective": 14, "predicate": 4, "noun": 9, "place": 5,
          "there": 7, "weather": 3, "weather adjective": 2.5, "it is": 1.5, "feeling": 1.5,
          "age": 1.2, "when": 1.6, "passive": 3, "that is": 0.7, "from": 1, "named": 0.8,
          "been": 0.7}  # fmt: skip
SIMPLE = ("transitive", "intransitive", "motion", "adjective", "ditransitive", "location",
          "linking", "noun")  # fmt: skip
"""Frames without another clause in them."""
DONE = ("transitive", "transitive", "transitive", "intransitive", "motion", "ditransitive",
        "location")  # fmt: skip
"""Frames of what one does, as often as it is done where there is no subject."""
ACTIONS = frozenset(DONE)
MOODS = {"": 72, "will": 8, "can": 7, "must": 2.5, "should": 3, "may": 1.5, "might": 1.5,
         "could": 2, "have to": 4, "be going to": 3.5, "be able to": 0.7, "used to": 0.7,
         "would like to": 1.5, "would love to": 0.6}  # fmt: skip
OF_ACTIONS = ("used to", "would like to", "would love to", "be able to")
"""Moods of what one does only."""
SELDOM_IN_MOOD = frozenset({"adjective", "noun", "place", "there", "predicate", "age", "from",
                            "when", "weather adjective", "it is", "feeling", "that is",
                            "infinitive", "gerund", "that", "embedded", "told", "bare", "result",
                            "linking"})  # fmt: skip


class ClauseDrawing(BeingDrawing):
    """Draws clauses."""

    def clause(self, frames: Sequence[str] = ()) -> Clause:
        weights = {frame: FRAMES[frame] for frame in frames} if frames else FRAMES
        frame = self.weighted(weights)
        clause = self._of_frame(frame)
        if frame == "been":
            return self._with_early(replace(clause, negated=self.chance(0.2)))
        clause = self._with_tense(clause, frame)
        return clause if clause.kind == "weather" else self._with_adverbials(clause, frame)

    def simple(self) -> Clause:
        return self.clause((*SIMPLE, "weather", "weather adjective", "passive", "there", "place"))

    def inner(self, frames: Sequence[str] = ()) -> Clause:
        frame = self.one(frames or DONE)
        clause = replace(self._of_frame(frame), subject=None)
        clause = self._with_adverbials(clause, frame)
        kept = (each for each in clause.adverbials
                if each.kind not in ("also", "frequency", "ago"))  # fmt: skip
        return replace(clause, adverbials=tuple(replace(each, at="last") for each in kept))

    def _of_frame(self, frame: str) -> Clause:
        """With what the frame needs, and nothing more."""
        if frame in ACTIONS:
            return self.action(frame)
        match frame:
            case "passive":
                return self.passive()
            case "infinitive" | "gerund":
                return self.with_infinitive(frame)
            case "that":
                return self._telling_that(self.reporting())
            case "embedded":
                return self._wondering_whether() if self.chance(0.35) else self.wondering()
            case "told" | "bare" | "result":
                return self.telling(frame)
            case "named":
                return self.naming()
            case "linking":
                return self.linking()
            case _:
                return self.being(frame)

    def _wondering_whether(self) -> Clause:
        """Wonders if he is at home."""
        word = self.one(("if", "if", "whether"))
        return replace(self.wondering(), whether=word, complement=self.simple())

    def _telling_that(self, clause: Clause) -> Clause:
        """Tells somebody that it rains."""
        if clause.word != "tell":
            return clause
        return replace(clause, recipient=self.phrase(PEOPLE, plain=True))

    # Tense and mood

    def _with_tense(self, clause: Clause, frame: str) -> Clause:
        mood = self.weighted(MOODS)
        tense: Literal["present", "past"] = "past" if self.chance(0.38) else "present"
        negated = self.chance(0.16)
        is_action = frame in ACTIONS or frame in ("passive", "weather", "linking")
        if frame in SELDOM_IN_MOOD and self.chance(0.75):
            mood = ""
        if not is_action and mood in OF_ACTIONS:
            mood = ""
        if mood not in ("", "have to", "be able to"):
            tense = "past" if mood == "used to" else "present"
        if mood in ("used to", "would like to", "would love to"):
            negated = False
        aspect = "" if mood else self._aspect(clause, frame, is_action=is_action)
        if clause.passive and not mood and self.chance(0.7):
            tense = "past"
        return replace(clause, mood=mood, tense=tense, negated=negated, aspect=aspect)

    def _aspect(
        self, clause: Clause, frame: str, *, is_action: bool
    ) -> Literal["", "progressive", "perfect", "perfect progressive"]:
        if frame in ("adjective", "noun", "place"):
            return "perfect" if self.chance(0.05) else ""
        if not is_action or not self.chance(0.26):
            return ""
        is_perfect = self.chance(0.3)
        if clause.passive or (clause.kind == "weather" and is_perfect):
            return ""
        if self.chance(0.1):
            return "perfect progressive"
        return "perfect" if is_perfect else "progressive"

    # Adverbials

    def _with_adverbials(self, clause: Clause, frame: str) -> Clause:
        if clause.complement is not None or _ends_in_clause(clause):
            return self._with_early(clause)
        extra = list(clause.adverbials)
        is_action = frame in ACTIONS or frame == "passive"
        if is_action and self.chance(0.13) and frame not in ("location", "motion"):
            extra.append(self.place(USUAL.places.get(clause.word, ())))
        if is_action and self.chance(0.1):
            extra.append(self.manner(clause.word))
        if is_action and self.chance(0.13):
            extra.append(self.added())
        if self.chance(0.2 if is_action else 0.08):
            is_awaited = clause.negated or clause.aspect == "perfect"
            extra.append(self.time(_time_of(clause), is_awaited=is_awaited))
        if is_action and self.chance(0.03):
            extra.append(Adverbial("purpose", "to", clause=self.inner(("transitive",))))
        return self._with_early(replace(clause, adverbials=tuple(extra)))

    def _with_early(self, clause: Clause) -> Clause:
        """With an adverb before the verb, and one of them first, now and then."""
        extra = list(clause.adverbials)
        is_plain = clause.mood in ("", "will", "can") and not clause.negated
        if is_plain and clause.kind not in ("weather", "there") and self.chance(0.1):
            extra.insert(0, self.frequency())
        if clause.aspect == "perfect" and self.chance(0.5):
            word = "never" if self.chance(0.75) else "ever"
            extra.insert(0, Adverbial("frequency", word, at="middle"))
        elif clause.aspect == "perfect" and self.chance(0.5):
            extra.insert(0, Adverbial("time", "already", at="middle"))
        if self.chance(0.03):
            extra.insert(0, Adverbial("sentence", self.one(adverbs_of("sentence")), at="first"))
        elif self.chance(0.12):
            extra = _with_time_first(extra)
        return replace(clause, adverbials=tuple(extra))


def _with_time_first(adverbials: list[Adverbial]) -> list[Adverbial]:
    for place, each in enumerate(adverbials):
        if each.kind in ("time", "clock", "ago") and each.at == "last":
            return [replace(each, at="first"), *adverbials[:place], *adverbials[place + 1 :]]
    return adverbials


def _time_of(clause: Clause) -> str:
    if clause.mood in ("will", "be going to"):
        return "future"
    return "past" if clause.tense == "past" or clause.aspect == "perfect" else "present"


def _ends_in_clause(clause: Clause) -> bool:
    return any(p is not None and p.relative is not None for p in (clause.object, clause.recipient))
