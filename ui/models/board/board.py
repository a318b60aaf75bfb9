"""A model opened as one of ours, and the parts of its map. Lives in the model's own process."""

import threading
from collections import OrderedDict
from typing import Any
from weakref import WeakKeyDictionary

import torch
from torch import Tensor

from transformer_core.variants.models import EncoderModel
from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.folder import ModelFolder
from transformer_lab.pretrained.opened import OpenedModel
from transformer_lab.pretrained.opening import opened_model
from ui.answer.parts import encode_parts
from ui.answer.tensor_file import file_of
from ui.explain.trail import read_cell, write_trail
from ui.models.board.areas import BoardAreas, first_cell, written_text
from ui.models.board.comparing import Compared, sent
from ui.models.board.continuing import continued
from ui.models.board.forward import BoardForward, forward
from ui.models.board.head_summary import HeadSummary
from ui.models.board.question import PATHS, BoardQuestion
from ui.models.board.short import constants_of
from ui.models.board.summing import SummaryParts, SummedUp
from ui.models.board.vector_patch import NO_PATCHING, Patching
from ui.words.language import LANGUAGES, text_of

MOST_FORWARDS, LEAST_FORWARDS = 3, 2
"""How many forwards are kept: two are compared with each other."""
MOST_BYTES = 200_000_000
"""The most memory of all that are kept, unless there are only two."""
PAGE = "overview"
"""The page whose texts the map has."""


class Board:
    """A model of ours with somebody else's weights. One caller at a time asks it."""

    def __init__(self, opened: OpenedModel) -> None:
        self._opened = opened
        self._forwards: OrderedDict[BoardQuestion, BoardForward] = OrderedDict()
        self._continued: WeakKeyDictionary[BoardForward, list[tuple[str, float, str]]] = (
            WeakKeyDictionary()
        )
        self._summed: SummedUp | None = None
        self._lock = threading.Lock()

    @classmethod
    def open(cls, folder: ModelFolder, name: str) -> "Board":
        """Raises: PretrainedError as `opened_model`."""
        return cls(opened_model(folder, name))

    def about(self) -> dict[str, Any]:
        """What a page may say of the model: plain values."""
        model = self._opened.model
        heads = {}
        for kind, path in PATHS.items():
            counts: list[int] = []
            while (found := _heads(model, path.format(layer=len(counts)))) is not None:
                counts.append(found)
            if counts:
                heads[kind] = counts
        shapes = {
            name: list(one.shape) for name, one in model.named_parameters(remove_duplicate=False)
        }
        mask = self._opened.mask_token if isinstance(model, EncoderModel) else None
        return {
            "mask": "" if mask is None else self._opened.pieces(torch.tensor([[mask]]))[0],
            "family": self._opened.family,
            "probe": self._opened.probe,
            "heads": heads,
            "has_logits": model.output is not None,
            "parameters": shapes,
            "constants": constants_of(self._opened.family, self._opened.settings, model),
        }

    def seen(self, question: BoardQuestion) -> dict[str, Any]:
        """What a page may say of one forward: plain values."""
        made = self._forward(question)
        ids = {"src": made.given.src_ids, "tgt": made.given.tgt_ids}
        return {
            "src": made.labels["src"],
            "tgt": made.labels["tgt"],
            "ids": {side: [] if one is None else one[0].tolist() for side, one in ids.items()},
            "written": written_text(made),
            "is_cut": made.is_cut,
            "is_target_cut": made.is_target_cut,
            "first": write_trail([first_cell(made)]),
            "special": made.special,
            "shapes": {name: list(one.shape) for name, one in made.computation.tensors.items()},
        }

    def continued(self, question: BoardQuestion) -> list[tuple[str, float, str]]:
        """What a decoder alone writes after the sentence, see `ui.models.board.continuing`."""
        made = self._forward(question)
        if made not in self._continued:
            self._continued[made] = continued(made)
        return self._continued[made]

    def numbers(self, question: BoardQuestion) -> tuple[dict[str, Any], dict[str, Tensor]]:
        """Every number of a map, for another model's map to compare with."""
        return sent(self._forward(question))

    def value(self, question: BoardQuestion, pin: str) -> float | None:
        """The number of a cell; None if there is no such cell."""
        made = self._forward(question)
        cell = read_cell(made.computation, pin)
        return None if cell is None else made.computation.value(cell)

    def file(self, question: BoardQuestion, kind: str, tensor: str, about: str) -> bytes:
        """The tensors of a forward without the model's parameters, or one of either, as a file.

        Raises: TooLargeError; KeyError for a tensor that there is not.
        """
        tensors = self._forward(question).computation.tensors
        if tensor:
            return file_of({tensor: tensors[tensor]}, kind, about)
        own = {name for name, _ in self._opened.model.named_parameters(remove_duplicate=False)}
        return file_of({name: tensors[name] for name in tensors.keys() - own}, kind, about)

    def encoded(
        self,
        question: BoardQuestion,
        area: str,
        language: str,
        pin: str,
        trail: str,
        other: Compared | None = None,
        patching: Patching = NO_PATCHING,
    ) -> bytes:
        """An area of the page as `encode_parts` makes it.

        Args:
            other: what the map is compared with.

        Raises: KeyError for an area or a language that there is not.
        """
        if language not in LANGUAGES:
            raise KeyError(language)
        made, text = self._forward(question), text_of(PAGE, language)
        summary = HeadSummary.read(area)
        if summary is not None:
            summed = self._summed_up(made, summary)
            return encode_parts(SummaryParts(text, summed).arithmetic(pin, trail))
        areas = BoardAreas(text, made, other)
        return encode_parts(areas.parts(area, pin, trail, patching))

    def summary(self, question: BoardQuestion, asked: HeadSummary) -> Tensor:
        """Heads as one matrix, (seq_q, seq_k). Raises: as `SummedUp`."""
        return self._summed_up(self._forward(question), asked).weights

    def _summed_up(self, made: BoardForward, asked: HeadSummary) -> SummedUp:
        """The one that was asked for last is kept: its arithmetic follows its picture."""
        last = self._summed
        if last is None or last.made is not made or last.asked != asked:
            last = self._summed = SummedUp(made, asked)
        return last

    def compared(self, question: BoardQuestion, name: str) -> Compared:
        """This model on something else, as a map calls it."""
        return Compared.of(self._forward(question), name)

    def forward(self, question: BoardQuestion) -> BoardForward:
        """A forward, which may have been made before. Raises: PretrainedError."""
        return self._forward(question)

    def _forward(self, question: BoardQuestion) -> BoardForward:
        with self._lock:
            made = self._forwards.get(question)
            if made is None:
                made = self._forwards[question] = self._made(question)
            self._forwards.move_to_end(question)
            while len(self._forwards) > LEAST_FORWARDS and self._are_too_many():
                self._forwards.popitem(last=False)
            return made

    def _are_too_many(self) -> bool:
        """Whether a forward has to be dropped, for their number or for their memory."""
        own = {one.data_ptr() for one in self._opened.model.parameters()}
        size = sum(
            tensor.nbytes
            for made in self._forwards.values()
            for tensor in made.computation.tensors.values()
            if tensor.data_ptr() not in own
        )
        return len(self._forwards) > MOST_FORWARDS or size > MOST_BYTES

    def _made(self, question: BoardQuestion) -> BoardForward:
        try:
            return forward(self._opened, question)
        except PretrainedError:
            raise
        except Exception as error:
            name, reason = shown(self._opened.name), type(error).__name__
            raise PretrainedError("forward_failed", name=name, reason=reason) from error


def _heads(model: Any, path: str) -> int | None:
    """The number of heads of an attention; None if there is none there."""
    try:
        attention = model.get_submodule(path)
    except AttributeError:
        return None
    return int(attention.w_q.weight.size(0) // attention.d_k)
