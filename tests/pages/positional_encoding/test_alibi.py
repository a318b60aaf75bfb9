"""ALiBi: a slope for each head, a straight line of distance, also past the trained length."""

import pytest
import torch

from tests.pages.answers import Asked
from transformer_core.explain.computation import Cell
from ui.answer.parts import Curves, Note
from ui.explain.arithmetic import exact
from ui.explain.trail import write_trail

SETTINGS = [
    {},
    {"positions": 1, "trained_len": 1, "num_heads": 1},
    {"positions": 24, "trained_len": 24, "num_heads": 16, "head": 15},
    {"positions": 24, "trained_len": 1, "num_heads": 6, "head": 15},
    {"positions": 2, "trained_len": 1, "num_heads": 3, "head": 2},
]
settings = pytest.mark.parametrize("values", SETTINGS)


def alibi(language="en", pin="", **values):
    return Asked("positional_encoding", language, pin, kind="later", way="alibi", **values)


def told(asked):
    return " ".join(note.text for note in asked.all(Note, "later"))


def test_by_hand_the_slopes_of_eight_heads_and_the_first_ones_line():
    asked = alibi()
    assert asked.values("slopes")[0].tolist() == [2.0**-head for head in range(1, 9)]
    assert asked.values("distance_bias")[3].tolist() == [-1.5, -1.0, -0.5, 0.0, -0.5, -1.0]


@settings
def test_a_score_loses_the_slope_for_each_position_and_weights_follow(values):
    asked = alibi(**values)
    bias, head = asked.values("distance_bias"), asked.setting.shown_head
    slope = float(asked.values("slopes")[0, head])
    for query, row in enumerate(bias.tolist()):
        assert row == pytest.approx([-slope * abs(query - key) for key in range(len(row))])
    torch.testing.assert_close(asked.values("weights"), bias.softmax(dim=-1))


@settings
def test_what_is_said_of_the_last_row_is_the_weight_of_the_outlined_keys(language, values):
    asked = alibi(language, **values)
    weights, trained = asked.values("weights")[-1], asked.setting.trained_len
    far = weights[: max(0, len(weights) - trained)].sum()
    marks = asked.matrices["weights"].marks
    said = asked.text("alibi.far", last=trained - 1, share=exact(100 * float(far), 1),
                      head=asked.setting.shown_head + 1)  # fmt: skip
    assert (said in told(asked)) == (marks is not None) == (len(weights) > trained)
    if marks is not None:
        assert float(weights[torch.as_tensor(marks)[-1]].sum()) == pytest.approx(float(far))


@settings
def test_there_is_a_line_for_each_head_that_goes_through_its_scores(values):
    asked = alibi(**values)
    (curves,) = asked.all(Curves, "later")
    *lines, _ = curves.figure["data"]
    assert len(lines) == asked.setting.num_heads
    column = asked.values("distance_bias")[:, 0].tolist()
    assert lines[-1]["y"][: len(column)] == pytest.approx(column, abs=1e-4)
    assert lines[-1]["name"] == asked.text("later.head", head=asked.setting.shown_head + 1)


@settings
@pytest.mark.parametrize("name", ["slopes", "distance_bias", "weights"])
def test_every_number_explains_itself(language, name, values):
    asked = alibi(language, f"{name}.0.0", **values)
    assert asked.normalised().arithmetic.here == write_trail([Cell(name, (0, 0))])
    assert asked.explained_number == pytest.approx(float(asked.values(name)[0, 0]), abs=1e-4)


@settings
def test_a_key_after_the_query_loses_as_much_as_one_before_it(values):
    last = alibi(**values).setting.positions - 1
    for query, key in ((0, last), (last, 0)):
        asked = alibi(pin=f"distance_bias.{query}.{key}", **values)
        expected = float(asked.values("distance_bias")[query, key])
        assert expected <= 0
        assert asked.explained_number == pytest.approx(expected, abs=1e-4)
        made = next(iter(asked.lines.values()))
        assert f"· {last}" in made


def test_the_last_of_eight_heads_has_the_smallest_slope_and_almost_equal_weights():
    asked = alibi().pressed("try.last_head")
    weights = asked.values("weights")
    assert asked.values("slopes")[0].argmin() == asked.setting.shown_head == 7
    assert float(weights.max() - weights.min()) < 0.01 < float(alibi().values("weights").min())
