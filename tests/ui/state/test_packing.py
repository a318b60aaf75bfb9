"""Edited and painted cells as a short text."""

import base64
import tracemalloc
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.state.cells import read_cells, read_edits, write_cells, write_edits
from ui.state.packing import COMPRESSED, LONGEST, MARK, MOST_BYTES, RAW_DEFLATE, as_float32

NAMES = ("Q", "K", "V")
VALUES = st.floats(-1e6, 1e6, allow_nan=False, width=32)
PLACES = st.tuples(st.sampled_from(NAMES), st.integers(0, 15), st.integers(0, 15))


def everywhere(value, size: int = 16):
    return {
        (name, row, col): value() for name in NAMES for row in range(size) for col in range(size)
    }


@given(st.dictionaries(PLACES, VALUES, min_size=1, max_size=60))
def test_edits_come_back_as_the_same_float32(edits) -> None:
    back = read_edits(write_edits(edits, NAMES))
    assert back.keys() == edits.keys()
    for place, value in edits.items():
        assert np.float32(back[place]) == pytest.approx(np.float32(value), rel=1e-8, abs=0)


@pytest.mark.parametrize("digits", [0, 2, 4])
def test_what_was_typed_comes_back_as_it_was_typed(digits: int) -> None:
    draw = np.random.default_rng(digits)
    edits = everywhere(lambda: round(float(draw.normal()), digits))
    assert read_edits(write_edits(edits, NAMES)) == edits


@pytest.mark.parametrize("round_to", [2, 4, None])
def test_three_matrices_of_16_by_16_take_at_most_4000_characters(round_to: int | None) -> None:
    draw = np.random.default_rng(7)
    edits = everywhere(lambda: float(np.float32(draw.normal())))
    if round_to is not None:
        edits = {place: round(value, round_to) for place, value in edits.items()}
    assert len(write_edits(edits, NAMES)) <= 4000


def test_three_matrices_of_8_by_8_take_at_most_a_thousand_characters() -> None:
    draw = np.random.default_rng(8)
    assert len(write_edits(everywhere(lambda: float(draw.normal()), 8), NAMES)) <= 1000


def test_a_few_edits_can_be_read_in_the_address() -> None:
    assert write_edits({("Q", 0, 2): 1.5, ("K", 1, 0): -3.0}, NAMES) == "K.1.0=-3_Q.0.2=1.5"


@given(st.frozensets(st.tuples(st.integers(0, 63), st.integers(0, 63)), max_size=400))
def test_painted_cells_come_back(cells) -> None:
    assert read_cells(write_cells(cells)) == cells


def test_a_whole_painted_mask_is_short() -> None:
    cells = frozenset((row, col) for row in range(64) for col in range(64) if (row + col) % 3)
    assert len(write_cells(cells)) < 720


@pytest.mark.parametrize("text", ["~", "~!", "~A", "~____", "~AAAA", "~zzzzzzzzzz", "~Zm9v=="])
def test_no_broken_text_gets_through_as_numbers_beyond_the_limits(text: str) -> None:
    try:
        edits = read_edits(text)
    except ValueError:
        return
    assert all(
        abs(value) <= 1e6 and row < 16 and col < 16 for (_, row, col), value in edits.items()
    )


@given(st.sampled_from([MARK, COMPRESSED]), st.text("ABCDEFGHabcdefgh0123456789-_", max_size=60))
def test_any_text_is_read_or_refused(mark: str, text: str) -> None:
    for read in (read_edits, read_cells):
        try:
            read(mark + text)
        except ValueError:
            continue


def test_a_float32_is_written_with_no_more_digits_than_it_has() -> None:
    assert as_float32(float(np.float32(0.1))) == 0.1


def packed(bits: str) -> str:
    raw = int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big")
    return MARK + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def test_numbers_without_any_bits_are_refused() -> None:
    """A few letters would else stand for 65,536 numbers, and a long text for a day's work."""
    one_matrix = "0001" + "1" * 16 + "1" + "0" + "0000" + "000000"
    with pytest.raises(ValueError, match="no width"):
        read_edits(packed(one_matrix))


def test_a_matrix_comes_once() -> None:
    once = "0001" + "0" * 16 + "1" + "0" + "0000" + "000001" + "1"
    assert read_edits(packed(once)) == {("Q", 0, 0): 0.0}
    with pytest.raises(ValueError, match="occurs twice"):
        read_edits(packed(once + once))


@pytest.mark.parametrize("read", [read_cells, read_edits])
def test_a_packed_text_has_an_end(read) -> None:
    with pytest.raises(ValueError, match="12,001 characters"):
        read(MARK + "A" * 12_001)


def test_the_largest_mask_is_not_too_long() -> None:
    cells = frozenset((row, col) for row in range(128) for col in range(128) if (row + col) % 3)
    assert read_cells(write_cells(cells)) == cells


def window(size: int, width: int) -> frozenset[tuple[int, int]]:
    """The cells that a mask hides where a query sees its neighbours alone."""
    return frozenset(
        (row, col) for row in range(size) for col in range(size) if abs(row - col) > width
    )


def compressed(raw: bytes) -> str:
    stream = zlib.compressobj(9, zlib.DEFLATED, RAW_DEFLATE)
    raw = stream.compress(raw) + stream.flush()
    return COMPRESSED + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def test_a_mask_with_a_pattern_is_compressed() -> None:
    text = write_cells(window(64, 3))
    assert text.startswith(COMPRESSED)
    assert len(text) <= 70
    assert read_cells(text) == window(64, 3)


def test_a_mask_that_compressing_makes_longer_is_packed() -> None:
    draw = np.random.default_rng(3)
    cells = frozenset(zip(*np.nonzero(draw.random((64, 64)) < 0.5), strict=True))
    text = write_cells(cells)
    assert not text.startswith(COMPRESSED)
    assert len(text) == 688
    assert read_cells(text) == cells


def test_what_was_packed_before_masks_were_compressed_is_read() -> None:
    old = (
        "~FxcP__-H__-D___B___g___wf__4P__8H__-D___B___g___wf__4P__8H__-D___B___g___wf__4P"
        "__8H__-D___B___h___wA"
    )
    assert read_cells(old) == window(24, 2)
    assert len(write_cells(window(24, 2))) < len(old)


@given(st.sets(st.tuples(st.integers(0, 127), st.integers(0, 127)), min_size=1, max_size=400))
def test_both_forms_of_a_mask_are_the_same_cells(cells) -> None:
    rows, cols = (1 + max(places) for places in zip(*cells, strict=True))
    there = "".join(f"{(row, col) in cells:d}" for row in range(rows) for col in range(cols))
    text = packed(f"{rows - 1:08b}{cols - 1:08b}0{there}")
    raw = base64.urlsafe_b64decode(text.removeprefix(MARK) + "==")
    assert read_cells(text) == read_cells(compressed(raw)) == cells


def test_the_largest_mask_may_be_compressed_and_nothing_larger() -> None:
    full = compressed(b"\x7f\x7f\x00" + bytes(MOST_BYTES - 3))
    assert read_cells(full) == frozenset()
    with pytest.raises(ValueError, match="more than a mask has"):
        read_cells(compressed(b"\x7f\x7f\x00" + bytes(MOST_BYTES - 2)))


def test_a_small_text_never_becomes_a_large_mask_in_memory() -> None:
    bomb = compressed(bytes(8_000_000))
    assert len(bomb) < LONGEST
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="more than a mask has"):
            read_cells(bomb)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("damage", [lambda text: text[:-4], lambda text: text + "AAAA",
                                    lambda text: "~~____", lambda text: "~~!"])  # fmt: skip
def test_a_damaged_compressed_mask_is_refused(damage) -> None:
    with pytest.raises(ValueError):
        read_cells(damage(write_cells(window(64, 3))))


def test_edited_numbers_are_never_compressed() -> None:
    with pytest.raises(ValueError, match="is not a packed text"):
        read_edits(compressed(b"\x10\x00\x00"))
