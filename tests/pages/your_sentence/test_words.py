"""The words of the sentence page: each is told from its equals, and hidden where it was hidden."""

import pytest

from tests.pages.your_sentence.sentence_page import AskedSentence

QUESTION = "did the cat drink the milk?"
TWICE = "he was tired but he slept"
PAST = "[ -었- (7) ⟮PAST⟯"


def hidden_words(page):
    return [word.startswith("(") for word in page.lines.keys]


def test_hiding_a_word_takes_all_attention_from_it_and_changes_the_translation():
    page = AskedSentence(hidden=frozenset({5}))
    assert page.matrices["weights"].cols.labels[5] == "(book)"
    assert abs(page.matrices["weights"].values[:, 5]).max() == 0
    assert "책" not in page.heading
    assert f"{page.text('hide.before')}: **행복한 학생은 어제 책을 샀다.**" in page.notes


def test_every_word_has_a_switch():
    page = AskedSentence(hidden=frozenset({1}))
    row = page.row("hide")
    assert [chip.label for chip in row.chips] == list(page.setting.written.words)
    assert [chip.is_on for chip in row.chips] == [False, True, *[False] * 5]
    assert row.chips[5].setting["hidden"] == "1_5"
    assert row.chips[1].setting["hidden"] == ""


@pytest.mark.parametrize(
    "sentence", ["you love dogs", "the cat saw a bird in the park", "will the cat see the bird?"]
)
def test_hiding_ends_with_its_sentence(sentence):
    page = AskedSentence(sentence="I love you", hidden=frozenset({1}), pins="k1")
    assert "(love)" in page.lines.keys
    page.typed(sentence=sentence)
    assert not any(hidden_words(page))
    assert (page.setting.hidden, page.setting.pins) == (frozenset(), "")
    assert not page.typed(sentence="I love you").setting.hidden


def test_another_control_lets_nothing_go():
    page = AskedSentence(hidden=frozenset({1}), pins="k1").typed(kind="encoder")
    assert (page.setting.hidden, page.setting.pins) == (frozenset({1}), "k1")


def test_a_preset_shows_every_word():
    page = AskedSentence(hidden=frozenset({1, 5}))
    assert not page.pressed(page.text("presets.because")).setting.hidden
    assert "book" in page.pressed(page.text("presets.yesterday")).lines.keys


def test_one_of_two_equal_words_is_switched_off():
    page = AskedSentence(sentence=QUESTION)
    page.pressed("the (2)")
    assert page.setting.hidden == frozenset({1})
    assert hidden_words(page) == [False, True, *[False] * 4]


@pytest.mark.parametrize(
    ("kind", "rows", "cols"),
    [
        ("encoder", "he (1)", "he (5)"),
        ("decoder", "-었- (7)", "-었- (4)"),
        ("cross", "-었- (7)", "he (5)"),
    ],
)
def test_equal_words_are_told_apart(kind, rows, cols):
    page = AskedSentence(sentence=TWICE, kind=kind)
    for matrix in page.matrices.values():
        assert rows in matrix.rows.labels
        assert cols in matrix.cols.labels
        for axis in (matrix.rows, matrix.cols):
            assert len(set(axis.labels)) == len(axis.labels)
    assert (rows in page.lines.queries) and (cols in page.lines.keys)


def test_a_hidden_word_keeps_the_number_that_tells_it_apart():
    keys = AskedSentence(sentence=TWICE, hidden=frozenset({4})).lines.keys
    assert (keys[0], keys[4]) == ("he (1)", "(he) (5)")


def test_one_of_two_equal_tokens_is_stepped_to():
    page = AskedSentence(sentence=TWICE)
    tokens = page.row("tokens").chips
    assert [chip.label for chip in tokens][3:5] == ["-었- (4)", "-지만"]
    assert page.pressed("-었- (7)").setting.step == 7
    assert [chip.is_on for chip in page.row("tokens").chips] == [False] * 6 + [True]
    assert page.pressed("-었- (4)").setting.step == 4


@pytest.mark.parametrize("tensor", ["scores", "scaled", "masked", "weights"])
def test_the_arithmetic_tells_equal_words_apart(tensor):
    for part, ends in (("cross", f"{PAST}, he (5) ]"), ("self", f"{PAST}, -었- (4) ⟮PAST⟯ ]")):
        trail = f"decoder.layers.1.{part}_attention.{tensor}@0.6.4"
        title = AskedSentence(sentence=TWICE, trail=trail).arithmetic.title
        assert title.split(" =")[0].endswith(ends)


def test_the_embedding_is_looked_up_by_the_models_own_token():
    values = {"sentence": "Zoe saw a quokka in the park", "trail": "src_embeddings@0.0"}
    assert "“<unk>”" in str(AskedSentence(**values).arithmetic.lines)
    assert "“<pad>”" in str(AskedSentence(hidden=frozenset({0}), **values).arithmetic.lines)


def test_a_warning_stands_above_the_picture_and_what_is_well_below_it():
    def areas(page: AskedSentence) -> list[str]:
        return [area for area in ("written", "details") if page.tone_in(area)]

    assert areas(AskedSentence()) == ["details"]
    assert areas(AskedSentence(sentence="colourless green ideas sleep")) == ["written"]
    assert areas(AskedSentence(hidden=frozenset({5}))) == ["written"]
