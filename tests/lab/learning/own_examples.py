"""Data of somebody's own, for tests: dates, a text of a small language, a text of strings that come
twice.
"""

import random
from functools import cache

from transformer_lab.learning.small_language import small_sentences
from transformer_lab.own_data import OwnData, prepare_pairs, prepare_text

MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@cache
def dates(count: int = 2_000) -> OwnData:
    """ "march 4 1992" and "1992-03-04", so many of all from 1990 to 1999."""
    rows = [
        f"{month} {day} {year}\t{year}-{number:02d}-{day:02d}"
        for number, month in enumerate(MONTHS, 1)
        for day in range(1, 29)
        for year in range(1990, 2000)
    ]
    random.Random(0).shuffle(rows)
    return prepare_pairs("\n".join(rows[:count]).encode()).data


@cache
def small_text(characters: int = 200_000) -> OwnData:
    """Sentences of the small language, one a line."""
    sentences = [" ".join(source) + "." for source, _ in small_sentences()]
    draw, text = random.Random(0), ""
    while len(text) < characters:
        text += draw.choice(sentences) + "\n"
    return prepare_text(text.encode()).data


@cache
def doubled_text(characters: int = 200_000) -> OwnData:
    """Random letters, 4 to 16 of them, each string twice: only what followed the same letter before
    tells what comes next.
    """
    draw, parts, length = random.Random(0), [], 0
    while length < characters:
        part = "".join(draw.sample(LETTERS, draw.randint(4, 16)))
        parts.append(part * 2)
        length += 2 * len(part)
    return prepare_text("".join(parts).encode()).data
