"""Random clauses with be, and the weather."""

from english_korean.language.english.verbs import PHASES
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import ANIMATE, DATED, PEOPLE
from english_korean.language.syntax import (
    Adverbial,
    Clause,
    NounPhrase,
    Quality,
    replace,
)
from english_korean.teaching.sampling.chance import ALL_KINDS, ALL_NOUNS
from english_korean.teaching.sampling.phrases import NUMBERS, OWNERS, POSSESSIVES
from english_korean.teaching.sampling.usual import USUAL
from english_korean.teaching.sampling.verbs import VerbDrawing

IT = NounPhrase("it", "pronoun")
EASY = ("easy", "difficult", "fun", "important", "good", "dangerous", "hard", "nice", "possible",
        "interesting", "great", "exciting")  # fmt: skip
"""What it can be to do something."""
FAVORITE = {"color": "color", "food": "food", "season": "season", "subject": "subject",
            "animal": "animal", "sport": "sport", "day": "weekday",
            "month": "month_name", "game": "game"}  # fmt: skip
"""What one has a favorite of, and the kind of what it is."""
UNFIT = ("young", "old", "tired", "busy", "sick", "small", "weak", "sleepy")
"""What one can be too much of to do something."""


class BeingDrawing(VerbDrawing):
    """Draws clauses of what is, without tense and further adverbials."""

    def being(self, frame: str) -> Clause:
        """A clause of one of the frames with be: adjective, noun, place, there and so on."""
        match frame:
            case "weather":
                phase = self.one(list(PHASES)) if self.chance(0.25) else ""
                return Clause("weather", None, self.one(("rain", "snow")), phase)
            case "weather adjective":
                return self._weather_adjective()
            case "when":
                weekday = NounPhrase(self.noun({"weekday", "month_name", "season"}).word)
                return Clause("noun", IT, object=self.one((weekday, self.clock(), self.moment())))
            case "age":
                return self._age()
            case "it is":
                if self.chance(0.1):
                    weather = Quality(self.one(("cold", "hot", "windy")), "too")
                    return Clause("adjective", IT, frame="too", quality=weather,
                                  complement=self.inner())  # fmt: skip
                quality = Quality(self.one(EASY), self.one(("", "", "very", "really")))
                return Clause("adjective", IT, frame=frame, quality=quality,
                              complement=self.inner())  # fmt: skip
            case "that is":
                return self._minding()
            case "feeling":
                return self._feeling()
            case "predicate":
                return self._with_preposition()
            case "adjective":
                subject = self.subject(PEOPLE if self.chance(0.45) else ALL_KINDS)
                return Clause("adjective", subject, quality=self.said_of(subject))
            case "noun":
                return self._equating()
            case _:
                return self._being_somewhere(frame)

    def _being_somewhere(self, frame: str) -> Clause:
        match frame:
            case "been":
                goal = self.phrase_with(self.noun({"place", "placename"}))
                return Clause("place", self.subject(PEOPLE), aspect="perfect",
                              adverbials=(Adverbial("goal", "to", goal),))  # fmt: skip
            case "from":
                source = NounPhrase(self.noun({"placename"}).word)
                return Clause("place", self.subject(PEOPLE),
                              adverbials=(Adverbial("source", "from", source),))  # fmt: skip
            case "there":
                thing = self.phrase(ALL_KINDS - {"name", "placename"})
                usual = USUAL.locations.get(thing.head, ())
                places = (self.place(usual),) if self.chance(0.85) else ()
                return Clause("there", None, object=thing, adverbials=places)
            case _ if self.chance(0.12):
                day = Adverbial("time", "on", self.moment())
                clock = Adverbial("clock", "at", self.clock())
                return Clause("place", self.subject(DATED), adverbials=(self.one((day, clock)),))
            case _:
                kinds = ANIMATE | {"thing", "tool", "reading", "food", "vehicle"}
                subject = self.subject(kinds)
                place = self.place(USUAL.locations.get(subject.head, ()))
                return Clause("place", subject, adverbials=(place,))

    def _weather_adjective(self) -> Clause:
        """It is very cold."""
        words = [word for word, each in LEXICON.adjectives.items() if each.kind == "weather"]
        quality = Quality(self.one(words), self.one(("", "", "very", "too", "so")))
        places = (self.place(),) if self.chance(0.15) else ()
        return Clause("adjective", IT, quality=quality, adverbials=places)

    def _age(self) -> Clause:
        """He is ten years old."""
        number = self.one(NUMBERS[:-2])
        age = NounPhrase("year", number=number, plural=number != "one")
        return Clause("noun", self.subject(PEOPLE), frame="age", object=age)

    def _minding(self) -> Clause:
        """I am glad that you came."""
        subject = self.subject(PEOPLE)
        word = self.one(("sure", "certain", "glad", "happy", "sad", "sorry"))
        return Clause("adjective", subject, frame="that is", quality=Quality(word),
                      complement=self.simple(), that=self.chance(0.5))  # fmt: skip

    def _feeling(self) -> Clause:
        """Too young to drive, happy to see you."""
        subject = self.subject(PEOPLE)
        if self.chance(0.4):
            frame, quality = "too", Quality(self.one(UNFIT), "too")
        else:
            word = self.one(("happy", "glad", "sad", "sorry", "excited", "surprised"))
            frame, quality = "feeling", Quality(word, self.one(("", "so", "very")))
        return Clause("adjective", subject, frame=frame, quality=quality, complement=self.inner())

    def _with_preposition(self) -> Clause:
        """Afraid of dogs, good at swimming; of some words neither: born."""
        word = self.one(list(LEXICON.adjectives_with))
        sense = LEXICON.adjectives_with[word]
        quality = Quality(word.split()[0], self.one(("", "", "", "very", "so", "really")))
        subject = self.subject(sense.subjects)
        clause = Clause("adjective", subject, word, "predicate", quality=quality)
        if " " not in word:
            return clause
        if word in ("good at", "bad at", "afraid of", "tired of") and self.chance(0.4):
            return replace(clause, complement=self.inner())
        return replace(clause, object=self.phrase(sense.objects))

    # What something is

    def naming(self) -> Clause:
        """We call him Tom; my dog is called Tom."""
        name = NounPhrase(self.noun({"name"}).word)
        if self.chance(0.5):
            named = self.subject(ANIMATE)
            return Clause("verb", named, "call", "named", passive=True, object=name)
        word = self.one(("call", "name"))
        return Clause("verb", self.subject(PEOPLE), word, "named", object=name,
                      recipient=self.phrase(ANIMATE, plain=True))  # fmt: skip

    def _equating(self) -> Clause:
        """Tom is a student; this is my house; my hobby is reading."""
        how = self.random.random()
        if how < 0.35:
            return self._pointing()
        if how < 0.37:
            return Clause("noun", IT, object=self.purposed())
        if how < 0.42:
            mine = self.one([each.mine for each in LEXICON.pronouns.values() if each.mine])
            subject = self.phrase({"thing", "clothes", "reading", "vehicle", "device"}, plain=True)
            return Clause("noun", subject, object=NounPhrase(mine, "pronoun"))
        if how < 0.47:
            return self._favorite()
        if how < 0.52:
            return self._doing_is()
        if self.chance(0.85):
            return self._is_a(PEOPLE, {"person", "child", "elder", "family"})
        kinds = frozenset({"animal", "place", "food", "thing", "abstract"})
        return self._is_a(kinds, kinds)

    def _favorite(self) -> Clause:
        """My favorite color is blue."""
        head = self.one(list(FAVORITE))
        mine = NounPhrase(head, determiner=self.weighted(OWNERS), quality=Quality("favorite"))
        noun = self.noun({FAVORITE[head]})
        is_plural = noun.plural is not None and not noun.is_bare
        return Clause("noun", mine, object=NounPhrase(noun.word, plural=is_plural))

    def _pointing(self) -> Clause:
        """This is my house, those are dogs: short sentences, in which the seldom words are met."""
        nouns = ALL_KINDS - {"name"}
        noun = LEXICON.nouns[self.one(ALL_NOUNS)] if self.chance(0.4) else self.noun(nouns)
        word = self.one(("this", "that", "it"))
        thing = self.any_phrase(noun, plain=False)
        if thing.plural:
            word = self.one(("these", "those", "they"))
        return Clause("noun", NounPhrase(word, "pronoun"), object=thing)

    def _doing_is(self) -> Clause:
        """Reading books is my hobby, is fun."""
        doing = NounPhrase("doing", "doing", relative=self.inner(("transitive",)))
        if self.chance(0.5):
            head = self.one(("hobby", "dream", "job", "plan"))
            thing = NounPhrase(head, determiner=self.one(POSSESSIVES))
            if self.chance(0.5):
                doing = replace(doing, pronoun=self.one(("", "to")))
                return Clause("noun", thing, object=doing)
            return Clause("noun", doing, object=thing)
        word = self.one(("fun", "easy", "difficult", "important", "boring", "exciting"))
        return Clause("adjective", doing, quality=Quality(word))

    def _is_a(self, kinds: frozenset[str], said: set[str] | frozenset[str]) -> Clause:
        """Tom is a student, the tallest boy in the class."""
        subject = self.subject(kinds)
        if self.chance(0.1):
            noun = self.phrase_with(self.noun(kinds))
            if noun.determiner and not noun.quality:
                return Clause("noun", subject, object=self._best(noun))
        return Clause("noun", subject, object=self.phrase(said))

    def _best(self, noun: NounPhrase) -> NounPhrase:
        """The tallest boy in the class."""
        best = Quality(self.adjective(LEXICON.nouns[noun.head]), "most")
        place = self.phrase_with(self.noun({"place", "placename"}))
        return replace(noun, determiner="the", quality=best, second=None,
                       place=Adverbial("among", "in", place))  # fmt: skip
