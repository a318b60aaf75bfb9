import pytest

from english_korean.heads import roles
from english_korean.language.recognition import recognise


def pair_of(text):
    pair = recognise(text).pair
    assert pair is not None, text
    return pair


def related(text, targets):
    """Each query with its keys, as words."""
    pair = pair_of(text)
    words = [word.text for word in pair.words]
    return {words[query]: {words[key] for key in keys} for query, keys in targets(pair).items()}


def test_a_determiner_belongs_to_its_own_noun():
    found = related("The cat eats this fish.", roles.beside(("determiner",), "head"))
    assert found == {"the": {"cat"}, "this": {"fish"}}


def test_a_noun_behind_a_preposition_belongs_to_it_and_no_other_does():
    targets = roles.beside(("head",), "word", "preposition")
    assert related("I read the book on the desk.", targets) == {"desk": {"on"}}
    assert related("The cat sleeps under the table.", targets) == {"table": {"under"}}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My old friend is kind.", {"old": {"friend"}, "kind": {"friend"}}),
        ("She made him happy.", {"happy": {"him"}}),
        ("He runs very fast.", {}),
    ],
)
def test_an_adjective_belongs_to_the_noun_that_it_is_said_of(text, found):
    assert related(text, roles.adjective_at_noun) == found


def test_a_noun_belongs_to_its_adjectives():
    assert related("I have a big red car.", roles.noun_at_adjective) == {"car": {"big", "red"}}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("She wears a hat.", {"wears": {"hat"}}),
        ("The window was broken by the boy.", {"broken": {"window"}}),
        ("The cup broke.", {"broke": {"cup"}}),
        ("He took off his shoes.", {"took": {"shoes"}, "off": {"shoes"}}),
        ("She eats an apple.", {}),
        ("The cat sleeps.", {}),
        ("She writes every day.", {}),
    ],
)
def test_the_sense_of_a_verb_is_decided_by_its_object_or_else_its_subject(text, found):
    assert related(text, roles.verb_at_deciding_noun) == found


def test_single_verbs_are_known_in_all_their_forms():
    def worn(pair):
        return roles.verb_at_deciding_noun(pair, among=("wear",))

    assert related("She wore a hat.", worn) == {"wore": {"hat"}}
    assert related("She broke a cup.", worn) == {}
    assert roles.base_form(["took", "off"]) == "take off"


def test_only_the_verb_of_a_subordinate_clause_belongs_to_the_conjunction():
    because = "I am happy because you came."
    assert related(because, roles.verb_at_conjunction) == {"came": {"because"}}
    assert related("I sing and you dance.", roles.verb_at_conjunction) == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My father reads while he eats.", {"he": {"father"}}),
        ("I cannot buy the bike because it is too expensive.", {"it": {"bike"}}),
        ("The boy saw the man when he came.", {}),
        ("It is cold.", {}),
    ],
)
def test_a_pronoun_belongs_to_its_antecedent_where_the_grammar_knows_it(text, found):
    assert related(text, roles.pronoun_at_antecedent) == found


def test_particles_stand_behind_nouns_and_endings_behind_stems():
    pair = pair_of("The cats ate fish.")
    texts = [each.text for each in pair.morphemes]
    found = [(texts[at], texts[host]) for at, host in roles.hosts(pair)]
    assert found == [("-들", "고양이"), ("-은/는", "고양이"), ("-을/를", "생선"),
                     ("-었-", "먹-"), ("-다", "먹-")]  # fmt: skip
    assert roles.is_stem("먹-") and roles.is_stem("-이-") and not roles.is_stem("고양이")
