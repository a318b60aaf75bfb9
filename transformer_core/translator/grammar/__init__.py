"""A toy language: English sentences, their Korean, and which word became which.

- lexicon, inflection: the words (lexicon.toml) and their English forms
- syntax: what a sentence says, as a tree
- english, korean: a tree as English words and as Korean morphemes
- hangul, conjugation, written_korean: morphemes as Korean is written
- generation, pairs: random sentences with their translation and alignment
- tokens, parsing, recognition: what a person types, read back into a tree
- forms: every word that can occur
- glosses: what one token means, for readers of the other language
"""
