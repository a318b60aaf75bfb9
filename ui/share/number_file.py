"""Read numbers from a user's CSV, .npy or .npz file, or report what is wrong with it.

Nothing in a file is ever executed: pickles are not read, and sizes are checked before numbers.
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
"""Maximum size of a file in bytes, packed or not."""
MOST_NUMBERS = 128 * 128
NUMBERS = "biuf"
"""The kinds of NumPy types that are real numbers."""
BROKEN = (
    *(ValueError, TypeError, ArithmeticError, LookupError, SyntaxError, RuntimeError),
    *(EOFError, OSError, MemoryError),
    *(zipfile.BadZipFile, zlib.error, struct.error, csv.Error, tokenize.TokenError),
)
"""What readers raise for a damaged file, or one of another type."""
_NPY = b"\x93NUMPY"
_ZIP = b"PK\x03\x04"


@dataclass(frozen=True)
class Numbers:
    """A matrix (rows, cols) of finite numbers, and its name in the file."""

    values: np.ndarray
    name: str = ""

    @property
    def rows(self) -> list[list[float]]:
        rows: list[list[float]] = self.values.tolist()
        return rows


def read_numbers(name: str, content: bytes, matrix: str) -> Numbers:
    """Read the numbers for `matrix` from a file with this name. Raises: InputError."""
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
    """Return the values as float64 (rows, cols). Raises: InputError."""
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
    """Read an array; the header comes first, as it may claim more data than there is."""
    if not content.startswith(_NPY):
        raise ValueError("this is not a .npy file")
    stream = io.BytesIO(content)
    version = np.lib.format.read_magic(stream)
    headers = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }
    shape, _, dtype = headers[version](stream)
    # Before an array is made: one number of an invented type may take a gigabyte.
    if dtype.kind not in NUMBERS:
        raise InputError("file_no_numbers", dtype="object" if dtype.hasobject else str(dtype)[:40])
    if int(np.prod([min(size, LONGEST) for size in shape], dtype=object)) > MOST_NUMBERS:
        raise InputError("file_too_many", limit=f"{MOST_NUMBERS:,}")
    return Numbers(np.load(io.BytesIO(content), allow_pickle=False))


def _npz(content: bytes, matrix: str) -> Numbers:
    """Read the array with the name of the matrix, or the only one."""
    if not content.startswith(_ZIP):
        raise ValueError("this is not a .npz file")
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        names = {one.removesuffix(".npy"): one for one in packed.namelist()}
        chosen = matrix if matrix in names else next(iter(names)) if len(names) == 1 else None
        if chosen is None:
            listed = ", ".join(list(names)[:8])
            raise InputError(
                "file_which", matrix=matrix, names=shown_in_message(listed, longest=120)
            )
        return Numbers(_npy(_unpacked(packed, names[chosen]), matrix).values, chosen)


def _unpacked(packed: zipfile.ZipFile, name: str) -> bytes:
    """Unpack one file of an archive, up to the size limit.

    The archive's own statement of file sizes is not trusted: only the actual output counts, and it
    is read piece by piece. Only these two compression methods, all that NumPy writes, are accepted.
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
    # float() accepts 1_000 as a number; whoever wrote it meant something else.
    return "_" not in text


def _is_whole(text: str) -> bool:
    return text.strip().removeprefix("-").isdecimal()


def _csv(content: bytes, matrix: str) -> Numbers:
    """Read plain numbers; or with labels above them, or above and before them as we write them."""
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
    """Return whether the rows below a header start with labels.

    Numbers are labels if they count the rows: below an empty corner, below a header that counts
    too, or before columns that are not whole numbers.
    """
    first = [row[0].strip() for row in rows]
    if not header[0].strip() or not all(map(_is_number, first)):
        return True
    columns = zip(*(row[1:] for row in rows), strict=False)
    is_apart = _counts(header[1:]) or not any(all(map(_is_whole, one)) for one in columns)
    return _counts(first) and is_apart and len(header) > 1


def _counts(labels: list[str]) -> bool:
    """Return whether the labels are 0, 1, 2 or 1, 2, 3 and so on."""
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
