"""What one token means, in a word or two, for those who do not read its language.

Interlinear glossing after the Leipzig rules: content morphemes have their translation, function
morphemes the name of what they do, in capitals. A gloss knows no sentence: where a token does
several things, they stand with a slash between them.
"""

from collections.abc import Iterator

from transformer_core.translator.grammar.english import WEATHER as WEATHER_FORMS
from transformer_core.translator.grammar.english import capitalised
from transformer_core.translator.grammar.inflection import with_s
from transformer_core.translator.grammar.korean import QUESTION_WORDS, WEATHER
from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.written_korean import CLOSE_MARK, OPEN_MARK, written
from transformer_core.vocabulary import END, PAD, START, UNKNOWN

MOST_ALTERNATIVES = 2
"""So many English words stand in the gloss of a Korean word that translates several."""

SPECIAL_GLOSSES = {PAD: "", START: "", END: "", UNKNOWN: "unknown"}
SPECIAL_KOREAN_GLOSSES = {**SPECIAL_GLOSSES, UNKNOWN: "모르는 단어"}

FUNCTION_GLOSSES = {
    "-은/는": "TOPIC", "-이/가": "SUBJECT", "-을/를": "OBJECT", "-들": "PLURAL",
    "-에": "at/to", "-에서": "at", "-에게": "to", "-와/과": "with", "함께": "together",
    "-었-": "PAST", "-다": "PLAIN", "-ㄴ다": "PRESENT.PLAIN", "-라": "PLAIN", "-니": "QUESTION",
    "-ㄴ": "ADNOMINAL", "-는": "ADNOMINAL", "-ㄹ": "PROSPECTIVE", "-기": "NOMINALIZER",
    "-이-": "be", "아니-": "not.be", "있-": "exist", "없-": "not.exist",
    "-지": "CONNECTIVE", "않-": "NEGATION", "것": "thing", "수": "possibility",
    "-고": "and/that/-ing", "-지만": "but", "-면": "if", "때문에": "because", "때": "when",
    "전에": "before", "후에": "after", "아주": "very", "왜": "why",
}  # fmt: skip
"""Korean morphemes that the lexicon does not have.

-ㄹ is the adnominal form of what has not happened: before 것 (will), 수 (can) and 때 (when). -라 is
-다 after the copula of a clause with that, which is quoted by -고; -고 있- is "is doing". -지 only
carries the negation 않-. 것 and 수 are the nouns of "is a thing to do", "there is a possibility".
"""

KOREAN_FUNCTION_GLOSSES = {
    "the": "정관사", "a": "부정관사", "an": "부정관사", "it": "비인칭 주어",
    "do": "조동사(현재)", "does": "조동사(현재, 3인칭 단수)", "did": "조동사(과거)",
    "will": "~(으)ㄹ 것이다", "can": "~(으)ㄹ 수 있다", "not": "~지 않다",
    "be": "이다/있다", "am": "이다/있다(현재)", "is": "이다/있다(현재)", "are": "이다/있다(현재)",
    "was": "이다/있다(과거)", "were": "이다/있다(과거)",
    "to": "~에게/~에", "with": "~와/과 함께", "that": "~다고/~라고", "and": "~고", "but": "~지만",
    "because": "~기 때문에", "when": "~(으)ㄹ 때", "if": "~(으)면", "before": "~기 전에",
    "after": "~(으)ㄴ 후에", "very": "아주", "why": "왜", "day": "날",
}  # fmt: skip
"""English words that the lexicon does not have. It is only the subject of the weather, and a day
occurs only in "every day"."""


def gloss(morpheme: str) -> str:
    """A short English gloss of a Korean morpheme: 학생 -> student, -은/는 -> TOPIC.

    An unknown word that was copied is its own gloss, without its marks; padding, start and end
    have an empty one.
    """
    if morpheme in _ENGLISH:
        return _ENGLISH[morpheme]
    return morpheme.removeprefix(OPEN_MARK).removesuffix(CLOSE_MARK)


def korean_gloss(word: str) -> str:
    """A short Korean gloss of an English word in either case: student -> 학생, ate -> 먹다(과거).

    An unknown word is its own gloss; padding, start and end have an empty one.
    """
    return _KOREAN.get(word.lower(), word)


def base_words() -> Iterator[tuple[str, str]]:
    """Every English base form of the lexicon with the Korean morpheme that translates it."""
    for noun in LEXICON.nouns.values():
        yield noun.word, noun.korean
    for verb in LEXICON.verbs.values():
        yield verb.word, f"{verb.korean}-"
    for adjective in LEXICON.adjectives.values():
        yield adjective.word, f"{adjective.korean}-"
    for pronoun in LEXICON.pronouns.values():
        yield pronoun.word, pronoun.korean
        yield pronoun.possessive, pronoun.korean_possessive
    for words in (LEXICON.determiners, *LEXICON.adverbs.values(), QUESTION_WORDS, WEATHER):
        yield from words.items()
    yield from ((word, side) for word, side in LEXICON.prepositions.items() if side)


def _content_glosses() -> dict[str, str]:
    english: dict[str, list[str]] = {}
    for word, korean in base_words():
        english.setdefault(korean, []).append(capitalised(word))
    return {korean: "/".join(words[:MOST_ALTERNATIVES]) for korean, words in english.items()}


def _korean_content_glosses() -> dict[str, str]:
    glosses: dict[str, list[str]] = {}
    for forms in (_noun_forms(), _verb_forms(), _pronoun_forms(), _unchanging_words()):
        for form, korean in forms:
            glosses.setdefault(form, []).append(korean)
    return {form: "/".join(korean) for form, korean in glosses.items()}


def _noun_forms() -> Iterator[tuple[str, str]]:
    for form, (word, is_plural) in LEXICON.noun_forms.items():
        korean = LEXICON.nouns[word].korean
        yield form, f"{korean}(복수)" if is_plural else korean


def _verb_forms() -> Iterator[tuple[str, str]]:
    paradigms: list[tuple[str, str, str, str, str | None]] = [
        (f"{verb.korean}다", verb.word, verb.third_person, verb.past, verb.ing)
        for verb in LEXICON.verbs.values()
    ]
    for word, (past, ing) in WEATHER_FORMS.items():
        dictionary_form = written([WEATHER[word], "-이/가", "오-", "-다"])
        paradigms.append((dictionary_form, word, with_s(word), past, ing))
    for dictionary_form, base, third_person, past, progressive in paradigms:
        yield base, dictionary_form
        yield third_person, f"{dictionary_form}(3인칭 단수)"
        yield past, f"{dictionary_form}(과거)"
        if progressive is not None:
            yield progressive, f"{dictionary_form}(진행)"


def _pronoun_forms() -> Iterator[tuple[str, str]]:
    for pronoun in LEXICON.pronouns.values():
        yield pronoun.word, pronoun.korean
        is_same = pronoun.korean_possessive == pronoun.korean
        yield pronoun.possessive, pronoun.korean_possessive + ("(소유격)" if is_same else "")
        if pronoun.object != pronoun.word:
            yield pronoun.object, f"{pronoun.korean}(목적격)"


def _unchanging_words() -> Iterator[tuple[str, str]]:
    yield from QUESTION_WORDS.items()
    for adjective in LEXICON.adjectives.values():
        yield adjective.word, f"{adjective.korean}다"
    for determiner, korean in LEXICON.determiners.items():
        yield determiner, f"{korean}(복수)" if determiner == "these" else korean
    for preposition, side in LEXICON.prepositions.items():
        yield preposition, f"~ {side}에(서)" if side else "~에(서)"
    for adverbs in LEXICON.adverbs.values():
        yield from ((word, korean) for word, korean in adverbs.items() if " " not in word)


_ENGLISH = SPECIAL_GLOSSES | FUNCTION_GLOSSES | _content_glosses()
_KOREAN = SPECIAL_KOREAN_GLOSSES | KOREAN_FUNCTION_GLOSSES | _korean_content_glosses()
