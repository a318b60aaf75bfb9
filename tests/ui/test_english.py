"""The English texts: plain words and one term for one thing, on screen and in the documents."""

import re
from pathlib import Path

import pytest

from tests.ui.words.test_language import PAGES
from ui.words.language import read_words

ROOT = Path(__file__).parents[2]
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "CITATION.cff",
    *(f"docs/{name}.md" for name in (
        "architecture", "deployment", "install", "performance", "teaching", "translator")),
    "english_korean/shipped/card.md",
)  # fmt: skip

NOT_SAID = {
    r"\bstands?\b": "is, comes, appears",
    r"\bbehind\b(?! (a reverse proxy|a proxy|[“\"‘']?More))": "after",
    r"\bbeside\b": "next to, compared with",
    r"\b(is|are|was|were) no (?!longer|more)\w+ (of|that)\b": "is not a",
    r"(?<![Tt]here )\b(is|are) no (model|file|number|word|token|matrix|CSV|text)\b": "is not a",
    r"\bof (its|their|one.s|his) own\b": "its own",
    r"\bparted\b": "separated",
    r"\bso (many|much|long)\b(?! as| that)": "this many, up to",
    r"\b(anew|once more|again and again)\b": "again",
    r"\bin force\b": "current",
    r"\bin sight\b": "visible",
    r"\bcomes? about\b": "is computed",
    r"\bless (its|their|the)\b": "minus",
    r"\bmultiplied with\b": "multiplied by",
    r"\b(oftener|seldom|altogether|all the same)\b": "more often, rarely, entirely, anyway",
    r"\b[Dd]ecides? (the|which)\b.*\brandom|^Decides\b": "Sets",
    r"\b(is|are) to (be|have|take|go|see)\b": "has to, should, will",
    r"\b(is|are|was|were) (told|heard|said to be)\b": "the plain verb",
    r"\bsentences of every day\b": "everyday sentences",
    r"\b[Mm]odels? of Hugging Face\b": "Hugging Face model",
    r"\bmade up from nothing\b": "generated from the grammar alone",
    r"\bas it stands\b": "by default",
    r"\bits forward\b(?! pass)": "its forward pass",
    r"\blikeliest\b": "most probable",
    r"\b(All right|Dropout at work|Way back)\b": "another label",
}
"""Patterns that read translated, and what is written instead."""


STREAMLITS = "streamlit."
"""What Streamlit says, to be recognised to the letter."""


def found(texts: dict[str, str]) -> dict[str, str]:
    """The texts in which something is said that is not said, by where they are; what people type to
    find a question is in their words.
    """
    return {
        place: f"{text[:80]} … {instead}"
        for place, text in texts.items()
        for pattern, instead in NOT_SAID.items()
        if not place.endswith(".also") and re.search(pattern, text)
    }


@pytest.mark.parametrize("page", PAGES)
def test_the_texts_on_screen_read_as_written_not_translated(page: str) -> None:
    assert not found(read_words("en", page))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_documents_read_as_written_not_translated(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert not found({f"{name}:{count}": line for count, line in enumerate(lines, 1)})


@pytest.mark.parametrize("page", PAGES)
def test_apostrophes_on_screen_are_curly(page: str) -> None:
    straight = {
        key: text
        for key, text in read_words("en", page).items()
        if re.search(r"\w'\w|s' ", text) and not key.startswith(STREAMLITS)
    }
    assert not straight


@pytest.mark.parametrize("page", PAGES)
def test_heads_and_layers_count_from_one(page: str) -> None:
    zeroth = {
        key: text
        for key, text in read_words("en", page).items()
        if re.search(r"\b([Hh]ead|[Ll]ayer) 0\b", text)
    }
    assert not zeroth


def test_every_pattern_is_found_where_it_is_written() -> None:
    """A pattern that finds nothing anywhere guards nothing: each has a sentence that it stops."""
    bad = (
        "What stands below", "the noun behind it", "the run beside it", "this is no model of ours",
        "“x” is no CSV", "a process of its own", "parted by commas", "at most so many tokens",
        "drawn anew", "what is in force", "what is in sight", "how both come about",
        "less the mean", "less their sum", "multiplied with V", "oftener than", "Decides the seed",
        "it is to have", "what is told", "sentences of every day", "a model of Hugging Face",
        "made up from nothing", "as it stands", "its forward", "the likeliest token", "All right",
    )  # fmt: skip
    assert not [text for text in bad if not found({"": text})]
    texts = {pattern for pattern in NOT_SAID for text in bad if re.search(pattern, text)}
    assert texts == set(NOT_SAID)
