"""From English words back to the tree: the grammar read in the other direction."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from english_korean.language.english.sentences import english_words
from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.auxiliaries import AUXILIARIES, Group
from english_korean.language.reading.clauses import ClauseReader
from english_korean.language.reading.complements import MINDED
from english_korean.language.reading.constructions import TABLE as CONSTRUCTIONS
from english_korean.language.reading.reader import Fill, Read, by_first_word
from english_korean.language.reading.strain import strain
from english_korean.language.syntax import (
    JOINING,
    SO_THAT,
    SUBORDINATE,
    Clause,
    NounPhrase,
    Sentence,
    replace,
)
from english_korean.language.tables import Row
from english_korean.language.well_formed import is_well_formed, why_outside

LONGEST = 40
"""Longer sentences are not read."""
YOU = NounPhrase("you", "pronoun")
PHRASES = by_first_word(LEXICON.phrases)
LINKS = by_first_word((*JOINING, *SUBORDINATE))
SUBORDINATES = by_first_word(SUBORDINATE)


class Reading(NamedTuple):
    """What could be made of a sentence."""

    trees: list[Sentence]
    """Every tree that is written exactly so; the first is the one that is meant."""
    reached: int
    """The position of the first word that no reading could go past."""
    read: Sequence[Sentence] = ()
    """Everything that was read, in the language or not."""


def parse(words: Sequence[str], unknown: frozenset[int]) -> Reading:
    """Every tree of the language that is written exactly so.

    Args:
        words: in lower case, without punctuation and contractions.
        unknown: positions of words that are not in the lexicon; they can be nouns and names.
    """
    if not 0 < len(words) <= LONGEST:
        return Reading([], 0)
    reader = SentenceReader(words, unknown)
    read = list(dict.fromkeys(reader.sentences()))
    trees = [tree for tree in read if is_well_formed(tree) and _is_written(tree, words)]
    if len(trees) > 1:
        trees.sort(key=strain)
    return Reading(trees, min(reader.reached, len(words)), read)


def why_refused(reading: Reading, words: Sequence[str], unknown: frozenset[int]) -> Row | None:
    """The row that keeps out the likeliest tree, or what no tree can be of; None where a tree is
    in, or no row says why.
    """
    if reading.trees or not words:
        return None
    rows = ((tree, why_outside(tree)) for tree in sorted(reading.read, key=strain))
    kept = next((row for tree, row in rows if row is not None and _is_written(tree, words)), None)
    return kept or CONSTRUCTIONS.row_of(words, unknown)


def _is_written(tree: Sentence, words: Sequence[str]) -> bool:
    return [word.text for word in english_words(tree)] == list(words)


class SentenceReader(ClauseReader):
    """Reads whole sentences."""

    def sentences(self) -> Iterator[Sentence]:
        """Everything that the words can be; the likeliest first."""
        for opening, start in self._openings():
            rest = " ".join(self.words[start:])
            if rest in LEXICON.phrases:
                self.reached = self.end
                yield Sentence(None, phrase=rest, opening=opening)
        for opening, start in self._openings():
            for sentence in self._behind_opening(start):
                yield replace(sentence, opening=opening)

    def _openings(self) -> Read[str]:
        yield "", 0
        for word in (*LEXICON.openings, "please"):
            if self.at(0) == word:
                yield word, 1
        for text, stop in self.longest(0, PHRASES):
            if stop < self.end and text not in LEXICON.openings:
                yield text, stop

    def _behind_opening(self, start: int) -> Iterator[Sentence]:
        yield from self._thanks(start)
        yield from self._statements(start)
        yield from self._questions(start)
        yield from self._commands(start)
        yield from self._proposals(start)

    def _whole(self, found: Read[Clause] | list[tuple[Clause, int]]) -> Iterator[Clause]:
        """Those that reach to the end of the sentence."""
        return (clause for clause, stop in found if stop == self.end)

    def _thanks(self, start: int) -> Iterator[Sentence]:
        """Thank you for your help, thank you for helping me."""
        stop = self.has(start, "thank you for")
        if not stop:
            return
        thanks = Clause("verb", None, "thank", "thanks")
        for thing, last in self.objects(stop):
            if last == self.end:
                yield Sentence(replace(thanks, object=thing))
        for inner in self._whole(self.infinitives(stop, "ing")):
            yield Sentence(replace(thanks, complement=inner))

    def _statements(self, start: int) -> Iterator[Sentence]:
        for clause, stop in self.clauses(start):
            if stop == self.end:
                yield Sentence(clause)
            else:
                yield from self._linked(clause, stop)
        yield from self._with_other_first(start)

    def _linked(self, clause: Clause, start: int) -> Iterator[Sentence]:
        """A second clause behind the first."""
        for link, stop in self.longest(start, LINKS):
            for other in self._whole(self.clauses(stop)):
                yield Sentence(clause, link=link, other=other)
        link = self.at(start)
        if link == SO_THAT and _says_so(clause):
            for other in self._whole(self.clauses(start + 1)):
                if clause.subject == other.subject or not _is_minded(clause):
                    yield Sentence(clause, link=link, other=other)
        if link in ("and", "but", "or") and clause.subject is not None:
            for other in self._whole(self.predicates(clause.subject, start + 1)):
                yield Sentence(clause, link=link, other=other, shared=True)

    def _with_other_first(self, start: int) -> Iterator[Sentence]:
        """If it rains, stay at home."""
        for link, after in self.longest(start, SUBORDINATES):
            for other, stop in self.clauses(after):
                for clause in self._whole(self.clauses(stop)):
                    yield Sentence(clause, link=link, other=other, other_first=True)
                for told in (*self._commands(stop), *self._proposals(stop)):
                    yield replace(told, link=link, other=other, other_first=True)

    def _with_other_last(self, sentence: Sentence, start: int) -> Iterator[Sentence]:
        """A question or command with a subordinate clause behind it."""
        for link, stop in self.longest(start, SUBORDINATES):
            for other in self._whole(self.clauses(stop)):
                yield replace(sentence, link=link, other=other)

    def _questions(self, start: int) -> Iterator[Sentence]:
        yield from self._inverted(start, None)
        for fill, stop in self.asked(start):
            if self.at(stop + 1) == "there":
                yield from self._inverted(stop, fill)
            if fill.slot == "object" and fill.value.head not in ("how much", "what time"):
                for clause in self._whole(self.predicates(fill.value, stop)):
                    # Of "who is she" the predicate is asked for
                    if clause.kind != "noun" or fill.value.determiner == "which":
                        yield Sentence(clause, "question")
            yield from self._inverted(stop, fill)

    def _inverted(self, start: int, fill: Fill | None) -> Iterator[Sentence]:
        """Auxiliary, subject and the rest, up to the end of the sentence."""
        word = self.at(start)
        if word not in AUXILIARIES:
            return
        contracted = self.at(start + 1) == "not"
        for clause, stop in self._turned(word, start + 1 + contracted, fill, negated=contracted):
            question = Sentence(clause, "question", contracted=contracted)
            if stop == self.end:
                yield question
            elif self.at(stop) == "please" and stop + 1 == self.end:
                yield replace(question, closing="please")
            else:
                yield from self._with_other_last(question, stop)

    def _turned(self, word: str, start: int, fill: Fill | None, *, negated: bool) -> Read[Clause]:
        """Subject and the rest behind an auxiliary, which may have its "not" before the subject."""
        if self.at(start) == "there" and word != "shall":
            denied = negated or self.at(start + 1) == "not"
            after = start + 1 + (denied and not negated)
            for group, stop in self.behind_auxiliary(word, after, negated=denied):
                if group.wants == "complement":
                    yield from self.existing(group, stop, fill)
        subjects: list[tuple[NounPhrase | None, int]] = [*self.subjects(start)]
        if self.at(start) == "it":
            subjects.insert(0, (None, start + 1))  # the weather's
        for subject, stop in subjects:
            denied = negated or self.at(stop) == "not"
            after = stop + (denied and not negated)
            for group, last in self.behind_auxiliary(word, after, negated=denied):
                yield from self.mains(group, subject, last, fill)
            if word == "would" and subject == YOU and not denied:  # would you open the door
                asked = Group({"mood": word, "negated": False}, "base")
                yield from self.mains(asked, subject, stop, fill)

    def _commands(self, start: int) -> Iterator[Sentence]:
        negated = self.at(start) == "do" and self.at(start + 1) == "not"
        for clause, stop in self.infinitives(start + 2 * negated, "base"):
            told = Sentence(replace(clause, negated=negated), "command")
            if stop == self.end:
                yield told
            elif self.at(stop) == "please" and stop + 1 == self.end:
                yield replace(told, closing="please")
            elif self.at(stop) == "and" and not negated:
                for other in self._whole(self.infinitives(stop + 1, "base")):
                    yield replace(told, link="and", other=other)
            else:
                yield from self._with_other_last(told, stop)

    def _proposals(self, start: int) -> Iterator[Sentence]:
        if self.at(start) == "let" and self.at(start + 1) == "'s":
            negated = self.at(start + 2) == "not"
            for clause, stop in self.infinitives(start + 2 + negated, "base"):
                proposed = Sentence(replace(clause, negated=negated), "proposal")
                if stop == self.end:
                    yield proposed
                else:
                    yield from self._with_other_last(proposed, stop)


def _says_so(clause: Clause) -> bool:
    """So tired, so fast."""
    ways = [each.quality for each in clause.adverbials]
    return any(each is not None and each.degree == "so" for each in (clause.quality, *ways))


def _is_minded(clause: Clause) -> bool:
    """Happy that somebody else came: it is no consequence."""
    return clause.quality is not None and clause.quality.word in MINDED
