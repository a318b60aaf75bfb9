"""The tensors of a page as files: .npz for numpy, .safetensors for torch and others, CSV for a
spreadsheet."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import safetensors.torch
from torch import Tensor

from ui.answer.parts import Board, Columns, Part
from ui.picture.matrix_view.matrix import Axis, Matrix, Tiles

MOST_BYTES = 64_000_000
"""Of all tensors together."""
_FORMULA = re.compile(r'((?:^|[;|])[\s"]*)(?=[=+\-@＝＋－＠])')
"""Where a formula would begin in a spreadsheet: with one of these signs, as narrow or as wide as an
East Asian letter, at the beginning of a cell. Where a cell begins is for the spreadsheet to say,
which may part a line by another sign than ours; quotes do not help there."""
_BREAKS = re.compile(r"[\t\n\v\f\r\0]")
"""What parts cells or lines too, or begins a formula itself, and is nothing to see."""


class TooLargeError(ValueError):
    """There is more than one answer of the server is to hold."""


def _require_room(tensors: Mapping[str, Tensor]) -> None:
    if sum(tensor.nbytes for tensor in tensors.values()) > MOST_BYTES:
        raise TooLargeError(f"the tensors have more than {MOST_BYTES:,} bytes")


def npz_file(tensors: Mapping[str, Tensor]) -> bytes:
    """All tensors by their names, as `numpy.load` reads them. Raises: TooLargeError."""
    _require_room(tensors)
    target = io.BytesIO()
    with_names = {name: tensor.detach().numpy() for name, tensor in tensors.items()}
    np.savez(target, allow_pickle=False, **with_names)
    return target.getvalue()


def safetensors_file(tensors: Mapping[str, Tensor], about: str) -> bytes:
    """All tensors by their names, with a line that says of what setting. Raises: TooLargeError."""
    _require_room(tensors)
    # Tensors that share their numbers are each written in full.
    own = {name: tensor.detach().clone().contiguous() for name, tensor in tensors.items()}
    made: bytes = safetensors.torch.save(own, {"about": about})
    return made


def boards_of(parts: Sequence[Part]) -> Iterator[Board]:
    """Every board among the parts of an area."""
    for part in parts:
        if isinstance(part, Board):
            yield part
        elif isinstance(part, Columns):
            for column in part.columns:
                yield from boards_of(column)


def _label(axis: Axis, place: int) -> str:
    return _text(axis.labels[place] if axis.labels is not None else str(place + axis.first))


def _text(said: str) -> str:
    """A text as no spreadsheet takes it for a formula."""
    return (
        said if said.removeprefix("-").isdecimal() else _FORMULA.sub(r"\1'", _BREAKS.sub(" ", said))
    )


def _number(value: np.generic) -> str:
    """The shortest decimal that means the same float32."""
    return str(np.float32(value))


def matrix_csv(matrix: Matrix) -> str:
    """Rows of numbers behind their labels, below those of the columns; the name in the corner.

    Of many matrices in one each row says first which one it is of.
    """
    values = np.asarray(matrix.values)
    tiled = isinstance(matrix, Tiles)
    grids = values if tiled else values[None]
    target = io.StringIO()
    out = csv.writer(target, lineterminator="\n")
    columns = [_label(matrix.cols, place) for place in range(values.shape[-1])]
    out.writerow([_text(matrix.name or matrix.id), *([""] if tiled else []), *columns])
    for tile, grid in enumerate(grids):
        which = [_label(matrix.tile_axis, tile)] if isinstance(matrix, Tiles) else []
        for row, numbers in enumerate(grid):
            out.writerow([*which, _label(matrix.rows, row), *map(_number, numbers)])
    return target.getvalue()
