"""What stands inside something else, as Korean: a clause in a noun phrase, a noun in an adverbial.

A noun phrase has a clause in it, and a clause has noun phrases. The files that write them import
each other in one direction only; what a lower one needs of a higher one it calls here, and
`sentences`, the highest, says who writes it.
"""

from collections.abc import Callable

from english_korean.language.syntax import Adverbial, Clause, Morpheme, NounPhrase, Style

Writer = Callable[..., list[Morpheme]]
_WRITERS: dict[str, Writer] = {}


def write_with(**writers: Writer) -> None:
    """Say who writes what, by the names of the functions below."""
    _WRITERS.update(writers)


def noun_phrase(
    phrase: NounPhrase, name: str, style: Style, verb: str = "", *, owner_is_clear: bool = False
) -> list[Morpheme]:
    """A noun phrase without its particle."""
    return _WRITERS["noun_phrase"](phrase, name, style, verb, owner_is_clear=owner_is_clear)


def relative_clause(phrase: NounPhrase, name: str, style: Style) -> list[Morpheme]:
    """The clause before its noun: 내가 산."""
    return _WRITERS["relative_clause"](phrase, name, style)


def complement(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """The inner clause up to the outer stem: 가-고."""
    return _WRITERS["complement"](clause, name, style)


def doing(clause: Clause, name: str, style: Style, sources: tuple[str, ...]) -> list[Morpheme]:
    """A clause as a noun: 책을 읽는 것."""
    return _WRITERS["doing"](clause, name, style, sources)


def infinitive(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """A clause without a subject up to its stem: 책을 읽-."""
    return _WRITERS["infinitive"](clause, name, style)


def doing_complement(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """수영하는 것: of "it is fun to swim"."""
    return _WRITERS["doing_complement"](clause, name, style)


def before_doing(each: Adverbial, name: str, style: Style, word: tuple[str, ...]) -> list[Morpheme]:
    """자기 전에, 먹은 후에."""
    return _WRITERS["before_doing"](each, name, style, word)


def purpose(clause: Clause, outer: Clause, name: str, style: Style) -> list[Morpheme]:
    """사러 가다; 사기 위해."""
    return _WRITERS["purpose"](clause, outer, name, style)
