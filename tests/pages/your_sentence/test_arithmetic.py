"""What the numbers of a translated sentence are called."""

import pytest

from pages.your_sentence.arithmetic import SentenceNaming
from tests.pages.your_sentence.sentence_page import AskedSentence
from tests.ui.explained_numbers import assert_called_the_same
from ui.shell.language import LANGUAGES, text_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_what_a_tensor_is_called_in_the_computation_changes_no_word(language, kind):
    written, text = AskedSentence(kind=kind).setting.written, text_of("your_sentence", language)
    made = written.computation
    assert_called_the_same(
        made, lambda one: SentenceNaming(text, one, "title", written, kind), made.steps
    )
