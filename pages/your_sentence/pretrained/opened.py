"""A model that has been read and can be used on sentences."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pages.your_sentence.pretrained.attentions import Attentions
from pages.your_sentence.pretrained.errors import PretrainedError
from pages.your_sentence.pretrained.folder import ModelFolder
from pages.your_sentence.pretrained.host import HostedProcess
from pages.your_sentence.pretrained.model import Architecture
from pages.your_sentence.pretrained.process import ModelProcess

READ_SECONDS = 180.0
LOOK_SECONDS = 30.0
BASE_BYTES = 2 << 30
"""For Python, torch and transformers, and for a forward pass of the longest sentence."""
_COPIES = 3
"""Copies of the weights in memory: as read, as float32, and assembled."""
_MOST_LOOKS = 16


@dataclass(eq=False)
class OpenedModel:
    """A model shared by many users, in its own process.

    name: as the user typed it. architecture: BERT-like, GPT-like, or both halves. limit: the most
    pieces that one sentence may have, special ones included. parameters: the number of
    parameters. languages, pair, beginnings: as in `PretrainedModel`.
    """

    name: str
    architecture: Architecture
    limit: int
    parameters: int
    _process: ModelProcess | HostedProcess = field(repr=False)
    languages: tuple[str, ...] = ()
    pair: tuple[str, ...] = ()
    beginnings: tuple[str, ...] = ()
    _seen: "OrderedDict[tuple[str, str | None, tuple[str, ...]], Attentions]" = field(
        default_factory=OrderedDict, repr=False
    )

    @property
    def gone(self) -> PretrainedError | None:
        """Why it can no longer be used and has to be opened again."""
        return self._process.gone

    def look(
        self, sentence: str, target: str | None = None, languages: tuple[str, ...] = ()
    ) -> Attentions:
        """As `PretrainedModel.look`, with the same errors and also too_slow and ended."""
        asked = (sentence, target, languages)
        if (known := self._seen.get(asked)) is not None:
            return known
        question = {"sentence": sentence, "target": target, "languages": languages}
        answer = self._process.ask(question, LOOK_SECONDS)
        seen = self._seen[asked] = Attentions(**_with_tuples(answer.values), **answer.tensors)
        while len(self._seen) > _MOST_LOOKS:
            self._seen.popitem(last=False)
        return seen


def open_model(folder: ModelFolder, name: str) -> OpenedModel:
    """The model of a checked folder, read in a process next to a worker of the cluster.

    Raises: PretrainedError as `read_model` does; too_slow, ended, no_cluster.
    """
    process = HostedProcess(name)
    memory = BASE_BYTES + _COPIES * folder.size
    question = {"folder": str(folder.path), "name": name, "memory": memory}
    about = _with_tuples(process.ask(question, READ_SECONDS).values)
    return OpenedModel(name, **about, _process=process)


def _with_tuples(values: Mapping[str, Any]) -> dict[str, Any]:
    """Turn lists back into the tuples they were before JSON."""
    return {name: tuple(one) if isinstance(one, list) else one for name, one in values.items()}
