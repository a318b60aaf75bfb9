"""Two settings side by side."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pages.attention.comparison import (
    AttentionView,
    attention_picture,
    matrix_sizes,
    read_setting,
    write_setting,
)
from pages.attention.setting import INPUTS, MASKS, SOURCES, AttentionSetting
from ui.picture.matrix_view import Matrix
from ui.shell.language import text_of
from ui.shell.page import Page

PAGE = Page("attention", "at", text_of("attention", "en"))
A = AttentionSetting("random", 3, 4, 3, 2, seed=5)
B = AttentionSetting("random", 3, 4, 3, 2, seed=6, mask_kind="look_ahead")
SENTENCE = AttentionSetting("sentence", 2, 2, 3, 2, seed=1, words=("나는", "학생"))

sizes, places = st.integers(1, 16), st.integers(0, 15)


@st.composite
def settings(draw) -> AttentionSetting:
    source = draw(st.sampled_from(SOURCES))
    words = ()
    if source == "sentence":
        some = st.sampled_from(["a", "~b~", "한국어", "🙂"])
        words = tuple(draw(st.lists(some, min_size=1, max_size=16)))
    queries, keys = (len(words),) * 2 if words else (draw(sizes), draw(sizes))
    cells = st.tuples(st.sampled_from(INPUTS), places, places)
    return AttentionSetting(
        source,
        queries,
        keys,
        draw(sizes),
        draw(sizes),
        seed=draw(st.integers(0, 9999)),
        words=words,
        edits=draw(st.dictionaries(cells, st.integers(-999, 999).map(float), max_size=4)),
        mask_kind=draw(st.sampled_from(MASKS)),
        padding=draw(st.integers(0, 16)),
        painted=draw(st.frozensets(st.tuples(places, places), max_size=4)),
        scaled=draw(st.booleans()),
    )


def shown(held: AttentionSetting, live: AttentionSetting) -> dict[str, Matrix]:
    items = attention_picture(PAGE, AttentionView(live, held))
    matrices = [item for item in items if isinstance(item, Matrix)]
    assert len({matrix.id for matrix in matrices}) == len(matrices)
    return {matrix.id: matrix for matrix in matrices}


@given(settings())
def test_a_held_setting_survives_the_link(setting):
    assert read_setting(write_setting(setting)) == setting


def test_a_held_setting_is_short_in_the_link():
    assert write_setting(A) == "random~3.4.3.2~1~5~none~0~~~"
    assert read_setting(write_setting(None)) is None


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "random~3.4.3~1~5~none~0~~~",
        "random~3.4.3.99~1~5~none~0~~~",
        "random~3.4.3.2~2~5~none~0~~~",
        "other~3.4.3.2~1~5~none~0~~~",
        "sentence~2.2.3.2~1~5~none~0~~~",
        "<b>~~~~~~~~",
    ],
)
def test_other_text_is_no_setting(text):
    with pytest.raises(ValueError):
        read_setting(text)


def test_every_step_stands_there_twice_with_the_numbers_of_each():
    matrices = shown(A, B)
    assert torch.equal(matrices["a_weights"].values, A.steps().weights)
    assert torch.equal(matrices["weights"].values, B.steps().weights)
    live = {id for id in matrices if not id.startswith("a_")}
    assert {id.removeprefix("a_") for id in matrices if id.startswith("a_")} == live


def test_a_pair_stands_side_by_side_and_has_one_scale_of_colours():
    items = [item for item in attention_picture(PAGE, AttentionView(B, A))]
    ids = [getattr(item, "id", "") for item in items]
    for id in ("Q", "scores", "weights", "output"):
        assert ids.index(id) == ids.index(f"a_{id}") + 2
    matrices = shown(A, B)
    assert matrices["a_scores"].limit == matrices["scores"].limit
    most = max(float(one.steps().scores.abs().max()) for one in (A, B))
    assert matrices["scores"].limit == pytest.approx(most)


def test_only_the_live_setting_can_be_changed():
    matrices = shown(A, AttentionSetting(**(vars(A) | {"mask_kind": "painted"})))
    assert not any(m.editable or m.paintable for id, m in matrices.items() if id.startswith("a_"))
    assert matrices["Q"].editable
    assert matrices["mask"].paintable


def test_pairs_name_the_same_axes_so_that_one_pin_lights_both():
    for id, matrix in shown(A, B).items():
        if id.startswith("a_"):
            other = shown(A, B)[id.removeprefix("a_")]
            assert (matrix.rows.name, matrix.cols.name) == (other.rows.name, other.cols.name)


@pytest.mark.parametrize(("held", "live"), [(SENTENCE, A), (A, SENTENCE)])
def test_what_only_one_of_them_has_stands_alone(held, live):
    matrices = shown(held, live)
    assert ("a_X" in matrices) == (held is SENTENCE)
    assert ("X" in matrices) == (live is SENTENCE)


@pytest.mark.parametrize("setting", [A, SENTENCE, AttentionSetting("random", 2, 5, 3, 1)])
def test_the_sizes_are_those_of_the_picture(setting):
    items = attention_picture(PAGE, AttentionView(setting))
    drawn = {item.id: tuple(item.values.shape) for item in items if isinstance(item, Matrix)}
    assert matrix_sizes(setting) == drawn
