"""The adverbials at the end of a clause, and whether the clause is complete with them."""

from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.questions import QuestionReader
from english_korean.language.reading.reader import Fill, Read
from english_korean.language.senses import kind_of
from english_korean.language.syntax import Adverbial, Clause, replace

MOST_ADVERBIALS = 4
CARRYING = ("take", "bring", "drive", "ride", "catch", "invite", "wear", "return")
NOT_CARRIED = frozenset({"activity", "exam", "photo", "medicine", "period"})


class TrailingReader(QuestionReader):
    """Reads what trails a clause."""

    def trailing(
        self, clause: Clause, start: int, fill: Fill | None, count: int = 0
    ) -> Read[Clause]:
        """With all the adverbials that stand here, with fewer, and with none.

        Args:
            count: how many were read already.
        """
        if count < MOST_ADVERBIALS:
            for frame in frames_of(clause):
                for each, stop in self.adverbials(start, frame=frame, passive=clause.passive):
                    if not _is_repeated(each, clause):
                        yield from self.trailing(_with(clause, each), stop, fill, count + 1)
            if self.at(start) == "to" and clause.kind == "verb" and fill is None:
                for inner, stop in self.infinitives(start + 1, "base"):
                    yield _with(clause, Adverbial("purpose", "to", clause=inner)), stop
        if fill is None:
            if _is_complete(clause):
                yield clause, start
            return
        for each, stop in self.filled(clause, start, fill):
            yield from self.trailing(_with(clause, each), stop, None, count + 1)


def _with(clause: Clause, adverbial: Adverbial) -> Clause:
    return replace(clause, adverbials=(*clause.adverbials, adverbial))


def frames_of(clause: Clause) -> tuple[str, ...]:
    """The frames as adverbials depend on them: one goes, has been, and takes a child, to a place;
    who has been there for an hour is there.
    """
    if clause.kind == "place" and clause.aspect == "perfect":
        return "motion", ""
    if clause.frame == "transitive" and clause.word in CARRYING:
        return ("" if kind_of(clause.object) in NOT_CARRIED else "carrying",)
    return ("" if clause.kind != "verb" else clause.frame,)


def _is_repeated(each: Adverbial, clause: Clause) -> bool:
    """Two times and two places are enough, and one of all else."""
    same = sum(other.kind == each.kind for other in clause.adverbials)
    return same > (1 if each.kind in ("time", "place") else 0)


def _is_complete(clause: Clause) -> bool:
    """Whether the frame has what it needs: a goal of going, a place of living."""
    kinds = {each.kind for each in clause.adverbials}
    if clause.kind == "verb" and clause.frame == "motion":
        return bool(kinds & {"goal", "asked goal"})
    if clause.kind == "verb" and clause.frame == "location":
        return bool(kinds & {"place", "here", "asked where"})
    if clause.frame != "intransitive":
        return True
    if clause.word == "take":
        return any(each.word in ("how long", "a long time") for each in clause.adverbials)
    # With a place they are verbs of the other two frames
    if clause.word in LEXICON.frames["location"]:
        return not kinds & {"place", "here", "asked where"}
    if clause.word in ("go", "come", "get"):
        return not kinds & {"here", "asked where"}
    return True
