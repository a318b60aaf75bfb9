import re

from english_korean import SHIPPED, Translator
from english_korean.heads.measured import Figure, HeadJob
from english_korean.teaching.accuracy import TranslationAccuracy
from english_korean.teaching.card import Figures, translator_card
from english_korean.teaching.recipe import untrained_translator

TESTS = {101: TranslationAccuracy(2000, 1990, 10_000, 9950)}
FIGURES = re.compile(r"\| (\d+) \| (\d+) \([\d.]+\) \| (\d+) \| (\d+) \(")
"""A row's sentences, those that come out exactly, content words, those that are aligned."""
JOBS = re.compile(
    r"^\| (\w+) \| (\d) \| (\d) \| (?:no job found; nearest: )?(.+?) "
    r"\| ([\d.]+) \| ([\d.]+) \| (\d+) \|$",
    flags=re.MULTILINE,
)
"""A head's attention, layer and number, what it does best, and the figures of that."""
HEADS = [HeadJob("encoder", 0, 1, "itself", Figure(0.5, 0.75, 100))]
MADE_UP = TranslationAccuracy(1000, 850, 4000, 3900)


def test_the_card_says_how_the_model_was_made_and_how_good_it_is():
    model = untrained_translator(4)
    card = translator_card(Figures(model, 4, 3000, 123.4, TESTS, MADE_UP, HEADS))
    assert "| 101 | 2000 | 1990 (0.9950) | 10000 | 9950 (0.9950) |" in card
    assert "| from the grammar alone | 1000 | 850 (0.8500) | 4000 | 3900 (0.9750) |" in card
    assert "english_korean.teaching.train --seed 4 --steps 3000" in card
    assert "123 seconds" in card
    assert "with Muon" in card and "Adam (beta 0.9 and 0.98, epsilon 1e-9)" in card
    assert "(`shared_embedding.py`)" in card and "bfloat16" in card
    assert "800 warm-up steps and a factor of 1.5" in card
    assert f"{sum(p.numel() for p in model.parameters()):,} parameters" in card
    assert "| encoder | 1 | 2 | itself | 0.500 | 0.750 | 100 |" in card
    assert "the sentences of seed 101" in card
    assert not re.search(r"[{}]", card)


def test_the_shipped_card_is_that_of_the_shipped_weights():
    card = (SHIPPED / "card.md").read_text("utf-8")
    notes = Translator.load().notes
    assert f"--seed {notes['seed']} --steps {notes['steps']}" in card
    shares = [float(share) for share in re.findall(r"\((0\.\d+|1\.0000)\)", card)]
    assert len(shares) == 8
    assert min(shares[:6]) >= 0.98
    assert min(shares[6:]) >= 0.8


def test_the_shipped_card_is_what_would_be_written_of_its_figures():
    card = (SHIPPED / "card.md").read_text("utf-8")
    translator = Translator.load()
    rows = [[int(number) for number in row] for row in FIGURES.findall(card)]
    *tests, made_up = (TranslationAccuracy(*row) for row in rows)
    seeds = [int(seed) for seed in re.findall(r"^\| (\d+) \|", card, flags=re.MULTILINE)]
    seconds = float(re.search(r"([\d,]+) seconds of processor", card)[1].replace(",", ""))
    figures = Figures(
        translator.model,
        int(translator.notes["seed"]),
        int(translator.notes["steps"]),
        seconds,
        dict(zip(seeds, tests, strict=True)),
        made_up,
        [
            HeadJob(
                attention,
                int(layer) - 1,
                int(head) - 1,
                job,
                Figure(float(weight), float(most), int(queries)),
            )
            for attention, layer, head, job, weight, most, queries in JOBS.findall(card)
        ],
    )
    config = translator.model.config
    assert len(figures.heads) == 3 * config.num_layers * config.num_heads
    assert card == translator_card(figures)
