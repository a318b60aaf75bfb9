"""What one token means, in a word or two, for those who do not read its language.

Interlinear glossing after the Leipzig rules: content morphemes have their translation, function
morphemes the name of what they do, in capitals. A gloss knows no sentence: where a token does
several things, at most two of them stand with a slash between them.
"""

import tomllib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from english_korean.language.adjective_senses import ACTING, adjectives_by_noun
from english_korean.language.english.comparison import compared_forms
from english_korean.language.english.words import capitalised
from english_korean.language.entries import Adjective, Noun, Sense
from english_korean.language.korean.written import CLOSE_MARK, OPEN_MARK
from english_korean.language.lexicon import LEXICON, Form
from english_korean.language.noun_senses import nouns_by_company
from english_korean.language.syntax import STYLES
from english_korean.language.tokens import NUMBER, YEAR
from transformer_lab.vocabulary import END, PAD, START, UNKNOWN

MOST_ALTERNATIVES = 2
"""So many meanings stand in the gloss of a token that has several."""
LONGEST = 24
"""A second one stands only where both together are not longer."""

SPECIAL_GLOSSES = {PAD: "", START: "", END: "", UNKNOWN: "unknown", YEAR: "a year",
                   NUMBER: "a number"}  # fmt: skip
SPECIAL_KOREAN_GLOSSES = {**SPECIAL_GLOSSES, UNKNOWN: "모르는 단어", YEAR: "연도",
                          NUMBER: "숫자"}  # fmt: skip
STYLE_GLOSSES = {s.token: s.level + " + honorific" * s.honorific for s in STYLES}

_FUNCTION = tomllib.loads((Path(__file__).parent / "words" / "glosses.toml").read_text("utf-8"))
FUNCTION_GLOSSES: dict[str, str] = _FUNCTION["english"]
"""Korean morphemes that do something rather than mean something, and what only Korean needs.

-ㄹ is the adnominal form of what has not happened: before 것 (will), 수 (can) and 때 (when). -라 is
-다 after the copula of what is quoted by -고; -고 있- is "is doing". -지 only carries the negation
않-. 것 and 수 are the nouns of "is a thing to do", "there is a possibility".
"""
KOREAN_FUNCTION_GLOSSES: dict[str, str] = _FUNCTION["korean"]
"""English words that are no words of the lexicon, or do more than those. It is only the subject of
the weather; "up" and its like belong to a verb."""

FORM_NAMES: dict[Form, str] = {"base": "", "third": "(3인칭 단수)", "past": "(과거)",
                               "participle": "(과거 분사)", "ing": "(진행)"}  # fmt: skip
BESIDE_THE_FIRST = ("bad", "cold", "hot", "wrong", "full", "strong")
"""Adjectives whose gloss has what they mean of things, too."""
FRAMES_FIRST = ("transitive", "intransitive", "motion", "location", "ditransitive")


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
    """Every English base form with the Korean that translates it, of one or more morphemes."""
    for pronoun in LEXICON.pronouns.values():
        for korean in (pronoun.korean, pronoun.polite):
            yield pronoun.word, korean
        for korean in (pronoun.korean_possessive, pronoun.polite_possessive):
            yield pronoun.possessive, korean
    yield from ((noun.word, noun.korean) for noun in _nouns())
    yield from ((sense.word, f"{sense.korean}-") for sense in _senses())
    for adjective in _adjectives():
        yield adjective.word, adjective.korean and f"{adjective.korean}-"
        yield from ((adjective.word, text) for text in (adjective.attribute, adjective.noun))
    yield from ((word, f"{korean}-") for word, korean in ACTING.items())
    for words in (LEXICON.determiners, LEXICON.ordinals, LEXICON.prepositions, LEXICON.degrees,
                  LEXICON.dates, LEXICON.questions):  # fmt: skip
        yield from words.items()
    yield from nouns_by_company()
    yield from ((adverb.word, adverb.korean) for adverb in LEXICON.adverbs.values())
    yield from ((f"{n} day" + "s" * (n != "one"), korean) for n, korean in LEXICON.days.items())
    for word, entry in (*LEXICON.measures.items(), *LEXICON.units.items()):
        yield word, entry["korean"]
    for number, texts in LEXICON.numbers.items():
        yield from ((number, text) for text in texts.values())


def _nouns() -> list[Noun]:
    """Names behind what is no name: 밥 is rice before it is Bob."""
    return sorted(LEXICON.nouns.values(), key=lambda noun: noun.is_name)


def _adjectives() -> tuple[Adjective, ...]:
    """What is true of most nouns stands last in its table, and so comes first here."""
    in_order = [each.word for each in adjectives_by_noun()]
    by_noun = sorted(adjectives_by_noun()[::-1], key=lambda each: in_order.index(each.word))
    first = [each for each in by_noun if each.word not in LEXICON.adjectives or each.attribute]
    others = [next(each for each in by_noun if each.word == word) for word in BESIDE_THE_FIRST]
    return (*first, *LEXICON.adjectives.values(), *others)


def _senses() -> Iterator[Sense]:
    """Of each verb first what it means where no object or subject decides, frame by frame."""
    frames = [*FRAMES_FIRST, *(frame for frame in LEXICON.frames if frame not in FRAMES_FIRST)]
    for word in dict.fromkeys(word for frame in frames for word in LEXICON.frames[frame]):
        found = [LEXICON.frames[f][word] for f in frames if word in LEXICON.frames[f]]
        for each in zip_longest(*((senses[-1], *senses[:-1]) for senses in found)):
            yield from (sense for sense in each if sense and sense.pattern != ("-어지-",))
    yield from LEXICON.adjectives_with.values()


def _changed_stems() -> Iterator[tuple[str, str]]:
    """Stems of the passive, of respect and of denial that are words of their own."""
    for sense in _senses():
        first, _, rest = sense.word.partition(" ")
        participle = LEXICON.forms[first]["participle"] if first in LEXICON.forms else first
        yield f"be {participle} {rest}".strip(), sense.passive and f"{sense.passive}-"
        yield f"{sense.word}.HONORIFIC", sense.honorific and f"{sense.honorific}-"
        yield f"not.{sense.word}", sense.negative and f"{sense.negative}-"


def _phrases() -> Iterator[tuple[str, list[str]]]:
    yield from LEXICON.openings.items()
    yield from LEXICON.phrases.items()


def _english_glosses() -> dict[str, str]:
    words = _Meanings()
    for word, korean in (*base_words(), *_changed_stems()):
        words.add(korean, _as_written(word))
    for phrase, texts in _phrases():
        for text in texts:
            words.add(text, _as_written(phrase))
    for noun in LEXICON.nouns.values():
        words.add(noun.counter, "COUNTER")
    return words.glosses()


def _as_written(text: str) -> str:
    noun = LEXICON.nouns.get(text)
    return text.title() if noun and noun.is_name else " ".join(map(capitalised, text.split()))


def _korean_glosses() -> dict[str, str]:
    words = _Meanings()
    for forms in (_pronoun_forms, _noun_forms, _adjective_forms, _verb_forms, _unchanging_words):
        for form, korean, name in forms():
            words.add(form, korean, name)
    return words.glosses()


class _Meanings:
    """What each token means by itself, and what the words mean that it is a part of."""

    def __init__(self) -> None:
        self.whole: dict[str, dict[str, str]] = {}
        self.part: dict[str, dict[str, str]] = {}

    def add(self, text: str, meaning: str, form: str = "") -> None:
        tokens = text.split()
        found = self.whole if len(tokens) == 1 else self.part
        for token in tokens if meaning else ():
            found.setdefault(token, {}).setdefault(meaning, form)

    def glosses(self) -> dict[str, str]:
        return {token: _joined(found) for token, found in (self.part | self.whole).items()}


def _joined(meanings: dict[str, str]) -> str:
    """Two meanings at most: 얻다/도착하다(과거); what only lengthens another is left out."""
    chosen = [each for each in meanings if not any(each.startswith(f"{m} ") for m in meanings)]
    chosen = chosen[:MOST_ALTERNATIVES]
    forms = [meanings[each] for each in chosen]
    if len(set(forms)) == 1:
        together = "/".join(chosen) + forms[0]
    else:
        together = "/".join(map("".join, zip(chosen, forms, strict=True)))
    return together if len(together) <= LONGEST else chosen[0] + forms[0]


def _noun_forms() -> Iterator[tuple[str, str, str]]:
    for noun in _nouns():
        yield noun.word, noun.korean, ""
        yield noun.plural or "", noun.korean, "" if noun.is_pair else "(복수)"


def _verb_forms() -> Iterator[tuple[str, str, str]]:
    for sense in _senses():
        first, _, rest = sense.word.partition(" ")
        for form, text in LEXICON.forms.get(first, {"base": first}).items():
            yield f"{text} {rest}", f"{sense.korean}다", FORM_NAMES[form]


def _adjective_forms() -> Iterator[tuple[str, str, str]]:
    for adjective in _adjectives():
        korean = f"{adjective.korean}다" if adjective.korean else adjective.attribute
        comparative, superlative = compared_forms(adjective.word)
        yield adjective.word, korean or adjective.noun, ""
        yield adjective.comparative or comparative, f"더 {korean}", ""
        yield adjective.superlative or superlative, f"가장 {korean}", ""


def _pronoun_forms() -> Iterator[tuple[str, str, str]]:
    for pronoun in LEXICON.pronouns.values():
        is_same = pronoun.korean_possessive == pronoun.korean
        yield pronoun.word, pronoun.korean, ""
        yield pronoun.possessive, pronoun.korean_possessive, "(소유격)" if is_same else ""
        if pronoun.object != pronoun.word:
            yield pronoun.object, pronoun.korean, "(목적격)"
        yield pronoun.mine, f"{pronoun.korean_possessive} 것", ""


def _unchanging_words() -> Iterator[tuple[str, str, str]]:
    for determiner, korean in LEXICON.determiners.items():
        yield determiner, korean, "(복수)" if determiner in ("these", "those") else ""
    for preposition, side in LEXICON.prepositions.items():
        yield preposition, f"~ {side}에(서)" if side else "~에(서)", ""
    for adverb in LEXICON.adverbs.values():
        comparative, superlative = compared_forms(adverb.word)
        yield adverb.word, adverb.korean, ""
        yield comparative, f"더 {adverb.korean}", ""
        yield superlative, f"가장 {adverb.korean}", ""
    for number, texts in LEXICON.numbers.items():
        yield from ((number, text, "") for text in texts.values())
    for word, measure in LEXICON.measures.items():
        yield word, measure["korean"], ""
        yield measure["plural"], measure["korean"], "(복수)"
    for words in (LEXICON.ordinals, LEXICON.degrees, LEXICON.dates, LEXICON.questions):
        yield from ((word, korean, "") for word, korean in words.items())
    yield from ((phrase, texts[0], "") for phrase, texts in _phrases())


_ENGLISH = SPECIAL_GLOSSES | _english_glosses() | FUNCTION_GLOSSES | STYLE_GLOSSES
_KOREAN = SPECIAL_KOREAN_GLOSSES | _korean_glosses() | KOREAN_FUNCTION_GLOSSES
