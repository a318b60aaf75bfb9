"""Meanings of the tokens on the page, for readers who do not read Korean."""

from collections.abc import Sequence

from pages.your_sentence.writing import Written
from transformer_core.translator.grammar.glosses import gloss
from ui.shell.language import Text


def meanings(text: Text, tokens: Sequence[str], written: Written) -> list[str]:
    """The meaning of each token of the target vocabulary; "" for special and copied tokens. Empty
    for readers of Korean.
    """
    if text.language != "en":
        return []
    return ["" if token not in written.tgt_tokens else gloss(token) for token in tokens]


def row_meanings(text: Text, written: Written, kind: str) -> list[str]:
    """The meanings of the rows of one kind of attention (what attends)."""
    return (
        _of_source(text, written) if kind == "encoder" else meanings(text, written.tokens, written)
    )


def column_meanings(text: Text, written: Written, kind: str) -> list[str]:
    """The meanings of the columns (what is attended to)."""
    if kind == "decoder":
        meant = meanings(text, written.tokens, written)
        return ["", *meant[:-1]] if meant else []
    return _of_source(text, written)


def _of_source(text: Text, written: Written) -> list[str]:
    """Empty for each word, and the meaning of the control token."""
    return [*("" for _ in written.recognition.words), text("style.gloss")]


def with_meanings(labels: Sequence[str], of: Sequence[str]) -> list[str]:
    """Append the meanings to the labels: "학생 · student"."""
    padded = [*of, *[""] * (len(labels) - len(of))]
    pairs = zip(labels, padded, strict=False)
    return [f"{label} · {meaning}" if meaning else label for label, meaning in pairs]
