"""What the ablations page shows: the part that is missing, the seed, the attention."""

from dataclasses import dataclass

from transformer_lab.learning.ablations import SEEDS, VARIANTS
from ui.state.setting import Setting, choice, toggle


@dataclass(frozen=True, eq=False)
class AblationSetting(Setting):
    """A missing part, one of the trained seeds, and one kind of attention."""

    PREFIX = "ab"

    variant: str = choice(VARIANTS, "residuals")
    seed: str = choice(tuple(map(str, SEEDS)), "1")
    attention: str = choice(("cross", "encoder"), "cross")
    # Whether the outcomes of all parts stand above the attention.
    parts: bool = toggle(False, is_view=True)

    @property
    def seed_number(self) -> int:
        return int(self.seed)
