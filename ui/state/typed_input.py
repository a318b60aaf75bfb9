"""Turn typed or pasted text into words, ids and numbers, or into a clear error message."""

import math
import re
from collections.abc import Callable

MAX_WORDS = 128
MAX_SIZE = 16
LARGEST_NUMBER = 1e6
LARGEST_TOKEN_ID = 999_999


class InputError(ValueError):
    """An error with a message from the section "errors" of the text files, and its values."""

    def __init__(self, name: str, **values: object) -> None:
        super().__init__(f"{name}: {values}")
        self.name, self.values = name, values


def shortened(text: str, *, longest: int = 24) -> str:
    """Shorten typed text for a message."""
    return text if len(text) <= longest else f"{text[:longest]}…"


def shown_in_message(text: str, *, longest: int = 24) -> str:
    """Shorten typed text for a message, and escape its Markdown."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|<>~$:&])", r"\\\1", shortened(text, longest=longest))


def read_sentence(
    text: str, split: Callable[[str], list[str]] = str.split, *, limit: int = MAX_WORDS
) -> list[str]:
    """Read 1 to `limit` words of any script."""
    words = split(text)
    if not words:
        raise InputError("empty_sentence")
    if len(words) > limit:
        raise InputError("too_many_words", count=len(words), limit=limit)
    return words


def read_number(text: str) -> float:
    """Read one finite number of absolute value up to a million; a real minus sign is accepted."""
    plain = text.strip().replace("\u2212", "-")
    try:
        # float() accepts 1_000 as a number; a user who typed it meant something else.
        value = float(plain.replace("_", "?"))
    except ValueError:
        raise InputError("not_a_number", text=shown_in_message(text)) from None
    if not math.isfinite(value):
        raise InputError("not_finite", text=shown_in_message(text))
    if abs(value) > LARGEST_NUMBER:
        limit = f"{LARGEST_NUMBER:,.0f}"
        raise InputError("number_too_large", text=shown_in_message(text), limit=limit)
    return value


def read_token_ids(text: str, *, limit: int = MAX_WORDS) -> list[int]:
    """Read 1 to `limit` whole numbers from 0, separated by spaces or commas."""
    pieces = re.split(r"[\s,;\[\]()]+", text.strip(" \t\n,;[]()"))
    if pieces == [""]:
        raise InputError("empty_token_ids")
    if len(pieces) > limit:
        raise InputError("too_many_words", count=len(pieces), limit=limit)
    for piece in pieces:
        if not re.fullmatch(r"\d{1,12}", piece, flags=re.ASCII):
            raise InputError("not_a_token_id", text=shown_in_message(piece))
        if int(piece) > LARGEST_TOKEN_ID:
            raise InputError("token_id_too_large", text=piece, limit=f"{LARGEST_TOKEN_ID:,}")
    return [int(piece) for piece in pieces]


def _matrix_rows(text: str) -> list[str]:
    """Return the rows of spreadsheet cells, of plain text, or of what NumPy and torch print."""
    body = re.sub(r"^\s*(np\.|numpy\.|torch\.)?(array|tensor)\s*\(", "", text.strip())
    body = re.sub(r",?\s*(dtype|device|requires_grad)\s*=\s*[\w.'\":]+", "", body).rstrip(" );")
    if "[" in body:
        rows = re.findall(r"\[([^\[\]]*)\]", body)
        # One row broken over several lines is still one row.
        return [row.strip() for row in rows] or [body]
    return [row.strip() for row in re.split(r"[\n;]+", body) if row.strip(" ,\t\r")]


def read_matrix(text: str) -> list[list[float]]:
    """Read 1 to 16 rows of 1 to 16 numbers, all rows of equal length.

    Rows are separate lines (with cells separated by tabs, commas or spaces, as copied from a
    spreadsheet) or in brackets, as NumPy and torch print them.
    """
    rows = _matrix_rows(text)
    if not rows or rows == [""]:
        raise InputError("empty_matrix")
    if len(rows) > MAX_SIZE:
        raise InputError("too_many_rows", count=len(rows), limit=MAX_SIZE)
    matrix: list[list[float]] = []
    for place, row in enumerate(rows, start=1):
        pieces = [piece for piece in re.split(r"[,\s]+", row.strip(" ,\t")) if piece]
        if len(pieces) > MAX_SIZE:
            raise InputError("row_too_long", row=place, count=len(pieces), limit=MAX_SIZE)
        try:
            matrix.append([read_number(piece) for piece in pieces])
        except InputError as error:
            raise InputError(f"row_{error.name}", row=place, **error.values) from None
        if len(matrix[-1]) != len(matrix[0]) or not matrix[-1]:
            raise InputError(
                "ragged_row", row=place, count=len(matrix[-1]), expected=len(matrix[0])
            )
    return matrix
