"""The tokens of the masks page, from numbers or from a sentence, and what its address says."""

import pytest

from pages.masks.setting import MaskSetting
from pages.masks.tokens import padded_ids
from tests.pages.answers import Asked
from ui.state.typed_input import InputError


def numbers(ids: str, **values: object) -> MaskSetting:
    return MaskSetting(ids=ids, **values)


def sentence(words: str, length: int = 1, **values: object) -> MaskSetting:
    return MaskSetting(given="sentence", sentence=words, length=length, **values)


def test_words_get_ids_from_1_and_padding_0():
    assert padded_ids(["b", "a", "B"], 5) == [2, 1, 2, 0, 0]
    assert padded_ids(["b", "a"], 1) == [2, 1]


def test_a_sentence_is_padded_behind_or_in_front():
    assert sentence("the cat The", 5).token_ids == (2, 1, 2, 0, 0)
    assert sentence("the cat The", 5, padding_first=True).token_ids == (0, 0, 2, 1, 2)


def test_a_sentence_longer_than_the_length_is_not_cut():
    assert sentence("a b c d", 2).token_ids == (1, 2, 3, 4)


def test_equal_tokens_are_told_apart():
    assert numbers("1 21 777 0 0").labels == ("1", "21", "777", "0 (4)", "0 (5)")


def test_padding_goes_first_without_replacing_what_was_typed():
    moved = sentence("I love you", 5).behind_its_padding()
    assert moved.labels == ("⟨pad⟩ (1)", "⟨pad⟩ (2)", "I", "love", "you")
    assert moved.sentence == "I love you"
    assert numbers("7 8 0 9").behind_its_padding().ids == "0 7 8 9"


def test_padding_can_be_put_before_a_sentence_that_has_none():
    moved = sentence("I love you", 3).behind_its_padding()
    assert moved.labels == ("⟨pad⟩ (1)", "⟨pad⟩ (2)", "I", "love", "you")


@pytest.mark.parametrize(
    "bad",
    ["one two", "NaN", "1 2.5", "-1", "", " , ", "1e3", "🙂", "مرحبا", "<script>alert(1)</script>",
     "1000000", "1 " * 65, "7 " * 10_000],
)  # fmt: skip
def test_what_is_no_list_of_ids_is_refused(bad):
    control = MaskSetting.controls()["ids"]
    with pytest.raises(ValueError):
        control.read(bad)


def test_too_many_tokens_are_counted():
    with pytest.raises(InputError) as error:
        MaskSetting.controls()["ids"].read("7 " * 65)
    assert error.value.values == {"count": 65, "limit": 64}


@pytest.mark.parametrize("bad", ["", "   ", "word " * 10_000])
def test_what_is_no_sentence_is_refused(bad):
    with pytest.raises(ValueError):
        MaskSetting.controls()["sentence"].read(bad)


@pytest.mark.parametrize("words", ["🙂 🙃", "مرحبا بالعالم", "<script>alert(1)</script> *b*"])
def test_words_of_any_script_are_tokens(words):
    assert sentence(words).tokens == tuple(words.split())


def test_an_old_link_opens_with_the_same_numbers():
    asked = Asked.at("masks", ma_ids="1 2 0 4 5", ma_cells="0.1_0.2", ma_seed="3")
    assert asked.setting.token_ids == (1, 2, 0, 4, 5)
    assert asked.setting.cells == {(0, 1), (0, 2)}
    assert asked.setting.seed == 3
    words = {"ma_given": "sentence", "ma_sentence": "a b", "ma_length": "3"}
    asked = Asked.at("masks", **words, ma_padding_first="true")
    assert asked.setting.token_ids == (0, 1, 2)


@pytest.mark.parametrize(
    ("name", "bad"),
    [("ids", "x"), ("ids", "<script>"), ("given", "speech"), ("seed", "no"), ("seed", "-1"),
     ("cells", "9;9"), ("length", "0"), ("length", "65"), ("padding_first", "2")],
)  # fmt: skip
def test_a_bad_value_in_the_address_falls_back_to_the_default(name, bad):
    asked = Asked.at("masks", **{f"ma_{name}": bad, "ma_pin": "nothing.1"})
    assert getattr(asked.setting, name) == getattr(Asked("masks").setting, name)
    assert asked.arithmetic.title == Asked("masks").arithmetic.title


def test_the_address_says_what_is_not_as_the_page_starts():
    asked = Asked("masks", ids="1 2 3", cells=frozenset({(0, 1), (0, 2)}), pin="painted.0.1")
    assert asked.address["ma_ids"] == "1 2 3"
    assert asked.address["ma_cells"] == "0.1_0.2"
    assert asked.address["ma_pin"] == "painted.0.1"
    # What a language decides stands there always, so that a link shows the same to everybody.
    assert asked.address["ma_sentence"] == "the cat sat on the mat"
    assert "ma_seed" not in asked.address
    assert Asked.at("masks", **asked.address).state == asked.state
