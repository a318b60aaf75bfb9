"""The properties of a good positional encoding, measured on any encoding.

Four properties: every position has its own code; the code does not depend on the length of the
sentence; the distance between two codes depends only on how far apart they are; and moving by
an offset is one linear map, the same from every position (section 3.5).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer_core.checks import require_sizes

ROUNDING = 1e-6
"""Below this, relative to the largest value, a difference is float32 rounding: eight times the
spacing of float32 numbers near 1 (1.2e-7)."""

DRIFT = 1e-5
"""Ten times `ROUNDING`, for quantities in which the rounding of many columns adds up: distances,
and products with a matrix."""

EXACT_COLUMNS = 128
"""Up to this width the search for the closest pair runs wholly in float64. Wider encodings are
searched in float32, twice as fast, and the pairs found are measured again in float64."""

SEARCH_ROWS = 256
"""Positions compared with all later ones at a time, which bounds the memory of the search."""

TESTED = 512
"""Positions on which a shift is tested, in steps that grow up to the horizon."""
HORIZON = 100_000
"""The distance up to which a shift is tested unless a caller says otherwise: beyond the paper's
longest wave, 62,832 positions."""


@dataclass(frozen=True)
class EncodingProperties:
    """The four properties of one encoding, as numbers and as verdicts."""

    seq_len: int
    largest_value: float
    """The largest absolute value of the encoding."""
    smallest_distance: float
    """Euclidean distance of the two codes that are nearest each other; inf with one position."""
    closest_pair: tuple[int, int] | None
    """Those two positions, p < q; None with one position."""
    closest_everywhere: bool
    """True when all pairs that are as far apart as these two are equally close."""
    compared_length: int
    """The length of the sentence that was compared with one of twice its length: at least 2."""
    length_difference: float
    """Largest change of a value when the sentence becomes twice as long."""
    distance_offset: int
    """The offset at which distances were measured: the first offset that fails, if one does."""
    distance_spread: float
    """Largest minus smallest distance between positions p and p + distance_offset, over positions
    up to the horizon."""
    shift_offset: int
    """By how many positions the shift was tested: the first offset that fails, if one does."""
    shift_error: float
    """Largest error of code(p) @ M == code(p + shift_offset), over all columns and over positions
    up to the horizon that no fit of M has seen."""
    fitted: int
    """To how many positions M was fitted; 0 where it was given."""
    horizon: int
    """The last position on which distances and the shift were tested."""

    @property
    def unique(self) -> bool:
        """Every position has its own code."""
        return self.smallest_distance > ROUNDING * self._magnitude

    @property
    def length_independent(self) -> bool:
        """A position has the same code in a sentence of another length."""
        return self.length_difference <= ROUNDING * self._magnitude

    @property
    def distance_depends_on_offset_only(self) -> bool:
        """Positions equally far apart have equally distant codes."""
        return self.distance_spread <= DRIFT * self._magnitude

    @property
    def shift_is_linear(self) -> bool:
        """One matrix moves every position by the offset."""
        return self.shift_error <= DRIFT * self._magnitude

    @property
    def _magnitude(self) -> float:
        return max(1.0, self.largest_value)


def encoding_properties(
    encode: Callable[[int], Tensor],
    seq_len: int,
    offset: int = 5,
    shift: Tensor | None = None,
    codes_at: Callable[[Tensor], Tensor] | None = None,
    horizon: int = HORIZON,
) -> EncodingProperties:
    """Measure the four properties of `encode` on a sentence of `seq_len` positions.

    Equal distances and the shift are claims about every position, so they are tested far beyond
    the sentence: a matrix fitted to a few positions carries over to others only if it is the map
    that moves them all. Where they hold at `offset`, the same is asked of an offset so large that
    it moves the slowest wave too.

    Args:
        encode: gives the (seq_len, d_model) encoding of a sentence of that length.
        offset: how far apart, at least 1.
        shift: the (d_model, d_model) matrix that should move by `offset`, such as
            `position_shift(offset, d_model)`. Without it the matrix is used that fits every second
            one of the tested positions by least squares, and it is tested on the others.
        codes_at: the codes (points, d_model) at any positions (points,) float64, for the tests of
            distances and shift; without it those of `encode` on a sentence many times as long.
        horizon: the last position on which those are tested, where there is a `codes_at`.

    Raises: ValueError when a size is less than 1 or `encode` or `shift` has an unfit shape.
    """
    require_sizes({"seq_len": seq_len, "offset": offset})
    encoding = encode(seq_len)
    if encoding.dim() != 2 or encoding.size(0) != seq_len:
        raise ValueError(
            f"encode({seq_len}) must have shape ({seq_len}, d_model), got {tuple(encoding.shape)}"
        )
    smallest_distance, closest_pair = _closest_pair(encoding)
    magnitude = max(1.0, encoding.abs().max().item())
    if codes_at is None:
        longer = encode(16 * (seq_len + encoding.size(1) + offset))
        codes_at, horizon = (lambda places: longer[places.long()]), len(longer) // 2
    positions, rounding = _spread_positions(horizon), DRIFT * magnitude
    offsets = (offset, max(offset, horizon // 3))
    distance_offset, distance_spread = _first_failure(
        lambda by: _distance_spread(codes_at, positions, by), offsets, rounding
    )
    shift_offset, shift_error = _first_failure(
        lambda by: _shift_error(codes_at, positions, by, shift),
        offsets if shift is None else offsets[:1],
        rounding,
    )
    compared_length = max(2, seq_len)
    shorter, twice = encode(compared_length), encode(2 * compared_length)
    return EncodingProperties(
        seq_len=seq_len,
        largest_value=encoding.abs().max().item(),
        smallest_distance=smallest_distance,
        closest_pair=closest_pair,
        closest_everywhere=_is_everywhere(encoding, closest_pair, DRIFT * magnitude),
        compared_length=compared_length,
        length_difference=(shorter - twice[:compared_length]).abs().max().item(),
        distance_offset=distance_offset,
        distance_spread=distance_spread,
        shift_offset=shift_offset,
        shift_error=shift_error,
        fitted=0 if shift is not None else len(positions[1::2]),
        horizon=horizon,
    )


def _first_failure(
    measure: Callable[[int], float], offsets: Sequence[int], rounding: float
) -> tuple[int, float]:
    """The first offset whose error is more than rounding, else the first of all; and its error."""
    errors = {offset: measure(offset) for offset in offsets[:1]}
    for offset in offsets[1:]:
        if errors[offsets[0]] <= rounding:
            errors[offset] = measure(offset)
    failing = next((offset for offset, error in errors.items() if error > rounding), offsets[0])
    return failing, errors[failing]


def _distance_spread(codes_at: Callable[[Tensor], Tensor], positions: Tensor, offset: int) -> float:
    """Largest minus smallest distance of two positions that are `offset` apart."""
    earlier, later = codes_at(positions).double(), codes_at(positions + offset).double()
    distances = (later - earlier).norm(dim=1)  # (positions,)
    return (distances.max() - distances.min()).item()


def _is_everywhere(encoding: Tensor, pair: tuple[int, int] | None, rounding: float) -> bool:
    """Return whether all pairs that are as far apart as this one have codes as close as it."""
    if pair is None:
        return False
    apart = pair[1] - pair[0]
    distances = (encoding[apart:].double() - encoding[:-apart].double()).norm(dim=1)
    return (distances.max() - distances.min()).item() <= rounding


def _closest_pair(encoding: Tensor) -> tuple[float, tuple[int, int] | None]:
    """The two rows nearest each other: each row's nearest later row is searched, then measured."""
    seq_len, d_model = encoding.shape
    if seq_len == 1:
        return math.inf, None
    exact = encoding.double()
    centred = exact - exact.mean(dim=0)
    searched = centred if d_model <= EXACT_COLUMNS else centred.float()
    nearest = torch.cat(
        [_nearest_later(searched, start) for start in range(0, seq_len - 1, SEARCH_ROWS)]
    )[: seq_len - 1]  # (seq_len - 1,)
    distances = (exact[nearest] - exact[:-1]).norm(dim=1)  # (seq_len - 1,)
    p = int(distances.argmin())
    return distances[p].item(), (p, int(nearest[p]))


def _nearest_later(rows: Tensor, start: int) -> Tensor:
    """For each of SEARCH_ROWS rows from `start`, the index of the nearest row that comes after."""
    later = rows[start:]  # (seq_len - start, d_model)
    block = later[:SEARCH_ROWS]  # (up to SEARCH_ROWS, d_model)
    squares = later.square().sum(dim=1)  # (seq_len - start,)
    # |p - q|^2 without |p|^2, which is the same for all q
    closeness = torch.addmm(squares, block, later.T, alpha=-2)  # (block, seq_len - start)
    not_later = torch.ones(len(block), len(block), dtype=torch.bool).tril()
    closeness[:, : len(block)].masked_fill_(not_later, math.inf)
    return start + closeness.argmin(dim=1)  # (block,)


def _shift_error(
    codes_at: Callable[[Tensor], Tensor], positions: Tensor, offset: int, shift: Tensor | None
) -> float:
    """The largest error of a shift, or of a fitted one on positions that it has not seen."""
    earlier, later = codes_at(positions).double(), codes_at(positions + offset).double()
    if shift is None:
        return _least_squares_error(earlier, later)
    d_model = earlier.size(1)
    if shift.shape != (d_model, d_model):
        raise ValueError(f"shift must have shape ({d_model}, {d_model}), got {tuple(shift.shape)}")
    return (earlier @ shift.double() - later).abs().max().item()


def _spread_positions(horizon: int) -> Tensor:
    """0 and up to TESTED whole positions in growing steps, the last one the horizon: float64."""
    growing = torch.logspace(0, math.log10(horizon + 1), TESTED, dtype=torch.float64) - 1
    return growing.round().clamp(max=horizon).unique()


def _least_squares_error(earlier: Tensor, later: Tensor) -> float:
    """Fit a matrix to every second row, and measure it on the others, the first among them."""
    # Equal columns add nothing to the span, and without them the fit is far quicker
    basis, targets = torch.unique(earlier, dim=1), torch.unique(later, dim=1)
    # gelsd, because torch's gelsy mistakes a column that starts with zeros for rank 0
    fit = torch.linalg.lstsq(basis[1::2], targets[1::2], driver="gelsd").solution
    return (basis[::2] @ fit - targets[::2]).abs().max().item()
