"""The READMEs: both say the same, each in its language, and each leads to the other."""

import re
from pathlib import Path

import pytest

from ui.shell.language import read_words

ROOT = Path(__file__).parents[1]
FILES = {"en": "README.md", "ko": "README.ko.md"}
ENGLISH, KOREAN = ((ROOT / name).read_text(encoding="utf-8") for name in FILES.values())


def fenced(text: str) -> list[str]:
    return re.findall(r"^```.*?^```", text, flags=re.MULTILINE | re.DOTALL)


def inline(text: str) -> list[str]:
    return sorted(re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```", "", text)))


def figures(text: str) -> list[list[str]]:
    """The numbers of each row of each table; a sentence may name them in another order."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [sorted(re.findall(r"\d+(?:[.,]\d+)*", row)) for row in rows]


def test_each_starts_with_the_link_to_the_other():
    assert f"]({FILES['ko']})" in ENGLISH.splitlines()[0]
    assert f"]({FILES['en']})" in KOREAN.splitlines()[0]


def test_both_have_the_same_commands():
    assert fenced(ENGLISH) == fenced(KOREAN) != []
    assert inline(ENGLISH) == inline(KOREAN) != []


def test_both_tables_have_the_same_figures():
    assert figures(ENGLISH) == figures(KOREAN) != []


@pytest.mark.parametrize("language", FILES)
def test_every_page_stands_in_the_table(language):
    text = {"en": ENGLISH, "ko": KOREAN}[language]
    titles = [
        words
        for key, words in read_words(language, "workbench").items()
        if key.startswith("pages.")
    ]
    assert not [title for title in titles if f"\n| {title} |" not in text]


@pytest.mark.parametrize("name", FILES.values())
def test_every_file_that_is_named_is_there(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^):]+)\)", text)
    assert not [link for link in links if not (ROOT / link).exists()]
