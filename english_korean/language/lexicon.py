"""The words of the language, read from words/*.toml."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from english_korean.language.english.inflection import compared, ing, past, with_s
from english_korean.language.entries import Adjective, Adverb, Noun, Pronoun, Sense

Form = Literal["base", "third", "past", "participle", "ing"]
Table = Mapping[str, Any]

SPACED = ("때문에",)
"""What stands where a particle does and is a word of its own."""
NO_FRAMES = ("forms", "spelling")
"""Sections of verbs.toml that are no frames."""
BARE_KINDS = frozenset({"name", "placename", "language", "weekday", "month_name", "holiday",
                        "season", "color"})  # fmt: skip
"""Kinds of nouns that stand without an article."""


class Lexicon:
    """Every word by its English base form."""

    stative: frozenset[str]
    """Verbs that make no "is doing"."""
    adjectives_with: dict[str, Sense]
    """Adjectives with their preposition, afraid of, and a few words that are said like them."""

    def __init__(self, folder: Path) -> None:
        read = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in folder.glob("*.toml")}
        self.groups: dict[str, frozenset[str]] = {}
        for group, names in read["groups"]["groups"].items():
            self.groups[group] = self.resolved(names)
        self.groups["all"] = frozenset(read["nouns"])
        self.nouns = dict(_nouns(read["nouns"], read["groups"]["counters"]))
        self.forms = _verb_forms(read["verbs"])
        self.stative = frozenset(read["verbs"]["spelling"]["stative"])
        self.frames = self._frames(read["verbs"])
        self._with_have_got()
        self.adjectives = dict(_adjectives(read["adjectives"]))
        self.adjectives_with = {
            word: self._sense(word, "predicate", {"nature": "adjective", **entry})
            for word, entry in read["predicates"]["predicates"].items()
        }
        self.adverbs = dict(_adverbs(read["adverbs"]))
        words = read["words"]
        self.pronouns = {word: Pronoun(word, **entry) for word, entry in words["pronouns"].items()}
        self.determiners: dict[str, str] = words["determiners"]
        self.ordinals: dict[str, str] = words["ordinals"]
        self.prepositions: dict[str, str] = words["prepositions"]
        self.numbers: dict[str, dict[str, str]] = words["numbers"]
        self.measures: dict[str, dict[str, str]] = words["measures"]
        self.units: dict[str, dict[str, Any]] = words["units"]
        self.parts: dict[str, str] = words["parts"]
        self.parts_of_hour: dict[str, str] = words["parts_of_hour"]
        self.dates: dict[str, str] = words["dates"]
        self.days: dict[str, str] = words["days"]
        self.degrees: dict[str, str] = words["degrees"]
        self.degrees_of_more: dict[str, str] = words["degrees_of_more"]
        self.questions: dict[str, str] = words["questions"]
        self.phrases: dict[str, list[str]] = words["phrases"]
        self.openings: dict[str, list[str]] = words["openings"]
        self.called = {word: frozenset(nouns) for word, nouns in words["called"].items()}
        self.function_morphemes: list[str] = words["function"]["morphemes"]
        self.by_use = {
            (use, noun): korean
            for noun, uses in read["by_use"].items()
            for use, korean in uses.items()
        }
        self.plausible: dict[str, dict[str, list[str]]] = read["plausible"]

    def resolved(self, names: Iterable[str]) -> frozenset[str]:
        """Kinds and groups of kinds as kinds."""
        return frozenset(kind for name in names for kind in self.groups.get(name, {name}))

    def _sense(self, word: str, frame: str, entry: Table) -> Sense:
        plain = {key: entry[key] for key in ("honorific", "passive", "negative") if key in entry}
        pattern = entry.get("pattern", ())
        particle = entry.get("particle", "을/를")
        return Sense(
            word,
            entry["ko"],
            frame,
            self.resolved(entry.get("subjects", ["people"])),
            self.resolved(entry.get("objects", ())),
            particle=particle if particle in SPACED else f"-{particle}",
            nature=entry.get("nature", "verb"),
            pattern=(pattern,) if isinstance(pattern, str) else tuple(pattern),
            preposition=entry.get("preposition", "to"),
            **plain,
        )

    def _frames(self, data: Table) -> dict[str, dict[str, tuple[Sense, ...]]]:
        return {
            frame: {
                word: tuple(
                    self._sense(word, frame, one)
                    for one in (entry if isinstance(entry, list) else [entry])
                )
                for word, entry in entries.items()
            }
            for frame, entries in data.items()
            if frame not in NO_FRAMES
        }

    def _with_have_got(self) -> None:
        """Who has got milk has it, and does not drink it: of the senses of have those of having,
        and of illnesses.
        """
        verbs = self.frames["transitive"]
        senses = [replace(sense, word="have got") for sense in verbs["have"]]
        done = [sense for sense in senses if sense.particle == "-을/를"]
        kinds = frozenset().union(*(sense.objects for sense in done))
        verbs["have got"] = tuple(
            replace(sense, objects=sense.objects | kinds) if sense.nature == "adjective" else sense
            for sense in senses
            if sense not in done
        )

    @cached_property
    def noun_forms(self) -> dict[str, tuple[str, bool]]:
        """Each form of each noun -> its base form, and whether it is the plural."""
        forms = {word: (word, noun.is_pair) for word, noun in self.nouns.items()}
        plurals = {n.plural: (word, True) for word, n in self.nouns.items() if n.plural}
        return {**plurals, **forms}

    @cached_property
    def verb_forms(self) -> dict[str, list[tuple[str, Form]]]:
        """Each written form -> the verbs' first words that it can be, and which form of them."""
        found: dict[str, list[tuple[str, Form]]] = {}
        for base, forms in self.forms.items():
            for form, text in forms.items():
                found.setdefault(text, []).append((base, form))
        return found

    @cached_property
    def possessives(self) -> dict[str, str]:
        """my -> i, and so on."""
        return {p.possessive: p.word for p in self.pronouns.values() if p.possessive}


def _nouns(data: Table, counters: Mapping[str, str]) -> Iterable[tuple[str, Noun]]:
    for kind, word, entry in _entries(data):
        is_mass = kind in BARE_KINDS or entry.get("mass", False)
        has_plural = not is_mass or kind == "weekday"
        yield (
            word,
            Noun(
                word,
                entry["ko"],
                kind,
                plural=entry.get("plural", with_s(word)) if has_plural else None,
                counter=entry.get("counter", counters.get(kind, "개")),
                is_bare=is_mass or entry.get("bare", False),
                is_pair=entry.get("pair", False),
                preposition=entry.get("prep", ""),
            ),
        )


def _verb_forms(data: Table) -> dict[str, dict[Form, str]]:
    """By the first word of the verb, which alone is inflected."""
    doubled = frozenset(data["spelling"]["doubled"])
    words = {word.split()[0] for frame in data if frame not in NO_FRAMES for word in data[frame]}
    found: dict[str, dict[Form, str]] = {}
    for word in sorted(words):
        regular = past(word, doubled=word in doubled)
        before, after = data["forms"].get(word, f"{regular} {regular}").split()
        third = "has" if word == "have" else with_s(word)
        found[word] = {
            "base": word, "third": third, "past": before, "participle": after,
            "ing": ing(word, doubled=word in doubled),
        }  # fmt: skip
    return found


def _adjectives(data: Table) -> Iterable[tuple[str, Adjective]]:
    for kind, word, entry in _entries(data):
        doubled = entry.get("double", False)
        is_short = entry.get("er", False)
        more = compared(word, "er", doubled=doubled) if is_short else ""
        most = compared(word, "est", doubled=doubled) if is_short else ""
        yield (
            word,
            Adjective(
                word,
                entry.get("ko", ""),
                kind,
                attribute=entry.get("attr", ""),
                noun=entry.get("pred", "").removesuffix("이"),
                is_done=entry.get("state") == "done",
                comparative=entry.get("comparative", more),
                superlative=entry.get("superlative", most),
            ),
        )


def _adverbs(data: Table) -> Iterable[tuple[str, Adverb]]:
    for kind, word, entry in _entries(data):
        yield word, Adverb(word, entry["ko"], kind, entry.get("tense", ""))


def _entries(data: Table) -> Iterable[tuple[str, str, Table]]:
    """Section, word and entry; a word with a text only has that as its Korean."""
    for kind, entries in data.items():
        for word, given in entries.items():
            yield kind, word, {"ko": given} if isinstance(given, str) else given


LEXICON = Lexicon(Path(__file__).parent / "words")


def verbs() -> frozenset[str]:
    """Every verb by its base form, in however many frames it stands."""
    return frozenset(word for frame in LEXICON.frames.values() for word in frame)


def lemmas() -> int:
    """How many English words there are, each by its base form."""
    closed = (LEXICON.pronouns, LEXICON.determiners, LEXICON.ordinals, LEXICON.prepositions,
              LEXICON.numbers, LEXICON.questions)  # fmt: skip
    words = {*LEXICON.nouns, *verbs(), *LEXICON.adjectives, *LEXICON.adverbs}
    return len(words.union(*closed))
