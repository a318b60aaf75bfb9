"""An example of a small task as the token ids that a model reads and should write."""

from functools import lru_cache

import torch

from pages.whole_model.sentences import Sentences
from transformer_lab.learning.tasks import Task, Words
from transformer_lab.vocabulary import END_ID, SPECIAL_TOKENS, START_ID, Vocabulary
from ui.picture.word_labels import word_labels

START, END = "⟨start⟩", "⟨end⟩"
SPECIALS = dict(zip(SPECIAL_TOKENS, ("⟨pad⟩", "⟨unknown⟩", START, END), strict=True))


def task_sentences(task: Task, source: Words, target: Words) -> Sentences:
    """A source and what should be written for it, with the start and end tokens around it."""
    ids = task.target.ids(target)
    return Sentences(
        torch.tensor([task.source.ids(source)]),
        torch.tensor([[START_ID, *ids]]),
        torch.tensor([[*ids, END_ID]]),
        word_labels(source),
        word_labels((START, *target)),
        word_labels((*target, END)),
        _names(task.target),
    )


@lru_cache(maxsize=8)
def _names(vocabulary: Vocabulary) -> dict[int, str]:
    return {place: SPECIALS.get(token, token) for place, token in enumerate(vocabulary.tokens)}
