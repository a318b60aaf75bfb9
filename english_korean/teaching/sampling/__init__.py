"""Random trees, most of them with sense.

Each file has one layer of what draws and inherits the one before: chance, adjectives, phrases,
adverbials, verbs, be, clauses, questions, sentences. What an earlier layer needs of a later one
(a noun phrase has a clause in it) `chance` declares. Beside them stand sentences of every day
that are varied, and what of all that one would say: `plausible`, with the words and adverbials that
fit each other.
"""
