"""Comparatives and superlatives that are one word."""

from english_korean.language.lexicon import LEXICON

COMPARED_ADVERBS = ("well", "fast", "hard", "early", "late")
"""Adverbs of manner with a comparative of their own: faster, not "more fast"."""

IRREGULAR = {"well": ("better", "best"), "early": ("earlier", "earliest"),
             "old": ("older", "oldest"), "young": ("younger", "youngest"),
             "new": ("newer", "newest")}  # fmt: skip


def compared_forms(word: str) -> tuple[str, str]:
    """Comparative and superlative in one word, or two empty texts.

    tall -> taller, tallest; famous -> "", "": more famous, most famous.
    """
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word in (*COMPARED_ADVERBS, "long"):
        stem = word.removesuffix("e")
        return f"{stem}er", f"{stem}est"
    adjective = LEXICON.adjectives.get(word)
    return (adjective.comparative, adjective.superlative) if adjective is not None else ("", "")
