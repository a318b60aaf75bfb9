"""Which words of a pair belong together, by their names in the tree."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache

from english_korean.language.korean.topic import goes_on, of_object, place_it_fits
from english_korean.language.lexicon import LEXICON
from english_korean.language.pairs import Pair
from english_korean.language.recognition import recognise
from english_korean.language.syntax import SUBORDINATE, Word

Targets = Mapping[int, Collection[int]]
"""For each query that has any, the positions of its keys."""

VERBS = ("verb", "be")
ADJECTIVES = ("quality", "second")
JOINED_ALIKE = ("and", "but")


def positions(words: Sequence[Word]) -> dict[str, list[int]]:
    """The positions of every name."""
    found: dict[str, list[int]] = {}
    for position, word in enumerate(words):
        found.setdefault(word.name, []).append(position)
    return found


def beside(kinds: Collection[str], *paths: str) -> Callable[[Pair], Targets]:
    """From words of these kinds to those of the first path, from the same node, that has any.

    beside(("verb",), "object.head") relates "main.verb" to "main.object.head".
    """

    def targets(pair: Pair) -> Targets:
        named = positions(pair.words)
        found: dict[int, Collection[int]] = {}
        for name, queries in named.items():
            node, _, kind = name.rpartition(".")
            keys = next(
                (named[f"{node}.{path}"] for path in paths if f"{node}.{path}" in named), []
            )
            if kind in kinds and keys:
                found |= dict.fromkeys(queries, keys)
        return found

    return targets


def adjective_at_noun(pair: Pair, among: Collection[str] = ()) -> Targets:
    """From an adjective to the noun that it is said of: old friend, the friend is old.

    Args:
        among: only these adjectives; all if empty.
    """
    named = positions(pair.words)
    return {
        query: named[noun]
        for name, queries in named.items()
        if (noun := _noun_of(name, named))
        for query in queries
        if not among or pair.words[query].text in among
    }


def noun_at_adjective(pair: Pair) -> Targets:
    """From a noun to the adjectives that are said of it."""
    found: dict[int, set[int]] = {}
    for adjective, nouns in adjective_at_noun(pair).items():
        for noun in nouns:
            found.setdefault(noun, set()).add(adjective)
    return found


def _noun_of(name: str, named: Mapping[str, object]) -> str:
    """The noun of an adjective by their names; "" where it has none, or it is no adjective."""
    node, _, kind = name.rpartition(".")
    if kind not in ADJECTIVES:
        return ""
    nouns = ("head", "recipient.head", "subject.head")  # she made him happy: him
    return next((f"{node}.{noun}" for noun in nouns if f"{node}.{noun}" in named), "")


def verb_at_deciding_noun(pair: Pair, among: Collection[str] = ()) -> Targets:
    """From a verb with several senses to the noun that decides which one is meant.

    Args:
        among: only these verbs, in their base form; all if empty.
    """
    named = positions(pair.words)
    found: dict[int, Collection[int]] = {}
    for name, queries in named.items():
        if not name.endswith(".verb"):
            continue
        base = base_form([pair.words[query].text for query in queries])
        noun = _deciding_noun(base, name.removesuffix(".verb"), named)
        if noun and (not among or base in among):
            found |= dict.fromkeys(queries, named[noun])
    return found


def _deciding_noun(base: str, node: str, named: Mapping[str, object]) -> str:
    subject, thing = f"{node}.subject.head", f"{node}.object.head"
    is_passive = f"{node}.passive" in named
    noun = thing if thing in named and not is_passive else subject
    frames = ("transitive", "ditransitive") if is_passive or thing in named else ("intransitive",)
    is_open = any(len(LEXICON.frames[frame].get(base, ())) > 1 for frame in frames)
    return noun if is_open and noun in named else ""


def base_form(words: Sequence[str]) -> str:
    """The base of a verb in any form, with its particle: took off -> take off."""
    verb, *particles = words
    return " ".join((_bases().get(verb, verb), *particles))


@cache
def _bases() -> Mapping[str, str]:
    """The base of every form of a verb."""
    return {text: base for base, forms in LEXICON.forms.items() for text in forms.values()}


def verb_at_conjunction(pair: Pair) -> Targets:
    """From the verb of a subordinate clause to because, when, if."""
    named = positions(pair.words)
    links = named.get("link", [])
    if " ".join(pair.words[at].text for at in links) not in SUBORDINATE:
        return {}
    return {query: links for kind in VERBS for query in named.get(f"other.{kind}", ())}


def pronoun_at_antecedent(pair: Pair) -> Targets:
    """From the pronoun that is the second clause's subject to the noun that it stands for, where
    the grammar knows it.
    """
    named = positions(pair.words)
    pronouns = named.get("other.subject.head", [])
    if not any(pair.words[at].text in ("it", "he", "she", "they") for at in pronouns):
        return {}
    words = [word.text for word in pair.words]
    sentence = recognise(" ".join(words).replace(" 's", "'s")).sentence
    if sentence is None or sentence.clause is None or sentence.other is None:
        return {}
    main, other = sentence.clause, sentence.other
    place = place_it_fits(main, other)
    if place is not None:
        noun = f"main.{place}.head"
    elif goes_on(main, other, is_said_of_both=sentence.link in JOINED_ALIKE):
        noun = "main.subject.head"
    elif of_object(main, other):
        noun = "main.object.head"
    else:
        return {}
    return {pronoun: named[noun] for pronoun in pronouns if noun in named}


def hosts(pair: Pair) -> Iterator[tuple[int, int]]:
    """Every particle and ending with the noun or stem that it stands behind, as morphemes."""
    host: int | None = None
    for at, morpheme in enumerate(pair.morphemes):
        if morpheme.text == "-이-" or not morpheme.text.startswith("-"):
            host = at
        elif host is not None:
            yield at, host


def is_stem(text: str) -> bool:
    """Whether endings stand behind it: 먹-, and the copula."""
    return text.endswith("-")
