"""The clause inside something else, as English: of a noun phrase, of an adverbial.

A noun phrase has a clause in it, and a clause has noun phrases. The files that write them import
each other in one direction only; what a lower one needs of a higher one it calls here, and
`sentences`, the highest, says who writes it.
"""

from collections.abc import Callable

from english_korean.language.syntax import Clause, Word

Writer = Callable[..., list[Word]]
_WRITERS: dict[str, Writer] = {}


def write_with(**writers: Writer) -> None:
    """Say who writes what, by the names of the functions below."""
    _WRITERS.update(writers)


def clause_words(clause: Clause, name: str) -> list[Word]:
    """A clause as a statement has it: he likes cats."""
    return _WRITERS["clause_words"](clause, name)


def infinitive_words(clause: Clause, name: str, form: str) -> list[Word]:
    """A clause without a subject: to go home, going home."""
    return _WRITERS["infinitive_words"](clause, name, form)
