"""Format numbers for display: a real minus sign, one exponent form; and read them back."""

import math
import re
from collections.abc import Callable

MINUS = "−"
TIMES_TEN = " × 10"
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = {after: before for before, after in _RAISED.items()}


def exact(value: float, digits: int = 4) -> str:
    """Format a number with this many decimals; with an exponent if they would all be zeros.

    0.5000, −3, 2.477 × 10⁻⁵, −∞.
    """
    if not math.isfinite(value):
        text = {math.inf: "∞", -math.inf: f"{MINUS}∞"}.get(value, "NaN")
    elif value == int(value) and abs(value) < 1e6:
        text = str(int(value))
    elif abs(value) < 0.5 * 10**-digits or abs(value) >= 1e6:
        text = _with_exponent(value, digits - 1)
    else:
        text = f"{value:.{digits}f}"
    return text.replace("-", MINUS)


def significant(value: float, digits: int = 4) -> str:
    """Format with this many significant digits: 0.06988, 6.988 × 10⁻⁴, 4,000, ∞."""
    if not math.isfinite(value):
        return exact(value)
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        if value == int(value) or abs(value) >= 10**digits:
            return f"{value:,.0f}".replace("-", MINUS)
        return f"{value:#.{digits}g}".rstrip(".").replace("-", MINUS)
    return _with_exponent(value, digits - 1).replace("-", MINUS)


def _with_exponent(value: float, decimals: int) -> str:
    mantissa, exponent = f"{value:.{decimals}e}".split("e")
    return f"{mantissa}{TIMES_TEN}{str(int(exponent)).translate(_RAISED)}"


def read_back(text: str) -> float:
    """Parse a text written by `exact` or `significant`."""
    plain = text.replace(MINUS, "-").replace(",", "").replace("∞", "inf")
    mantissa, _, exponent = plain.partition(TIMES_TEN)
    return float(f"{mantissa}e{exponent.translate(_LOWERED)}" if exponent else mantissa)


def relation(worked_out: float, value: float, written: Callable[[float], str] = exact) -> str:
    """Return = if the displayed digits give the displayed value, else ≈."""
    both = read_back(written(worked_out)), read_back(written(value))
    return "=" if both[0] == both[1] or all(map(math.isnan, both)) else "≈"


def percent(share: float) -> str:
    """Format a share as a percentage, without the sign: 78, 3.4, 99.98.

    Never 0 or 100 unless that is exact. Shares above the whole, such as a ratio of lengths, are
    rounded: 130.
    """
    if share == 0 or share >= 1:
        return f"{100 * share:.0f}"
    if share < 0.001:
        return significant(100 * share, 1)
    if share > 0.999:
        # As many nines as the share has, never rounded up
        decimals = min(6, max(1, math.ceil(-math.log10(100 * (1 - share)))))
        return f"{math.floor(100 * share * 10**decimals) / 10**decimals:.{decimals}f}"
    decimals = 1 if share < 0.0995 or share >= 0.985 else 0
    return f"{100 * share:.{decimals}f}"


def short_percent(share: float) -> str:
    """Format for the small notes next to words, with the sign: never 0%, and 100% only if exact."""
    if share < 0.005:
        return "<1%"
    return f"{100 * share:.0f}%" if share < 0.995 or share == 1 else ">99%"


def as_operand(text: str) -> str:
    """Add the brackets that a number needs as a base, under a root or as a divisor.

    In −3² and 4 × 10⁻⁷², only a part would be squared: a number with a sign or a power of ten is
    put in brackets.
    """
    return f"({text})" if re.match(MINUS, text) or TIMES_TEN in text else text


def in_brackets_if_negative(text: str) -> str:
    """Make a number safe after an operator: never two signs in a row."""
    return f"({text})" if re.match(MINUS, text) else text
