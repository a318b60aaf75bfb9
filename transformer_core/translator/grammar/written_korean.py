"""From morphemes, as the model reads and writes them, to Korean as people write it.

A morpheme that starts with "-" is bound to what stands before it; one that ends in "-" is a stem.
Particles carry both their forms in their names: "-은/는".
"""

from collections.abc import Iterable, Sequence

from transformer_core.translator.grammar.conjugation import conjugate
from transformer_core.translator.grammar.hangul import final_consonant

PARTICLES = {"-은/는": ("은", "는"), "-이/가": ("이", "가"), "-을/를": ("을", "를"),
             "-와/과": ("과", "와")}  # fmt: skip
"""Each particle after a consonant and after a vowel."""

COPULA = "-이-"
MERGED = {("나", "가"): "내가", ("너", "가"): "네가", ("누구", "가"): "누가"}
OPEN_MARK, CLOSE_MARK = "‘", "’"

ELIDES_COPULA = frozenset({"-다", "-니", "-면", "-고", "-지만", "-라"})
"""After a vowel the copula's 이 is not written before these: 의사다."""


def quoted(word: str) -> str:
    """A word taken over as it is, in the marks that say so."""
    return OPEN_MARK + word + CLOSE_MARK


def written(morphemes: Iterable[str]) -> str:
    """Morphemes joined and spaced: 고양이 -이/가 자- -었- -다 -> 고양이가 잤다.

    Whatever a model puts out is joined somehow; nothing raises. After a word that does not end in
    Hangul both forms of a particle are given: ‘zebra’을(를).
    """
    words: list[str] = []
    previous = ""
    for morpheme in morphemes:
        if morpheme.startswith("-") and words:
            words[-1] = _attached(words[-1], morpheme, previous)
        else:
            words.append(morpheme.strip("-"))
        previous = morpheme
    return " ".join(words)


def written_sentence(morphemes: Sequence[str]) -> str:
    """The same with a question mark or a full stop at the end."""
    text = written(morphemes)
    return text + ("?" if morphemes and morphemes[-1] == "-니" else ".")


def _attached(word: str, morpheme: str, previous: str) -> str:
    if morpheme in PARTICLES:
        return _with_particle(word, morpheme)
    ending = morpheme.strip("-")
    if previous == COPULA:
        return _after_copula(word, morpheme)
    is_stem = previous.endswith("-") and final_consonant(word) is not None
    return conjugate(word, ending) if is_stem else word + ending


def _with_particle(word: str, particle: str) -> str:
    after_consonant, after_vowel = PARTICLES[particle]
    final = final_consonant(word.rstrip(CLOSE_MARK))
    if final is None:
        return f"{word}{after_consonant}({after_vowel})"
    form = after_consonant if final else after_vowel
    return MERGED.get((word, form), word + form)


def _after_copula(word: str, morpheme: str) -> str:
    ending = morpheme.strip("-")
    noun = word.removesuffix("이")
    if noun == "것" and ending == "니":
        return "거니"
    after_vowel = final_consonant(noun.rstrip(CLOSE_MARK)) == ""
    if after_vowel and ending == "었":
        return noun + "였"
    if after_vowel and morpheme in ELIDES_COPULA:
        return noun + ending
    return noun + ("이었" if ending == "었" else conjugate("이", ending))
