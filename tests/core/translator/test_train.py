import sys
from itertools import islice

from transformer_core.training import TrainingStep
from transformer_core.translator import Translator, train
from transformer_core.translator.accuracy import TranslationAccuracy
from transformer_core.translator.grammar.pairs import random_pairs
from transformer_core.translator.recipe import Progress, untrained_translator


def test_the_command_writes_a_checkpoint_with_its_card(tmp_path, monkeypatch, capsys):
    weights = untrained_translator(7).state_dict()

    def one_step(seed, config):
        assert (seed, config.steps) == (7, 100)
        yield Progress(TrainingStep(100, 2.5, 0.001, 1.0), None, weights)

    monkeypatch.setattr(train, "training_run", one_step)
    monkeypatch.setattr(train, "TEST_SENTENCES", 20)
    arguments = ["train", "--seed", "7", "--steps", "100", "--out", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", arguments)
    train.main()
    assert "step 100 of 100: loss 2.500" in capsys.readouterr().out
    loaded = Translator.load(tmp_path)
    assert loaded.notes == {"seed": "7", "steps": "100"}
    card = (tmp_path / "card.md").read_text("utf-8")
    assert "--seed 7 --steps 100" in card
    assert "| 101 | 20 | 0 (0.0000) |" in card


def test_the_weights_are_tested_on_test_sentences_of_each_seed(tmp_path, monkeypatch):
    tested = []

    def accuracy(model, pairs, *vocabularies):
        assert not model.training
        tested.append([pair.english for pair in pairs])
        return TranslationAccuracy(len(pairs), 0, 1, 0)

    monkeypatch.setattr(train, "translation_accuracy", accuracy)
    monkeypatch.setattr(train, "TEST_SENTENCES", 30)
    train.write(tmp_path, 7, 100, untrained_translator(7).state_dict(), 1.0)
    seeds = train.TEST_SEEDS
    assert len(set(seeds)) == 3
    assert tested == [[p.english for p in islice(random_pairs(s, "test"), 30)] for s in seeds]
