"""Pack many edited or painted cells into a short text for the URL.

A packed text starts with "~", which no list of single cells does. Bits follow, as the letters,
digits, - and _ of base64. Numbers are restored to the same float32, which is what the matrices
contain. The bits of a mask are compressed where that makes the text shorter; it then starts with
"~~".
"""

import base64
import binascii
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, product

MARK = "~"
COMPRESSED = "~~"
RAW_DEFLATE = -15
"""zlib's number for a stream without header and checksum, with the largest window."""
MOST_PLACES = 128
"""Maximum rows and columns of a mask that can be painted."""
MOST_BYTES = (8 + 8 + 1 + MOST_PLACES**2 + 7) // 8
"""Bytes of the largest mask: its rows, its columns, whether it is full, and a bit per cell."""
MOST_DECIMALS = 12
LONGEST = 12_000
"""Characters: a mask of 256 x 256 cells takes 10,926, and numbers never take that many."""
Grid = Mapping[tuple[int, int], float]
"""Numbers by row and column."""


class _Bits:
    """Writes and reads whole numbers of any width, one after the other."""

    def __init__(self, digits: str = "") -> None:
        self._digits, self._written, self._read = digits, [digits], 0

    def put(self, number: int, width: int) -> None:
        self._written.append(f"{number:0{width}b}" if width else "")

    def take(self, width: int) -> int:
        return int(self.take_digits(width) or "0", 2)

    def take_digits(self, count: int) -> str:
        """Take this many bits, as a 0 or 1 each."""
        start, self._read = self._read, self._read + count
        if self._read > len(self._digits):
            raise ValueError("the packed text is incomplete")
        return self._digits[start : self._read]

    @property
    def left(self) -> int:
        return len(self._digits) - self._read

    def raw(self) -> bytes:
        digits = "".join(self._written)
        size = -(-len(digits) // 8)
        return int(digits.ljust(8 * size, "0") or "0", 2).to_bytes(size, "big")

    @classmethod
    def of_raw(cls, raw: bytes) -> "_Bits":
        return cls("".join(f"{byte:08b}" for byte in raw))


def _text(mark: str, raw: bytes) -> str:
    return mark + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _raw(mark: str, text: str) -> bytes:
    body = text.removeprefix(mark)
    if len(body) > LONGEST:
        raise ValueError(f"the packed text has {len(body):,} characters, which is too many")
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(f"{text[:40]!r} is not a packed text") from None


def _compressed(raw: bytes) -> bytes:
    stream = zlib.compressobj(9, zlib.DEFLATED, RAW_DEFLATE)
    return stream.compress(raw) + stream.flush()


def _decompressed(raw: bytes) -> bytes:
    """Decompress a mask's bits, but no more than the largest mask has."""
    stream = zlib.decompressobj(RAW_DEFLATE)
    try:
        found = stream.decompress(raw, MOST_BYTES + 1)
    except zlib.error:
        raise ValueError("the compressed cells are damaged") from None
    if len(found) > MOST_BYTES:
        raise ValueError("the compressed cells are more than a mask has")
    if not stream.eof or stream.unused_data:
        raise ValueError("the compressed cells are incomplete, or something follows them")
    return found


def _decimals(value: float) -> int:
    """Return how many decimals the shortest form of a number has."""
    mantissa, _, exponent = f"{value:.9g}".partition("e")
    return max(0, len(mantissa.partition(".")[2]) - int(exponent or 0))


def as_float32(value: float) -> float:
    """Return the nearest float32, as the shortest decimal that represents it."""
    single = struct.unpack("<f", struct.pack("<f", value))[0]
    for digits in range(1, 10):
        short = float(f"{single:.{digits}g}")
        if struct.pack("<f", short) == struct.pack("<f", single):
            return short
    return float(single)


def _float_bits(value: float) -> tuple[int, int, int]:
    """Return sign, exponent and fraction of a float32."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return bits >> 31, bits >> 23 & 255, bits & 0x7FFFFF


@dataclass(frozen=True)
class _Decimals:
    """Numbers as whole multiples of a power of ten."""

    decimals: int
    width: int

    @classmethod
    def of(cls, values: Sequence[float]) -> "_Decimals":
        decimals = max(map(_decimals, values))
        largest = max(abs(round(value * 10**decimals)) for value in values)
        return cls(decimals, largest.bit_length() + 1)

    def put(self, bits: _Bits, value: float) -> None:
        whole = round(value * 10**self.decimals)
        bits.put(abs(whole) << 1 | (whole < 0), self.width)

    def take(self, bits: _Bits) -> float:
        coded = bits.take(self.width)
        whole = -(coded >> 1) if coded & 1 else coded >> 1
        return float(f"{whole}e-{self.decimals}")

    def put_head(self, bits: _Bits) -> None:
        bits.put(0, 1)
        bits.put(self.decimals, 4)
        bits.put(self.width, 6)


@dataclass(frozen=True)
class _Floats:
    """Numbers as float32 with exponents in a range."""

    first: int
    exponent_width: int

    @classmethod
    def of(cls, values: Sequence[float]) -> "_Floats":
        exponents = [_float_bits(value)[1] for value in values if value] or [1]
        first = min(exponents)
        return cls(first, (max(exponents) - first + 1).bit_length())

    @property
    def width(self) -> int:
        return 1 + self.exponent_width + 23

    def put(self, bits: _Bits, value: float) -> None:
        sign, exponent, fraction = _float_bits(value)
        bits.put(sign, 1)
        bits.put(exponent - self.first + 1 if value else 0, self.exponent_width)
        bits.put(fraction, 23)

    def take(self, bits: _Bits) -> float:
        sign, code, fraction = bits.take(1), bits.take(self.exponent_width), bits.take(23)
        exponent = code + self.first - 1 if code else 0
        if exponent > 254:
            raise ValueError("a packed number is not finite")
        whole = sign << 31 | exponent << 23 | fraction
        return as_float32(struct.unpack("<f", struct.pack("<I", whole))[0])

    def put_head(self, bits: _Bits) -> None:
        bits.put(1, 1)
        bits.put(self.first, 8)
        bits.put(self.exponent_width, 4)


def _shorter(values: Sequence[float]) -> _Decimals | _Floats:
    floats = _Floats.of(values)
    if max(map(_decimals, values)) > MOST_DECIMALS:
        return floats
    decimals = _Decimals.of(values)
    return decimals if decimals.width <= min(63, floats.width) else floats


def _take_head(bits: _Bits) -> _Decimals | _Floats:
    if bits.take(1):
        return _Floats(bits.take(8), bits.take(4))
    decimals, width = bits.take(4), bits.take(6)
    if not width:
        # Numbers of zero bits would never end.
        raise ValueError("packed numbers have no width")
    return _Decimals(decimals, width)


def _put_places(bits: _Bits, cells: Sequence[tuple[int, int]]) -> None:
    """Write which cells of a bounding box are present."""
    rows, cols = (1 + max(places) for places in zip(*cells, strict=True))
    bits.put(rows - 1, 8)
    bits.put(cols - 1, 8)
    is_full = len(cells) == rows * cols
    bits.put(is_full, 1)
    if not is_full:
        there = set(cells)
        for row in range(rows):
            for col in range(cols):
                bits.put((row, col) in there, 1)


def _take_places(bits: _Bits) -> Iterable[tuple[int, int]]:
    rows, cols = bits.take(8) + 1, bits.take(8) + 1
    everywhere = product(range(rows), range(cols))
    if bits.take(1):
        return everywhere
    return compress(everywhere, map(int, bits.take_digits(rows * cols)))


def pack_numbers(grids: Mapping[int, Grid]) -> str:
    """Pack the numbers in the cells of matrices, which are numbered from 0 to 14."""
    bits = _Bits()
    for matrix, grid in sorted(grids.items()):
        cells = sorted(grid)
        form = _shorter([grid[cell] for cell in cells])
        bits.put(matrix + 1, 4)
        _put_places(bits, cells)
        form.put_head(bits)
        for cell in cells:
            form.put(bits, grid[cell])
    return _text(MARK, bits.raw())


def unpack_numbers(text: str) -> dict[int, dict[tuple[int, int], float]]:
    """Unpack a text of `pack_numbers`. Raises: ValueError for any other text."""
    bits, grids = _Bits.of_raw(_raw(MARK, text)), {}
    while bits.left >= 4 and (matrix := bits.take(4)):
        if matrix - 1 in grids:
            raise ValueError("a packed matrix occurs twice")
        cells, form = _take_places(bits), _take_head(bits)
        grids[matrix - 1] = {cell: form.take(bits) for cell in cells}
    return grids


def pack_cells(cells: Sequence[tuple[int, int]]) -> str:
    """Pack the positions of painted cells, at least one, in the shorter of both forms."""
    bits = _Bits()
    _put_places(bits, sorted(cells))
    raw = bits.raw()
    return min(_text(MARK, raw), _text(COMPRESSED, _compressed(raw)), key=len)


def unpack_cells(text: str) -> Iterable[tuple[int, int]]:
    """Unpack a text of `pack_cells`. Raises: ValueError for any other text."""
    is_compressed = text.startswith(COMPRESSED)
    raw = _decompressed(_raw(COMPRESSED, text)) if is_compressed else _raw(MARK, text)
    return _take_places(_Bits.of_raw(raw))
