"""The workbench's texts in each language, read from the text files."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from ui.words.particles import ends_in_particle, with_particle

LANGUAGES = {"en": "English", "ko": "한국어"}
_SHARED = "workbench"
"""The texts that every page has."""
_BUILDS_ON = "builds_on"
"""In a page's texts: the name of another page whose texts it inherits."""
_ROOMS = Path(__file__).parents[1]
_PAGES = _ROOMS.parent / "pages"


class _Filled(Formatter):
    """Fills in values; in Korean with the particle that fits each of them: {name:은/는}."""

    def format_field(self, value: object, format_spec: str) -> str:
        if ends_in_particle(format_spec):
            return with_particle(value, format_spec)
        return super().format_field(value, format_spec)


class Text:
    """The texts of one page in one language: `text("controls.seq_len")`.

    Names in braces are filled in from the arguments: `text("errors.too_many", count=200)`. In
    Korean a particle may follow a value, with punctuation in between: `“{word:”이/가}`.
    """

    def __init__(self, words: dict[str, str], language: str = "en", page: str = "") -> None:
        self._words, self.language, self.page = words, language, page
        self._sections: dict[str, Mapping[str, str]] = {}

    def __call__(self, name: str, /, **values: object) -> str:
        words = self._words[name]
        return _Filled().format(words, **values) if values else words

    def __contains__(self, name: str) -> bool:
        return name in self._words

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def section(self, name: str) -> dict[str, str]:
        """Return all texts of one section, by their names in it."""
        if name not in self._sections:
            start = f"{name}."
            own = (key for key in self._words if key.startswith(start))
            self._sections[name] = {key.removeprefix(start): self._words[key] for key in own}
        return dict(self._sections[name])


def _flat(table: Mapping[str, Any], start: str = "") -> dict[str, str]:
    words: dict[str, str] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            words |= _flat(value, f"{start}{name}.")
        else:
            words[start + name] = value
    return words


def words_folder(page: str) -> Path:
    """Return the folder of a page's text files: that of its script. Some rooms of `ui` have some,
    too.
    """
    if page == _SHARED:
        return Path(__file__).parent
    return _PAGES / page if (_PAGES / page).is_dir() else _ROOMS / page


def worded_pages() -> list[str]:
    """Return everything that has text files: the pages, other rooms, and the shared texts."""
    own = {file.parent for folder in (_PAGES, _ROOMS) for file in folder.rglob("en.toml")}
    return sorted({_SHARED, *(one.name for one in own - {Path(__file__).parent})})


def read_words(language: str, page: str) -> dict[str, str]:
    """Return the texts of one text file, with dotted names."""
    path = words_folder(page) / f"{language}.toml"
    return _flat(tomllib.loads(path.read_text(encoding="utf-8")))


@cache
def text_of(page: str, language: str) -> Text:
    """Combine the shared texts, those of the page that it builds on, and the page's own."""
    shared = read_words(language, _SHARED)
    own = {} if page == _SHARED else read_words(language, page)
    other = own.pop(_BUILDS_ON, "")
    return Text(shared | (read_words(language, other) if other else {}) | own, language, page)
