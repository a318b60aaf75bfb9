"""A mistake with both of its results, computed once for all that show it."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from pages.mistakes.setting import Sizes
from transformer_core.explain.computation import Computation
from transformer_lab.mistakes import MISTAKES, Comparison, Mistake
from transformer_lab.mistakes.mistake import Figures

MOST_KEPT = 16


@dataclass(frozen=True)
class Compared:
    """A mistake with the sizes of its input."""

    name: str
    given: tuple[tuple[str, int], ...]

    @property
    def sizes(self) -> Sizes:
        return dict(self.given)

    @property
    def mistake(self) -> Mistake:
        return MISTAKES[self.name]

    @cached_property
    def comparison(self) -> Comparison:
        return self.mistake.compare(**self.sizes)

    @cached_property
    def figures(self) -> Figures:
        return self.mistake.figures(self.comparison, self.sizes)

    @cached_property
    def computation(self) -> Computation:
        return self.mistake.computation(self.comparison)


@lru_cache(MOST_KEPT)
def _compared(name: str, given: tuple[tuple[str, int], ...]) -> Compared:
    return Compared(name, given)


def compared(name: str, sizes: Sizes) -> Compared:
    """The cached comparison for these sizes."""
    return _compared(name, tuple(sizes.items()))
