"""Errors with a model, as messages that a user can act on."""

import re
from collections.abc import Mapping
from typing import Any

_LONGEST = 60


class PretrainedError(Exception):
    """What is wrong, by the name of its message, with the values to fill in.

    The messages are in the text files of `ui/models`, section "errors".
    """

    def __init__(self, name: str, /, **values: object) -> None:
        super().__init__(f"{name}: {values}")
        self.name, self.values = name, values

    def to_json(self) -> dict[str, Any]:
        """The argument of `of`."""
        return {"error": self.name, "values": self.values}

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> "PretrainedError":
        """Recreate the error in another process."""
        return cls(plain["error"], **plain["values"])


def shown(text: str) -> str:
    """A model's name as typed, short enough for a message and never read as Markdown.

    Of a long path the end is kept, which contains the model's own name.
    """
    short = text if len(text) <= _LONGEST else f"…{text[-_LONGEST:]}"
    plain = "".join(character if character.isprintable() else " " for character in short)
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|<>~$:&])", r"\\\1", plain)
