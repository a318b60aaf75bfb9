"""The kinds of steps that a Transformer is made of, a file for each way of reading.

Each is declared once: what it reads, and from that its terms, which cells use its numbers and how
shares go on to them; its equation and how its numbers are written. Others `declare` more.
"""

from transformer_core.explain.computation import Step
from transformer_core.explain.kind import KINDS, Kind, declare
from transformer_core.explain.kinds import (
    activations,
    distances,
    formulas,
    moved,
    products,
    rotary,
    rows,
    same_place,
)

for family in (products, same_place, moved, rows, formulas, activations, rotary, distances):
    declare(*family.KINDS)


def kind_of(step: Step) -> Kind:
    """The declaration of a step's kind. Raises: KeyError for a kind that nothing declares."""
    return KINDS[step.kind]
