"""What a person types, as the words that the grammar knows."""

import re
from typing import NamedTuple

CONTRACTIONS = {
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "won't": ("will", "not"),
    "it's": ("it", "is"),
    "i'm": ("i", "am"),
}
NOT = "n't"
CLITICS = {"'re": "are", "'ll": "will", "'s": "is"}
PRONOUNS = frozenset({"i", "you", "he", "she", "it", "we", "they", "what", "who", "where", "that"})


class Token(NamedTuple):
    """One word: in lower case as the model reads it, and as it was typed."""

    text: str
    typed: str


def tokenise(sentence: str) -> list[Token]:
    """The words of an English sentence without punctuation, contractions written out.

    "Didn't Tom eat?" -> did, not, tom, eat.
    """
    straight = sentence.replace("’", "'").replace("‘", "'")
    tokens: list[Token] = []
    for piece in re.findall(r"\w+(?:['-]\w+)*", straight):
        expanded = _expanded(piece.lower())
        if len(expanded) == 1:
            tokens.append(Token(expanded[0], piece))
        else:
            tokens += [Token(word, word) for word in expanded]
    return tokens


def _expanded(word: str) -> tuple[str, ...]:
    if word in CONTRACTIONS:
        return CONTRACTIONS[word]
    if word.endswith(NOT):
        return word.removesuffix(NOT), "not"
    for clitic, verb in CLITICS.items():
        if word.endswith(clitic) and word.removesuffix(clitic) in PRONOUNS:
            return word.removesuffix(clitic), verb
    return (word,)
