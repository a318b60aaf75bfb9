"""Rows are named in messages."""

from ui.picture.rows_in_words import rows_in_words
from ui.state.typed_input import shortened


def test_rows_are_named_as_they_are_typed_but_never_at_length():
    assert rows_in_words([0, 2], ["0 (1)", "a", "0 (3)"], shortened) == "“0 (1)”, “0 (3)”"
    assert rows_in_words([1], ["a", "b" * 30], shortened) == f"“{'b' * 24}…”"
    assert rows_in_words([0, 2], []) == "0, 2"
