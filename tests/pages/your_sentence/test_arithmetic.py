"""What the numbers of a translated sentence are called."""

import pytest

from pages.translator.naming import SentenceNaming
from tests.pages.your_sentence.sentence_page import AskedSentence
from tests.ui.explained_numbers import assert_called_the_same
from ui.words.language import LANGUAGES, text_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_what_a_tensor_is_called_in_the_computation_changes_no_word(language, kind):
    written, text = AskedSentence(kind=kind).setting.written, text_of("your_sentence", language)
    made = written.computation
    assert_called_the_same(
        made, lambda one: SentenceNaming(text, one, "title", written, kind), made.steps
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("model", "name"), [("translator", "trained"), ("untrained", "untrained")])
def test_a_parameter_is_not_called_an_input(language, model, name):
    trail = "decoder.layers.1.self_attention.w_v.weight@0.0"
    asked = AskedSentence(language, model=model, trail=trail)
    assert asked.arithmetic.question == asked.text(f"parameter.{name}")
    assert AskedSentence(language, model=model).arithmetic.question.startswith(
        asked.text("kinds.mean")
    )
