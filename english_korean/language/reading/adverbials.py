"""From English words back to adverbials: when, where, how and with whom."""

from collections.abc import Iterator

from english_korean.language.english.comparison import (
    COMPARED_ADVERBS,
    compared_forms,
)
from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.phrases import (
    DEGREES,
    DEGREES_OF_MORE,
    NOUNS,
    PhraseReader,
)
from english_korean.language.reading.prepositions import belongs_to, kind_of_adverbial
from english_korean.language.reading.reader import Read, by_first_word
from english_korean.language.senses import TIMES, kind_of
from english_korean.language.syntax import Adverbial, NounPhrase, Quality, replace

ADVERBS = by_first_word(LEXICON.adverbs)
PREPOSITIONS = by_first_word([*LEXICON.prepositions, "with", "without", "for", "from", "to", "into",
                              "about", "like", "as", "until", "since", "during", "by", "before",
                              "after", "along", "through", "across",
                              "because of", "at about", "at around"])  # fmt: skip
COMPARED = {
    form: (word, degree)
    for word in COMPARED_ADVERBS
    for form, degree in zip(compared_forms(word), ("more", "most"), strict=True)
}
"""Faster -> fast, more."""
SPANNING = ("last", "next", "this", "every")
STARTING = frozenset({
    "home", "more", "as", "too", "also", "before", "after",
    *ADVERBS, *PREPOSITIONS, *COMPARED, *DEGREES, *DEGREES_OF_MORE, *SPANNING,
})  # fmt: skip
"""Every word that an adverbial can begin with, beside those of a noun phrase, as in "a day ago"."""
MEASURING = ("a lot", "very much", "a little", "a bit", "so much", "too much")
"""Adverbs of degree that can stand behind a verb."""


class AdverbialReader(PhraseReader):
    """Reads adverbials."""

    def adverbials(
        self, start: int, *, frame: str = "", passive: bool = False
    ) -> list[tuple[Adverbial, int]]:
        """Everything of that sort that can stand behind a verb of this frame here."""
        if not (self.at(start) in STARTING or self.begins(start)):
            return []
        key = ("adverbials", start, frame, passive)
        return self.once(key, lambda: self._adverbials(start, frame, passive))

    def _adverbials(self, start: int, frame: str, passive: bool) -> Read[Adverbial]:
        if frame in ("motion", "carrying") and self.at(start) == "home":
            yield Adverbial("goal", "home"), start + 1
        compared = list(self._compared_manners(start))
        yield from (found for found in compared if found[0].quality and found[0].quality.by)
        for text, stop in self.longest(start, ADVERBS):
            if text == "left" and self.words[start - 1] not in LEXICON.verb_forms:
                continue  # after my friends left
            yield from ((adverbial, stop) for adverbial in _of_adverb(text, frame))
        yield from self._manners(start)
        yield from self._doing(start)
        yield from compared
        yield from self._spans(start)
        yield from self.prepositional(start, frame=frame, passive=passive)
        yield from self._ago(start)
        for text in ("too", "also"):
            stop = self.has(start, text)
            if stop:
                yield Adverbial("also", text), stop

    def _manners(self, start: int) -> Read[Adverbial]:
        """Very slowly."""
        for degree, after in self.longest(start, DEGREES):
            for text, stop in self.longest(after, ADVERBS):
                if LEXICON.adverbs[text].kind == "manner":
                    yield _manner(text, degree), stop

    def _doing(self, start: int) -> Read[Adverbial]:
        """Before going to school."""
        for word in ("before", "after"):
            if self.at(start) == word:
                for clause, stop in self.infinitives(start + 1, "ing"):
                    yield Adverbial(f"{word} doing", word, clause=clause), stop

    def _compared_manners(self, start: int) -> Read[Adverbial]:
        """Faster than Tom, more slowly, as well as Tom."""
        for by, after in [*self.longest(start, DEGREES_OF_MORE), ("", start)]:
            word, degree = COMPARED.get(self.at(after), ("", ""))
            if degree == "more":
                yield from self._compared(word, after + 1, by)
            if degree == "most" and not by:
                yield _manner(word, "most"), after + 1
            if self.at(after) == "more":
                for word, stop in self.longest(after + 1, ADVERBS):
                    if LEXICON.adverbs[word].kind == "manner":
                        yield from self._compared(word, stop, by)
        if self.at(start) == "as" and self.at(start + 2) == "as":
            word = self.at(start + 1)
            if word in LEXICON.adverbs and LEXICON.adverbs[word].kind == "manner":
                for than, stop in self.single(start + 3):
                    yield _manner(word, "as", than), stop

    def _compared(self, word: str, start: int, by: str) -> Read[Adverbial]:
        yield _manner(word, "more", by=by), start
        if self.at(start) == "than":
            for than, stop in self.single(start + 1):
                yield _manner(word, "more", than, by), stop

    def _spans(self, start: int) -> Read[Adverbial]:
        """Last summer, this week, next Monday, every Sunday."""
        word = self.at(start)
        if word not in SPANNING:
            return
        for head, kind, plural, stop in self.heads(start + 1):
            if f"{word} {head}" in LEXICON.adverbs:
                continue
            if kind == "noun" and not plural and LEXICON.nouns[head].kind in TIMES:
                yield Adverbial("time", word, NounPhrase(head)), stop

    def _ago(self, start: int) -> Read[Adverbial]:
        for phrase, stop in self.single(start):
            if self.at(stop) == "ago" and phrase.head in LEXICON.units:
                yield Adverbial("ago", "ago", phrase), stop + 1

    def prepositional(
        self, start: int, *, frame: str = "", passive: bool = False
    ) -> Read[Adverbial]:
        """A preposition with its noun phrase."""
        for preposition, after in self.longest(start, PREPOSITIONS):
            if preposition == "by":
                for text, stop in self.longest(after, NOUNS):
                    if text in LEXICON.nouns and LEXICON.nouns[text].kind == "vehicle":
                        yield Adverbial("vehicle", "by", NounPhrase(text)), stop
            for phrase, stop in self.phrases(after):
                kind = kind_of_adverbial(preposition, phrase, frame=frame, passive=passive)
                if kind in ("place", "goal", "source"):
                    for where, last in self._places_of(phrase, stop):
                        if kind != "place" and not _is_named_place(where):
                            continue  # to school in his car
                        yield Adverbial(kind, preposition, where), last
                if kind:
                    yield Adverbial(kind, preposition, phrase), stop
                    yield from self._with_relatives(Adverbial(kind, preposition), phrase, stop)

    def _with_relatives(self, each: Adverbial, phrase: NounPhrase, start: int) -> Read[Adverbial]:
        """In a house that has a garden."""
        is_plain = phrase.kind == "noun" and phrase.other is None and not phrase.behind
        if is_plain and self.at(start) in ("who", "that", "which"):
            for said, stop in self.with_relative(phrase, start):
                yield replace(each, phrase=said), stop

    def _places_of(self, phrase: NounPhrase, start: int) -> Read[NounPhrase]:
        """In a house near the river: where the place is."""
        if phrase.kind != "noun" or phrase.other is not None or kind_of(phrase) == "placename":
            return
        for preposition, after in self.longest(start, PREPOSITIONS):
            for other, stop in self.single(after):
                each = Adverbial(kind_of_adverbial(preposition, other), preposition, other)
                if each.kind == "place" or (preposition == "with" and belongs_to(phrase, each)):
                    yield replace(phrase, place=each), stop


def _is_named_place(phrase: NounPhrase) -> bool:
    """An island in Thailand, a bakery near our house."""
    place = phrase.place
    if place is None:
        return False
    return kind_of(place.phrase) == "placename" or place.word not in ("in", "on", "at", "with")


def _manner(word: str, degree: str = "", than: NounPhrase | None = None, by: str = "") -> Adverbial:
    return Adverbial("manner", quality=Quality(word, degree, than, by=by))


def _of_adverb(text: str, frame: str) -> Iterator[Adverbial]:
    """What an adverb can be behind a verb of this frame; an adverb of the sentence is nothing."""
    kind = LEXICON.adverbs[text].kind
    if kind == "manner":
        yield _manner(text)
    elif text == "first":
        yield Adverbial("sentence", text)
    elif kind == "place":
        yield Adverbial("goal" if frame == "motion" else "here", text)
    elif kind != "sentence" and (kind != "degree" or text in MEASURING):
        yield Adverbial(kind, text)
