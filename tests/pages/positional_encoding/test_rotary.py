"""Rotary positions: a turn of pairs by hand, scores of the distance alone, both ways of pairing."""

import math

import pytest
import torch

from pages.positional_encoding.setting import EncodingSetting
from tests.pages.answers import Asked
from transformer_core.explain.computation import Cell
from ui.answer.parts import Curves, Note
from ui.explain.arithmetic import exact
from ui.explain.trail import write_trail

SETTINGS = [
    {},
    {"positions": 1, "trained_len": 1, "d_k": 2},
    {"positions": 24, "trained_len": 24, "d_k": 16, "moved_by": 100, "layout": "halves"},
    {"positions": 24, "trained_len": 1, "d_k": 2, "layout": "halves", "base": 1.0},
    {"positions": 2, "trained_len": 1, "d_k": 7, "seed": 9999, "base": 1e8, "moved_by": 1},
]
settings = pytest.mark.parametrize("values", SETTINGS)
NAMES = ("query", "key", "queries", "keys", "scores")


def rotary(language="en", pin="", **values):
    return Asked("positional_encoding", language, pin, kind="later", way="rotary", **values)


def told(asked):
    return " ".join(note.text for note in asked.all(Note, "later"))


@settings
def test_a_score_depends_on_the_distance_alone_wherever_the_positions_are(values):
    scores = rotary(**values).values("scores")
    moved = rotary(**{**values, "moved_by": 40}).values("scores")
    torch.testing.assert_close(scores, moved, rtol=0, atol=1e-4)
    for offset in range(-len(scores) + 1, len(scores)):
        diagonal = scores.diagonal(offset)
        assert float(diagonal.max() - diagonal.min()) < 1e-4


@settings
def test_every_pair_turns_by_its_speed_and_keeps_its_length(values):
    asked = rotary(**values)
    setting, width = asked.setting, asked.setting.d_k // 2 * 2
    query, queries = asked.values("query")[0], asked.values("queries")
    for pair in range(width // 2):
        is_halved = setting.layout == "halves"
        at = [pair, pair + width // 2] if is_halved else [2 * pair, 2 * pair + 1]
        start, turned = (torch.view_as_complex(one[..., at].contiguous().double())
                         for one in (query, queries))  # fmt: skip
        for row, number in enumerate(turned):
            angle = (setting.moved_by + row) / setting.base ** (2 * pair / width)
            expected = start * complex(math.cos(angle), math.sin(angle))
            assert abs(complex(number - expected)) < 1e-5


@settings
def test_both_ways_of_pairing_give_the_same_scores_from_other_pairs(language, values):
    asked = rotary(language, **values)
    other = "halves" if asked.setting.layout == "interleaved" else "interleaved"
    swapped = asked.with_values(layout=other)
    torch.testing.assert_close(asked.values("scores"), swapped.values("scores"), rtol=0, atol=1e-5)
    one_pair = asked.text("rotary.one_pair")
    assert (one_pair in told(asked)) == (asked.setting.width == 2)
    if asked.setting.width == 2:
        return
    assert asked.text(f"rotary.layout_{asked.setting.layout}") in told(asked)
    is_same = torch.equal(asked.values("query"), swapped.values("query"))
    assert not is_same and set(asked.values("query")[0].tolist()) == set(
        swapped.values("query")[0].tolist()
    )


@settings
def test_what_is_said_of_the_trained_length_is_what_is_outlined(language, values):
    asked = rotary(language, **values)
    places, trained = torch.arange(asked.setting.positions), asked.setting.trained_len
    past = (places[:, None] - places).abs() >= trained
    marks = asked.matrices["scores"].marks
    assert torch.equal(torch.as_tensor(marks) if marks is not None else past & False, past)
    name = "marks" if past.any() else "no_marks"
    assert asked.text(f"later.past_{name}", last=trained - 1) in told(asked)
    width, last = asked.setting.width, trained - 1
    angles = [last / asked.setting.base ** (2 * pair / width) for pair in range(width // 2)]
    slow = sum(angle < 2 * math.pi for angle in angles)
    said = asked.text("rotary.slow", slow=slow, pairs=width // 2)
    assert (said in told(asked)) == (slow > 0)


def test_that_the_positions_moved_is_said_with_what_the_scores_changed_by(language):
    asked = rotary(language, moved_by=7)
    change = (asked.values("scores") - rotary(language).values("scores")).abs().max()
    assert asked.text("rotary.moved", by=7, difference=exact(float(change))) in told(asked)
    assert float(change) < 1e-5
    assert asked.text("rotary.moved", by=0, difference="0") not in told(rotary(language))


@settings
def test_the_curve_goes_through_the_scores_of_the_matrix(values):
    asked = rotary(**values)
    (curve,) = [one for one in asked.all(Curves, "later") if one.id == "distance"]
    line = curve.figure["data"][0]
    at = {x: y for x, y in zip(line["x"], line["y"], strict=True)}
    for distance, score in enumerate(asked.values("scores")[:, 0].tolist()):
        assert at[distance] == pytest.approx(score, abs=2e-4)
    assert curve.figure["layout"]["shapes"][0]["x0"] == asked.setting.trained_len - 1


@pytest.mark.parametrize(
    ("pin", "pair", "query", "key"),
    [("", 0, 3, 1), ("queries.2.3", 1, 2, 1), ("keys.5.0", 0, 3, 5), ("scores.4.2", 0, 4, 2)],
)
def test_the_plane_draws_the_pair_and_the_positions_of_the_pin(pin, pair, query, key):
    asked = rotary(pin=pin, moved_by=2)
    (plane,) = [one for one in asked.all(Curves, "later") if one.id == "plane"]
    *_, q, k = plane.figure["data"]
    for line, name, row in ((q, "queries", query), (k, "keys", key)):
        expected = asked.values(name)[row, 2 * pair : 2 * pair + 2].tolist()
        assert [line["x"][1], line["y"][1]] == pytest.approx(expected, abs=1e-6)
        assert line["name"].endswith(f", {row + 2}")


@settings
@pytest.mark.parametrize("name", NAMES)
def test_every_number_explains_itself(language, name, values):
    asked = rotary(language, f"{name}.0.0", **values)
    assert asked.normalised().arithmetic.here == write_trail([Cell(name, (0, 0))])
    assert asked.explained_number == pytest.approx(float(asked.values(name)[0, 0]), abs=1e-4)


def test_a_pin_of_another_encoding_is_left_out():
    assert rotary(pin="pe.3.4").normalised().state.selection.pin == ""
    assert rotary(pin="scores.3.4").normalised().state.selection.pin == "scores.3.4"


def test_the_paper_has_the_first_picture_and_old_links_open_it():
    assert EncodingSetting().kind == "sinusoidal"
    assert "later" not in Asked("positional_encoding").address.values()
    assert not Asked("positional_encoding").parts("later")


@pytest.mark.parametrize("name", ["moved", "halves", "neighbours", "fast"])
def test_what_a_suggestion_says_is_so(language, name):
    start = rotary(language, layout="halves" if name == "neighbours" else "interleaved")
    asked = start.pressed(f"try.{name}")
    if name == "fast":
        scores = asked.with_values(positions=24).values("scores")[:, 0]
        near = [float(scores[0] - scores[at]) for at in (6, 22)]
        turned = [at - 2 * math.pi * round(at / (2 * math.pi)) for at in (6, 22)]
        size = float(asked.values("query").norm() * asked.values("key").norm())
        assert all(abs(one) <= size * abs(angle) for one, angle in zip(near, turned, strict=True))
        return
    torch.testing.assert_close(asked.values("scores"), start.values("scores"), rtol=0, atol=1e-5)
    assert not torch.allclose(asked.values("queries"), start.values("queries"), atol=0.1)
