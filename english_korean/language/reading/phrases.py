"""From English words back to noun phrases and adjectives, without relative clauses."""

from collections.abc import Iterator
from typing import Literal

from english_korean.language.agreement import is_well_formed
from english_korean.language.compounds import makes_compound
from english_korean.language.entries import Pronoun
from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.numbers import PARTS_OF_HOUR, NumberReader
from english_korean.language.reading.reader import Read, by_first_word
from english_korean.language.senses import kind_of
from english_korean.language.syntax import NounPhrase, Quality, replace

JOINTS: tuple[Literal["and", "or"], ...] = ("and", "or")
DEGREES = by_first_word(("very", "so", "too", "really", "quite", "pretty", "a little", "a bit"))
DEGREES_OF_MORE = by_first_word(LEXICON.degrees_of_more)
NOUNS = by_first_word(LEXICON.noun_forms)
DETERMINERS = by_first_word([*LEXICON.determiners, *LEXICON.possessives, "an",
                             *(f"all {word}" for word in LEXICON.possessives)])  # fmt: skip
STUDIED = ("language", "subject")
LISTED = ("noun", "pronoun", "unknown")
NO_NOUNS = frozenset({
    "against", "ahead", "almost", "apart", "dozen", "else", "except", "hardly", "hundreds",
    "less", "nearly", "none", "onto", "plenty", "seldom", "thousands", "towards", "upon",
    "worth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "twentieth",
})  # fmt: skip
"""Words that are no nouns, although words that nobody knows may be."""
PARTED = ("we", "they", "these", "those")
PARTED_BEHIND = ("the", "these", "those")
COMPARED_BY_NOUN: dict[str, tuple[str, str] | None] = {
    "old": ("older", "oldest"), "young": ("younger", "youngest"),
    "new": ("newer", "newest"), "little": None,
}  # fmt: skip
"""Adjectives whose Korean the noun decides: their comparative and superlative."""


def _pronouns() -> dict[str, list[Pronoun]]:
    """Each form -> what it can be: "her" is of her, "you" of one and of many."""
    forms: dict[str, list[Pronoun]] = {}
    for pronoun in LEXICON.pronouns.values():
        for form in {pronoun.word, pronoun.object, pronoun.mine} - {""}:
            forms.setdefault(form, []).append(pronoun)
    return forms


PRONOUNS = _pronouns()
MINE = frozenset(pronoun.mine for pronoun in LEXICON.pronouns.values() if pronoun.mine)
MEASURES = {
    form: (measure, is_plural)
    for measure, entry in LEXICON.measures.items()
    for form, is_plural in ((measure, False), (entry["plural"], True))
}
"""Each form of cup, glass, pair -> its base form, and whether it is the plural."""


def _adjective_forms() -> dict[tuple[str, ...], tuple[str, str]]:
    """Each written form -> the adjective, and its degree: taller -> tall, more."""
    forms: dict[tuple[str, ...], tuple[str, str]] = {}
    every = {word: (a.comparative, a.superlative) for word, a in LEXICON.adjectives.items()}
    for word, compared in {**every, **COMPARED_BY_NOUN}.items():
        forms.setdefault((word,), (word, ""))
        if compared is not None:
            more, most = compared
            forms.setdefault((more,) if more else ("more", word), (word, "more"))
            forms.setdefault((most,) if most else ("most", word), (word, "most"))
    return forms


ADJECTIVES = _adjective_forms()
PARTS = frozenset({*LEXICON.parts, *LEXICON.numbers})
BEGINNING = frozenset({
    *PRONOUNS, *PARTS_OF_HOUR, *PARTS, *DETERMINERS, *DEGREES, *DEGREES_OF_MORE, *NOUNS, *MEASURES,
    *LEXICON.ordinals, *(first for first, *_ in ADJECTIVES),
})  # fmt: skip
"""Every known word that a noun phrase can begin with, beside digits."""


class PhraseReader(NumberReader):
    """Reads noun phrases and adjectives."""

    def phrases(self, start: int, *, subject: bool = False) -> list[tuple[NounPhrase, int]]:
        """Noun phrases, also two joined by and.

        Args:
            subject: pronouns in the form of a subject: he, and not him.
        """
        if not self.begins(start):
            return []
        return self.once(("phrases", start, subject), lambda: self._phrases(start, subject))

    def _phrases(self, start: int, subject: bool) -> Read[NounPhrase]:
        three = list(self._three(start, subject))
        # Red, blue and green are three colours, but red apples and oranges two kinds of fruit
        yield from (found for found in three if are_alike(found[0]))
        for phrase, stop in self.single(start, subject=subject):
            for joint in JOINTS:
                if self.at(stop) == joint:
                    for other, last in self.single(stop + 1, subject=subject):
                        if (phrase.kind == "clock") != (other.kind == "clock"):
                            continue  # begins at nine and ends at noon
                        if other.determiner == "no" and phrase.determiner != "no":
                            continue  # two sisters and no brothers: only one of them is there
                        yield replace(phrase, other=other, joined=joint), last
            yield phrase, stop
        yield from (found for found in three if not are_alike(found[0]))

    def _three(self, start: int, subject: bool) -> Read[NounPhrase]:
        """Tom, Mary and I."""
        for first, stop in self.single(start, subject=subject):
            seconds = self.single(stop, subject=subject) if first.kind in LISTED else []
            for second, after in seconds:
                joint = self.at(after)
                if joint not in JOINTS or second.kind not in LISTED:
                    continue
                for third, last in self.single(after + 1, subject=subject):
                    two = replace(second, other=third, joined=joint)
                    yield replace(first, other=two, joined=""), last

    def single(self, start: int, *, subject: bool = False) -> list[tuple[NounPhrase, int]]:
        """Noun phrases of one noun that are good English."""
        if not self.begins(start):
            return []
        return self.once(
            ("single", start, subject),
            lambda: (found for found in self._single(start, subject) if is_well_formed(found[0])),
        )

    def _single(self, start: int, subject: bool) -> Read[NounPhrase]:
        word = self.at(start)
        for pronoun in PRONOUNS.get(word, ()):
            if word == (pronoun.word if subject else pronoun.object):
                yield NounPhrase(pronoun.word, "pronoun"), start + 1
            if word == pronoun.mine:
                yield NounPhrase(word, "pronoun"), start + 1
        yield from self.once(("named", start), lambda: self._named_things(start))

    def _named_things(self, start: int) -> Read[NounPhrase]:
        """All but pronouns, which are alike as subjects and as objects."""
        yield from self.clocks(start)
        yield from self.years(start)
        yield from self.dates(start)
        yield from self._parts(start)
        for determiner, after in self.determiners(start):
            for number, later in self.numbers(after):
                yield from self.nouns(NounPhrase("", determiner=determiner, number=number), later)
        yield from self._owned(start)

    def begins(self, start: int) -> bool:
        """Whether a noun phrase can begin here."""
        word = self.at(start)
        return word in BEGINNING or start in self.unknown or word.isdecimal()

    def _parts(self, start: int) -> Read[NounPhrase]:
        """One of my friends, most of them."""
        part = self.at(start)
        if part not in PARTS or self.at(start + 1) != "of":
            return
        for phrase, stop in self.single(start + 2):
            if can_be_parted(phrase):
                yield replace(phrase, part=part), stop

    def _owned(self, start: int) -> Read[NounPhrase]:
        """Tom's two books."""
        if "'s" not in self.words:
            return
        for owner, stop in self._owners(start):
            if self.at(stop) == "'s":
                for number, later in self.numbers(stop + 1):
                    yield from self.nouns(NounPhrase("", owner=owner, number=number), later)

    def _owners(self, start: int) -> Read[NounPhrase]:
        """A noun phrase that can own something: Tom, my brother, the old man."""
        for determiner, after in self.determiners(start):
            for phrase, stop in self._headed(NounPhrase("", determiner=determiner), after):
                if is_well_formed(phrase):
                    yield phrase, stop

    # Before the noun

    def determiners(self, start: int) -> Read[str]:
        """A determiner, and none."""
        for text, stop in self.longest(start, DETERMINERS):
            yield "a" if text == "an" else text, stop
        yield "", start

    def qualities(self, start: int) -> list[tuple[Quality | None, int]]:
        """None, an ordinal, and an adjective with its degree."""
        return self.once(("qualities", start), lambda: self._qualities(start))

    def _qualities(self, start: int) -> Read[Quality | None]:
        yield None, start
        if self.at(start) in LEXICON.ordinals:
            yield Quality(self.at(start)), start + 1
        for degree, after in [*self.longest(start, DEGREES), ("", start)]:
            for quality, stop in self.adjectives(after):
                if not (degree and quality.degree):
                    yield Quality(quality.word, quality.degree or degree), stop
        for by, after in self.longest(start, DEGREES_OF_MORE):
            for quality, stop in self.adjectives(after):
                if quality.degree == "more":
                    yield replace(quality, by=by), stop

    def adjectives(self, start: int) -> Read[Quality]:
        """An adjective: tall, taller, more famous."""
        for length in (2, 1):
            words = tuple(self.words[start : start + length])
            if len(words) == length and words in ADJECTIVES:
                self.at(start + length)
                word, degree = ADJECTIVES[words]
                yield Quality(word, degree), start + length

    # The noun and what stands behind it

    def nouns(self, before: NounPhrase, start: int) -> Read[NounPhrase]:
        """Adjective and noun behind a determiner, owner and number, which `before` has."""
        yield from self._measured(before, start)
        for phrase, stop in self._headed(before, start):
            yield from self._with_more(phrase, stop)

    def _measured(self, before: NounPhrase, start: int) -> Read[NounPhrase]:
        """Cups of hot coffee; nobody owns them."""
        measure, plural = MEASURES.get(self.at(start), ("", False))
        if measure and self.at(start + 1) == "of":
            counted = replace(before, owner=None, measure=measure, plural=plural)
            for quality, after in self.qualities(start + 2):
                for head, kind, many, stop in self.heads(after):
                    yield replace(counted, head=head, kind=kind, quality=quality,
                                  contents_plural=many), stop  # fmt: skip

    def _headed(self, before: NounPhrase, start: int) -> Read[NounPhrase]:
        for bare, stop in self.once(("bare", start), lambda: self._bare(start)):
            yield replace(bare, determiner=before.determiner, owner=before.owner,
                          number=before.number), stop  # fmt: skip

    def _bare(self, start: int) -> Read[NounPhrase]:
        """Adjectives and nouns, with nothing before them."""
        for quality, after in self.qualities(start):
            for second, later in self._second_adjectives(quality, after):
                for head, kind, plural, stop in self.heads(later):
                    phrase = NounPhrase(head, kind, quality=quality, second=second, plural=plural)
                    yield phrase, stop
                    if kind == "noun" and not plural:
                        yield from self._compounds(phrase, stop)

    def _compounds(self, phrase: NounPhrase, start: int) -> Read[NounPhrase]:
        """Science class: with the noun that it stands before."""
        for head, kind, plural, stop in self.heads(start):
            if kind == "noun" and makes_compound(phrase.head, head):
                yield replace(phrase, head=head, compound=phrase.head, plural=plural), stop

    def _second_adjectives(self, first: Quality | None, start: int) -> Read[Quality | None]:
        """Red in "a big red car", and none."""
        if first is not None:
            yield from (found for found in self.adjectives(start) if not found[0].degree)
        yield None, start

    def heads(self, start: int) -> Iterator[tuple[str, Literal["noun", "unknown"], bool, int]]:
        """Nouns and unknown words: base form, kind, plural and where it stops."""
        if start in self.unknown:
            word = self.words[start]
            if not (word.isdigit() or word in NO_NOUNS):
                self.at(start + 1)
                for plural in (False, True):
                    yield word, "unknown", plural, start + 1
            return
        for text, stop in self.longest(start, NOUNS):
            head, plural = LEXICON.noun_forms[text]
            yield head, "noun", plural, stop
            noun = LEXICON.nouns[head]
            if noun.plural == head and not noun.is_pair:
                yield head, "noun", True, stop  # fish, sheep

    def _with_more(self, phrase: NounPhrase, stop: int) -> Read[NounPhrase]:
        """With "of", or "than", behind it."""
        if self.at(stop) == "of":
            for owner, last in self.single(stop + 1):
                if owner.kind != "clock" and owner.head not in MINE:
                    yield replace(phrase, owner=owner, behind=True), last
        quality = phrase.quality
        if quality is not None and quality.degree == "more" and self.at(stop) == "than":
            for than, last in self.single(stop + 1):
                yield replace(phrase, quality=replace(quality, than=than)), last
        yield phrase, stop


def are_alike(listed: NounPhrase) -> bool:
    """Whether all three are of one kind, as English, math and science are."""
    kinds = set()
    each: NounPhrase | None = listed
    while each is not None:
        kinds.add("subject" if kind_of(each) in STUDIED else kind_of(each))
        each = each.other
    return len(kinds) == 1


def can_be_parted(phrase: NounPhrase) -> bool:
    """The students, my friends, them: those of whom some can be taken."""
    if phrase.part or phrase.measure or phrase.behind:
        return False
    if phrase.kind == "pronoun":
        return phrase.head in PARTED
    is_known = phrase.determiner in PARTED_BEHIND or phrase.determiner in LEXICON.possessives
    return phrase.kind == "noun" and phrase.plural and (is_known or phrase.owner is not None)
