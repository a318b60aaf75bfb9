from transformer_core.translator.grammar.reading.trailing import frame_of
from transformer_core.translator.grammar.syntax import Clause


def test_who_has_been_to_a_place_has_gone_there():
    assert frame_of(Clause("place", None, aspect="perfect")) == "motion"
    assert frame_of(Clause("place", None)) == ""
    assert frame_of(Clause("verb", None, "eat", "transitive")) == "transitive"
