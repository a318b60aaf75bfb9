import pytest

from transformer_core.translator.grammar.reading.prepositions import kind_of_adverbial
from transformer_core.translator.grammar.syntax import NounPhrase


@pytest.mark.parametrize(
    ("preposition", "frame", "passive", "kind"),
    [("to", "motion", False, "goal"), ("to", "transitive", False, ""),
     ("into", "motion", False, "goal"), ("by", "transitive", True, "agent"),
     ("by", "transitive", False, "place"), ("behind", "", False, "place")],
)  # fmt: skip
def test_the_verb_decides_what_a_preposition_says(preposition, frame, passive, kind):
    found = kind_of_adverbial(preposition, NounPhrase("tom"), frame=frame, passive=passive)
    assert found == kind
