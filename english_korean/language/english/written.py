"""From English words, as the model reads them, to English as people write it."""

import re

from english_korean.language.english.clauses import clause_words
from english_korean.language.english.sentences import english_words
from english_korean.language.english.words import capitalised
from english_korean.language.syntax import Sentence

CONTRACTED = {"cannot": "can't", "will not": "won't", " not": "n't"}


def written_english(sentence: Sentence) -> str:
    """The sentence as it is written: capitals, didn't he, Tom's, a comma after a first clause."""
    words = [word.text for word in english_words(sentence)]
    for position in _before_commas(sentence, len(words)):
        words[position] += ","
    text = re.sub(r"\bcan not\b", "cannot", " ".join(map(capitalised, words)))
    text = text.replace(" 's", "'s")
    if sentence.contracted:
        text = _contracted(text)
    asks = sentence.mood == "question" or sentence.phrase.startswith(("how", "what", "and you"))
    mark = "!" if sentence.phrase.startswith("what a ") else "?" if asks else "."
    return text[:1].upper() + text[1:] + mark


def _before_commas(sentence: Sentence, length: int) -> list[int]:
    """The positions of the words that have a comma behind them."""
    found = []
    opening = len(sentence.opening.split())
    if sentence.other is not None and sentence.other_first:
        link = len(sentence.link.split())
        found.append(opening + link + len(clause_words(sentence.other, "other")) - 1)
    found += _between_three([word.name for word in english_words(sentence)])
    if sentence.opening and sentence.opening != "please":
        found.append(opening - 1)
    if sentence.closing:
        found.append(length - 2)
    return found


def _between_three(names: list[str]) -> list[int]:
    """Behind the first of three that are listed: what follows is another without "and"."""
    found = []
    for position, name in enumerate(names[1:]):
        path, other, _ = f"{name}.".partition(".other.")
        is_new = other and not f"{names[position]}.".startswith(f"{path}.other.")
        if is_new and f"{path}.joined" not in names:
            found.append(position)
    return found


def _contracted(text: str) -> str:
    for full, short in CONTRACTED.items():
        if full in text:
            return text.replace(full, short, 1)
    return text
