"""The program that reproduces a page's numbers, to read, copy and save."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ui.answer.notebook import notebook
from ui.picture.matrix_view.matrix import Blobs
from ui.words.language import Text


@dataclass(frozen=True)
class Program:
    """The same numbers in torch only, with transformer_core, or in one of the two."""

    words: Text
    name: str
    """The name of its files, without an extension."""
    torch: str = ""
    """The source that needs only torch; empty if there is none."""
    core: str = ""
    """The source that needs `transformer_core`; empty if there is none."""
    drawn: Mapping[str, str] = field(default_factory=dict)
    """What its notebook draws, by title: an expression with any number of axes."""

    @property
    def sources(self) -> dict[str, str]:
        """Return all existing sources, by the package they need."""
        both = {"torch": self.torch, "core": self.core}
        return {needed: source for needed, source in both.items() if source}

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {
            "kind": "program",
            "name": self.name,
            "listings": [
                {
                    "label": self.words(f"program.{needed}"),
                    "text": source,
                    "notebook": notebook(self.words, source, self.drawn),
                }
                for needed, source in self.sources.items()
            ],
        }
