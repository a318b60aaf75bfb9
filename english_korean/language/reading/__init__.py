"""From English words back to the tree.

Every method of a reader gives all that it can read from position `start` on, each with where it
stops. It may read too much: what counts is that writing a tree gives the same words again, see
`sentences.parse`.

Each file has one layer of the reader and inherits the one before: phrases, adverbials, questions,
what trails a clause, auxiliaries, what stands behind be, verbs, clauses, sentences. What an
earlier layer needs of a later one (a noun phrase has a clause in it) `reader` declares.
"""
