"""What travels to the browser."""

import json
import re
import struct

import numpy as np
import pytest

from ui.answer.parts import Board, encode_parts
from ui.picture.matrix_view import Axis, Bars, Break, Matrix, Operator, Pin, Tiles

ROWS, COLS = Axis("query", labels=["<b>", "한"]), Axis("key", first=1)


def decode(data: bytes) -> tuple[dict, bytes]:
    (size,) = struct.unpack("<I", data[:4])
    return json.loads(data[4 : 4 + size]), data[4 + size :]


def test_values_and_hidden_cells_arrive_as_they_were():
    values = np.array([[1.5, -2, 0], [np.inf, 4, 5]], dtype=np.float32)
    hidden = np.array([[False, True, False], [False, False, True]])
    matrix = Matrix("m", values, ROWS, COLS, hidden=hidden, bars=Bars("bits", [1, 2], 2.0))
    header, blobs = decode(encode_parts([Board("b", [matrix], "h")]))
    (board,) = header["parts"]
    (item,) = board["items"]
    start = item["values"]["offset"]
    sent = np.frombuffer(blobs[start : start + item["values"]["bytes"]], np.float32)
    assert sent.reshape(2, 3).tolist() == values.tolist()
    start = item["hidden"]["offset"]
    assert list(blobs[start : start + item["hidden"]["bytes"]]) == [0, 1, 0, 0, 0, 1]
    assert item["rows"]["labels"] == ["<b>", "한"]
    assert board["hint"] == "h"


def test_operators_breaks_and_tiles_keep_their_order():
    tiles = Tiles("t", np.zeros((3, 2, 2)), ROWS, COLS, tile_axis=Axis("head"))
    header, _ = decode(encode_parts([Board("b", [tiles, Operator("×"), Break()])]))
    items = header["parts"][0]["items"]
    assert [item["kind"] for item in items] == ["tiles", "operator", "break"]
    assert items[0]["shape"] == [3, 2, 2]


@pytest.mark.parametrize("shape", [(3,), (2, 2, 2)])
def test_a_matrix_has_two_dimensions(shape):
    with pytest.raises(ValueError, match=re.escape(str(shape))):
        encode_parts([Board("b", [Matrix("m", np.zeros(shape), ROWS, COLS)])])


@pytest.mark.parametrize(
    ("text", "pin"),
    [
        ("weights.2.1", Pin("weights", 2, 1)),
        ("heads.3.2.1", Pin("heads", 2, 1, tile=3)),
        ("", None),
        ("weights", None),
        ("weights.a.b", None),
        ("weights.-1.0", None),
        ("w.99999.0", None),
    ],
)
def test_pins_are_read_from_text(text, pin):
    assert Pin.parse(text) == pin
