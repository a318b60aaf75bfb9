"""A small model that is opened in the server itself: it is ours, and computes in milliseconds."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from transformer_core.variants.models import DecoderModel, EncoderModel
from transformer_lab.pretrained.opened import OpenedModel as Opened
from ui.models.attentions import Attentions, Kind
from ui.models.board.answered import answered
from ui.models.board.board import Board
from ui.models.board.forward import MOST_PIECES, BoardForward
from ui.models.board.question import PATHS, BoardQuestion
from ui.models.messages import Message, decode
from ui.models.model import Architecture
from ui.models.opened import LOOK_SECONDS, OpenedModel
from ui.models.process import Peer


class InProcessModel(OpenedModel):
    """As a model in a process of its own, without the process.

    Args:
        opened: the model, which must be small: nothing limits its time or memory.
    """

    def __init__(self, opened: Opened) -> None:
        parameters = sum(each.numel() for each in opened.model.parameters())
        kind, limit = _architecture(opened), min(opened.limit, MOST_PIECES)
        # There is nobody to ask: `_answer` is this class's own.
        super().__init__(opened.name, kind, limit, parameters, _peer=Peer(None, 0))  # type: ignore[arg-type]
        self._in_process = Board(opened)

    def look(
        self, sentence: str, target: str | None = None, languages: tuple[str, ...] = ()
    ) -> Attentions:
        """The attention weights of a text. Raises: PretrainedError."""
        asked = BoardQuestion(sentence, target or "", languages)
        with self._turn:
            return attentions_of(self._in_process.forward(asked))

    def _answer(
        self,
        question: Mapping[str, Any],
        seconds: float = LOOK_SECONDS,
        tensors: Mapping[str, Tensor] = {},
    ) -> Message:
        with self._turn:
            return decode(answered(self._in_process, question, tensors))


def _architecture(opened: Opened) -> Architecture:
    if isinstance(opened.model, EncoderModel):
        return "encoder"
    return "decoder" if isinstance(opened.model, DecoderModel) else "encoder-decoder"


def attentions_of(made: BoardForward) -> Attentions:
    """The attention weights of one forward, and the tokens of their rows and columns."""
    opened, given, tensors = made.opened, made.given, made.records
    source: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    predicted: tuple[str, ...] = ()
    if given.src_ids is not None:
        source = opened.pieces(given.src_ids, of_source=True)
    if given.tgt_ids is not None:
        likeliest = tensors["logits"][:, -1].argmax(-1, keepdim=True)  # (1, 1)
        after = torch.tensor([made.due[: given.tgt_ids.size(1)]])
        missing = given.tgt_ids.size(1) - after.size(1)
        read = opened.pieces(given.tgt_ids)
        predicted = opened.pieces(torch.cat([after, likeliest], 1) if missing else after)
    has_both = bool(source and read)
    return Attentions(
        source,
        read,
        predicted,
        _stacked(tensors, "encoder"),
        _stacked(tensors, "decoder"),
        _stacked(tensors, "cross"),
        target=opened.plain_text(torch.tensor([made.due])) if has_both else "",
        generated=has_both and not made.question.target.strip(),
        source_cut=made.is_cut,
        target_cut=made.is_target_cut,
    )


def _stacked(tensors: Mapping[str, Tensor], kind: Kind) -> Tensor | None:
    """The weights of one kind, (layers, heads, seq_q, seq_k); None if there are none."""
    layers: list[Tensor] = []
    while (found := tensors.get(f"{PATHS[kind]}.weights".format(layer=len(layers)))) is not None:
        layers.append(found[0])
    return torch.stack(layers) if layers else None
