import shutil
import sys

import pytest
import torch

from benchmarks import looks_and_effects
from english_korean import SHIPPED, Translator
from english_korean.checkpoint import CHECKSUMS, VOCABULARY, WEIGHTS
from english_korean.language.recognition import recognise
from english_korean.looks_and_effects import LOOKS, load_looks
from pages.attention_limits.compared import row_of
from pages.attention_limits.setting import LimitsSetting


def pair(text):
    one = recognise(text).pair
    assert one is not None
    return one


@pytest.mark.parametrize("text", ["the cat saw the dog", "my sister gave the man a book"])
def test_a_sentence_is_counted_as_the_page_shows_it(text):
    one = pair(text)
    typed = " ".join(word.text for word in one.words)
    counted = looks_and_effects.counted(Translator.load(), one)
    _, layers, heads = counted.shape
    expected = torch.zeros_like(counted)
    for layer in range(layers):
        for head in range(heads):
            setting = LimitsSetting(sentence=typed, layer=layer, head=head)
            for token in range(len(setting.trained.written.tokens)):
                row = row_of(setting.with_values(token=token))
                if row.is_decided:
                    by_share = int(row.share.argmax()) != row.decisive
                    found = (True, row.most != row.decisive, by_share, row.is_sink)
                    expected[:, layer, head] += torch.tensor(found)
    assert torch.equal(counted, expected)


@pytest.mark.thorough
@pytest.mark.parametrize("is_stored", [True, False])
def test_the_counts_are_kept_where_it_is_asked(tmp_path, monkeypatch, capsys, is_stored):
    for file in (WEIGHTS, VOCABULARY, CHECKSUMS):
        shutil.copy(SHIPPED / file, tmp_path / file)
    arguments = ["looks", "--checkpoint", str(tmp_path), "--sentences", "3"]
    monkeypatch.setattr(sys, "argv", [*arguments, *(["--store"] if is_stored else [])])
    looks_and_effects.main()
    assert "layer 1, head  1" in capsys.readouterr().out
    assert (tmp_path / LOOKS).exists() is is_stored
    if is_stored:
        looks = load_looks(tmp_path)
        assert looks is not None
        assert looks.sentences == 3
