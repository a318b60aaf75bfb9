"""Random questions with a question word."""

from collections.abc import Collection
from typing import Literal

from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import PEOPLE
from english_korean.language.syntax import (
    Adverbial,
    Clause,
    NounPhrase,
    Quality,
    Sentence,
    replace,
)
from english_korean.teaching.sampling.chance import ALL_KINDS
from english_korean.teaching.sampling.clauses import SIMPLE, ClauseDrawing

ASKED = {"what": 8, "who": 5, "subject": 6, "where": 6, "when": 4, "why": 4, "how": 3,
         "how adjective": 4, "which": 4, "be": 6, "what time": 2, "how much": 1, "how often": 1.5,
         "wanted": 1.5, "there": 1, "with": 1}  # fmt: skip
MEASURED = ("old", "tall", "big", "long", "far", "heavy", "high", "good", "busy", "cold", "hot",
            "expensive", "happy", "difficult")  # fmt: skip
"""Adjectives that one asks for with how."""
TENSES: tuple[Literal["present", "past"], ...] = ("present", "present", "past")


class QuestionDrawing(ClauseDrawing):
    """Draws questions with a question word."""

    def asking(self) -> Sentence:
        return Sentence(self._asking(self.weighted(ASKED)), "question")

    def _asking(self, how: str) -> Clause:
        match how:
            case "where":
                return self._asking_where()
            case "when" | "why" | "how" | "what time" | "how often":
                return self._asking_adverbial(how)
            case "be":
                return self._asking_what_is()
            case "how adjective":
                return self._asking_how_much_so()
            case "how much":
                subject = self.phrase({"thing", "clothes", "food"}, plain=True)
                return Clause("noun", subject, object=NounPhrase("how much", "wh"))
            case "with":
                return self._asking_with_whom()
            case "there":
                thing = self._asked_noun("how many", {"thing", "person", "animal", "reading"})
                return Clause("there", None, object=thing, adverbials=(self.place(),))
            case _:
                return self._asking_argument(how)

    def _asked_noun(self, determiner: str, kinds: Collection[str]) -> NounPhrase:
        """Which book, whose shoes, how many people."""
        while True:
            noun = self.noun(kinds)
            if noun.plural is not None and not noun.is_name:
                plural = determiner == "how many" or noun.is_pair
                return NounPhrase(noun.word, determiner=determiner, plural=plural)

    def _asking_argument(self, how: str) -> Clause:
        """Who came, what did he eat, which book did you read, what do you want to eat."""
        # Drawn for the other two in vain: the sentences of a seed stay what they are
        clause = self.clause(("transitive",))
        if how == "subject":
            return self._asking_subject()
        if how == "wanted":
            inner = replace(self.inner(("transitive",)), object=NounPhrase("what", "wh"))
            word = self.one(("want", "like", "need", "plan", "hope"))
            return Clause("verb", self.person(), word, "infinitive", complement=inner)
        if how != "which":
            return replace(clause, object=NounPhrase(how, "wh"))
        determiner = self.one(("which", "what", "whose", "how many"))
        kinds = LEXICON.frames["transitive"][clause.word][-1].objects
        return replace(clause, object=self._asked_noun(determiner, kinds))

    def _asking_subject(self) -> Clause:
        clause = self.clause(("transitive", "intransitive", "motion", "adjective"))
        subject = NounPhrase(self.one(("who", "who", "what")), "wh")
        if self.chance(0.3):
            subject = self._asked_noun(self.one(("which", "whose", "how many")), PEOPLE)
        return replace(clause, subject=subject)

    def _asking_how_much_so(self) -> Clause:
        """How old is your brother?"""
        kinds = self.one([PEOPLE, {"place"}, {"thing"}, {"animal"}])
        subject = self.phrase(kinds, plain=True)
        quality = Quality(self.one(MEASURED), "how")
        return Clause("adjective", subject, quality=quality, tense=self.one(TENSES))

    def _asking_with_whom(self) -> Clause:
        """Who did you go to school with?"""
        clause = self.clause(("intransitive", "location", "motion"))
        kept = tuple(each for each in clause.adverbials if each.kind in ("goal", "place", "here"))
        company = Adverbial("companion", "with", NounPhrase("who", "wh"))
        return replace(clause, adverbials=(*kept, company))

    def _asking_where(self) -> Clause:
        kind = self.one(("place", "motion", "transitive", "location", "from"))
        if kind == "place":
            clause = replace(self.clause(("place",)), negated=False)
            return replace(clause, adverbials=(Adverbial("asked where", "where"),))
        if kind == "from":
            source = Adverbial("source", "from", NounPhrase("where", "wh"))
            return Clause("place", self.phrase(PEOPLE, plain=True), adverbials=(source,))
        clause = self.clause((kind,))
        asked = Adverbial("asked goal" if kind == "motion" else "asked where", "where")
        others = (each for each in clause.adverbials
                  if each.kind not in ("goal", "place", "here"))  # fmt: skip
        return replace(clause, adverbials=(*list(others)[:1], asked))

    def _asking_adverbial(self, how: str) -> Clause:
        """When, why, how, at what time and how often something is done; when it is, how one is."""
        clause = self.clause(SIMPLE)
        often = self.one(("how often", "how long", "how far"))
        if how == "when" and self.chance(0.15):
            event = self.phrase({"event"}, plain=True)
            return Clause("noun", event, object=NounPhrase("when", "wh"))
        if how == "how" and self.chance(0.25):
            subject = self.phrase(PEOPLE | {"event", "food"}, plain=True)
            return Clause("adjective", subject, quality=Quality("how"))
        kind = {"what time": "asked when", "how often": "asked how"}.get(how, f"asked {how}")
        others = [each for each in clause.adverbials if each.kind not in (kind, "time")]
        asked = Adverbial(kind, often if how == "how often" else how)
        return replace(clause, adverbials=(*others[:1], asked))

    def _asking_what_is(self) -> Clause:
        """What is it? Who are you? Whose books are these? What color is it? What time is it?"""
        how = self.random.random()
        tense: Literal["present", "past"] = "past" if self.chance(0.1) else "present"
        if how < 0.35:
            subject = self.phrase(ALL_KINDS - PEOPLE, plain=True)
            return Clause("noun", subject, tense=tense, object=NounPhrase("what", "wh"))
        if how < 0.65:
            subject = self.phrase(PEOPLE, plain=True)
            return Clause("noun", subject, tense=tense, object=NounPhrase("who", "wh"))
        if how < 0.8:
            asked = self._asked_noun("whose", {"thing", "clothes", "reading", "vehicle"})
            word = "these" if asked.plural else self.one(("this", "that", "it"))
            return Clause("noun", NounPhrase(word, "pronoun"), tense=tense, object=asked)
        if how < 0.83:
            return Clause("noun", NounPhrase("it", "pronoun"), tense=tense,
                          object=NounPhrase("day", determiner="what"),
                          adverbials=(Adverbial("time", "today"),))  # fmt: skip
        if how < 0.9:
            asked = self._asked_noun("what", {"=color", "=size", "=shape"})
            subject = self.phrase({"thing", "clothes", "vehicle"}, plain=True)
            return Clause("noun", subject, object=asked)
        return Clause("noun", NounPhrase("it", "pronoun"), object=NounPhrase("what time", "wh"))
