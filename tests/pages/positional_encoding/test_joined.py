"""The tab on adding and concatenating answers with numbers that hold in every setting."""

import pytest
import torch

from pages.positional_encoding.joined import costs
from pages.positional_encoding.joined import joined as made_of
from pages.positional_encoding.joined_views import NAMES
from tests.pages.answers import Asked
from transformer_core import MultiHeadAttention
from transformer_core.explain.computation import Cell
from ui.answer.parts import Chips, Note, Table
from ui.explain.trail import write_trail

SETTINGS = [
    {},
    {"kind": "index", "sentence": "run"},
    {"kind": "normalized_index", "d_model": 7},
    {"d_model": 1, "seq_len": 1, "sentence": "a a a"},
    {"d_model": 1024, "seq_len": 2048, "base": 1.0, "sentence": " ".join(["word"] * 128)},
    {"embedding": "trained", "sentence": "the dog saw the cat"},
    {"embedding": "trained", "sentence": "Zoe saw a quokka", "kind": "index", "seed": 9999},
]
settings = pytest.mark.parametrize("values", SETTINGS)


def joined(language="en", **values):
    return Asked("positional_encoding", language, below="joined", **values)


def vectors(asked):
    made = asked.setting.embedded
    return made.embedding.double(), made.encoding.double()


@settings
def test_adding_is_concatenating_with_the_same_weights_twice(values):
    asked = joined(**values)
    W, _ = weights(asked)
    both = torch.cat(vectors(asked), dim=1) @ torch.cat([W, W])
    close(asked.values("added"), both)
    close(asked.values("word_part") + asked.values("position_part"), both)


@settings
def test_concatenating_has_weights_of_its_own_for_positions(values):
    asked = joined(**values)
    both = torch.cat(vectors(asked), dim=1) @ torch.cat(weights(asked))
    close(asked.values("joined"), both)
    close(asked.values("word_again") + asked.values("own_part"), both)


def weights(asked):
    made = made_of(asked.setting)
    return made.read_weight.double(), made.own_weight.double()


def close(one, other):
    torch.testing.assert_close(one.double(), other, rtol=1e-4, atol=1e-3)


def test_trained_words_are_read_by_the_translators_own_weights():
    asked = joined(**SETTINGS[5])
    own = asked.setting.trained
    queries = own.tensor("queries")[0] - own.head_weights(0).b_Q
    columns = asked.values("added").size(1)
    torch.testing.assert_close(asked.values("added"), queries[:, :columns], rtol=1e-4, atol=1e-4)


@settings
def test_both_differences_are_those_of_the_matrices(language, values):
    asked = joined(language, **values)
    _, p = vectors(asked)
    apart = (asked.values("added") - asked.values("joined")).abs().max()
    says_nothing = any(
        asked.text("joined.no_positions") in note.text for note in asked.all(Note, "joined")
    )
    assert says_nothing == (not bool(p.any())) == (float(apart) == 0)


def test_the_weights_of_the_picture_are_counted(language):
    asked = joined(language, d_model=8)
    added, both = 8 * 8, 16 * 8
    said = asked.text("joined.sizes", added=added, joined=both, factor=2, whole=4)
    assert any(said in note.text for note in asked.all(Note, "joined"))


def numbers(asked):
    (table,) = asked.all(Table, "joined")
    return [
        [int(one.replace(",", "")) for one in column] for column in [*table.columns.values()][1:]
    ]


@pytest.mark.parametrize("values", [SETTINGS[0], SETTINGS[2], SETTINGS[4], SETTINGS[5]])
def test_the_table_counts_the_weights_of_torchs_layers(language, values):
    asked = joined(language, **values)
    width = asked.setting.embedded.input.size(1)
    read, attention = numbers(asked)
    assert read == [width, 2 * width]
    for one, weights in zip(read, attention, strict=True):
        layer = torch.nn.MultiheadAttention(one, 1, bias=False, device="meta")
        assert weights == sum(part.numel() for part in layer.parameters())


def test_concatenating_four_times_as_many_weights_of_the_papers_attention():
    layer = MultiHeadAttention(512, 8)
    linear = (layer.w_q, layer.w_k, layer.w_v, layer.w_o)
    counted = costs(512)
    assert counted["added"].attention == sum(one.weight.numel() for one in linear)
    assert counted["concatenated"].attention == 4 * counted["added"].attention


def test_word_and_position_share_the_width_without_rest(language):
    asked = joined(language, d_model=7, seq_len=1)
    notes = [note.text for note in asked.all(Note, "joined")]
    assert asked.text("costs.shared", d_model=7, word=4, position=3) in notes


def test_a_width_of_1_cannot_be_shared(language):
    asked = joined(language, d_model=1)
    shared = asked.text("costs.shared", d_model=1, word=1, position=0)
    assert not any(shared in note.text for note in asked.all(Note, "joined"))


@settings
@pytest.mark.parametrize("name", NAMES)
def test_every_number_explains_itself(language, name, values):
    asked = joined(language, **values)
    asked = asked.moved(Asked("positional_encoding", language, f"{name}.0.0", **values).state)
    asked = asked.with_values(below="joined").normalised()
    assert asked.arithmetic.here == write_trail([Cell(name, (0, 0))])
    assert asked.arithmetic.lines


def test_a_link_to_a_number_opens_the_tab():
    asked = Asked("positional_encoding", pin="joined.1.2")
    opened = asked.handler.page.opened(asked.state)
    assert opened.setting.below == "joined"


def on(asked):
    menu = asked.all(Chips, "chips")[0]
    return [chip.label for chip in menu.chips if chip.is_on]


def test_only_the_question_is_on_while_its_tab_is_open(language):
    asked = Asked("positional_encoding", language, kind="index").pressed("questions.joined")
    assert on(asked) == [asked.text("questions.joined")]
    assert on(asked.with_values(below="waves")) == []
    start = Asked("positional_encoding", language, below="joined")
    assert on(start) == [asked.text("presets.paper_picture")]


def test_the_terms_of_a_product_are_told_apart_by_their_dimension():
    asked = Asked("positional_encoding", "en", "added.0.0", below="joined").normalised()
    labels = [one["label"] for one in asked.arithmetic.charts[0]["rows"]]
    assert len({*labels}) == len(labels)
