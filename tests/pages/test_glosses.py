"""Wherever a page shows a token that its reader does not read, its gloss is beside it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from english_korean.language.forms import english_forms, korean_forms
from english_korean.language.glosses import gloss, korean_gloss
from pages.translator.glossed import english_label
from tests.pages.answers import Asked
from tests.pages.snapshots.travelled import travelled
from transformer_lab.learning import task_of
from ui.picture.label import CLOSE, OPEN, Label, gloss_of, glosses_of, with_gloss
from ui.words.language import LANGUAGES
from ui.words.particles import with_particle

Header = dict[str, Any]
TWICE = "he slept because he was tired"
SHOWN = {
    "overview": (
        {},
        {"sentence": TWICE, "hidden": frozenset({3})},
        {"pin": "src_encoded@0.0"},
        {"pin": "decoder.layers.0.cross_attention.weights@0.1.2"},
        {"writing": "beam"},
    ),
    "your_sentence": (
        {"kind": "encoder"},
        {"kind": "decoder", "sentence": TWICE},
        {"kind": "cross", "step": 4},
        {"writing": "beam", "step": 3},
        {"trail": "src_embeddings@0.0"},
        {"trail": "logits@1.40"},
    ),
    "training": (
        {"task": "translate"},
        {"task": "translate", "lines": True, "attention": "decoder"},
        {"task": "translate", "map": True},
        {"task": "translate", "map": True, "pin": "probabilities@1.9"},
    ),
}
CASES = [(page, language, values) for page in SHOWN for language in LANGUAGES
         for values in SHOWN[page]]  # fmt: skip
LISTS = {"labels": "glosses", "keys": "keyGlosses", "queries": "queryGlosses"}
"""Fields with labels, and the fields with the gloss of each."""
NAMES = ("label", "name")
"""Fields with one label; the field "gloss" beside it is its gloss."""
WORDLESS = ("listings", "strings", "abbreviations", "setting", "nearest", "written", "heading")
"""Fields with programs and sentences, which are no tokens."""


def known_glosses(language: str) -> dict[str, str]:
    """Every token that the reader may not read, with its gloss."""
    tokens, of = (korean_forms(), gloss) if language == "en" else (english_forms(), korean_gloss)
    return {token: of(token) for token in tokens if of(token) not in ("", token)}


def token_of(label: str) -> str:
    """A label without what tells it from equal ones, and without the mark of a hidden word."""
    return re.sub(r"^\((.*)\)$", r"\1", re.sub(r" \(\d+\)$", "", label))


def labels_in(header: Any) -> Iterator[tuple[str, str]]:
    """Each label in what the browser gets, with its gloss there."""
    if isinstance(header, list):
        for one in header:
            yield from labels_in(one)
    elif isinstance(header, dict):
        yield from own_labels(header)
        yield from map_labels(header)
        for name, one in header.items():
            if name not in WORDLESS:
                yield from labels_in(one)


def own_labels(header: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The labels of a part with lists of words, with one word, or of the training page."""
    for name, of in LISTS.items():
        if isinstance(header.get(name), list) and isinstance(header.get(of), list):
            yield from zip(header[name], header[of] or [""] * len(header[name]), strict=True)
    for name in NAMES:
        if isinstance(header.get(name), str) and {"share", "value", "setting"} & set(header):
            yield header[name], header.get("gloss", "")
    if header.get("kind") == "training":
        for words in (header["source"], header["due"], header["untrained"]["predicted"]):
            yield from ((word, header["glosses"].get(word, "")) for word in words)


def map_labels(header: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The next tokens and the vocabulary of a map."""
    if "likeliest" in header:
        names = [name for name, _ in (*header["likeliest"], header["chosen"])]
        yield from zip(names, header["glosses"] or [""] * len(names), strict=True)
    if header.get("vocabulary"):
        names = header["vocabulary"].split("\n")
        glosses = header["vocabularyGlosses"].split("\n")
        yield from zip(names, glosses if len(glosses) > 1 else [""] * len(names), strict=True)


def names_in(header: Any) -> Iterator[str]:
    """The tokens in the names of cells, as written: "Weights[ 학생 ⟮student⟯, the (1) ]"."""
    if isinstance(header, str):
        for inside in re.findall(r"\[ ([^\]]*) \]", header):
            yield from inside.split(", ")
    elif isinstance(header, list):
        for one in header:
            yield from names_in(one)
    elif isinstance(header, dict):
        yield from (name for one in header.values() for name in names_in(one))


@pytest.mark.sampled
@pytest.mark.parametrize(("page", "language", "values"), CASES)
def test_every_token_with_a_known_gloss_has_it_beside_it(page, language, values):
    asked, known, count = Asked(page, language, **values), known_glosses(language), 0
    for area in asked.answer.areas.values():
        for part in travelled(area):
            for label, shown in labels_in(part):
                count += token_of(label) in known
                assert shown == known.get(token_of(label), shown), f"{label} in {part['kind']}"
            for name in names_in(part):
                label, _, meaning = name.partition(f" {OPEN}")
                count += token_of(label) in known
                meaning = meaning.removesuffix(CLOSE)
                assert meaning == known.get(token_of(label), meaning), name
    assert count >= 6, "it shows tokens"


@pytest.mark.parametrize(("page", "values"), [case[::2] for case in CASES if case[1] == "en"])
def test_no_korean_token_in_a_text_is_without_its_gloss(page, values):
    """On an English page, in the arithmetic and above the bars of the next token."""
    known = known_glosses("en")
    for part in Asked(page, **values).parts("arithmetic"):
        texts = [getattr(part, "title", ""), getattr(part, "before", "")]
        texts += [one["text"] for _, line in getattr(part, "lines", ()) for one in line]
        for text in texts:
            for place in re.finditer(r"[가-힣]\S*", re.sub(f"{OPEN}.*?{CLOSE}", OPEN, text)):
                after = re.sub(r"^ \(\d+\)", "", text_after(text, place[0]))
                assert place[0] not in known or after.startswith(f" {OPEN}"), text


def text_after(text: str, token: str) -> str:
    return text[text.index(token) + len(token) :]


def test_the_words_of_a_page_in_ones_own_language_have_no_gloss():
    for language, token in (("ko", "학생"), ("en", "student")):
        asked = Asked("your_sentence", language)
        for area in asked.answer.areas.values():
            for part in travelled(area):
                assert all(not shown for label, shown in labels_in(part) if label == token)


@pytest.mark.parametrize("task", ["reverse", "copy", "sort"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_digits_have_no_gloss(language, task):
    assert task_of(task).source.tokens[-1] == "9"
    asked = Asked("training", language, task=task)
    for part in travelled(asked.answer.areas["picture"]):
        assert not any(shown for _, shown in labels_in(part))


def test_a_word_that_nobody_knows_has_no_gloss():
    assert gloss_of(english_label("ko", "quokka")) == ""
    assert gloss_of(english_label("ko", "Student")) == "학생"


def test_a_label_is_its_name_and_a_text_has_both():
    label = Label("학생", "student")
    assert label == "학생"
    assert f"{label}" == "학생"
    assert with_gloss(label) == f"학생 {OPEN}student{CLOSE}"
    assert with_gloss("학생") == with_gloss(Label("학생")) == "학생"
    assert glosses_of([Label("a"), "b"]) == []
    assert glosses_of([label, "b"]) == ["student", ""]


def test_a_particle_follows_the_token_not_its_gloss():
    assert with_particle(with_gloss(Label("name", "나")), "이/가").endswith(f"나{CLOSE}이")
    assert with_particle(with_gloss(Label("you", "당신")), "이/가").endswith(f"당신{CLOSE}가")
