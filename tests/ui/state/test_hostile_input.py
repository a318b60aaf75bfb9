"""Whatever is typed or pasted, it is read, or refused with a message."""

import pytest

from tests.hostile import TEXTS, quick
from ui.state.typed_input import (
    InputError,
    read_matrix,
    read_number,
    read_sentence,
    read_token_ids,
)
from ui.words.language import LANGUAGES, text_of


@pytest.mark.parametrize("read", [read_matrix, read_number, read_sentence, read_token_ids])
def test_every_text_is_read_or_refused_with_a_message(read) -> None:
    values = {language: text_of("attention", language) for language in LANGUAGES}
    refused = 0
    for text in TEXTS:
        with quick(text):
            try:
                read(text)
            except InputError as error:
                refused += 1
                for words in values.values():
                    if f"errors.{error.name}" in words:
                        assert words(f"errors.{error.name}", **error.values)
    assert len(TEXTS) / 50 < refused < len(TEXTS)
