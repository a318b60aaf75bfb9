"""Data of ours to begin with: dates, sentences in an alphabet that nobody knows yet, and a text."""

import random
from functools import cache
from importlib.resources import files

EXAMPLES = ("dates", "alphabet", "text")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)
_DAYS = 28
_SUBJECTS = ("the cat", "the dog", "my friend", "the teacher", "a bird", "the old woman")
_VERBS = ("sees", "likes", "finds", "follows", "hears")
_OBJECTS = ("a book", "the river", "the red house", "an apple", "a small boat", "the moon")
_TIMES = ("today", "now", "in the morning", "every day")
_LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", "αβχδεφγηιϑκλμνοπξρστυωψζϕς", strict=True))
_COUNTS = {"dates": 300, "alphabet": 500}


@cache
def example_text(name: str) -> str:
    """The data of a name, as somebody could have typed them. Raises: KeyError for another name."""
    if name == "text":
        return files(__package__).joinpath("example.txt").read_text(encoding="utf-8")
    made = {"dates": _dates, "alphabet": _sentences}[name]()
    random.Random(0).shuffle(made)
    return "\n".join(f"{source}\t{target}" for source, target in made[: _COUNTS[name]])


def _dates() -> list[tuple[str, str]]:
    """A date as it is said, and as ISO 8601 has it."""
    return [
        (f"{month} {day} {year}", f"{year}-{number:02d}-{day:02d}")
        for number, month in enumerate(_MONTHS, 1)
        for day in range(1, _DAYS + 1)
        for year in (2023, 2024, 2025)
    ]


def _sentences() -> list[tuple[str, str]]:
    """An English sentence, and the same with its verb at the end, in Greek letters."""
    return [
        (f"{subject} {verb} {thing} {time}", _written(f"{subject} {time} {thing} {verb}"))
        for subject in _SUBJECTS
        for verb in _VERBS
        for thing in _OBJECTS
        for time in _TIMES
    ]


def _written(sentence: str) -> str:
    return "".join(_LETTERS.get(letter, letter) for letter in sentence)
