import json
import shutil
import sys

import pytest

from benchmarks import certainty
from english_korean import SHIPPED, Translator
from english_korean.certainty import CERTAINTY, Shares
from english_korean.checkpoint import CHECKSUMS, VOCABULARY, WEIGHTS
from english_korean.language.recognition import recognise


def test_no_sentence_both_chooses_and_judges():
    chosen_by, held_out = certainty.halves()
    assert not set(chosen_by) & set(held_out)
    assert 0.4 < len(held_out) / (len(held_out) + len(chosen_by)) < 0.6


@pytest.mark.thorough
def test_new_sentences_are_in_the_language():
    drawn = list(certainty.drawn(7, 20))
    assert len(drawn) == 20
    inside = [recognise(text, style).state != "outside" for text, style in drawn]
    assert sum(inside) >= 18
    assert drawn == list(certainty.drawn(7, 20))


def test_a_sentence_outside_has_no_outcome():
    texts = ["I am a student.", "Green ideas whether of"]
    (found,) = certainty.outcomes(Translator.load(), [(text, certainty.Style()) for text in texts])
    assert 0 <= found.certainty <= 1


def test_a_row_says_how_often_it_is_right():
    shown = certainty.row(0.6, Shares(80, 76, 20, 10))
    assert " ".join(shown.split()) == "0.600 | 80 (0.800) | 76 (0.950) | 20 | 10 (0.500)"


@pytest.mark.thorough
@pytest.mark.parametrize("is_stored", [True, False])
def test_the_threshold_is_kept_where_it_is_asked(tmp_path, monkeypatch, capsys, is_stored):
    for file in (WEIGHTS, VOCABULARY, CHECKSUMS):
        shutil.copy(SHIPPED / file, tmp_path / file)
    few = ["I am a student.", "The sky is blue."], ["The cat eats fish."]
    monkeypatch.setattr(certainty, "halves", lambda: few)
    arguments = ["certainty", "--checkpoint", str(tmp_path), "--sentences", "3"]
    monkeypatch.setattr(sys, "argv", [*arguments, *(["--store"] if is_stored else [])])
    certainty.main()
    assert "threshold | sure" in capsys.readouterr().out
    assert (tmp_path / CERTAINTY).exists() is is_stored
    if is_stored:
        stored = json.loads((tmp_path / CERTAINTY).read_text("utf-8"))
        assert Translator.load(tmp_path).threshold == stored["threshold"]
        assert stored["judged"]["sure"] + stored["judged"]["unsure"] == 1
