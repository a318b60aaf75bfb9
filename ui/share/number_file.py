"""Numbers from a file that somebody brings: CSV, .npy and .npz, or what is wrong with it, in words.

Nothing in a file is ever run: no pickle is read, and sizes are looked at before numbers are.
"""

import csv
import io
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ui.state.typed_input import LARGEST_NUMBER, InputError, shown_in_message

LONGEST = 1_000_000
"""Bytes of a file, packed or not."""
MOST_NUMBERS = 128 * 128
NUMBERS = "biuf"
"""The kinds of numpy's types that are real numbers."""
BROKEN = (
    *(ValueError, TypeError, ArithmeticError, LookupError, SyntaxError, RuntimeError),
    *(EOFError, OSError, MemoryError),
    *(zipfile.BadZipFile, zlib.error, struct.error, csv.Error, tokenize.TokenError),
)
"""What readers raise of a file that is damaged, or something else."""
_NPY = b"\x93NUMPY"
_ZIP = b"PK\x03\x04"


@dataclass(frozen=True)
class Numbers:
    """A matrix (rows, cols) of finite numbers, and what the file calls it."""

    values: np.ndarray
    name: str = ""

    @property
    def rows(self) -> list[list[float]]:
        rows: list[list[float]] = self.values.tolist()
        return rows


def read_numbers(name: str, content: bytes, matrix: str) -> Numbers:
    """The numbers for a `matrix` in a file called `name`. Raises: InputError."""
    if len(content) > LONGEST:
        raise InputError("file_too_large", limit=f"{LONGEST:,}")
    kind = name.rpartition(".")[2].lower()
    read = _READERS.get(kind)
    if read is None:
        raise InputError("file_unknown", file=shown_in_message(name))
    try:
        found = read(content, matrix)
    except InputError:
        raise
    except BROKEN as error:
        raise InputError(f"file_no_{kind}") from error
    return Numbers(_checked(found.values), found.name)


def _checked(values: np.ndarray) -> np.ndarray:
    """As float64 (rows, cols). Raises: InputError."""
    if values.dtype.kind not in NUMBERS:
        raise InputError("file_no_numbers", dtype=str(values.dtype))
    while values.ndim > 2 and values.shape[0] == 1:
        values = values[0]
    if values.ndim == 1:
        values = values[None]
    shape = " × ".join(map(str, values.shape))
    if values.ndim != 2 or not values.size:
        raise InputError("file_no_matrix", shape=shape or "1")
    numbers = values.astype(np.float64)
    wrong = np.argwhere(~np.isfinite(numbers))
    if len(wrong):
        row, col = wrong[0] + 1
        raise InputError("file_not_finite", row=int(row), col=int(col))
    if np.abs(numbers).max() > LARGEST_NUMBER:
        raise InputError("file_number_too_large", limit=f"{LARGEST_NUMBER:,.0f}")
    return numbers


def _npy(content: bytes, matrix: str) -> Numbers:
    """An array whose header is read first: it may promise more than there is."""
    if not content.startswith(_NPY):
        raise ValueError("this is not a .npy file")
    stream = io.BytesIO(content)
    version = np.lib.format.read_magic(stream)
    headers = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }
    shape, _, dtype = headers[version](stream)
    # Before there is an array: one number of a made-up type may be a gigabyte.
    if dtype.kind not in NUMBERS:
        raise InputError("file_no_numbers", dtype="object" if dtype.hasobject else str(dtype)[:40])
    if int(np.prod([min(size, LONGEST) for size in shape], dtype=object)) > MOST_NUMBERS:
        raise InputError("file_too_many", limit=f"{MOST_NUMBERS:,}")
    return Numbers(np.load(io.BytesIO(content), allow_pickle=False))


def _npz(content: bytes, matrix: str) -> Numbers:
    """The array that is called like the matrix, or the only one."""
    if not content.startswith(_ZIP):
        raise ValueError("this is not a .npz file")
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        names = {one.removesuffix(".npy"): one for one in packed.namelist()}
        chosen = matrix if matrix in names else next(iter(names)) if len(names) == 1 else None
        if chosen is None:
            said = ", ".join(list(names)[:8])
            raise InputError("file_which", matrix=matrix, names=shown_in_message(said, longest=120))
        return Numbers(_npy(_unpacked(packed, names[chosen]), matrix).values, chosen)


def _unpacked(packed: zipfile.ZipFile, name: str) -> bytes:
    """One file of an archive, as far as it may be long.

    The archive says itself how long its files are, so only what comes out is believed, and it comes
    out piece by piece: only of these two methods, which are all that numpy writes.
    """
    info = packed.getinfo(name)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError(f"no .npz: packed by method {info.compress_type}")
    with packed.open(info) as stream:
        content = stream.read(LONGEST + 1)
    if max(info.file_size, len(content)) > LONGEST:
        raise InputError("file_too_large", limit=f"{LONGEST:,}")
    return content


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    # float() takes 1_000 for a number; whoever wrote it meant something else.
    return "_" not in text


def _is_whole(text: str) -> bool:
    return text.strip().removeprefix("-").isdecimal()


def _csv(content: bytes, matrix: str) -> Numbers:
    """Numbers alone; or with labels above them, or above and before them as we write them."""
    text = content.decode("utf-8-sig").replace("\u2212", "-")
    if "\0" in text:
        raise ValueError("this is not text")
    delimiter = "\t" if "\t" in text else ";" if ";" in text and "," not in text else ","
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(row)]
    if not rows:
        raise InputError("empty_matrix")
    header, corner = rows[0], rows[0][0].strip()
    if _is_number(corner):
        return Numbers(_grid(rows))
    if not _has_labels(header, rows[1:]):
        return Numbers(_grid(rows[1:]))
    return Numbers(_grid([row[1:] for row in rows[1:]]), corner)


def _has_labels(header: list[str], rows: list[list[str]]) -> bool:
    """Whether labels stand before the numbers below a header.

    Numbers are labels where they count the rows: below nothing, below a header that counts too, or
    before columns that are not whole.
    """
    first = [row[0].strip() for row in rows]
    if not header[0].strip() or not all(map(_is_number, first)):
        return True
    columns = zip(*(row[1:] for row in rows), strict=False)
    is_apart = _counts(header[1:]) or not any(all(map(_is_whole, one)) for one in columns)
    return _counts(first) and is_apart and len(header) > 1


def _counts(labels: list[str]) -> bool:
    """Whether these are 0, 1, 2 or 1, 2, 3 and so on."""
    return any(labels == [str(first + at) for at in range(len(labels))] for first in (0, 1))


def _grid(rows: list[list[str]]) -> np.ndarray:
    if not rows or not rows[0]:
        raise InputError("empty_matrix")
    if sum(map(len, rows)) > MOST_NUMBERS:
        raise InputError("file_too_many", limit=f"{MOST_NUMBERS:,}")
    for place, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise InputError("ragged_row", row=place, count=len(row), expected=len(rows[0]))
        for piece in row:
            if not _is_number(piece):
                raise InputError("row_not_a_number", row=place, text=shown_in_message(piece))
    return np.array([[float(one) for one in row] for row in rows])


_READERS: dict[str, Callable[[bytes, str], Numbers]] = {
    "csv": _csv,
    "tsv": _csv,
    "txt": _csv,
    "npy": _npy,
    "npz": _npz,
}
