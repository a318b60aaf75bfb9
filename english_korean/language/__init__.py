"""The English of a first-year textbook, its Korean, and which word became which.

What a sentence is:

- words/*.toml, entries, lexicon: the words
- syntax: what a sentence says, as a tree
- agreement, well_formed: which trees there are
- senses, adjective_senses, noun_senses: which of a word's meanings is meant
- rules/*.toml, tables: the rules of these, and of reading and korean, as ordered tables
- questions: what a question asks for

From the tree and back to it:

- english: a tree as English words, and as English is written
- korean: a tree as Korean morphemes, and as Korean is written
- reading: English words back into a tree

What is made of them:

- pairs: a sentence with its translation and alignment
- tokens, recognition: what a person types, as a tree
- suggestions, repairs: why a sentence is outside the language, and what is nearest inside
- forms, glosses: every word that can occur, and what it means in the other language
"""
