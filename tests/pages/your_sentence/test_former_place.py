"""A program that was printed before Hugging Face models moved still finds what it imports."""

import importlib

import pytest


def test_a_program_printed_before_finds_the_models_where_they_are() -> None:
    with pytest.warns(DeprecationWarning, match="ui.models"):
        former = importlib.import_module("pages.your_sentence.pretrained")
    assert former.load is importlib.import_module("ui.models").load
