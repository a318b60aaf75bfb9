"""The self-attention page shows the notebook's numbers, as the notebook prints them."""

from urllib.parse import parse_qsl

import pytest
import torch

from pages.self_attention.setting import VIEWS
from tests.pages.answers import Asked
from ui.answer.parts import Board, Code, Link, Note
from ui.words.language import text_of

PRINTED = {
    "plain": (
        "tensor([-9.3975e-01, -4.6856e-01,  1.0311e+00, -2.8192e-01,  4.9373e-01,\n"
        "        -1.2896e-02, -2.7327e-01, -7.6358e-01,  1.3958e+00, -9.9543e-01,\n"
        "        -7.1287e-04,  1.2449e+00, -7.8077e-02,  1.2765e+00, -1.4589e+00,\n"
        "        -2.1601e+00])",
    ),
    "weighted": (
        "tensor(14.3667)",
        "tensor([-25.1623,   9.3602,  14.3667,  32.1482,  53.8976,  46.6626,  -1.2131,\n"
        "        -32.9392])",
        "tensor([2.2317e-09, 1.2499e-05, 4.3696e-05, 3.7242e-03, 8.5596e-01, 1.4026e-01,\n"
        "        8.8897e-07, 3.1935e-10])",
        "tensor([-1.2226, -3.4387, -4.3928, -5.2125, -1.1249, -3.3041, -1.4316, -3.2765,\n"
        "        -2.5114, -2.6105, -1.5793, -2.8433, -2.4142, -0.3998, -1.9917, -3.3499])",
    ),
    "heads": (
        "tensor([-1.9619, -0.7701, -0.7280, -1.6840, -1.0801, -1.6778,  0.6763,  0.6547,\n"
        "         1.4445, -2.7016, -1.1364, -1.1204, -2.4430, -0.5982, -0.8292, -1.4401])",
    ),
}


RANDOM = {"source": "random", "view": "plain"}
"""The page as it started when all its numbers were random."""


def self_attention(language="en", **values):
    return Asked("self_attention", language, **{**RANDOM, **values})


def printed(asked):
    (only,) = asked.all(Code, "printed")
    return only.text


def shares(asked):
    """The note below the picture; what the bars and the symbols mean comes after it."""
    return next(note.text for note in asked.all(Note, "picture") if note.tone == "plain")


@pytest.mark.parametrize("view", PRINTED)
def test_the_eight_word_preset_prints_the_notebooks_numbers(language, view):
    asked = self_attention(language, view=view)
    for numbers in PRINTED[view]:
        assert numbers in printed(asked)


def test_a_pin_says_whose_numbers_are_printed():
    asked = self_attention(view="weighted")
    assert "omega[1]" in printed(asked)
    assert "omega[3]" in printed(asked.done(pin="weights.3.0"))
    assert "omega[4]" in printed(asked.done(pin="K.4.1"))
    assert "omega[5]" in printed(self_attention(view="weighted", word=5))
    assert asked.answer.areas["printed"].follows_pin


def test_words_become_ids_in_alphabetical_order():
    for view, matrix in (("plain", "X"), ("weighted", "embedding")):
        labels = self_attention(view=view).matrices[matrix].rows.labels
        ids = [label.rsplit(" · ")[1] for label in labels]
        assert ids == ["0", "7", "1", "2", "5", "6", "4", "3"]


@pytest.mark.parametrize("view", VIEWS)
def test_x_is_drawn_once(view):
    drawn = self_attention(view=view).matrices.values()
    assert [matrix.name for matrix in drawn].count("X") == 1


@pytest.mark.parametrize("view", VIEWS)
def test_the_papers_symbols_name_the_matrices_and_the_others_are_explained_once(language, view):
    asked = self_attention(language, view=view)
    matrices = asked.matrices
    for id, symbol in (("scores", "ω"), ("weights", "α"), ("output", "z")):
        assert matrices[id].name.startswith(asked.text(f"matrices.{id}"))
        assert matrices[id].note.startswith(f"{symbol} = ")
    (symbols,) = [note for note in asked.notes if "ω" in note]
    assert "α" in symbols
    assert "z" in symbols
    assert ("U_query" in symbols) == (view != "plain")


@pytest.mark.parametrize(
    ("sentence", "carried"),
    [("she read the book he wrote", True), ("나는 책을 읽었다", False), ("42 7", False)],
)
@pytest.mark.parametrize("view", VIEWS)
def test_random_numbers_say_so_and_lead_to_trained_heads_on_the_same_sentence(
    language, view, sentence, carried
):
    asked = self_attention(language, view=view, sentence=sentence)
    (link,) = asked.all(Link, "picture")
    assert link.text == asked.text(f"trained.{view}")
    page, _, query = link.address.partition("?")
    opened = Asked.at(page, language, **dict(parse_qsl(query))).setting
    assert (page, opened.kind, opened.model) == ("your_sentence", "encoder", "translator")
    assert (opened.sentence == sentence) is carried
    assert link.label == asked.text(f"trained.{'here' if carried else 'elsewhere'}")


def test_heads_are_counted_from_1_for_people_and_from_0_in_addresses(language):
    asked = self_attention(language, view="heads", head=2)
    first, *_, last = asked.matrices["heads"].tile_axis.labels
    assert first == asked.text("notebook.head", head=1)
    assert last == asked.text("notebook.head", head=8)
    assert asked.text("notebook.head", head=3) in asked.matrices["weights"].name
    assert asked.address.get("sa_head", "2") == "2"
    assert "3" in next(note for note in asked.notes if "**" in note)
    assert "multihead_keys[2, 1]" in printed(asked)


def test_words_of_any_script_are_labels_and_nothing_else():
    asked = self_attention(sentence="🙂 <b>x</b> 한국어")
    assert list(asked.matrices["weights"].rows.labels) == ["🙂", "<b>x</b>", "한국어"]
    assert "<b>" not in asked.code


@pytest.mark.parametrize(
    ("view", "matrices"),
    [
        ("plain", ["X", "scores", "weights", "output"]),
        ("weighted", ["queries", "K", "values", "scores", "weights", "output"]),
        ("heads", ["heads", "weights", "queries", "keys", "values", "scores", "output"]),
    ],
)
def test_each_view_shows_every_step_of_its_attention(view, matrices):
    (board,) = self_attention(view=view).all(Board, "picture")
    assert [item.id for item in board.items if hasattr(item, "id")] == matrices


def test_without_weights_each_step_follows_from_x():
    asked = self_attention()
    X, scores = asked.values("X"), asked.values("scores")
    torch.testing.assert_close(scores, X @ X.T)
    torch.testing.assert_close(asked.values("weights"), torch.softmax(scores, dim=-1))
    torch.testing.assert_close(asked.values("output"), asked.values("weights") @ X)


@pytest.mark.parametrize("view", ["weighted", "heads"])
def test_with_weights_each_step_follows_from_queries_keys_and_values(view):
    asked = self_attention(view=view, head=5)
    keys = asked.values("K" if view == "weighted" else "keys")
    scores = asked.values("scores")
    torch.testing.assert_close(scores, asked.values("queries") @ keys.T)
    torch.testing.assert_close(asked.values("weights"), torch.softmax(scores / 4, dim=-1))
    output = asked.values("weights") @ asked.values("values")
    torch.testing.assert_close(asked.values("output"), output)


def test_the_opened_head_is_one_of_the_tiles():
    asked = self_attention(view="heads", head=7)
    assert torch.equal(asked.values("weights"), asked.values("heads")[7])
    assert asked.matrices["weights"].fixed == {"head": 7}
    opened = asked.done(pin="heads.3.1.2")
    assert (opened.setting.head, opened.state.selection.pin) == (3, "weights.1.2")


@pytest.mark.parametrize(("view", "name"), [("plain", "plain"), ("heads", "weighted")])
def test_the_equation_is_that_of_the_view(view, name):
    assert self_attention(view=view).answer.equation == name


@pytest.mark.parametrize("sentence", [None, "the cat saw the other cat", "a a b"])
@pytest.mark.parametrize("view", VIEWS)
def test_it_is_said_how_much_a_word_gathers_of_itself(language, view, sentence):
    values = {"view": view} | ({"sentence": sentence} if sentence else {})
    asked = self_attention(language, **values)
    words, weights = asked.setting.words, asked.values("weights")
    own = sum(
        float(weights[row, col])
        for row in range(len(words))
        for col in range(len(words))
        if words[row] == words[col]
    ) / len(words)
    value = float(shares(asked).split("**")[1].rstrip("%"))
    assert value == pytest.approx(100 * own, abs=0.5)


def test_it_is_said_why_a_word_gathers_itself():
    asked = self_attention(sentence="a b a")
    scores = asked.values("scores")
    own = (scores.diagonal().sum() + 2 * scores[0, 2]) / 5
    others = (scores[0, 1] + scores[1, 0] + scores[1, 2] + scores[2, 1]) / 4
    for figure in (own, others):
        assert f"{abs(float(figure)):.1f}" in shares(asked)


@pytest.mark.parametrize("sentence", ["word", "word word"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_word_alone_has_nothing_else_to_gather(language, view, sentence):
    asked = self_attention(language, sentence=sentence, view=view)
    assert shares(asked) == asked.text("itself.alone")


def test_the_presets_set_what_their_names_say(language):
    asked = self_attention(language, sentence="x y", seed=5, view="heads")
    notebook = asked.pressed("presets.notebook")
    assert notebook.setting == self_attention(language).setting
    assert asked.text("watch.notebook") in notebook.watched()
    own = notebook.pressed("presets.own").setting
    assert own.sentence == text_of("self_attention", language)("controls.sentence_own")
    assert len(set(own.words)) < len(own.words)


def test_what_is_watched_for_is_true():
    asked = self_attention()
    assert torch.equal(asked.values("scores").argmax(-1), torch.arange(8))
    assert (asked.values("weights").diagonal() > 0.9).all()
    own = asked.pressed("presets.own")
    rows = [place for place, word in enumerate(own.setting.words) if word == "saw"]
    for name in ("X", "weights", "output"):
        assert torch.equal(own.values(name)[rows[0]], own.values(name)[rows[1]])
    turned = asked.pressed("try.reorder").values("weights")
    torch.testing.assert_close(turned.flip(0).flip(1), asked.values("weights"))


def test_try_this_changes_the_view():
    asked = self_attention()
    weighted = asked.pressed("try.weights")
    assert weighted.setting.view == "weighted"
    assert asked.text("watch.try_weights") in weighted.watched()
    assert asked.pressed("try.heads").setting.view == "heads"


def test_an_old_link_opens_with_its_numbers():
    asked = Asked.at(
        "self_attention",
        sa_sentence="a b a",
        sa_seed="9",
        sa_view="heads",
        sa_word="2",
        sa_head="5",
    )
    setting = asked.setting
    assert (setting.words, setting.seed, setting.view) == (("a", "b", "a"), 9, "heads")
    assert (setting.row, setting.head) == (2, 5)
    assert Asked.at("self_attention", **asked.address).setting == setting


@pytest.mark.parametrize(
    "address",
    [
        {"sa_sentence": "w " * 17},
        {"sa_seed": "x"},
        {"sa_layer": "12"},
        {"sa_word": "16"},
        {"sa_head": "8"},
        {"sa_pin": "weights.40.40"},
        {"sa_pin": "nothing.1"},
        {"sa_trail": "x"},
    ],
)
def test_bad_values_in_the_address_fall_back(address):
    asked = Asked.at("self_attention", **address)
    assert asked.setting == self_attention().setting
    assert asked.arithmetic.title == self_attention().arithmetic.title


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("sentence", ["a", " ".join(f"w{place}" for place in range(16))])
def test_sentences_of_1_to_16_words_are_drawn(language, view, sentence):
    asked = self_attention(language, view=view, sentence=sentence)
    size = len(sentence.split())
    assert asked.values("weights").shape == (size, size)
    assert asked.handler.encoded(asked.state)
