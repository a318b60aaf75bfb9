"""The program that gives a page's numbers, to read, to copy and to keep."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ui.answer.notebook import notebook
from ui.picture.matrix_view.matrix import Blobs
from ui.shell.language import Text


@dataclass(frozen=True)
class Program:
    """The same numbers by torch alone, and by transformer_core, or by one of them."""

    words: Text
    name: str
    """Of its files, without an ending."""
    torch: str = ""
    """The source that needs nothing but torch; empty where there is none."""
    core: str = ""
    """The source that needs `transformer_core`; empty where there is none."""
    drawn: Mapping[str, str] = field(default_factory=dict)
    """What its notebook draws, by its title: an expression with any number of axes."""

    @property
    def sources(self) -> dict[str, str]:
        """Every source there is, by what it needs."""
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
