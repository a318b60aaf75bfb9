import re

import pytest

from english_korean import SHIPPED, Translator
from english_korean.checkpoint import Checkpoint, save_checkpoint
from english_korean.heads.measured import Figure, HeadJob
from english_korean.heads.table import Sense, with_a_job
from english_korean.teaching.accuracy import TranslationAccuracy
from english_korean.teaching.card import translator_card, write_card
from english_korean.teaching.figures import Figures, load_figures, save_figures
from english_korean.teaching.recipe import translator_vocabularies, untrained_translator

TESTS = {101: TranslationAccuracy(2000, 1990, 10_000, 9950)}
HEADS = [
    HeadJob("encoder", 0, 1, "itself", Figure(0.5, 0.75, 100)),
    HeadJob("encoder", 0, 2, "next word", Figure(0.3, 0.35, 100)),
    HeadJob("cross", 1, 0, "aligned word", Figure(0.875, 0.9, 400)),
]
SENSES = [Sense("wear", 1, 2, Figure(0.9, 0.95, 40))]
MADE_UP = TranslationAccuracy(1000, 850, 4000, 3900)
ONE = Figures(4, 3000, 123.4, TESTS, MADE_UP, HEADS, SENSES)
OTHER = ONE._replace(seed=5, seconds=234.0)


def test_the_card_says_how_the_model_was_made_and_how_good_it_is():
    model = untrained_translator(4)
    card = translator_card(model, ONE)
    assert "| 101 | 2000 | 1990 (0.9950) | 10000 | 9950 (0.9950) |" in card
    assert "| from the grammar alone | 1000 | 850 (0.8500) | 4000 | 3900 (0.9750) |" in card
    assert "english_korean.teaching.train --seed 4 --steps 3000" in card
    assert "123 seconds" in card
    assert "with Muon" in card and "Adam (beta 0.9 and 0.98, epsilon 1e-9)" in card
    assert "(`shared_embedding.py`)" in card and "bfloat16" in card
    assert "800 warm-up steps and a factor of 1.5" in card
    assert f"{sum(p.numel() for p in model.parameters()):,} parameters" in card
    assert "| encoder | 1 | 2 | itself | 0.500 | 0.750 | 100 |" in card
    assert "| encoder | 1 | 3 | no job found; nearest: next word | 0.300 | 0.350 | 100 |" in card
    assert "Of the encoder's 8 heads 1 have a job, of the decoder's 16" in " ".join(card.split())
    assert "| wear | 2 | 3 | 0.900 | 0.950 | 40 |" in card
    assert "the sentences of seed 101" in card
    assert "Other training seeds" not in card
    assert not re.search(r"[{}]", card)


def test_the_shipped_card_is_that_of_the_shipped_weights():
    card = (SHIPPED / "card.md").read_text("utf-8")
    notes = Translator.load().notes
    assert f"--seed {notes['seed']} --steps {notes['steps']}" in card
    for figures in load_figures(SHIPPED):
        for test in figures.tests.values():
            assert test.exact_share >= 0.97
            assert test.aligned_share >= 0.985
        assert figures.made_up.exact_share >= 0.8


def test_the_shipped_card_is_what_would_be_written_of_its_figures():
    card = (SHIPPED / "card.md").read_text("utf-8")
    translator = Translator.load()
    figures, *others = load_figures(SHIPPED)
    config = translator.model.config
    assert len(figures.heads) == 3 * config.num_layers * config.num_heads
    assert card == translator_card(translator.model, figures, others)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_heads_have_jobs_with_every_training_seed(place):
    """What is measured of the shipped weights, and of two other trainings."""
    figures = load_figures(SHIPPED)[place]
    assert with_a_job(figures.heads, "encoder") >= 5
    assert with_a_job(figures.heads, "decoder", "cross") >= 5
    assert {one.word for one in figures.senses} == {"wear", "play", "break", "young", "old"}
    assert [one for one in figures.senses if one.figure.weight <= 0.35] == []


def test_other_seeds_stand_beside_the_folders_own(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    notes = {"seed": "4", "steps": "3000"}
    save_checkpoint(one, Checkpoint(untrained_translator(4), *translator_vocabularies(), notes))
    other.mkdir()
    save_figures(one, [ONE])
    save_figures(other, [OTHER])
    write_card(one, [other])
    assert load_figures(one) == [ONE, OTHER]
    card = (one / "card.md").read_text("utf-8")
    assert "(5: 234 s)" in card
    assert "| 5 | 0.9950 | 0.9950 |" in card
    assert "| encoder | 1 | 2 | itself, 0.50 | itself, 0.50 |" in card
    assert "| encoder | 1 | 3 | none | none |" in card
    assert "| training seed | wear |" in card and "| 5 | 0.90 |" in card
    write_card(one)
    assert (one / "card.md").read_text("utf-8") == card
