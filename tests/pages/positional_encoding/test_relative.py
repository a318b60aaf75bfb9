"""T5's relative positions: a bucket for each distance, a number for each bucket and head."""

import pytest
import torch

from pages.positional_encoding.setting import BUCKETS, REACHES
from tests.pages.answers import Asked
from transformer_core.explain.computation import Cell
from transformer_core.variants.relative_bias import bucket
from ui.answer.parts import Curves, Note
from ui.explain.trail import write_trail

SETTINGS = [
    {},
    {"positions": 1, "trained_len": 1, "num_heads": 1, "num_buckets": 4, "max_distance": 2},
    {"positions": 24, "trained_len": 24, "num_heads": 16, "head": 15, "num_buckets": 32},
    {"positions": 24, "trained_len": 1, "num_buckets": 32, "max_distance": 2, "head": 7},
    {"positions": 24, "trained_len": 20, "num_buckets": 4, "max_distance": 128, "seed": 0},
]
settings = pytest.mark.parametrize("values", SETTINGS)
NAMES = ("bucket_table", "buckets", "distance_bias")


def relative(language="en", pin="", **values):
    return Asked("positional_encoding", language, pin, kind="later", way="relative", **values)


def told(asked):
    return " ".join(note.text for note in asked.all(Note, "later"))


def test_by_hand_the_buckets_of_eight_up_to_distance_8():
    """0 and 1 have one each, 2 and 3 share one, further ones another; 4 more after the query."""
    buckets = relative(positions=9).values("buckets")
    assert buckets[8].tolist() == [3, 3, 3, 3, 3, 2, 2, 1, 0]
    assert buckets[0].tolist() == [0, 5, 6, 6, 7, 7, 7, 7, 7]


@settings
def test_a_score_gets_the_number_of_its_bucket_and_head(values):
    asked = relative(**values)
    table, buckets = asked.values("bucket_table"), asked.values("buckets").long()
    expected = table[:, asked.setting.shown_head][buckets]
    assert torch.equal(asked.values("distance_bias"), expected)


@settings
def test_what_is_said_of_the_buckets_is_counted(language, values):
    asked = relative(language, **values)
    setting, last = asked.setting, asked.setting.trained_len - 1
    sizes = setting.bucket_count, setting.bucket_reach
    near, all_ = (
        {int(bucket(torch.tensor(step), *sizes, both_sides=True)) for step in range(-far, far + 1)}
        for far in (last, 500)
    )
    counts = {"last": last, "reached": len(near), "buckets": setting.bucket_count}
    assert asked.text("relative.past", **counts) in told(asked)
    new = asked.text("relative.past_new", later=len(all_ - near))
    assert (new in told(asked)) == (all_ != near)
    assert (asked.text("relative.past_shared") in told(asked)) == (all_ == near)


@settings
def test_the_line_of_the_head_is_its_column_and_stays_from_the_last_bucket_on(language, values):
    asked = relative(language, **values)
    (curves,) = asked.all(Curves, "later")
    *_, line, _ = curves.figure["data"]
    column = asked.values("distance_bias")[:, 0].tolist()
    assert line["y"][: len(column)] == pytest.approx(column, abs=1e-4)
    reach = asked.setting.bucket_reach
    assert len(set(line["y"][reach:])) == 1 and len(line["y"]) > reach + 1


@pytest.mark.parametrize("count", BUCKETS)
@pytest.mark.parametrize("reach", REACHES)
def test_every_number_of_buckets_goes_with_every_reach_of_a_link(count, reach):
    asked = relative(num_buckets=count, max_distance=reach)
    assert asked.setting.bucket_reach > asked.setting.bucket_count // 4
    assert int(asked.values("buckets").max()) < count


@settings
@pytest.mark.parametrize("name", NAMES)
def test_every_number_explains_itself(language, name, values):
    asked = relative(language, f"{name}.0.0", **values)
    assert asked.normalised().arithmetic.here == write_trail([Cell(name, (0, 0))])
    assert asked.explained_number == pytest.approx(float(asked.values(name)[0, 0]), abs=1e-4)


def test_the_table_says_that_it_is_random(language):
    asked = relative(language, pin="bucket_table.0.0", seed=3)
    assert asked.text("frame.untrained", seed=3) in [n.text for n in asked.all(Note, "picture")]
    assert asked.text("explanation.untrained") in str(asked.arithmetic)


def test_with_t5s_own_sizes_distances_below_8_have_a_bucket_each():
    asked = relative().pressed("try.t5")
    row = asked.values("buckets")[11].flip(0).tolist()
    assert row[:8] == list(range(8))
    assert len(set(row[8:])) < len(row[8:])
