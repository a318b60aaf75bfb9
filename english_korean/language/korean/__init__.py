"""Korean: a tree as morphemes, and as it is written.

- hangul, conjugation, written: morphemes as Korean is written
- morphemes, endings, moods, counting, determiners, topic: what parts of sentences are made of
- phrases, adjectives, places, adverbials: noun phrases and what is said with them
- stems, predicates: the end of a clause
- impersonal, subjects, clauses, complements, infinitives, relatives: clauses, also in others
- sentences: whole sentences
"""
