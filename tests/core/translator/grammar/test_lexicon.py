from collections import Counter

from transformer_core.translator.grammar.forms import ENGLISH_FUNCTION_WORDS
from transformer_core.translator.grammar.hangul import is_syllable
from transformer_core.translator.grammar.lexicon import LEXICON


def test_there_are_a_few_hundred_words():
    words = len(LEXICON.nouns) + len(LEXICON.verbs) + len(LEXICON.adjectives)
    assert 250 <= words <= 450


def test_no_english_form_is_two_words():
    forms = [*LEXICON.noun_forms, *LEXICON.verb_forms, *LEXICON.adjectives, *LEXICON.determiners]
    forms += [*LEXICON.prepositions, *ENGLISH_FUNCTION_WORDS]
    forms += {p for pronoun in LEXICON.pronouns.values() for p in (pronoun.word, pronoun.object)}
    forms += [word for kind in LEXICON.adverbs.values() for each in kind for word in each.split()]
    twice = {form for form, count in Counter(forms).items() if count > 1}
    # "every day" and "every cat": a day is no noun here
    assert twice == {"every"}


def test_the_past_of_every_verb_differs_from_its_present():
    for verb in LEXICON.verbs.values():
        assert verb.past not in (verb.word, verb.third_person)


def test_every_plural_differs_from_its_singular():
    for noun in LEXICON.nouns.values():
        assert noun.plural != noun.word


def test_irregular_forms_are_known():
    assert LEXICON.nouns["child"].plural == "children"
    assert LEXICON.verbs["teach"].past == "taught"
    assert LEXICON.verbs["run"].ing == "running"
    assert LEXICON.nouns["bread"].plural is None
    assert LEXICON.verbs["know"].ing is None


def test_korean_is_written_in_syllables():
    words = [*LEXICON.nouns.values(), *LEXICON.verbs.values(), *LEXICON.adjectives.values()]
    for word in words:
        assert all(map(is_syllable, word.korean)), word


def test_verbs_and_adjectives_go_with_classes_that_exist():
    kinds = {noun.kind for noun in LEXICON.nouns.values()}
    for verb in LEXICON.verbs.values():
        assert verb.subjects | verb.objects <= kinds, verb
        assert bool(verb.objects) == (verb.frame in ("transitive", "transfer")), verb
    for adjective in LEXICON.adjectives.values():
        assert adjective.kinds <= kinds
