"""English: a tree as words, and as it is written.

- inflection, comparison: forms of one word; words: their names and capitals
- verbs, phrases, adverbials, clauses, sentences: a tree word by word
- written: words with capitals, commas and contractions
"""
