"""What a model predicts after each token of the target."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from torch import Tensor

from transformer_lab.measures import likeliest
from ui.picture.label import glosses_of


class NextToken(NamedTuple):
    """The predictions after a token of the target: the most probable ones and the chosen one."""

    likeliest: Sequence[tuple[str, float]]
    chosen: tuple[str, float]

    @property
    def glosses(self) -> list[str]:
        """The glosses of the most probable tokens, and last that of the chosen one."""
        return glosses_of([name for name, _ in (*self.likeliest, self.chosen)])

    def header(self) -> dict[str, Any]:
        return self._asdict() | {"glosses": self.glosses}


def next_tokens(
    logits: Tensor, targets: Sequence[int], name: Callable[[int], str]
) -> list[NextToken]:
    """Return, for each token of the target, the most probable next tokens and the one due.

    Args:
        logits: (seq_q, vocab).
        targets: seq_q ids, the tokens due.
        name: returns the name of a token.
    """
    tokens, shares = likeliest(logits)  # (seq_q, 5) each
    probabilities = logits.softmax(dim=-1)
    made = []
    for row, target in enumerate(targets):
        names = [name(int(token)) for token in tokens[row]]
        due = name(target), float(probabilities[row, target])
        made.append(NextToken(list(zip(names, shares[row].tolist(), strict=True)), due))
    return made
