"""Random noun phrases with a clause, a place or another noun: subjects and objects."""

from collections.abc import Collection, Mapping
from typing import Literal

from english_korean.language.entries import Noun, Sense
from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.phrases import can_be_parted
from english_korean.language.senses import PEOPLE, PURPOSED
from english_korean.language.syntax import Adverbial, NounPhrase, replace
from english_korean.teaching.sampling.additions import AdditionDrawing

JOINTS: tuple[Literal["and", "or"], ...] = ("and", "and", "and", "or")
PRONOUNS = ("something", "nothing", "anything")
USED = (*PRONOUNS, "homework", "work", "friend")
"""What one does something to: a friend to meet, but time to go."""
PARTS = ("one", "one", "one", "two", "three")
GAP = NounPhrase("gap", "gap")

OPENED = frozenset({"place", "furniture", "container", "vehicle"})
"""What has a key."""
STRANDED: Mapping[str, tuple[tuple[str, ...], str, str]] = {
    "place": (("location",), "in", "place"),
    "placename": (("location",), "in", "place"),
    "person": (("intransitive",), "with", "companion"),
    "furniture": (("location",), "on", "place"),
}
"""By the kind of a noun what a relative clause leaves behind: the frame of its verb, the
preposition, and what that says."""


class NominalDrawing(AdditionDrawing):
    """Draws subjects and objects."""

    def subject(self, kinds: Collection[str]) -> NounPhrase:
        """A noun phrase, often a pronoun; now and then with more behind its noun."""
        if self.chance(0.5) and kinds and set(kinds) & PEOPLE:
            phrase = self.person()
        else:
            phrase = self.phrase(kinds)
        if self.chance(0.03) and phrase.kind == "noun":
            return self._with_relative(phrase)
        if self.chance(0.1) and can_be_parted(phrase):
            return replace(phrase, part=self.one((*PARTS, *LEXICON.parts)))
        if self.chance(0.03) and phrase.kind == "noun" and not phrase.owner:
            place = self._place_of_subject()
            if place.phrase is not None:
                return replace(phrase, place=place)
        joins = {"noun": 0.04, "pronoun": 0.015}.get(phrase.kind, 0)
        if self.chance(joins) and phrase.other is None:
            other = self.any_well_formed(self.noun(kinds), plain=True)
            return self._listed(phrase, other, kinds)
        return phrase

    def thing(self, sense: Sense, noun: Noun | None = None) -> NounPhrase:
        """An object of a verb, with this noun if one is given."""
        phrase = self.phrase(sense.objects) if noun is None else self.any_well_formed(noun)
        if self.chance(0.035) and phrase.kind == "noun":
            return self._with_relative(phrase)
        if self.chance(0.002):
            to = Adverbial("belonging", "to", self.phrase_with(self.noun(OPENED)))
            return NounPhrase("key", determiner="the", place=to)
        if self.chance(0.004):
            leading = Adverbial("way", "to", self.phrase_with(self.noun({"place", "placename"})))
            return NounPhrase("way", determiner="the", place=leading)
        if self.chance(0.05) and phrase.kind == "noun":
            other = self.phrase(sense.objects, plain=True)
            return self._listed(phrase, other, sense.objects)
        return phrase

    def _listed(self, first: NounPhrase, second: NounPhrase, kinds: Collection[str]) -> NounPhrase:
        """Tom and Mary; Tom, Mary and Jane."""
        joint = self.one(JOINTS)
        if self.chance(0.7):
            return replace(first, other=second, joined=joint)
        third = self.phrase(kinds, plain=True)
        return replace(first, other=replace(second, other=third, joined=joint), joined="")

    def purposed(self) -> NounPhrase:
        """Something to eat, time to go."""
        head = self.one(PURPOSED)
        inner = self.inner(("transitive",))
        if head in USED:
            inner = replace(inner, object=GAP, split=False)
        if head in PRONOUNS:
            return NounPhrase(head, "pronoun", relative=inner, pronoun="to")
        is_mass = LEXICON.nouns[head].plural is None
        determiner = self.one(("", "enough", "no", "some", "a lot of") if is_mass else
                              ("a", "the", "this"))  # fmt: skip
        return NounPhrase(head, "noun", determiner, relative=inner, pronoun="to")

    def _place_of_subject(self) -> Adverbial:
        """On the desk; with long hair; about dogs."""
        place = self.place()
        if self.chance(0.25):
            noun = self.noun({"hair", "body", "headwear", "container"})
            return Adverbial("tool", "with", self.any_phrase(noun, plain=True))
        if self.chance(0.1):
            return Adverbial("about", "about", self.phrase({"animal", "place"}, plain=True))
        return place

    def _with_relative(self, phrase: NounPhrase) -> NounPhrase:
        """The man who lives here, the book that I bought."""
        noun = LEXICON.nouns[phrase.head]
        if phrase.behind or noun.is_name:
            return phrase
        gap = replace(GAP, plural=phrase.plural)
        pronouns = ("who", "that", "") if noun.kind in PEOPLE else ("which", "that", "")
        if self.chance(0.5):
            frames = ("transitive", "intransitive", "motion", "location", "adjective")
            clause = replace(self.clause(frames), subject=gap)
            pronoun = self.one(pronouns[:2])
        elif self.chance(0.2) and noun.kind in STRANDED:
            return self._with_stranded(phrase, gap)
        else:
            clause = replace(self.clause(("transitive",)), object=gap)
            pronoun = self.one(pronouns)
        kept = [each for each in clause.adverbials if each.at == "last"]
        if clause.frame in ("motion", "location"):
            needed = ("goal", "place", "here")
            kept = [each for each in clause.adverbials if each.kind in needed]
        return replace(
            phrase, pronoun=pronoun, relative=replace(clause, adverbials=tuple(kept[:1]))
        )

    def _with_stranded(self, phrase: NounPhrase, gap: NounPhrase) -> NounPhrase:
        """The house that I live in, the friend who I play with."""
        kind = LEXICON.nouns[phrase.head].kind
        frames, preposition, of = STRANDED[kind]
        clause = self.clause(frames)
        left = Adverbial(of, preposition, gap)
        first = "who" if kind in PEOPLE else "that"
        said = replace(clause, adverbials=(left,))
        return replace(phrase, pronoun=self.one((first, "")), relative=said)
