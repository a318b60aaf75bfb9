"""A model of the training page, opened as one that somebody else trained."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
from torch import Tensor

from transformer_core.variants.models import assembled
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.models import untrained_model
from transformer_lab.learning.recording import RunState
from transformer_lab.learning.stored import read
from transformer_lab.learning.tasks import Task
from transformer_lab.learning.today import parts_of
from transformer_lab.own_data.data import MASK
from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.opened import OpenedModel as Opened
from transformer_lab.pretrained.pieces import Mark
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.tokeniser import Tokeniser
from transformer_lab.pretrained.writing import Writing
from transformer_lab.vocabulary import END_ID, SPECIAL_TOKENS, START_ID, UNKNOWN_ID

FAMILY = "run"
"""In place of a `model_type`: its model is of the training page."""


class TaskTokeniser(Tokeniser):
    """The words of a task: those of a source, and those of a target with its end token."""

    def __init__(self, task: Task, *, has_source: bool, has_target: bool, longest: int) -> None:
        super().__init__(None)
        self._task, self._longest = task, longest
        self._has_source, self._has_target = has_source, has_target

    @property
    def longest(self) -> object:
        return self._longest

    @property
    def mask(self) -> int | None:
        """Of a text, the token under which an encoder predicts."""
        found: int = self._task.source.ids([MASK])[0]
        return None if found == UNKNOWN_ID else found

    @property
    def special(self) -> frozenset[int]:
        return frozenset(range(len(SPECIAL_TOKENS)))

    def ids(
        self, text: str, limit: int, *, is_target: bool = False, languages: tuple[str, ...] = ()
    ) -> tuple[Tensor, bool]:
        """Token ids (1, seq_len), a target's with its end, and whether the text was cut."""
        task = self._task
        if is_target:
            words: Sequence[str] = text.split()
            if UNKNOWN_ID in task.target.ids(words):
                words = task.words_of(text)
            ids = [*task.target.ids(words)[: limit - 1], END_ID]
            return torch.tensor([ids]), len(words) > limit - 1
        vocabulary = task.source if self._has_source else task.target
        ids = vocabulary.ids(task.words_of(text))
        return torch.tensor([ids[:limit]]).long().reshape(1, -1), len(ids) > limit

    def pieces(self, ids: Tensor, *, of_source: bool = False) -> tuple[str, ...]:
        """The words of ids (1, seq_len)."""
        vocabulary = self._task.source if of_source and self._has_source else self._task.target
        return tuple(_seen(word) for word in vocabulary.words(ids[0].tolist()))

    def marks(self, of_source: Iterable[Tensor], of_target: Iterable[Tensor]) -> tuple[Mark, ...]:
        """Nothing in its words needs an explanation."""
        return ()

    def plain_text(self, ids: Tensor) -> str:
        """A target as text, without special tokens."""
        kept = [one for one in ids[0].tolist() if one not in self.special]
        return self._task.space.join(self._task.target.words(kept)).strip()


def _seen(word: str) -> str:
    """A token as it is drawn: white space by its signs."""
    return word.replace(" ", "␣").replace("\n", "↵").replace("\t", "⇥")


def can_be_opened(config: RunConfig) -> bool:
    """Whether a run's model is made of parts that every page knows."""
    return config.look_ahead


def open_stored(file: str | Path) -> Opened:
    """The model of a file that the training page saved, with the weights of its last step.

    Raises: OSError; StoredError for a file that is none; PretrainedError run_parts.
    """
    stored = read(Path(file).read_bytes())
    state = RunState(weights=stored.weights)
    return opened_run(Path(file).stem, stored.config, state)


def opened_run(name: str, config: RunConfig, state: RunState) -> Opened:
    """The model of a run at one of its steps, as one that somebody else trained.

    Raises: PretrainedError run_parts for one without its look-ahead mask.
    """
    if not can_be_opened(config):
        raise PretrainedError("run_parts", name=shown(name))
    # What calls a model of any family hands over padding, which the paper's tells by its ids.
    model = assembled(parts_of(config))
    model.load_state_dict(state.weights or untrained_model(config).state_dict())
    tokeniser = TaskTokeniser(
        config.the_task,
        has_source=config.kind != "decoder",
        has_target=config.kind != "encoder",
        longest=config.transformer.max_len,
    )
    writing = Writing(START_ID, True, None, frozenset({END_ID}))
    return Opened(name, FAMILY, model.eval(), Settings({}, {}, name), tokeniser, writing, probe=0.0)
