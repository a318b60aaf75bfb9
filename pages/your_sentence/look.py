"""Which model is looked into: one of our own, or one of Hugging Face that has been loaded."""

from dataclasses import dataclass
from functools import lru_cache

from torch import Tensor

from pages.your_sentence.labels import told_apart
from pages.your_sentence.pretrained import (
    Attentions,
    PretrainedError,
    loaded,
)
from pages.your_sentence.writing import Written

MOST_LOOKS = 32
# The same for the same look: an answer asks for it many times.
_labelled = lru_cache(maxsize=MOST_LOOKS)(told_apart)


@dataclass(frozen=True)
class Look:
    """What heads attend to, and what is known beside that."""

    attentions: Attentions
    written: Written | None = None
    """What one of our own models wrote; None where another model is looked into."""
    limit: int = 0
    """The most pieces that another model reads."""
    error: PretrainedError | None = None
    """Why another model cannot be looked into, so that ours goes on."""
    is_loading: bool = False
    """Whether another model is on its way; ours goes on meanwhile."""

    def kind(self, wanted: str) -> str:
        """The kind of attention that is shown: the wanted one, if the model has it."""
        kinds = self.attentions.kinds
        return wanted if wanted in kinds else kinds[0]

    def weights(self, kind: str) -> Tensor:
        """(layers, heads, seq_q, seq_k) of the kind that is shown."""
        weights: Tensor = getattr(self.attentions, self.kind(kind))
        return weights


def look(name: str, sentence: str, target: str, otherwise: Written) -> Look:
    """A named model's look at a sentence; `otherwise` goes on where it cannot, or not yet."""
    try:
        model = loaded(name)
        if model is None:
            return Look(otherwise.attentions, otherwise, is_loading=True)
        attentions = _labelled(model.look(sentence, target or None))
    except PretrainedError as error:
        return Look(otherwise.attentions, otherwise, error=error)
    return Look(attentions, limit=model.limit)
