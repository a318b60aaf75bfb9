"""Every word that the grammar can write, in both languages: what the vocabularies are made of."""

from collections.abc import Iterator

from english_korean.language.adjective_senses import ACTING, adjectives_by_noun
from english_korean.language.english.comparison import COMPARED_ADVERBS, compared_forms
from english_korean.language.english.verbs import BE, MODALS, WEATHER
from english_korean.language.korean.adverbials import (
    ALREADY,
    AT_ONCE,
    BEFORE_CLOCK,
    FIXED,
    morphemes_beside_nouns,
)
from english_korean.language.korean.doing import HOW_DONE, PLEASING, SAID_APART
from english_korean.language.korean.endings import (
    ASKING,
    COMMAND,
    LINKS,
    PROMISE,
    PROPOSAL,
    QUESTION,
    REQUEST,
    STATEMENT,
    WONDERING,
)
from english_korean.language.korean.felt import MOODS_OF_FEELING
from english_korean.language.korean.impersonal import WEATHER as KOREAN_WEATHER
from english_korean.language.korean.lasting import SO_FAR
from english_korean.language.korean.stems import STEMS
from english_korean.language.korean.written import PARTICLES as WRITTEN_PARTICLES
from english_korean.language.lexicon import LEXICON
from english_korean.language.noun_senses import nouns_by_company
from english_korean.language.syntax import JOINING, START_TOKENS, SUBORDINATE
from english_korean.language.tokens import NUMBER, YEAR

ENGLISH_FUNCTION_WORDS = (
    "a", "an", "the", "not", "do", "does", "did", "be", "being", "been", "have", "has", "had", "to",
    "than", "of", "it", "that", "who", "which", "there", "let", "'s", "o'clock", "going", "able",
    "used", "like", "love", "with", "without", "for", "from", "into", "about", "as", "during", "by",
    "ago", "please", "rather", "more", "most", "never", "ever", "too", "also", "yet", "just",
    "only", "either", "young", "younger", "youngest", "new", "newer", "newest", "little", "older",
    "oldest", "or", "whether", "along", "through",
)  # fmt: skip

KOREAN_FUNCTION_MORPHEMES = (*WRITTEN_PARTICLES, *LEXICON.function_morphemes)


def english_forms() -> list[str]:
    """All English words, sorted."""
    forms = {word for text in _english_texts() for word in text.split()}
    return sorted(forms | {YEAR, NUMBER})


def words_of_compounds() -> frozenset[str]:
    """English words that are known only as a part of nouns: the traffic of a traffic light."""
    nouns = {text for text in LEXICON.noun_forms if " " in text}
    others = {word for text in _english_texts() if text not in nouns for word in text.split()}
    return frozenset(word for text in nouns for word in text.split()) - others


def _english_texts() -> Iterator[str]:
    yield from (*ENGLISH_FUNCTION_WORDS, *JOINING, *SUBORDINATE, *MODALS, *BE.values())
    yield from (*LEXICON.noun_forms, *LEXICON.verb_forms, *LEXICON.adverbs, *LEXICON.determiners)
    yield from (*LEXICON.possessives, *LEXICON.ordinals, *LEXICON.prepositions, *LEXICON.numbers)
    yield from (*LEXICON.parts, *LEXICON.parts_of_hour, *LEXICON.dates)
    yield from (*LEXICON.degrees, *LEXICON.degrees_of_more, *LEXICON.questions)
    yield from (*LEXICON.phrases, *LEXICON.openings)
    yield from (*LEXICON.adjectives_with, *WEATHER, "rains", "snows")
    for words in WEATHER.values():
        yield from words
    for verbs in LEXICON.frames.values():
        yield from verbs
    for word, adjective in LEXICON.adjectives.items():
        yield from (word, adjective.comparative, adjective.superlative)
    for adjective in adjectives_by_noun():
        yield from (adjective.word, *compared_forms(adjective.word))
    for word in COMPARED_ADVERBS:
        yield from compared_forms(word)
    for pronoun in LEXICON.pronouns.values():
        yield from (pronoun.word, pronoun.object, pronoun.mine)
    for word, measure in LEXICON.measures.items():
        yield from (word, measure["plural"])


def korean_forms() -> list[str]:
    """All Korean morphemes and the start tokens of the styles, sorted."""
    forms = {word for text in (*_words(), ALREADY, AT_ONCE) for word in text.split()}
    forms |= set(KOREAN_FUNCTION_MORPHEMES)
    for text in _stems():
        *before, last = text.split()
        forms |= {*before, f"{last}-"}
    for endings in (STATEMENT, QUESTION, WONDERING, COMMAND, ASKING, REQUEST, PROMISE, PROPOSAL):
        forms |= set(endings.values())
    for bound, free in LINKS.values():
        forms |= {bound, free}
    return sorted((forms | set(START_TOKENS)) - {""})


def _words() -> Iterator[str]:
    """What is written as it stands."""
    yield from (noun.korean for noun in LEXICON.nouns.values())
    yield from (noun.counter for noun in LEXICON.nouns.values())
    yield from (adverb.korean for adverb in LEXICON.adverbs.values())
    for adjective in (*LEXICON.adjectives.values(), *adjectives_by_noun()):
        yield from (adjective.attribute, adjective.noun)
    for pronoun in LEXICON.pronouns.values():
        yield from (pronoun.korean, pronoun.korean_possessive, pronoun.polite,
                    pronoun.polite_possessive)  # fmt: skip
    for table in (LEXICON.determiners, LEXICON.ordinals, LEXICON.prepositions, LEXICON.days,
                  LEXICON.degrees, LEXICON.degrees_of_more, LEXICON.questions, LEXICON.parts,
                  LEXICON.parts_of_hour, LEXICON.dates, FIXED, BEFORE_CLOCK):  # fmt: skip
        yield from table.values()
    yield from morphemes_beside_nouns()
    yield from (SO_FAR, *PLEASING.values(), *HOW_DONE.values())
    yield from (each[:-1] for each in SAID_APART)
    for texts in (*LEXICON.phrases.values(), *LEXICON.openings.values()):
        yield from texts
    for number in LEXICON.numbers.values():
        yield from number.values()
    yield from (measure["korean"] for measure in LEXICON.measures.values())
    yield from (unit["korean"] for unit in LEXICON.units.values())
    yield from (subject for subject, _ in KOREAN_WEATHER.values())
    yield from (*LEXICON.by_use.values(), *(korean for _, korean in nouns_by_company()))
    for frame in LEXICON.frames.values():
        for senses in frame.values():
            yield from (text for sense in senses for text in sense.pattern if text.startswith("-"))
            yield from (text for sense in senses for text in sense.pattern if _is_free(text))
            yield from (word for sense in senses for word in sense.particle.split())
    for sense in LEXICON.adjectives_with.values():
        yield sense.particle


def _is_free(text: str) -> bool:
    return text in ("것", "법", "대해")


def _stems() -> Iterator[str]:
    """What an ending follows, without its hyphen."""
    for adjective in (*LEXICON.adjectives.values(), *adjectives_by_noun()):
        if adjective.korean:
            yield adjective.korean
    yield from (*ACTING.values(), *STEMS, *MOODS_OF_FEELING.values())
    yield from (verb for _, verb in KOREAN_WEATHER.values())
    senses = [sense for frame in LEXICON.frames.values() for many in frame.values()
              for sense in many]  # fmt: skip
    for sense in (*senses, *LEXICON.adjectives_with.values()):
        if sense.pattern != ("-어지-",):
            yield sense.korean
        yield from (text for text in (sense.honorific, sense.passive, sense.negative) if text)
