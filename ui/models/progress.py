"""The progress of loading a model."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

_BYTES_IN_MB = 1e6


@dataclass(frozen=True)
class Progress:
    """The stage, and for a download the bytes so far and in total."""

    stage: Literal["starting", "downloading", "reading", "opening"]
    done: int = 0
    total: int = 0

    @property
    def share(self) -> float | None:
        """From 0 to 1, or None if unknown."""
        return self.done / self.total if self.total else None

    @property
    def values(self) -> dict[str, str]:
        """The values for the text `progress.<stage>`: sizes in MB."""
        if self.stage != "downloading":
            return {}
        return {
            "done": f"{self.done / _BYTES_IN_MB:,.0f}",
            "total": f"{self.total / _BYTES_IN_MB:,.0f}",
        }


Report = Callable[[Progress], None]
