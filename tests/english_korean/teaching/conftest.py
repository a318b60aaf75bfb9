"""A translator that is trained and asked in little time."""

import dataclasses

import pytest

from english_korean.teaching import recipe


@pytest.fixture
def small_translator(monkeypatch):
    """The recipe makes models of its own kind, with all their words, but much smaller ones."""
    small = dataclasses.replace(
        recipe.translator_config(), d_model=16, num_heads=2, num_layers=1, d_ff=32
    )
    monkeypatch.setattr(recipe, "translator_config", lambda: small)
