"""When the model counts as sure of a translation: a threshold of probability, which is measured and
kept in a file beside the weights it was measured of.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from english_korean.checkpoint import WEIGHTS, digest

CERTAINTY = "certainty.json"
TRUSTED = 0.8
"""The model is sure where at least this share of the translations of its certainty are right."""


class CertaintyError(ValueError):
    """The file of the threshold is damaged, or was measured of other weights."""


class Outcome(NamedTuple):
    """What became of one sentence."""

    certainty: float
    """The smallest probability of the translation's tokens."""
    is_right: bool


class Shares(NamedTuple):
    """How often the model is sure, and how often right: counts of sentences."""

    sure: int
    sure_right: int
    unsure: int
    unsure_right: int


@dataclass(frozen=True)
class Certainty:
    """A threshold, and what it does to sentences that had no part in its choice."""

    threshold: float
    judged: Shares
    weights: str
    """The digest of the weights that it was measured of."""


def threshold_of(outcomes: Sequence[Outcome], trusted: float = TRUSTED) -> float:
    """The least certainty from which on as many as `trusted` are right.

    How often a translation is right cannot sink where the model is surer: what neighbours in
    certainty have in common is pooled until it nowhere does (isotonic regression). Infinite where
    too few are right even of those the model is surest of.
    """
    for least, count, right in _pooled(outcomes):
        if right >= trusted * count:
            return least
    return float("inf")


def shares(outcomes: Sequence[Outcome], threshold: float) -> Shares:
    """The counts above and below a threshold."""
    sure = [each.is_right for each in outcomes if each.certainty >= threshold]
    unsure = [each.is_right for each in outcomes if each.certainty < threshold]
    return Shares(len(sure), sum(sure), len(unsure), sum(unsure))


def save_certainty(folder: Path, threshold: float, judged: Shares) -> None:
    """Write the threshold beside the weights in a folder. Raises: OSError."""
    certainty = Certainty(threshold, judged, digest(folder / WEIGHTS))
    plain = asdict(certainty) | {"judged": judged._asdict()}
    (folder / CERTAINTY).write_text(f"{json.dumps(plain, indent=1)}\n", encoding="utf-8")


def load_certainty(folder: Path) -> Certainty | None:
    """Read what `save_certainty` wrote; None where nothing was measured.

    Raises: CertaintyError for a file that cannot be read, or of other weights.
    """
    file = folder / CERTAINTY
    if not file.exists():
        return None
    try:
        plain = json.loads(file.read_text(encoding="utf-8"))
        threshold, judged = float(plain["threshold"]), Shares(**plain["judged"])
        certainty = Certainty(threshold, judged, str(plain["weights"]))
    except (LookupError, OSError, TypeError, ValueError) as error:
        raise CertaintyError(f"{CERTAINTY} cannot be read: {error}") from error
    if certainty.weights != digest(folder / WEIGHTS):
        raise CertaintyError(
            f"{CERTAINTY} was measured of other weights than those in {WEIGHTS}: "
            "run python -m benchmarks.certainty --store"
        )
    return certainty


def _pooled(outcomes: Sequence[Outcome]) -> list[tuple[float, int, int]]:
    """Groups whose certainty and share rise: the least certainty, how many, how many right."""
    groups: list[tuple[float, int, int]] = []
    for certainty, same in groupby(sorted(outcomes), attrgetter("certainty")):
        rights = [each.is_right for each in same]
        group = (certainty, len(rights), sum(rights))
        while groups and _share(groups[-1]) >= _share(group):
            least, count, right = groups.pop()
            group = (least, count + group[1], right + group[2])
        groups.append(group)
    return groups


def _share(group: tuple[float, int, int]) -> float:
    _, count, right = group
    return right / count
