"""Random clauses of what somebody does, wants, says, or tells somebody to do."""

from english_korean.language.agreement import is_well_formed
from english_korean.language.entries import Noun, Sense
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import PEOPLE, SEPARABLE
from english_korean.language.syntax import (
    Adverbial,
    Clause,
    NounPhrase,
    Quality,
    replace,
)
from english_korean.teaching.sampling.chance import BY_KIND
from english_korean.teaching.sampling.nominals import NominalDrawing
from english_korean.teaching.sampling.usual import USUAL, sense_with

COMMON = {"have": 16, "like": 8, "eat": 7, "see": 6, "want": 8, "need": 6, "buy": 6, "read": 6,
          "make": 8, "know": 5, "love": 5, "play": 9, "take": 9, "get": 6, "wear": 9, "drink": 5,
          "watch": 5, "do": 4, "meet": 4, "use": 4, "help": 5, "find": 3, "lose": 4, "open": 5,
          "close": 4, "write": 4, "study": 4, "learn": 4, "wash": 6, "break": 7, "put": 4, "go": 10,
          "come": 6, "walk": 4, "run": 4, "sleep": 5, "work": 4, "live": 6, "give": 8, "show": 4,
          "tell": 6, "send": 4, "think": 8, "say": 6, "hope": 4, "look": 5, "feel": 5, "sit": 4,
          "try": 3, "start": 3, "decide": 3, "stop": 3, "enjoy": 4, "finish": 4, "visit": 3,
          "speak": 3, "teach": 3, "cook": 3, "clean": 3, "put on": 6, "take off": 5, "brush": 3,
          "listen to": 3, "look at": 3, "look for": 3, "wait for": 3, "call": 3, "ask": 4,
          "become": 4, "be": 1, "cry": 2, "smile": 2, "sing": 3, "swim": 3, "dance": 2, "fall": 5,
          "get up": 4, "go to bed": 4, "arrive": 2, "leave": 3, "keep": 3, "catch": 3, "ride": 3,
          "drive": 3, "turn on": 3, "turn off": 3, "remember": 3, "forget": 4, "understand": 3,
          "miss": 3, "spend": 3, "win": 2, "stay": 4, "stand": 3, "return": 2}  # fmt: skip
"""How often a verb is drawn beside one that is not here."""
OWN = frozenset({"body", "limb", "hair", "tooth"})
"""Kinds of what is mostly one's own."""
DESIRED = ("happy", "rich", "famous", "healthy", "strong")
"""What one wants to be."""


class VerbDrawing(NominalDrawing):
    """Draws clauses with a verb, without tense and further adverbials."""

    def _verb(self, frame: str) -> str:
        verbs = LEXICON.frames[frame]
        if self.evenly:
            return self.one(list(verbs))
        return self.weighted({verb: COMMON.get(verb, 1.0) for verb in verbs})

    def _sense(self, frame: str) -> Sense:
        return self.one(LEXICON.frames[frame][self._verb(frame)])

    def action(self, frame: str) -> Clause:
        """What somebody does: eats bread, gives him a book, goes home."""
        if frame in ("transitive", "ditransitive"):
            return self._done_to_something(frame)
        word = self._verb(frame)
        senses = LEXICON.frames[frame][word]
        noun = self.usual_noun(USUAL.subjects.get(word, ()))
        sense = sense_with(senses, noun, "subjects")
        if noun is None or sense is None:
            sense = self.one(senses)
            subject = self.subject(sense.subjects)
        else:
            subject = self.phrase_with(noun)
        clause = Clause("verb", subject, word, frame)
        if frame == "motion":
            return replace(clause, adverbials=(self.goal(USUAL.goals.get(word, ())),))
        if frame == "location":
            return replace(clause, adverbials=(self.place(USUAL.places.get(word, ())),))
        return clause

    def _done_to_something(self, frame: str) -> Clause:
        """Eats bread, gives him a book."""
        sense, noun = self._with_object(frame)
        subject = self.subject(sense.subjects)
        clause = Clause("verb", subject, sense.word, frame)
        thing = self._of_subject(self.thing(sense, noun), subject)
        if frame == "ditransitive":
            return replace(clause, object=thing, recipient_first=self.chance(0.5),
                           recipient=self.phrase(PEOPLE, plain=True))  # fmt: skip
        split = sense.word in SEPARABLE and self.chance(0.4)
        is_purposed = sense.word in ("have", "need", "want", "find", "give")
        if self.chance(0.12 if is_purposed else 0.015):
            thing = self.purposed()
        return replace(clause, object=thing, split=split and thing.relative is None)

    def _with_object(self, frame: str) -> tuple[Sense, Noun | None]:
        """A verb with its meaning, and what it is usually done to, or None."""
        word = self._verb(frame)
        senses = LEXICON.frames[frame][word]
        company = USUAL.objects if frame == "transitive" else USUAL.given
        noun = self.usual_noun(company.get(word, ()))
        if noun is None:
            return self.one(senses), None
        return sense_with(senses, noun, "objects") or senses[-1], noun

    def _of_subject(self, thing: NounPhrase, subject: NounPhrase) -> NounPhrase:
        """One washes one's own hands."""
        is_own = thing.kind == "noun" and LEXICON.nouns[thing.head].kind in OWN
        if not is_own or thing.owner or subject.kind != "pronoun" or not self.chance(0.7):
            return thing
        possessive = LEXICON.pronouns[subject.head].possessive
        own = replace(thing, determiner=possessive)
        return own if possessive and is_well_formed(own) else thing

    def passive(self) -> Clause:
        """The window was broken by Tom."""
        while True:
            sense, noun = self._with_object("transitive")
            if sense.passive:
                break
        agent = Adverbial("agent", "by", self.phrase(PEOPLE, plain=True))
        adverbials = (agent,) if self.chance(0.5) else ()
        subject = self.phrase(sense.objects) if noun is None else self.phrase_with(noun)
        return Clause("verb", subject, sense.word, "transitive", passive=True,
                      adverbials=adverbials)  # fmt: skip

    def with_infinitive(self, frame: str) -> Clause:
        """Wants to go, likes swimming, wants to be a doctor."""
        sense = self._sense(frame)
        if frame == "infinitive" and self.chance(0.4):
            sense = LEXICON.frames[frame][self.one(("want", "like", "need"))][0]
        complement = self.inner()
        if self.chance(0.08) and frame == "infinitive":
            noun = NounPhrase(self.one(BY_KIND["person"]), determiner="a")
            complement = Clause("noun", None, object=noun)
            if self.chance(0.5):
                complement = Clause("adjective", None, quality=Quality(self.one(DESIRED)))
        return Clause("verb", self.subject(sense.subjects), sense.word, frame,
                      complement=complement)  # fmt: skip

    def reporting(self) -> Clause:
        """Thinks that it rains."""
        sense = self._sense("that")
        return Clause("verb", self.subject(PEOPLE), sense.word, "that", complement=self.simple(),
                      that=self.chance(0.5))  # fmt: skip

    def wondering(self) -> Clause:
        """Knows where he lives, what to do."""
        sense = self._sense("embedded")
        subject = self.subject(PEOPLE)
        return Clause("verb", subject, sense.word, "embedded", complement=self._asked_clause())

    def _asked_clause(self) -> Clause:
        if not self.chance(0.15):
            while (asked := self.asking().clause) is None or asked.negated:
                pass
            return asked
        what_to_do = replace(self.inner(("transitive",)), object=NounPhrase("what", "wh"))
        if not self.chance(0.5):
            return what_to_do
        inner = self.inner(("transitive", "motion"))
        kept = tuple(each for each in inner.adverbials if each.kind == "goal")
        word = self.one(("how", "when"))
        return replace(inner, adverbials=(*kept, Adverbial(f"asked {word}", word)))

    def telling(self, frame: str) -> Clause:
        """Tells him to go, makes him go, makes him happy."""
        sense = self._sense(frame)
        person = self.phrase(PEOPLE, plain=True)
        clause = Clause("verb", self.subject(PEOPLE), sense.word, frame, recipient=person)
        if frame == "result":
            return replace(clause, quality=Quality(self.adjective(LEXICON.nouns["friend"])))
        return replace(clause, complement=self.inner())

    def linking(self) -> Clause:
        """Looks happy, becomes cold."""
        sense = self._sense("linking")
        subject = self.subject(sense.subjects)
        quality = self.said_of(subject)
        return Clause("verb", subject, sense.word, "linking", quality=quality)

    def said_of(self, subject: NounPhrase) -> Quality:
        """An adjective that is said of a subject; of a pronoun one as of a friend."""
        noun = subject.head if subject.kind == "noun" else "friend"
        return self.predicative(LEXICON.nouns[noun])
