"""The words of the sentence page: each is told from its equals, and hidden where it was hidden."""

import pytest
import torch

from tests.pages.conftest import in_url, press, said, type_sentence
from ui.shell.language import text_of


@pytest.fixture
def opened(open_sentence):
    return open_sentence


def test_hiding_a_word_takes_all_attention_from_it_and_changes_the_translation(opened, shown):
    app = opened(ys_hidden="5")
    assert shown["weights"].cols.labels[5] == "(book)"
    assert torch.as_tensor(shown["weights"].values)[:, 5].abs().max() == 0
    after = said(app).split(text_of("your_sentence", "en")("hide.after", words="“book”"))[1]
    assert "책" not in after


@pytest.mark.parametrize("sentence", ["I love you", "will the cat see the bird?"])
def test_after_equal_words_nothing_is_hidden_that_nobody_hid(opened, lines, sentence):
    app = type_sentence(opened(ys_sentence="did the dog eat the fish?"), sentence)
    assert in_url(app, "hidden") == ""
    assert not [word for word in lines["keys"] if word.startswith("(")]


@pytest.mark.parametrize("sentence", ["you love dogs", "the cat saw a bird in the park"])
def test_hiding_ends_with_its_sentence(opened, lines, sentence):
    app = opened(ys_sentence="I love you", ys_hidden="1")
    assert "(love)" in lines["keys"]
    type_sentence(app, sentence)
    assert in_url(app, "hidden") == ""
    assert not [word for word in lines["keys"] if word.startswith("(")]
    type_sentence(app, "I love you")
    assert in_url(app, "hidden") == ""


def test_a_preset_shows_every_word(opened, lines):
    app = press(opened(ys_hidden="1_5"), "ys_presets", "because")
    assert in_url(app, "hidden") == ""
    press(app, "ys_presets", "yesterday")
    assert "book" in lines["keys"]


def test_a_link_hides_words_of_the_sentence_in_it(opened, lines):
    app = opened(ys_sentence="did the dog eat the fish?", ys_hidden="4")
    assert [word.startswith("(") for word in lines["keys"]] == [False] * 4 + [True, False]
    app.run()
    assert in_url(app, "hidden") == "4"


def test_one_of_two_equal_words_is_switched_off(opened, lines):
    app = opened(ys_sentence="did the dog eat the fish?")
    app.pills(key="ys_hidden_6").set_value([0, 2, 3, 4, 5]).run()
    assert in_url(app, "hidden") == "1"
    assert [word.startswith("(") for word in lines["keys"]] == [False, True] + [False] * 4


TWICE = "she slept because she was tired"


@pytest.mark.parametrize(
    ("kind", "rows", "cols"),
    [
        ("encoder", "she (1)", "she (4)"),
        ("decoder", "그녀 (7)", "그녀 (1)"),
        ("cross", "-었- (10)", "she (4)"),
    ],
)
def test_equal_words_are_told_apart(opened, shown, lines, kind, rows, cols):
    opened(ys_sentence=TWICE, ys_kind=kind)
    for matrix in (shown["weights"], shown["all_heads"]):
        assert rows in matrix.rows.labels
        assert cols in matrix.cols.labels
        for axis in (matrix.rows, matrix.cols):
            assert len(set(axis.labels)) == len(axis.labels)
    assert (rows in lines["queries"]) and (cols in lines["keys"])


def test_a_hidden_word_keeps_the_number_that_tells_it_apart(opened, lines):
    opened(ys_sentence=TWICE, ys_hidden="3")
    assert lines["keys"][0] == "she (1)"
    assert lines["keys"][3] == "(she) (4)"


def test_one_of_two_equal_tokens_is_stepped_to(opened, shown):
    app = opened(ys_sentence=TWICE)
    tokens = app.pills(key="ys_tokens")
    assert [label.replace("\\", "") for label in tokens.options][:2] == ["그녀 (1)", "-이/가"]
    tokens.set_value(0).run()
    assert in_url(app, "step") == "1"
    app.button(key="ys_step_on").click().run()
    assert in_url(app, "step") == "2"


@pytest.mark.parametrize("step", ["1", "4"])
def test_a_step_stays_at_the_first_of_two_equal_tokens(opened, step):
    app = opened(ys_sentence=TWICE, ys_step=step)
    app.run()
    app.run()
    assert in_url(app, "step") == step


@pytest.mark.parametrize("tensor", ["scores", "scaled", "masked", "weights"])
def test_the_arithmetic_tells_equal_words_apart(opened, arithmetic, tensor):
    opened(ys_sentence=TWICE, ys_trail=f"decoder.layers.1.cross_attention.{tensor}@0.6.3")
    assert arithmetic["title"].split(" =")[0].endswith("[ 그녀 (7), she (4) ]")
    opened(ys_sentence=TWICE, ys_trail=f"decoder.layers.1.self_attention.{tensor}@0.6.1")
    assert arithmetic["title"].split(" =")[0].endswith("[ 그녀 (7), 그녀 (1) ]")


def test_the_embedding_is_looked_up_by_the_models_own_token(opened, arithmetic):
    address = {"ys_sentence": "Zoe saw a zebra in the park", "ys_trail": "src_embeddings@0.0"}
    opened(**address)
    assert "“<unk>”" in str(arithmetic["lines"])
    opened(ys_hidden="0", **address)
    assert "“<pad>”" in str(arithmetic["lines"])
