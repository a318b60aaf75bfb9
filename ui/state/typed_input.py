"""What a person types or pastes, turned into words, ids and numbers, or into a clear message."""

import math
import re
from collections.abc import Callable

MAX_WORDS = 128
MAX_SIZE = 16
LARGEST_NUMBER = 1e6
LARGEST_TOKEN_ID = 999_999


class InputError(ValueError):
    """A message of the text files' section "errors", with the values to fill in."""

    def __init__(self, name: str, **values: object) -> None:
        super().__init__(f"{name}: {values}")
        self.name, self.values = name, values


def shortened(text: str, *, longest: int = 24) -> str:
    """What was typed, short enough for a message."""
    return text if len(text) <= longest else f"{text[:longest]}…"


def shown_in_message(text: str, *, longest: int = 24) -> str:
    """What was typed, short enough for a message and never read as Markdown."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|<>~$:&])", r"\\\1", shortened(text, longest=longest))


def read_sentence(
    text: str, split: Callable[[str], list[str]] = str.split, *, limit: int = MAX_WORDS
) -> list[str]:
    """1 to `limit` words of any script."""
    words = split(text)
    if not words:
        raise InputError("empty_sentence")
    if len(words) > limit:
        raise InputError("too_many_words", count=len(words), limit=limit)
    return words


def read_number(text: str) -> float:
    """One finite number of at most a million in size; a real minus sign is fine."""
    plain = text.strip().replace("\u2212", "-")
    try:
        # float() takes 1_000 for a number; a person who typed it meant something else.
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
    """1 to `limit` whole numbers from 0, parted by spaces or commas."""
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
    """The rows of a spreadsheet's cells, of plain text or of what numpy and torch print."""
    body = re.sub(r"^\s*(np\.|numpy\.|torch\.)?(array|tensor)\s*\(", "", text.strip())
    body = re.sub(r",?\s*(dtype|device|requires_grad)\s*=\s*[\w.'\":]+", "", body).rstrip(" );")
    if "[" in body:
        rows = re.findall(r"\[([^\[\]]*)\]", body)
        # One row broken over several lines is still one row.
        return [row.strip() for row in rows] or [body]
    return [row.strip() for row in re.split(r"[\n;]+", body) if row.strip(" ,\t\r")]


def read_matrix(text: str) -> list[list[float]]:
    """1 to 16 rows of 1 to 16 numbers, all rows of one length.

    Rows stand on lines of their own (cells parted by tabs, commas or spaces, as a spreadsheet
    copies them) or in brackets, as numpy and torch print them.
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
