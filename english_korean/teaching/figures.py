"""What is measured of a translator after its training, kept in a file beside its weights."""

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from english_korean.heads.jobs import SENSES
from english_korean.heads.measured import Figure, HeadJob, jobs_of, measured
from english_korean.heads.table import Sense, senses_of
from english_korean.teaching.accuracy import TranslationAccuracy, translation_accuracy
from english_korean.teaching.pairs import random_pairs
from english_korean.translator import Translator

FIGURES = "figures.json"
TEST_SEEDS = (101, 102, 103)
TEST_SENTENCES = 2000
MADE_UP_SENTENCES = 1000


class Figures(NamedTuple):
    """What is known only after training."""

    seed: int
    steps: int
    seconds: float
    """Processor time of the training, data and validation included."""
    tests: Mapping[int, TranslationAccuracy]
    """By the seed of the test sentences."""
    made_up: TranslationAccuracy
    """On sentences generated from the grammar alone."""
    heads: Sequence[HeadJob]
    """On the first of the test sentences."""
    senses: Sequence[Sense]
    """On all of them: a single word is not in many."""


def figures_of(translator: Translator, seconds: float) -> Figures:
    """Test a translator on sentences that no training has seen, and measure its heads."""
    model, vocabularies = translator.model, (translator.source, translator.target)
    drawn = {seed: list(islice(random_pairs(seed, "test"), TEST_SENTENCES)) for seed in TEST_SEEDS}
    tests = {
        seed: translation_accuracy(model, pairs, *vocabularies) for seed, pairs in drawn.items()
    }
    strange = random_pairs(TEST_SEEDS[0], "test", everyday=0.0)
    made_up = list(islice(strange, MADE_UP_SENTENCES))
    first, all_pairs = drawn[TEST_SEEDS[0]], [pair for pairs in drawn.values() for pair in pairs]
    return Figures(
        int(translator.notes["seed"]),
        int(translator.notes["steps"]),
        seconds,
        tests,
        translation_accuracy(model, made_up, *vocabularies),
        jobs_of(translator, first),
        senses_of(measured(translator, all_pairs, {"encoder": SENSES})),
    )


def save_figures(folder: Path, all_figures: Sequence[Figures]) -> None:
    """Write the figures of the translator in a folder, and behind them those of others that were
    trained in the same way.
    """
    text = json.dumps([_plain(each) for each in all_figures], indent=1)
    (folder / FIGURES).write_text(f"{text}\n", encoding="utf-8")


def load_figures(folder: Path) -> list[Figures]:
    """Read what `save_figures` wrote."""
    return [_figures(each) for each in json.loads((folder / FIGURES).read_text("utf-8"))]


def _plain(figures: Figures) -> dict[str, object]:
    tests = {str(seed): list(_counts(test)) for seed, test in figures.tests.items()}
    plain = {"tests": tests, "made_up": list(_counts(figures.made_up))}
    return figures._asdict() | plain


def _counts(accuracy: TranslationAccuracy) -> tuple[int, int, int, int]:
    return accuracy.sentences, accuracy.exact, accuracy.content_morphemes, accuracy.aligned


def _figures(plain: Mapping[str, object]) -> Figures:
    named = Figures(**plain)  # type: ignore[arg-type]
    return named._replace(
        tests={int(seed): TranslationAccuracy(*test) for seed, test in named.tests.items()},  # type: ignore[misc]
        made_up=TranslationAccuracy(*named.made_up),  # type: ignore[misc]
        heads=[HeadJob(*each[:-1], Figure(*each[-1])) for each in named.heads],
        senses=[Sense(*each[:-1], Figure(*each[-1])) for each in named.senses],
    )
