"""How often the word that a head looks at most is also the one whose hiding changes a translation
most: counted over sentences, and kept in a file beside the weights that were counted.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from english_korean.checkpoint import WEIGHTS, digest

LOOKS = "looks_and_effects.json"
Counts = tuple[tuple[int, ...], ...]
"""(layers, heads) of the decoder's cross-attention."""


class LooksError(ValueError):
    """The file of the counts is damaged, or was counted with other weights."""


@dataclass(frozen=True)
class LooksAndEffects:
    """Counts over the tokens of which some word's hiding changes the probability by `decisive`."""

    sentences: int
    tokens: int
    decisive: float
    elsewhere: Counts
    """Another word than the one with the largest weight changes the token most."""
    elsewhere_by_share: Counts
    """The same of the largest weight times length."""
    sinks: Counts
    """The word with the largest weight is a sink."""
    weights: str
    """The digest of the weights that were counted with."""


def save_looks(folder: Path, looks: LooksAndEffects) -> None:
    """Write the counts beside the weights in a folder. Raises: OSError."""
    (folder / LOOKS).write_text(f"{json.dumps(asdict(looks), indent=1)}\n", encoding="utf-8")


def load_looks(folder: Path) -> LooksAndEffects | None:
    """Read what `save_looks` wrote; None where nothing was counted.

    Raises: LooksError for a file that cannot be read, or of other weights.
    """
    file = folder / LOOKS
    if not file.exists():
        return None
    try:
        plain = json.loads(file.read_text(encoding="utf-8"))
        counts = {
            name: tuple(tuple(map(int, row)) for row in plain[name])
            for name in ("elsewhere", "elsewhere_by_share", "sinks")
        }
        looks = LooksAndEffects(**{**plain, **counts})
        known = int(looks.sentences), int(looks.tokens), float(looks.decisive)
    except (LookupError, OSError, TypeError, ValueError) as error:
        raise LooksError(f"{LOOKS} cannot be read: {error}") from error
    if known[1] < 1 or looks.weights != digest(folder / WEIGHTS):
        raise LooksError(
            f"{LOOKS} was counted with other weights than those in {WEIGHTS}: "
            "run python -m benchmarks.looks_and_effects --store"
        )
    return looks
