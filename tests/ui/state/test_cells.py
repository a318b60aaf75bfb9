"""Changed cells in the URL."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.state.cells import painted, read_cells, read_edits, write_cells, write_edits
from ui.state.change import PaintStroke

places = st.integers(0, 15)
edits = st.dictionaries(
    st.tuples(st.sampled_from("QKV"), places, places), st.floats(-1e6, 1e6, width=32)
)


@given(edits)
def test_edits_survive_the_url(changed):
    assert read_edits(write_edits(changed)) == pytest.approx(changed, rel=1e-8)


@given(st.frozensets(st.tuples(places, places)))
def test_painted_cells_survive_the_url(cells):
    assert read_cells(write_cells(cells)) == cells


@pytest.mark.parametrize(
    "text", ["Q.0.0", "Q.0.0=nan", "Q.0.0=1e9", "X.0.0=1", "Q.16.0=1", "Q.0.0=1..2", "<b>"]
)
def test_other_text_is_no_edit(text):
    with pytest.raises(ValueError):
        read_edits(text)


@pytest.mark.parametrize("text", ["1", "a.b", "1.2_", "1.2,3.4"])
def test_other_text_is_no_list_of_cells(text):
    with pytest.raises(ValueError):
        read_cells(text)


def test_a_stroke_hides_or_uncovers():
    cells = [(0, 1), (0, 2)]
    hiding, revealing = (PaintStroke("mask", cells, hidden) for hidden in (True, False))
    assert painted(frozenset({(3, 3)}), hiding) == {(3, 3), (0, 1), (0, 2)}
    assert painted(frozenset({(0, 1)}), revealing) == frozenset()
