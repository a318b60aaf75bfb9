"""The tab on learned positions: what a table of weights knows, where it ends and what it costs."""

import pytest
import torch

from pages.positional_encoding.learned import BEYOND, MOST_ROWS, max_len
from pages.positional_encoding.learned_views import LEARNED
from tests.pages.answers import Asked
from tests.pages.positional_encoding.test_joined import on
from transformer_core import positional_encoding
from transformer_core.explain.computation import Cell
from ui.answer.parts import Note, Table
from ui.explain.arithmetic import exact
from ui.explain.trail import write_trail
from ui.questions.register import question_of

SETTINGS = [
    {},
    {"d_model": 1, "seq_len": 1, "sentence": "run"},
    {"d_model": 7, "seq_len": 2, "sentence": "she bought an old book"},
    {"d_model": 1024, "seq_len": 2048, "sentence": " ".join(["word"] * 128)},
    {"base": 1.0, "d_model": 6, "seed": 9999, "sentence": "a a a"},
    {"kind": "index", "seq_len": 5},
    {"kind": "normalized_index", "embedding": "trained", "sentence": "Zoe saw a quokka"},
]
settings = pytest.mark.parametrize("values", SETTINGS)


def learned(language="en", **values):
    return Asked("positional_encoding", language, below="learned", **values)


def told(asked):
    return " ".join(note.text for note in asked.all(Note, "learned"))


@settings
def test_the_formula_goes_on_where_the_table_ends(language, values):
    asked = learned(language, **values)
    computed, table = asked.values("computed"), asked.values("learned")
    rows = max_len(asked.setting)
    assert rows == min(asked.setting.seq_len, MOST_ROWS)
    assert table.shape == (rows, asked.setting.d_model)
    torch.testing.assert_close(computed, asked.setting.encoding.encode(rows + BEYOND))
    assert asked.text("learned.ends", last=rows - 1, next=rows) in told(asked)
    capped = asked.text("learned.capped", count=rows)
    assert (capped in told(asked)) == (asked.setting.seq_len > rows)


@settings
def test_neighbours_are_as_far_apart_as_the_rows_of_the_pictures(language, values):
    asked = learned(language, **values)
    if max_len(asked.setting) == 1:
        assert told(asked).count(asked.text("learned.ends", last=0, next=1)) == 1
        assert asked.values("learned").shape[0] == 1 and " 0 " not in told(asked)
        return
    shown = {}
    for name in ("computed", "learned"):
        rows = asked.values(name).double()
        apart = torch.stack([(rows[at + 1] - rows[at]).norm() for at in range(len(rows) - 1)])
        least, most = exact(float(apart.min()), 2), exact(float(apart.max()), 2)
        between = asked.text("learned.between", least=least, most=most)
        shown[name] = least if least == most else between
    assert asked.text("learned.neighbours", **shown) in told(asked)


@settings
def test_what_is_said_of_distances_holds_for_the_pictures(language, values):
    asked = learned(language, **values)
    rows = asked.values("computed").double()
    apart = torch.cdist(rows, rows)
    toeplitz = all(
        float(one.max() - one.min()) < 2e-3
        for one in (apart.diagonal(offset) for offset in range(1, len(rows)))
    )
    said = asked.text("learned.by_distance") in told(asked)
    assert said == (toeplitz and max_len(asked.setting) > 1)
    nearest = int(apart[0, 1:].argmin()) + 1
    shown = exact(float(apart[0, nearest]), 2)
    nearer = asked.text("learned.nearer", position=nearest, distance=shown)
    assert (nearer in told(asked)) == (said and nearest != 1)


def test_few_columns_bring_a_further_position_nearer_and_the_tab_says_so():
    asked = Asked("positional_encoding").moved(question_of("learned_positions").state("en"))
    assert "here position 6 is nearer to position 0, 0.66, than position 1" in told(asked)


def test_the_formula_has_one_distance_for_all_neighbours_and_the_table_has_not():
    rows = learned().values("computed")
    torch.testing.assert_close(rows, positional_encoding(len(rows), 128))
    apart = [(one[1:] - one[:-1]).norm(dim=1) for one in (rows, learned().values("learned"))]
    spreads = [float(one.max() - one.min()) for one in apart]
    assert spreads[0] < 1e-3 < 0.1 < spreads[1]


@settings
def test_the_table_costs_as_many_weights_as_torchs_embedding(language, values):
    asked = learned(language, **values)
    (table,) = asked.all(Table, "learned")
    _, weights, longest = table.columns.values()
    rows = max_len(asked.setting)
    module = torch.nn.Embedding(rows, asked.setting.d_model, device="meta")
    assert weights[0] == "0" and longest[1] == str(rows)
    assert int(weights[1].split("=")[1].replace(",", "")) == module.weight.numel()


@pytest.mark.parametrize("count", [1, 2, 5, 6, 7, 128])
def test_a_sentence_trains_the_rows_that_get_a_gradient(language, count):
    sentence = " ".join(f"w{place}" for place in range(count))
    asked = learned(language, sentence=sentence, seq_len=6, d_model=8)
    table = torch.nn.Embedding(6, 8)
    table(torch.arange(min(count, 6))).square().sum().backward()
    trained = int(table.weight.grad.any(dim=1).sum())
    name = "all" if trained == 6 else "one" if trained == 1 else "some"
    short = sentence if count < 7 else told(asked).split("“")[1].split("”")[0]
    expected = asked.text(f"learned.trains_{name}", sentence=short, count=trained)
    assert expected in told(asked)
    without = asked.text("learned.without", count=count, over=count - 6)
    assert (without in told(asked)) == (count > 6)


@settings
@pytest.mark.parametrize("name", LEARNED)
def test_every_number_explains_itself(language, name, values):
    asked = Asked("positional_encoding", language, f"{name}.0.0", below="learned", **values)
    assert asked.normalised().arithmetic.here == write_trail([Cell(name, (0, 0))])


def test_the_question_opens_the_tab_at_a_weight_of_the_table(language):
    asked = Asked("positional_encoding", language, kind="index").pressed("questions.learned")
    assert on(asked) == [asked.text("questions.learned")]
    assert asked.setting.below == "learned"
    assert asked.arithmetic.here == write_trail([Cell("learned", (1, 0))])
    assert asked.text("explanation.untrained") in str(asked.arithmetic)
