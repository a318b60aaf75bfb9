"""Every word that the grammar can write, in both languages: what the vocabularies are made of."""

from transformer_core.translator.grammar.english import WEATHER as ENGLISH_WEATHER
from transformer_core.translator.grammar.inflection import with_s
from transformer_core.translator.grammar.korean import QUESTION_WORDS
from transformer_core.translator.grammar.korean import WEATHER as KOREAN_WEATHER
from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.syntax import JOINING, SUBORDINATE
from transformer_core.translator.grammar.written_korean import PARTICLES

ENGLISH_FUNCTION_WORDS = (
    "the", "a", "an", "very", "not", "do", "does", "did", "will", "can", "be", "am", "is", "are",
    "was", "were", "to", "with", "it", "that", "who", "what", "where", "why", *JOINING,
    *SUBORDINATE,
)  # fmt: skip

KOREAN_FUNCTION_MORPHEMES = (
    *PARTICLES, "-에", "-에서", "-에게", "-들", "-ㄴ", "-는", "-ㄹ", "-ㄴ다", "-다", "-니", "-었-",
    "-지", "않-", "-고", "-지만", "-면", "-기", "-라", "-이-", "아니-", "있-", "없-", "것", "수",
    "때문에", "때", "전에", "후에", "함께", "아주", "왜", "오-",
)  # fmt: skip


def english_forms() -> list[str]:
    """All English words, sorted."""
    forms = set(ENGLISH_FUNCTION_WORDS) | set(LEXICON.noun_forms) | set(LEXICON.verb_forms)
    forms |= set(LEXICON.adjectives) | set(LEXICON.determiners) | set(LEXICON.prepositions)
    for pronoun in LEXICON.pronouns.values():
        forms |= {pronoun.word, pronoun.object, pronoun.possessive}
    for word, others in ENGLISH_WEATHER.items():
        forms |= {word, with_s(word), *others}
    for adverbs in LEXICON.adverbs.values():
        forms.update(word for adverb in adverbs for word in adverb.split())
    return sorted(forms)


def korean_forms() -> list[str]:
    """All Korean morphemes, sorted."""
    forms = set(KOREAN_FUNCTION_MORPHEMES) | set(QUESTION_WORDS.values())
    forms |= set(KOREAN_WEATHER.values()) | set(LEXICON.determiners.values())
    forms |= {noun.korean for noun in LEXICON.nouns.values()}
    forms |= {f"{word.korean}-" for word in LEXICON.verbs.values()}
    forms |= {f"{word.korean}-" for word in LEXICON.adjectives.values()}
    forms |= {side for side in LEXICON.prepositions.values() if side}
    for pronoun in LEXICON.pronouns.values():
        forms |= {pronoun.korean, pronoun.korean_possessive}
    for adverbs in LEXICON.adverbs.values():
        forms.update(adverbs.values())
    return sorted(forms)
