"""What the translator makes of a sentence without each of its words, all in one forward."""

from dataclasses import dataclass
from functools import lru_cache

from torch import Tensor

from pages.translator.model_edits import the_translator
from pages.translator.trained_attention import trained_attention
from transformer_lab.measures.hidden_words import (
    log_probabilities_of,
    logits_without_each,
    logits_without_each_in,
)

MOST_KEPT = 6
"""The number of sentences cached, over all users: each has at most 9 MB, mostly far less."""


@dataclass(frozen=True, eq=False)
class WithoutEach:
    """The same translation, forced, while one word of the sentence is hidden."""

    logits: Tensor
    """(hidden word, tokens, vocab)."""
    logs: Tensor
    """(hidden word, tokens): ln of the probability of each written token."""
    ids: Tensor
    """(tokens,): what was written."""


@lru_cache(maxsize=MOST_KEPT)
def without_each(sentence: str, path: str = "", head: int = -1) -> WithoutEach:
    """Hide each word everywhere, as padding; or from one head of the attention at `path` alone.

    The translation is the one that the model writes greedily with nothing hidden.

    Raises: InputError for a sentence that the translator cannot read.
    """
    translator = the_translator()
    written = trained_attention(sentence).written
    src_ids = translator.source_ids(written.recognition)
    tgt_ids, ids = written.translation.tgt_ids[:, :-1], written.translation.tgt_ids[0, 1:]
    if path:
        logits = logits_without_each_in(translator.model, src_ids, tgt_ids, path, head)
    else:
        logits = logits_without_each(translator.model, src_ids, tgt_ids)
    return WithoutEach(logits, log_probabilities_of(logits, ids), ids)
