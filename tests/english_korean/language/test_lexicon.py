from collections import Counter

from english_korean.language.korean.endings import STATEMENT
from english_korean.language.korean.hangul import is_syllable
from english_korean.language.lexicon import LEXICON, lemmas, verbs
from english_korean.language.syntax import LEVELS

KINDS = {noun.kind for noun in LEXICON.nouns.values()}
SENSES = [
    *(sense for verbs in LEXICON.frames.values() for many in verbs.values() for sense in many),
    *LEXICON.adjectives_with.values(),
]
NATURES = {"verb", "adjective", "done", "wish", "resting"}


def test_there_are_many_words():
    assert lemmas() >= 2000
    assert len(LEXICON.nouns) >= 1200
    assert len(verbs()) >= 250


def exists(kind):
    return kind[1:] in LEXICON.nouns if kind.startswith("=") else kind in KINDS


def test_every_group_names_kinds_and_words_that_exist():
    assert [
        (group, kind)
        for group, kinds in LEXICON.groups.items()
        for kind in kinds
        if not exists(kind)
    ] == []


def test_every_sense_names_kinds_and_words_that_exist():
    named = {(s.word, kind) for s in SENSES for kind in s.subjects | s.objects}
    assert [(word, kind) for word, kind in named if not exists(kind)] == []


def test_every_sense_has_a_stem_and_a_known_nature():
    for sense in SENSES:
        assert sense.nature in NATURES, sense
        assert sense.korean, sense
        for text in (sense.korean, sense.honorific, sense.passive, sense.negative):
            assert all(map(is_syllable, text.replace(" ", ""))), sense


def test_no_sense_is_hidden_by_one_before_it():
    """The last is meant where nothing fits, so that what it names matters only for drawing."""
    hidden = []
    for frame in LEXICON.frames.values():
        for senses in frame.values():
            side = "subjects" if senses[0].frame == "intransitive" else "objects"
            before = set()
            for sense in senses[:-1]:
                named = getattr(sense, side)
                if named <= before:
                    hidden.append((sense.frame, sense.word, sense.korean))
                before |= named
    assert hidden == []


def test_every_noun_that_is_counted_has_a_plural_and_a_counter_or_counts_itself():
    for noun in LEXICON.nouns.values():
        is_counted = noun.plural is not None
        assert is_counted or noun.is_bare or noun.is_pair, noun
        assert not noun.is_name or not is_counted, noun


def test_a_noun_form_has_one_meaning_but_for_glasses():
    """Of windows and of eyes."""
    plurals = Counter(n.plural for n in LEXICON.nouns.values() if n.plural not in (None, n.word))
    assert [form for form, count in plurals.items() if count > 1] == []
    assert {form for form in plurals if form in LEXICON.nouns} == {"glasses"}


def test_a_verb_form_belongs_to_one_verb():
    for form, found in LEXICON.verb_forms.items():
        assert len({base for base, _ in found}) == 1, form


def test_numbers_pronouns_and_determiners_are_nothing_else():
    """But for the one that stands for a noun, and what is enough."""
    closed = {*LEXICON.numbers, *LEXICON.pronouns, *LEXICON.determiners, *LEXICON.possessives}
    assert closed & set(LEXICON.nouns) == {"one"}
    assert closed & set(LEXICON.adjectives) == {"enough"}
    assert set(LEXICON.ordinals) & set(LEXICON.adjectives) == {"same"}


def test_irregular_forms_are_known():
    plurals = {"child": "children", "tooth": "teeth", "knife": "knives", "sheep": "sheep",
               "person": "people", "mouse": "mice", "bread": None, "tom": None}  # fmt: skip
    assert {word: LEXICON.nouns[word].plural for word in plurals} == plurals
    assert LEXICON.forms["teach"]["past"] == "taught"
    assert LEXICON.forms["eat"]["participle"] == "eaten"
    assert LEXICON.forms["run"]["ing"] == "running"
    assert LEXICON.forms["have"]["third"] == "has"
    assert LEXICON.adjectives["good"].comparative == "better"
    assert LEXICON.adjectives["big"].superlative == "biggest"
    assert LEXICON.adjectives["beautiful"].comparative == ""


def test_korean_is_written_in_syllables_and_digits():
    texts = [noun.korean for noun in LEXICON.nouns.values()]
    texts += [adverb.korean for adverb in LEXICON.adverbs.values()]
    for adjective in LEXICON.adjectives.values():
        assert adjective.korean or adjective.attribute or adjective.noun, adjective
        texts += [adjective.korean, adjective.attribute, adjective.noun]
    for text in texts:
        assert all(is_syllable(c) or c.isdigit() for c in text.replace(" ", "")), text


def test_fixed_phrases_stand_in_every_speech_level():
    assert len(STATEMENT) == len(LEVELS)
    for texts in (*LEXICON.phrases.values(), *LEXICON.openings.values()):
        assert len(texts) == len(LEVELS)


def test_adverbs_of_time_go_with_one_tense_or_all():
    assert {adverb.tense for adverb in LEXICON.adverbs.values()} == {
        "", "past", "present", "future",
    }  # fmt: skip
    assert LEXICON.adverbs["yesterday"].tense == "past"
