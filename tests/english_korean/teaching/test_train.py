import dataclasses
import re
import sys
from itertools import islice

import pytest
import torch

from english_korean import Translator
from english_korean.teaching import figures, recipe, train
from english_korean.teaching.accuracy import TranslationAccuracy
from english_korean.teaching.pairs import random_pairs
from english_korean.teaching.recipe import (
    TRAINING,
    Progress,
    new_run,
    training_run,
    untrained_translator,
)
from english_korean.teaching.shared_embedding import plain_weights
from transformer_lab.learning.training import TrainingStep


@pytest.fixture
def command(tmp_path, monkeypatch):
    """Runs the command in an empty folder; one step, without the training itself."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(figures, "TEST_SENTENCES", 20)
    monkeypatch.setattr(figures, "MADE_UP_SENTENCES", 10)

    def one_step(run, config):
        run.best = plain_weights(run.model)
        yield Progress(TrainingStep(config.steps, 2.5, 0.001, 1.0), None, run.best)

    monkeypatch.setattr(train, "training_run", one_step)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["train", *arguments])
        train.main()

    return run


def test_the_command_writes_a_checkpoint_with_its_card_into_a_new_folder(command, tmp_path, capsys):
    command("--seed", "7", "--steps", "100")
    text = capsys.readouterr().out
    assert re.search(r"about \d+ minutes of processor time", text)
    assert "step 100 of 100: loss 2.500, 0 minutes left" in text
    folder = tmp_path / "translator-seed-7"
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]
    assert Translator.load(folder).notes == {"seed": "7", "steps": "100"}
    card = (folder / "card.md").read_text("utf-8")
    assert "--seed 7 --steps 100" in card
    assert "| 101 | 20 | 0 (0.0000) |" in card
    assert "| from the grammar alone | 10 | 0 (0.0000) |" in card


def test_what_is_left_is_said_of_the_steps_alone(monkeypatch, tmp_path, capsys):
    """Sentences are made for 300 s, then each step takes 6 s."""
    clock = [0.0]

    def steps(run, config):
        clock[0] += 300
        for step in range(1, config.steps + 1):
            clock[0] += 6
            yield Progress(TrainingStep(step, 2.5, 0.001, 1.0))

    monkeypatch.setattr(train, "training_run", steps)
    monkeypatch.setattr(train.time, "process_time", lambda: clock[0])
    seconds = train.trained(tmp_path, new_run(1), 200, 0)
    assert seconds == 300 + 200 * 6
    text = capsys.readouterr().out
    assert "step 100 of 200: loss 2.500, 10 minutes left" in text


def test_the_command_overwrites_nothing(command, tmp_path, capsys):
    (tmp_path / "mine").mkdir()
    with pytest.raises(SystemExit):
        command("--out", "mine")
    assert "mine is there already" in capsys.readouterr().err
    assert not list((tmp_path / "mine").iterdir())
    with pytest.raises(SystemExit):
        command("--out", "mine", "--resume")
    assert "mine has no training that could go on" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_run_that_was_saved_ends_with_the_weights_that_it_would_have_ended_with(
    tmp_path, monkeypatch, small_translator
):
    monkeypatch.setattr(recipe, "VALIDATION_SENTENCES", 3)
    monkeypatch.setattr(recipe, "VALIDATED_EVERY", 2)
    config = dataclasses.replace(TRAINING, steps=6, warmup_steps=3, batch_size=8)
    whole, part = new_run(3), new_run(3)
    list(training_run(whole, config, sentences=60))
    list(islice(training_run(part, config, sentences=60), 4))
    train.save(tmp_path, part, 12.5)
    again, seconds = train.load(tmp_path, 3)
    assert (seconds, again.state.step, len(again.recent)) == (12.5, 4, 2)
    assert again.most == part.most
    list(training_run(again, config, sentences=60))
    for name, weights in whole.best.items():
        assert torch.equal(weights, again.best[name]), name


def test_a_run_of_another_seed_is_not_gone_on_with(tmp_path, small_translator):
    run = new_run(3)
    train.save(tmp_path, run, 0.0)
    with pytest.raises(ValueError, match=r"seed must be 3, .*got 4"):
        train.load(tmp_path, 4)


@pytest.mark.thorough
def test_the_weights_are_tested_on_sentences_of_each_seed_and_on_made_up_ones(
    tmp_path, monkeypatch
):
    tested = []

    def accuracy(model, pairs, *vocabularies):
        assert not model.training
        tested.append([pair.english for pair in pairs])
        return TranslationAccuracy(len(pairs), 0, 1, 0)

    monkeypatch.setattr(figures, "translation_accuracy", accuracy)
    monkeypatch.setattr(figures, "TEST_SENTENCES", 30)
    monkeypatch.setattr(figures, "MADE_UP_SENTENCES", 20)
    train.write(tmp_path, 7, 100, untrained_translator(7).state_dict(), 1.0)
    seeds = figures.TEST_SEEDS
    assert len(set(seeds)) == 3
    made_up = islice(random_pairs(seeds[0], "test", everyday=0.0), 20)
    assert tested == [
        *([p.english for p in islice(random_pairs(s, "test"), 30)] for s in seeds),
        [p.english for p in made_up],
    ]
