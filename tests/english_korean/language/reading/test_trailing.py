from english_korean.language.reading.trailing import frames_of
from english_korean.language.syntax import Clause


def test_who_has_been_to_a_place_has_gone_there():
    assert frames_of(Clause("place", None, aspect="perfect")) == ("motion", "")
    assert frames_of(Clause("place", None)) == ("",)
    assert frames_of(Clause("verb", None, "eat", "transitive")) == ("transitive",)
