"""What English words have in common: the word that they are forms of, the form, the kind."""

from collections.abc import Iterator, Sequence

from english_korean.language.english.comparison import COMPARED_ADVERBS, compared_forms
from english_korean.language.lexicon import LEXICON


def word_features(words: Sequence[str]) -> list[frozenset[str]]:
    """For each word what it shares with others; nothing of a word that stands for itself."""
    found: dict[str, set[str]] = {}
    for word, feature in _features():
        found.setdefault(word, set()).add(feature)
    return [frozenset(found.get(word, ())) for word in words]


def _features() -> Iterator[tuple[str, str]]:
    """Each form with one thing that it shares."""
    yield from _of_nouns()
    yield from _of_verbs()
    yield from _of_adjectives()
    for word, adverb in LEXICON.adverbs.items():
        yield word, f"adverb {adverb.kind}"
    for pronoun in LEXICON.pronouns.values():
        forms = {"subject": pronoun.word, "object": pronoun.object,
                 "possessive": pronoun.possessive, "mine": pronoun.mine}  # fmt: skip
        for case, form in forms.items():
            yield form, f"pronoun {pronoun.word}"
            yield form, f"case {case}"
    for number in LEXICON.numbers:
        yield number, "number"


def _of_nouns() -> Iterator[tuple[str, str]]:
    for form, (word, is_plural) in LEXICON.noun_forms.items():
        noun = LEXICON.nouns[word]
        yield form, f"noun {word}"
        yield form, f"kind {noun.kind}"
        yield form, "plural" if is_plural else "singular"
        for group, members in LEXICON.groups.items():
            if f"={word}" in members:
                yield form, f"group {group}"


def _of_verbs() -> Iterator[tuple[str, str]]:
    for base, forms in LEXICON.forms.items():
        for form, text in forms.items():
            yield text, f"verb {base}"
            yield text, f"form {form}"
            for frame, verbs in LEXICON.frames.items():
                if base in verbs:
                    yield text, f"frame {frame}"


def _of_adjectives() -> Iterator[tuple[str, str]]:
    for word, adjective in LEXICON.adjectives.items():
        forms = {"": word, "more": adjective.comparative, "most": adjective.superlative}
        for degree, form in forms.items():
            yield form, f"adjective {word}"
            yield form, f"of {adjective.kind}"
            yield form, f"degree {degree}"
    for word in COMPARED_ADVERBS:
        more, most = compared_forms(word)
        for form in (word, more, most):
            yield form, f"adverb {word}"
