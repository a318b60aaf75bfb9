"""The parts of an answer, and how they are encoded for the browser."""

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Protocol

from ui.picture.curves import Figure
from ui.picture.label import gloss_field
from ui.picture.matrix_view.matrix import Blobs, Item, item_header
from ui.state.address import Selection
from ui.state.control import JsonValue
from ui.state.setting import Setting


class Part(Protocol):
    """One item in an area of a page. All of its content is inserted as text, never as HTML."""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        """Return the header for the browser; raw numbers go into `blobs`. "kind" selects what draws
        it.
        """


@dataclass(frozen=True)
class Board:
    """Linked matrices, laid out like the equation. `id` distinguishes the boards of one page."""

    id: str
    items: Sequence[Item]
    hint: str = ""
    link: str = ""
    explained: str = ""
    """The pin of the cell whose arithmetic is shown when nothing is pinned."""
    room_below: int = 0
    """Pixels of the window that it leaves for the note under it, so that both are seen at once."""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        items = [item_header(item, blobs) for item in self.items]
        header = {"kind": "board", "id": self.id, "items": items, "hint": self.hint} | {
            "link": self.link,
            "explained": self.explained,
        }
        return header | ({"roomBelow": self.room_below} if self.room_below else {})


@dataclass(frozen=True)
class Curves:
    """A Plotly figure. A click on a point sets the field `click` to its x."""

    id: str
    figure: Figure
    name: str = ""
    """What it shows, as text for screen readers."""
    click: str = ""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "curves", "id": self.id, "name": self.name} | {
            "figure": self.figure,
            "click": self.click,
        }


Tone = Literal["plain", "quiet", "info", "warning", "good", "bad", "untrained", "watch"]


@dataclass(frozen=True)
class Note:
    """A line of text; **bold** is supported. `tone` sets its style."""

    text: str
    tone: Tone = "plain"
    about: str = ""
    """The text of the tooltip."""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "note"} | asdict(self)


@dataclass(frozen=True)
class Link:
    """A line of text, then a link to another page with some of its settings."""

    text: str
    label: str
    address: str
    """Relative to the page, e.g. "training?v=4&tr_steps=200"."""
    page: str = ""
    """The other page, if it opens in the app and the session goes on."""
    brings: Mapping[str, JsonValue] = field(default_factory=dict)
    """The fields to set there."""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "link"} | asdict(self)


@dataclass(frozen=True)
class Corridor:
    """The end of a page: what one now knows, and the question that the next page answers."""

    known: str
    question: str
    title: str
    """The next page's."""
    page: str
    address: str
    """The next page with what is taken along, relative to this one."""
    brings: Mapping[str, JsonValue]
    """The same, as fields of its setting."""
    now_known: str
    next: str
    paper: Mapping[str, str] | None = None
    """The link to the section of the paper that the page is about, with its text."""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "corridor"} | asdict(self)


@dataclass(frozen=True)
class Heading:
    """The heading of a further section of the page, with a line about its content."""

    title: str
    about: str = ""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "heading"} | asdict(self)


@dataclass(frozen=True)
class Chip:
    """A whole setting that one click applies, with the cell to look at.

    `hint` says what to watch for. Without a `selection`, pin and trail stay as they are.
    """

    label: str
    setting: Mapping[str, JsonValue]
    selection: Selection | None = field(default_factory=Selection)
    hint: str = ""
    is_on: bool = False
    is_fixed: bool = False
    """Whether it only shows what was chosen and can no longer be clicked."""
    group: str = ""
    """In a menu, the heading that it stands under."""
    reveal: str = ""
    """The area to scroll to after a click, if what changes is further down."""

    @classmethod
    def to(cls, label: str, setting: Setting, pin: str | None = "", **looks: Any) -> "Chip":
        """Make a chip for a setting. If `pin` is None, pin and trail stay as they are."""
        return cls(label, setting.to_json(), None if pin is None else Selection(pin), **looks)

    def to_json(self) -> dict[str, Any]:
        return (
            {
                "label": self.label,
                "setting": dict(self.setting),
                "selection": None if self.selection is None else asdict(self.selection),
                "hint": self.hint,
                "on": self.is_on,
                "fixed": self.is_fixed,
                "group": self.group,
            }
            | gloss_field(self.label)
            | ({"reveal": self.reveal} if self.reveal else {})
        )


Look = Literal["actions", "suggestions", "tabs", "switches", "answers", "tokens"]
"""The kinds of choices in a row; the top of workbench.css says how each of them looks."""


@dataclass(frozen=True)
class Chips:
    """A row of chips after its title."""

    name: str
    chips: Sequence[Chip]
    title: str = ""
    look: Look = "actions"
    in_line: bool = False
    """Whether it continues the line of the previous row and has no note."""
    is_menu: bool = False
    """Whether one button with the title opens them; the note stands in another row."""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        chips = [chip.to_json() for chip in self.chips]
        kind = "menu" if self.is_menu else "chips"
        return {"kind": kind, "id": self.name, "title": self.title, "chips": chips} | {
            "inLine": self.in_line,
            "look": self.look,
        }


@dataclass(frozen=True)
class Entry:
    """One line of a legend: a colour, a text and an optional action."""

    colour: str
    text: str
    action: Chip | None = None


@dataclass(frozen=True)
class Legend:
    """Colours and their meanings."""

    entries: Sequence[Entry]

    def header(self, blobs: Blobs) -> dict[str, Any]:
        entries = [
            {"colour": one.colour, "text": one.text}
            | {"action": one.action.to_json() if one.action else None}
            for one in self.entries
        ]
        return {"kind": "legend", "entries": entries}


@dataclass(frozen=True)
class Table:
    """Columns of text of equal length, by heading."""

    columns: Mapping[str, Sequence[str]]

    def header(self, blobs: Blobs) -> dict[str, Any]:
        rows = [list(row) for row in zip(*self.columns.values(), strict=True)]
        return {"kind": "table", "columns": list(self.columns), "rows": rows}


@dataclass(frozen=True)
class Code:
    """A program to read and copy. `tone` marks it as right or wrong, before the title."""

    text: str
    title: str = ""
    tone: Literal["plain", "good", "bad"] = "plain"

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "code"} | asdict(self)


@dataclass(frozen=True)
class Columns:
    """Parts side by side if there is room, otherwise one below the other."""

    id: str
    columns: Sequence[Sequence[Part]]

    def header(self, blobs: Blobs) -> dict[str, Any]:
        columns = [[part.header(blobs) for part in column] for column in self.columns]
        return {"kind": "columns", "id": self.id, "columns": columns}


@dataclass(frozen=True)
class Reset:
    """Discards everything that was edited by hand; None if there is nothing to discard."""

    chip: Chip | None = None
    extra: Sequence[Chip] = field(default_factory=tuple)
    """Switches of how the matrices are shown."""
    further: Sequence[Chip] = field(default_factory=tuple)
    """What else can be done once, after the switches."""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {
            "kind": "reset",
            "reset": self.chip.to_json() if self.chip else None,
            "extra": [chip.to_json() for chip in self.extra],
            "further": [chip.to_json() for chip in self.further],
        }


def encode_parts(parts: Sequence[Part]) -> bytes:
    """Encode as a length, a JSON header of that length, then the raw numbers in header order."""
    blobs = Blobs()
    header = {"parts": [part.header(blobs) for part in parts]}
    return encode_frame(header, *blobs.parts)


def encode_frame(header: Mapping[str, Any], *parts: bytes) -> bytes:
    """Encode as a little-endian length, a JSON header of that length, then the parts."""
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    return b"".join([struct.pack("<I", len(text)), text, *parts])
