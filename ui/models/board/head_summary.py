"""Which heads of another model are summed up, and how, as the name of an area of its page."""

from typing import NamedTuple, Self

from ui.models.board.question import PATHS

AREA = "summary"
HOWS = ("rollout", "by_length", "gradient")


class HeadSummary(NamedTuple):
    """The heads `on` of a layer, counted from 0; kind is one of PATHS, how one of HOWS."""

    how: str
    kind: str
    layer: int
    on: tuple[int, ...]

    @property
    def path(self) -> str:
        """The attention in the model."""
        return PATHS[self.kind].format(layer=self.layer)

    @property
    def area(self) -> str:
        """The name of the area with its arithmetic."""
        heads = ".".join(map(str, self.on))
        return "~".join((AREA, self.how, self.kind, str(self.layer), heads))

    @classmethod
    def read(cls, area: str) -> Self | None:
        """Read what `area` made; None of any other name."""
        name, *parts = area.split("~")
        if name != AREA or len(parts) != 4 or parts[0] not in HOWS or parts[1] not in PATHS:
            return None
        heads = parts[3].split(".")
        if not all(one.isdecimal() for one in (parts[2], *heads)):
            return None
        return cls(parts[0], parts[1], int(parts[2]), tuple(map(int, heads)))
