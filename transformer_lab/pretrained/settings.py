"""What a model's config.json says, read with care: it is a stranger's file."""

import math
from collections.abc import Mapping
from typing import Any, TypeVar

from transformer_lab.pretrained.errors import PretrainedError, shown

T = TypeVar("T")


class Settings:
    """The values of a config.json, and the family's defaults for what it leaves out.

    Args:
        values: the file's.
        defaults: those of transformers, which decide what a missing key means.
        name: the model's, for messages.
    """

    def __init__(
        self, values: Mapping[str, Any], defaults: Mapping[str, Any], name: str = ""
    ) -> None:
        self._values, self._name = {**defaults, **values}, name

    def __getitem__(self, key: str) -> Any:
        """The value as it is; None where there is neither value nor default."""
        return self._values.get(key)

    def size(self, key: str, otherwise: int | None = None) -> int:
        """A whole number of at least 1; `otherwise` in the place of null.

        Raises: PretrainedError no_part.
        """
        value = self[key] if self[key] is not None else otherwise
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise self.refused(key)
        return value

    def token(self, key: str) -> int:
        """The number of a token, from 0. Raises: PretrainedError no_part."""
        value = self[key]
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.refused(key)
        return value

    def number(self, key: str) -> float:
        """A finite number. Raises: PretrainedError no_part."""
        value = self[key]
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.refused(key)
        if not math.isfinite(value):
            raise self.refused(key)
        return float(value)

    def flag(self, key: str) -> bool:
        """True or false; null is false. Raises: PretrainedError no_part."""
        if self[key] not in (True, False, None):
            raise self.refused(key)
        return bool(self[key])

    def choice(self, key: str, choices: Mapping[str, T]) -> T:
        """What a name in the file means. Raises: PretrainedError no_part for any other name."""
        value = self[key]
        if not isinstance(value, str) or value not in choices:
            raise self.refused(key)
        return choices[value]

    def require(self, key: str, *allowed: object) -> None:
        """Raises: PretrainedError no_part for any other value: we have no part for it."""
        if self[key] not in allowed:
            raise self.refused(key)

    def inside(self, key: str, defaults: Mapping[str, Any]) -> "Settings":
        """The settings of a table in the file; the defaults alone where it is missing or null.

        Raises: PretrainedError no_part.
        """
        value = self[key] if self[key] is not None else {}
        if not isinstance(value, dict):
            raise self.refused(key)
        return Settings(value, defaults, self._name)

    def refused(self, key: str) -> PretrainedError:
        """The error that names this setting."""
        part = f"{key} = {self[key]!r}"
        return PretrainedError("no_part", name=shown(self._name), part=shown(part[:60]))
