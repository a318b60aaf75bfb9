"""Every error has its words in both languages."""

import ast
from pathlib import Path
from string import Formatter

import pytest

import transformer_lab.pretrained
import ui.models
from ui.words.language import LANGUAGES, read_words

RUNS = ("pages/translator/run_name.py", "transformer_lab/learning/opened_run.py")
"""What opens a run as a model."""
SOURCES = sorted(
    file
    for package in (ui.models, transformer_lab.pretrained)
    for file in Path(package.__file__).parent.rglob("*.py")
) + [Path(ui.models.__file__).parents[2] / name for name in RUNS]


def raised_errors() -> dict[str, set[str]]:
    """The names of all errors, with the values that come with them."""
    found: dict[str, set[str]] = {}
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "PretrainedError":
                values = {keyword.arg for keyword in node.keywords}
                for name in ast.walk(node.args[0]):
                    if isinstance(name, ast.Constant):
                        found.setdefault(name.value, values)
                        assert found[name.value] == values
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_words_that_its_values_fill_in(language):
    # The choice between two names in allowed.py is a variable.
    errors = raised_errors() | {"no_folders": {"name"}, "no_model_here": {"name"}}
    words = read_words(language, "models") | read_words(language, "workbench")
    for name, values in errors.items():
        places = {place for _, place, _, _ in Formatter().parse(words[f"errors.{name}"]) if place}
        assert places <= values, name


def test_no_words_are_there_for_an_error_that_cannot_happen():
    errors = raised_errors().keys() | {"no_folders", "no_model_here"}
    named = {k for k in read_words("en", "models") if k.startswith("errors.")}
    assert named <= {f"errors.{name}" for name in errors}
