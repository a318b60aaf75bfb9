"""The PyTorch of the sentence page gives what the page shows."""

import pytest
import torch

from ui.your_sentence_code import your_sentence_code
from ui.your_sentence_setting import Writing, written_by

SENTENCE = "the happy student bought a book yesterday"


@pytest.mark.parametrize("model", ["translator", "untrained"])
def test_it_gives_the_pages_cross_attention(model):
    names: dict = {}
    exec(your_sentence_code(SENTENCE, model), names)
    shown = written_by(model, SENTENCE, frozenset(), Writing())
    written = shown.attentions.cross[-1].mean(0)  # (seq_q, seq_k)
    assert names["translation"].written.startswith(shown.translation.written[:4])
    rows = min(len(written), len(names["translation"].attention))
    torch.testing.assert_close(names["translation"].attention[:rows], written[:rows])


def test_it_names_the_model_that_was_asked_for():
    code = your_sentence_code("a 'quoted' word", "hugging_face", "my/model")
    compile(code, "page", "exec")
    assert "load('my/model')" in code
