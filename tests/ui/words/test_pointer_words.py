"""What a hint tells a mouse to do, it also tells fingers in their words."""

import pytest

from ui.words.language import LANGUAGES, read_words, worded_pages

OF_A_MOUSE = {"en": ("Hover", "Point at"), "ko": ("마우스를", "가리키면")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_for_a_mouse_has_one_for_fingers(language: str) -> None:
    hints = [
        words
        for page in worded_pages()
        for name, words in read_words(language, page).items()
        if name.startswith("matrix_view.hint") or name == "lines.under"
    ]
    mouse = [hint for hint in hints if any(word in hint for word in OF_A_MOUSE[language])]
    assert mouse
    for hint in mouse:
        _, touch = hint.split(" | ")
        assert not any(word in touch for word in OF_A_MOUSE[language])
