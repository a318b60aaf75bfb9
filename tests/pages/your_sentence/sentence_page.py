"""The sentence page's answer, as its tests ask for it."""

import re
from dataclasses import replace
from typing import Any

from tests.pages.answers import Asked
from ui.answer.parts import Chips, Heading, Note
from ui.answer.requests import PageRequest, read_values
from ui.explain.next_words import NextWords
from ui.picture.label import CLOSE, OPEN
from ui.picture.word_lines import WordLines


def without_glosses(text: str) -> str:
    return re.sub(f" {OPEN}[^{CLOSE}]*{CLOSE}", "", text)


class AskedSentence(Asked):
    def __init__(self, language: str = "en", **values: Any) -> None:
        model = {"name": values.pop("name")} if "name" in values else {}
        super().__init__("your_sentence", language, **values)
        self.state = replace(self.state, setting=self.setting.with_values(**model))

    @property
    def lines(self) -> WordLines:
        (only,) = self.all(WordLines, "lines")
        return only

    @property
    def heading(self) -> str:
        (only,) = self.all(Heading, "written")
        return only.title

    @property
    def all_text(self) -> str:
        return "\n".join([self.heading, *self.notes])

    @property
    def next_words(self) -> NextWords:
        (only,) = self.all(NextWords, "arithmetic")
        return only

    def tone_in(self, area: str) -> str:
        """How what is known of the sentence is marked in an area; nothing where it is not said."""
        tones = [note.tone for note in self.all(Note, area) if note.tone in ("good", "warning")]
        return tones[0] if tones else ""

    def row(self, name: str, area: str = "") -> Chips:
        return next(row for row in self.all(Chips, area) if row.name == name)

    def typed(self, **values: Any) -> "AskedSentence":
        """After a control was moved to these values."""
        before = self.setting.to_json()
        asked = {"setting": before | values, "selection": {"pin": "", "trail": ""}}
        asked |= {"before": before, "leaving": before}
        self.state = self.handler.after(read_values(asked, PageRequest))
        return self

    def pressed(self, label: str) -> "AskedSentence":
        """After a chip was pressed."""
        asked = {"setting": self.chip(label).setting, "selection": {"pin": "", "trail": ""}}
        self.state = self.handler.after(read_values(asked, PageRequest))
        return self
