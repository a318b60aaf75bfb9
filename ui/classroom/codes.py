"""Codes of classes, keys of teachers, and who a voter is: made by chance that nobody can guess."""

import hashlib
import secrets

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without O, 0, I and 1, which are mixed up on a projector."""
LENGTH = 6
_MEANT = str.maketrans("", "", " -")


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def new_key() -> str:
    """Return what only a teacher, or one browser, has: 128 bits."""
    return secrets.token_urlsafe(16)


def typed_code(typed: str) -> str | None:
    """Return the code that was typed, in small letters too, with blanks or dashes; None if none."""
    code = typed.translate(_MEANT).upper()
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def digest(code: str, key: str) -> str:
    """Return what is stored of a key: neither the key nor anything that links two classes."""
    return hashlib.sha256(f"{code}:{key}".encode()).hexdigest()[:32]


def is_key(code: str, key: str, stored: str) -> bool:
    return secrets.compare_digest(digest(code, key), stored)
