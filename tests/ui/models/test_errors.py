"""Every error has its words in both languages, and shows names as names."""

import ast
import json
from pathlib import Path
from string import Formatter

import pytest

import ui.models
from ui.models.errors import PretrainedError, shown
from ui.words.language import LANGUAGES, read_words

SOURCES = sorted(Path(ui.models.__file__).parent.glob("*.py"))


def raised_errors() -> dict[str, set[str]]:
    """The names of all errors in the package's code, with the values that come with them."""
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
    # The choice between two names in allowed.py stands in a variable.
    errors = raised_errors() | {"no_folders": {"name"}, "no_model_here": {"name"}}
    words = read_words(language, "models") | read_words(language, "workbench")
    for name, values in errors.items():
        places = {place for _, place, _, _ in Formatter().parse(words[f"errors.{name}"]) if place}
        assert places <= values, name


def test_no_words_are_there_for_an_error_that_cannot_happen():
    errors = raised_errors().keys() | {"no_folders", "no_model_here"}
    named = {k for k in read_words("en", "models") if k.startswith("errors.")}
    assert named <= {f"errors.{name}" for name in errors}


def test_a_name_is_shown_as_text():
    assert shown("**[x](y)** <b>") == r"\*\*\[x\]\(y\)\*\* \<b\>"
    assert shown("a\nb\u202ec") == "a b c"


def test_of_a_long_path_the_end_is_shown():
    assert shown("/" + "x" * 100 + "/my model") == "…" + "x" * 51 + "/my model"


def test_an_error_keeps_its_name_and_values():
    error = PretrainedError("too_large", name="x", size="3")
    assert (error.name, error.values) == ("too_large", {"name": "x", "size": "3"})


def test_an_error_crosses_to_another_process():
    error = PretrainedError("too_large", name="x", size="3")
    again = PretrainedError.of(json.loads(json.dumps(error.to_json())))
    assert (again.name, again.values) == (error.name, error.values)
