"""The READMEs and guides: both languages say the same, and each leads to the other."""

import re
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.lab.pretrained.tiny_models import save_gpt2
from transformer_core import AttentionSteps
from ui.words.language import read_words

ROOT = Path(__file__).parents[1]
FILES = {"en": "README.md", "ko": "README.ko.md"}
PAIRS = [("README.md", "README.ko.md"), *(
    (f"docs/{name}.md", f"docs/{name}.ko.md") for name in ("install", "deployment")
)]  # fmt: skip
DOCUMENTS = [*(name for pair in PAIRS for name in pair), *(
    f"docs/{name}.md" for name in ("architecture", "performance", "translator")
), "CONTRIBUTING.md", "CHANGELOG.md"]  # fmt: skip


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


ENGLISH, KOREAN = map(read, FILES.values())


def fenced(text: str) -> list[str]:
    return re.findall(r"^```.*?^```", text, flags=re.MULTILINE | re.DOTALL)


def inline(text: str) -> list[str]:
    return sorted(re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```", "", text)))


def figures(text: str) -> list[list[str]]:
    """The numbers of each row of each table; a sentence may name them in another order."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [sorted(re.findall(r"\d+(?:[.,]\d+)*", row)) for row in rows]


@pytest.mark.parametrize("english, korean", PAIRS)
def test_each_starts_with_the_link_to_the_other(english: str, korean: str) -> None:
    assert f"]({Path(korean).name})" in read(english).splitlines()[0]
    assert f"]({Path(english).name})" in read(korean).splitlines()[0]


@pytest.mark.parametrize("english, korean", PAIRS)
def test_both_have_the_same_commands(english: str, korean: str) -> None:
    assert fenced(read(english)) == fenced(read(korean)) != []
    assert inline(read(english)) == inline(read(korean)) != []


@pytest.mark.parametrize("english, korean", PAIRS)
def test_both_tables_have_the_same_figures(english: str, korean: str) -> None:
    assert figures(read(english)) == figures(read(korean))


def test_the_headline_figures_are_those_of_the_documents_that_they_lead_to() -> None:
    documents = read("docs/performance.md") + read("docs/translator.md")
    headline = ENGLISH[ENGLISH.index("## How fast") :]
    named = re.findall(r"\d+(?:[.,]\d+)+", headline[: headline.index("Every figure")])
    assert named and not [figure for figure in named if figure not in documents]


@pytest.mark.parametrize("language", FILES)
def test_every_page_stands_in_the_table(language):
    text = {"en": ENGLISH, "ko": KOREAN}[language]
    titles = [
        words
        for key, words in read_words(language, "workbench").items()
        if key.startswith("pages.")
    ]
    assert not [title for title in titles if f"\n| {title} |" not in text]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_that_is_named_is_there(name: str) -> None:
    here = (ROOT / name).parent
    links = re.findall(r"\]\(([^):]+)\)", read(name))
    assert not [link for link in links if not (here / link).exists()]


EXAMPLES = re.findall(r"```python\n(.*?)```", ENGLISH, flags=re.DOTALL)


def test_the_example_of_an_opened_model_runs_with_a_folder(tmp_path: Path) -> None:
    save_gpt2(tmp_path / "model")
    names: dict[str, Any] = {}
    exec(EXAMPLES[1].replace("path/to/a/model", str(tmp_path / "model")), names)
    assert names["model"].family == "gpt2" and names["model"].probe < 1e-5
    assert "logits" in names["records"]


def test_the_first_example_runs_as_it_is_printed() -> None:
    example = EXAMPLES[0]
    names: dict[str, object] = {}
    exec(example.replace("attention_workbench", "ui.notebook"), names)
    steps = names["steps"]
    assert isinstance(steps, AttentionSteps) and steps.weights.sum(-1).allclose(torch.ones(()))
