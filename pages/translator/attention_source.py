"""Which model is inspected: one of ours, or a loaded Hugging Face model."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from torch import Tensor

from pages.translator.decoding import DecodedSentence
from pages.translator.labels import told_apart
from pages.translator.run_name import BEGINNING, open_run
from ui.models import (
    Attentions,
    OpenedModel,
    PretrainedError,
    loaded,
    open_by,
)
from ui.models.attentions import Kind

MOST_SOURCES = 32
open_by(BEGINNING, open_run)
# Cached, because one answer asks for it many times.
_labelled = lru_cache(maxsize=MOST_SOURCES)(told_apart)


@dataclass(frozen=True)
class AttentionSource:
    """What the heads attend to, and what else is known."""

    attentions: Attentions
    written: DecodedSentence | None = None
    """What one of our own models wrote; None if another model is inspected."""
    model: OpenedModel | None = None
    """The other model."""
    error: PretrainedError | None = None
    """Why another model cannot be inspected; ours is shown instead."""
    is_loading: bool = False
    """True if another model is still loading; ours is shown meanwhile."""

    def kind(self, wanted: str) -> Kind:
        """The kind of attention that is shown: the wanted one if the model has it."""
        kinds = self.attentions.kinds
        return next((kind for kind in kinds if kind == wanted), kinds[0])

    def weights(self, kind: str) -> Tensor:
        """(layers, heads, seq_q, seq_k) of the kind that is shown."""
        return self.attentions.weights(self.kind(kind))


def languages_of(name: str, side: int) -> tuple[str, ...]:
    """The languages to choose from for the sentence (side 0) or the target (side 1) of a named
    model, its own first; ("",) if there is no choice, or the model is not there.
    """
    try:
        model = loaded(name)
    except PretrainedError:
        return ("",)
    if model is None or not model.languages:
        return ("",)
    own = model.pair[side]
    return (own, *(code for code in model.languages if code != own))


def attention_source(
    name: str,
    sentence: str,
    target: str,
    languages: tuple[str, str],
    otherwise: Callable[[], DecodedSentence],
) -> AttentionSource:
    """Inspect a named model on a sentence; show `otherwise` if that fails or is still loading."""
    try:
        model = loaded(name)
        if model is None:
            written = otherwise()
            return AttentionSource(written.attentions, written, is_loading=True)
        attentions = _labelled(model.look(sentence, target or None, languages))
    except PretrainedError as error:
        written = otherwise()
        return AttentionSource(written.attentions, written, error=error)
    return AttentionSource(attentions, model=model)
