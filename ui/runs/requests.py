"""What the browser asks of a run, as it is read from a body or a query."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from transformer_lab.own_data.cutting import Cut
from transformer_lab.own_data.prepared import SUBWORDS

MOST_COLUMNS = 99
Person = Annotated[str, Meta(min_length=1, max_length=64)]


class Start(Struct, frozen=True):
    """A run to start, whose config `RunConfig.of` reads."""

    config: dict[str, Any]
    person: Person
    until: Annotated[int, Meta(ge=1)] | None = None


class Brought(Struct, frozen=True):
    """Who brings a file."""

    person: Person


class Bring(Struct, frozen=True):
    """Data to read, and how."""

    kind: Literal["pairs", "text"]
    cut: Cut
    subwords: int = SUBWORDS
    source: Annotated[int, Meta(ge=0, le=MOST_COLUMNS)] | None = None
    target: Annotated[int, Meta(ge=0, le=MOST_COLUMNS)] | None = None


class Follow(Struct, frozen=True):
    """The news that a request wants."""

    since: int = -1
    known: str = ""
    wait: Literal["", "1", "rest"] = ""
    """"rest" is for a page in the background, whose timers the browser delays by a minute: it
    waits here."""


class Decode(Struct, frozen=True):
    """An input of the user's own, for the model at a step."""

    text: str
    step: int


class Weight(Struct, frozen=True):
    """A weight at a step."""

    step: int
    name: str
    index: list[int]
