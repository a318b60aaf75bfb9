from english_korean.language.reading.verbs import can_receive
from english_korean.language.syntax import NounPhrase


def test_one_gives_to_who_can_have():
    assert can_receive(NounPhrase("tom")) and can_receive(NounPhrase("dog", determiner="the"))
    assert can_receive(NounPhrase("she", "pronoun")) and can_receive(NounPhrase("zork", "unknown"))
    assert not can_receive(NounPhrase("table", determiner="the"))
    assert not can_receive(NounPhrase("it", "pronoun"))
