"""Small changes that may bring a sentence into the language: words in, words out."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from english_korean.language.agreement import why_not
from english_korean.language.english.inflection import past, with_s
from english_korean.language.forms import english_forms
from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.auxiliaries import BE_FORMS, DO_FORMS, HAVE_FORMS
from english_korean.language.reading.phrases import NO_NOUNS
from english_korean.language.reading.reader import Read
from english_korean.language.reading.sentences import SentenceReader
from english_korean.language.syntax import NounPhrase

Words = tuple[str, ...]
VOWELS = "aeiou"
INSERTED = ("the", "a", "to", "is", "it", "of")
"""What may be missing where the reading ended."""
AUXILIARIES = (tuple(BE_FORMS), tuple(DO_FORMS), tuple(HAVE_FORMS))
LIKE = {
    "ly": ("quickly",), "ed": ("worked", "tired"), "ing": ("working", "interesting"),
    "s": ("works", "big"), "less": ("big",), "ful": ("big",), "ous": ("big",), "able": ("big",),
}  # fmt: skip
"""How an unknown word ends -> known words that it may be like, if it is no noun."""
LIKE_ANY = ("big", "work", "worked")
NEAR = 0.7
MOST_SPELLINGS = 2


class Fault(NamedTuple):
    """A noun phrase that is wrong in itself."""

    kind: str
    """What `agreement.why_not` says."""
    start: int
    stop: int
    phrase: NounPhrase


class _LenientReader(SentenceReader):
    """Reads on behind noun phrases that are wrong, and notes them."""

    def __init__(self, words: Sequence[str], unknown: frozenset[int]) -> None:
        super().__init__(words, unknown)
        self.faults: dict[tuple[int, int], Fault] = {}

    def single(self, start: int, *, subject: bool = False) -> list[tuple[NounPhrase, int]]:
        return self.once(("single", start, subject), lambda: self._noted(start, subject))

    def _noted(self, start: int, subject: bool) -> Read[NounPhrase]:
        found = list(self._single(start, subject))
        for phrase, stop in found:
            if kind := why_not(phrase):
                self.faults.setdefault((start, stop), Fault(kind, start, stop, phrase))
        for stop in {stop for phrase, stop in found if not why_not(phrase)}:
            self.faults.pop((start, stop), None)
        return iter(found)


def faults(words: Sequence[str], unknown: Collection[int]) -> list[Fault]:
    """The noun phrases that are wrong in themselves, without those inside another such phrase."""
    reader = _LenientReader(words, frozenset(unknown))
    for _ in reader.sentences():
        pass
    found = sorted(reader.faults.values(), key=lambda fault: (fault.start, -fault.stop))
    stops = [0, *accumulate((fault.stop for fault in found), max)]
    return [fault for fault, stop in zip(found, stops, strict=False) if fault.stop > stop]


def mended(words: Sequence[str], some: Sequence[Fault], choice: int) -> Words:
    """With these phrases put right in the first or the second way that there is."""
    made = list(words)
    for fault in sorted(some, key=lambda each: -each.start):
        made[fault.start : fault.stop] = _mended(made[fault.start : fault.stop], fault, choice)
    return tuple(made)


def _mended(words: list[str], fault: Fault, choice: int) -> list[str]:
    if fault.kind == "bare":
        return [("the" if choice else article(words[0])), *words]
    noun = LEXICON.nouns.get(fault.phrase.head)
    head = next((i for i in reversed(range(len(words))) if words[i] in LEXICON.noun_forms), None)
    is_first_wrong = words[0] in LEXICON.determiners or words[0] in ("a", "an")
    if fault.kind == "determiner" or noun is None or noun.plural is None or head is None:
        return (["some"] if choice == 0 else []) + words[1:] if is_first_wrong else words
    if choice and is_first_wrong:
        return words[1:]
    words[head] = noun.word if words[head] == noun.plural else noun.plural
    return words


def article(word: str) -> str:
    return "an" if word[:1] in VOWELS else "a"


def wrong_articles(words: Sequence[str]) -> list[int]:
    """Where a stands for an, or an for a."""
    pairs = enumerate(pairwise(words))
    return [i for i, (word, after) in pairs if word in ("a", "an") and word != article(after)]


def with_right_articles(words: Sequence[str]) -> Words:
    wrong = wrong_articles(words)
    return tuple(article(words[i + 1]) if i in wrong else word for i, word in enumerate(words))


@cache
def _known_by_letter() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in english_forms():
        found.setdefault(word[0], []).append(word)
    return found


@cache
def _regular() -> dict[str, str]:
    """What irregular forms would be if they were regular -> what they are: goed -> went."""
    pasts = {past(base): forms["past"] for base, forms in LEXICON.forms.items()}
    plurals = {with_s(noun.word): noun.plural for noun in LEXICON.nouns.values() if noun.plural}
    return {wrong: right for wrong, right in (pasts | plurals).items() if wrong != right}


@lru_cache(maxsize=1024)
def near_spellings(word: str) -> Words:
    """Known words that may have been meant, the nearest first: of nearly the same spelling, with
    the same first letter; for a word that is known itself, only of the very same letters.
    """
    known = _known_by_letter().get(word[:1], ())
    few = [each for each in known if each != word and abs(len(each) - len(word)) <= 2]
    if word in known:
        few = [each for each in few if sorted(each) == sorted(word)]
    regular = [_regular()[word]] if word in _regular() and word not in known else []
    return (*regular, *get_close_matches(word, few, MOST_SPELLINGS, NEAR))[:MOST_SPELLINGS]


def respelled(words: Sequence[str], places: Sequence[int]) -> Iterator[Words]:
    """With the nearest spelling in all of these places; then in each one alone. Words that are
    known to be no nouns are spelled as they should be.
    """
    misspelled = [place for place in places if words[place] not in NO_NOUNS]
    found = {place: near_spellings(words[place]) for place in misspelled}
    for rank in range(MOST_SPELLINGS):
        near = {place: each[rank] for place, each in found.items() if len(each) > rank}
        if len(near) > 1:
            yield replaced(words, near)
        for place, word in near.items():
            yield replaced(words, {place: word})


def like_other_sorts(words: Sequence[str], places: Sequence[int]) -> Iterator[Words]:
    """With an adjective, a verb or an adverb in these places, to see whether that is what they
    are. The words are no repair: they have nothing to do with what was meant.
    """
    likes = [_like(words[place]) for place in places]
    for rank in range(max(map(len, likes), default=0)):
        chosen = (like[min(rank, len(like) - 1)] for like in likes)
        yield replaced(words, dict(zip(places, chosen, strict=True)))


def _like(word: str) -> Words:
    fitting = [like for end, like in LIKE.items() if word.endswith(end)]
    return max(fitting, key=len) if fitting else LIKE_ANY


def replaced(words: Sequence[str], by_place: dict[int, str]) -> Words:
    return tuple(by_place.get(place, word) for place, word in enumerate(words))


def without(words: Sequence[str], places: Collection[int]) -> Words:
    return tuple(word for place, word in enumerate(words) if place not in places)


def other_forms(word: str) -> list[str]:
    """Other forms of the same verb, noun or auxiliary: go -> goes, went, gone, going."""
    found: list[str] = []
    for forms in AUXILIARIES:
        found += forms if word in forms else ()
    for base, _ in LEXICON.verb_forms.get(word, ()):
        found += LEXICON.forms[base].values()
    if word in LEXICON.noun_forms:
        noun = LEXICON.nouns[LEXICON.noun_forms[word][0]]
        found += [noun.word, *([noun.plural] if noun.plural else [])]
    return [each for each in dict.fromkeys(found) if each != word]


def in_other_forms(words: Sequence[str], places: Iterable[int]) -> Iterator[tuple[int, Words]]:
    """With one of these words in each of its other forms."""
    for place in places:
        for form in other_forms(words[place]):
            yield place, replaced(words, {place: form})


def attempts(words: Sequence[str], reached: int) -> Iterator[Words]:
    """Every other small change, those at the word that could not be read first."""
    last = len(words) - 1
    near = [place for place in (reached, reached - 1, reached - 2) if 0 <= place <= last]
    for place in near:
        yield without(words, {place})
    for _, changed in in_other_forms(words, near):
        yield changed
    for place in (reached, reached - 1):
        for word in INSERTED if place >= 0 else ():
            yield (*words[:place], word, *words[place:])
    yield from respelled(words, near)
    for place in range(min(reached, last), 0, -1):
        yield tuple(words[:place])
    for place in range(last, -1, -1):
        yield without(words, {place})
