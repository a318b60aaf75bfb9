"""A trained translator, one sentence at a time."""

import logging
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import torch
from torch import Tensor

from english_korean.certainty import CertaintyError, load_certainty
from english_korean.checkpoint import Checkpoint, load_checkpoint
from english_korean.departure import Departure, departure
from english_korean.language.korean.written import quoted, written_sentence
from english_korean.language.pairs import Pair
from english_korean.language.recognition import Recognition, recognise
from english_korean.language.syntax import Style
from english_korean.language.tokens import NUMBER, YEAR
from transformer_core.decoding import DecodingStep, greedy_decoding, sampled_decoding
from transformer_core.trace import trace
from transformer_core.transformer import build_transformer
from transformer_lab.beam import BeamStep, beam_decoding
from transformer_lab.measures.alignment import correctly_attended, last_cross_attention
from transformer_lab.vocabulary import (
    END_ID,
    PAD_ID,
    UNKNOWN,
    UNKNOWN_ID,
    padded,
)

SHIPPED = Path(__file__).parent / "shipped"
LOGGER = logging.getLogger(__name__)
NEVER_COPIED = "?"
"""Written for an unknown word where the source has none to copy."""


@dataclass(frozen=True)
class Translation:
    """The model's translation of a sentence."""

    recognition: Recognition
    tgt_ids: Tensor
    """(1, seq_len): the start token, what was written, and the end token if it came to that."""
    morphemes: tuple[str, ...]
    """Without start and end; unknown words copied from the source, in marks."""
    written: str
    """As Korean is written."""
    attention: Tensor
    """(seq_len - 1, seq_k), rows labelled by the token that is predicted: see
    `last_cross_attention`."""
    certainty: float | None = None
    """The smallest probability of its tokens; None where another than the model chose them."""
    threshold: float | None = None
    """The certainty from which on the model is sure; None where nobody measured it."""

    @property
    def is_sure(self) -> bool | None:
        """Whether the model was sure of every token; None where another chose them, and where
        nobody measured when it is.
        """
        if self.certainty is None or self.threshold is None:
            return None
        return self.certainty >= self.threshold

    @cached_property
    def is_right(self) -> bool | None:
        """True when it is the grammar's own translation; None outside the language."""
        reference = reference_morphemes(self.recognition)
        return None if reference is None else self.morphemes == reference

    @cached_property
    def departure(self) -> Departure | None:
        """How it departs from the grammar's own translation; None where it is that, or nobody
        knows.
        """
        reference, pair = reference_morphemes(self.recognition), self.recognition.pair
        if reference is None or pair is None or self.is_right:
            return None
        return departure(self.morphemes, reference, pair, self.recognition.sentence)

    @property
    def is_equivalent(self) -> bool:
        """Whether it is not the grammar's own translation, and certainly says the same."""
        return self.departure is not None and self.departure.is_same

    @cached_property
    def aligned(self) -> tuple[int, int] | None:
        """The number of its content morphemes that attend most to a word they translate, and their
        total; None where the translation is not the grammar's own, so that this is not known.
        """
        pair = self.recognition.pair
        if pair is None or not self.is_right:
            return None
        is_content = [each.is_content for each in pair.morphemes]
        return correctly_attended(self.attention, pair.alignment, is_content)


class Translator:
    """A model with its vocabularies. Nothing in it changes: many users may share one."""

    def __init__(self, checkpoint: Checkpoint, threshold: float | None = None) -> None:
        self.model, self.source, self.target, self.notes = checkpoint
        self.threshold = threshold

    @classmethod
    def load(cls, folder: Path = SHIPPED) -> "Translator":
        """Read a checkpoint; see `load_checkpoint` for errors. A threshold that is not of these
        weights is logged and left out: nothing is then said of certainty.
        """
        checkpoint = load_checkpoint(folder)
        try:
            certainty = load_certainty(Path(folder))
        except CertaintyError as error:
            LOGGER.warning("%s", error)
            certainty = None
        return cls(checkpoint, None if certainty is None else certainty.threshold)

    def untrained(self) -> "Translator":
        """The same model as it was before its training."""
        model = build_transformer(self.model.config, int(self.notes["seed"]))
        return Translator(Checkpoint(model, self.source, self.target, self.notes))

    def source_ids(
        self, recognition: Recognition, hidden_positions: Collection[int] = ()
    ) -> Tensor:
        """The sentence as the model reads it.

        Args:
            hidden_positions: words to take away. Their tokens become padding, which the padding
                mask hides from every attention; all other words keep their positions.

        Returns: (1, seq_k).
        Raises: ValueError for a sentence without words or with more than the model has room
            for, and for a hidden position that is none of the sentence's.
        """
        words, longest = len(recognition.words), self.model.config.max_len
        if not 1 <= words <= longest:
            raise ValueError(f"the number of words must be from 1 to {longest}, got {words}")
        for position in hidden_positions:
            if not 0 <= position < words:
                raise ValueError(f"a hidden position must be from 0 to {words - 1}, got {position}")
        ids = self.source.ids(recognition.read)
        return padded([[PAD_ID if i in hidden_positions else id for i, id in enumerate(ids)]])

    def start_id(self, style: Style) -> int:
        """The start token of every translation in this style."""
        return self.target.ids([style.token])[0]

    def target_ids(self, pair: Pair) -> Tensor:
        """A given translation, with start and end token, to force: (1, seq_len)."""
        return padded([[self.start_id(pair.style), *self.target.ids(pair.korean), END_ID]])

    def greedy(self, src_ids: Tensor, style: Style = Style()) -> Iterator[DecodingStep]:  # noqa: B008
        """The most probable next morpheme, one step at a time."""
        return greedy_decoding(self.model, src_ids, self.start_id(style), END_ID)

    def sampled(
        self,
        src_ids: Tensor,
        generator: torch.Generator,
        temperature: float = 1.0,
        style: Style = Style(),  # noqa: B008
    ) -> Iterator[DecodingStep]:
        """The next morpheme drawn from the model's distribution, one step at a time."""
        return sampled_decoding(
            self.model, src_ids, self.start_id(style), END_ID, generator, temperature=temperature
        )

    def beam(
        self,
        src_ids: Tensor,
        width: int = 4,
        length_penalty: float = 0.6,
        style: Style = Style(),  # noqa: B008
    ) -> Iterator[BeamStep]:
        """Several translations begun side by side, one step at a time: see `beam_decoding`."""
        between = (self.model, src_ids, self.start_id(style), END_ID)
        return beam_decoding(*between, width=width, length_penalty=length_penalty)

    @torch.inference_mode()
    def attention(self, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
        """The last layer's cross-attention, averaged over heads, when this target is forced.

        Returns: (seq_len - 1, seq_k); row i belongs to the token tgt_ids[0, i + 1].
        """
        with trace(self.model) as records:
            self.model(src_ids, tgt_ids[:, :-1])
        return last_cross_attention(records, self.model.config)[0]

    def translate(
        self,
        sentence: str,
        hidden_positions: Collection[int] = (),
        style: Style = Style(),  # noqa: B008
    ) -> Translation:
        """Translate greedily in a style; arguments and errors are those of `source_ids`."""
        recognition = recognise(sentence, style)
        src_ids = self.source_ids(recognition, hidden_positions)
        steps = list(self.greedy(src_ids, style))
        certainty = min(float(step.probabilities[0, step.chosen[0]]) for step in steps)
        translation = self.translation(recognition, src_ids, steps[-1].tgt_ids)
        return replace(translation, certainty=certainty)

    def translation(
        self, recognition: Recognition, src_ids: Tensor, tgt_ids: Tensor
    ) -> Translation:
        """Target ids (1, seq_len), from whichever decoding, as a translation for the reader."""
        attention = self.attention(src_ids, tgt_ids)
        morphemes = self._copied(recognition, src_ids, tgt_ids, attention)
        written = written_sentence(morphemes, recognition.opening)
        return Translation(
            recognition, tgt_ids, morphemes, written, attention, threshold=self.threshold
        )

    def _copied(
        self, recognition: Recognition, src_ids: Tensor, tgt_ids: Tensor, attention: Tensor
    ) -> tuple[str, ...]:
        """Target tokens; for each <unk> the unknown word, year or number that it attends to."""
        unknown = torch.tensor([UNKNOWN_ID, *self.source.ids([YEAR, NUMBER])])
        copyable = torch.isin(src_ids[0], unknown)  # (seq_k,)
        morphemes = []
        for row, id in enumerate(tgt_ids[0, 1:].tolist()):
            if id == END_ID:
                break
            if id != UNKNOWN_ID:
                morphemes.append(self.target.tokens[id])
            elif copyable.any():
                position = int(attention[row].masked_fill(~copyable, -1.0).argmax())
                morphemes.append(quoted(recognition.words[position].typed))
            else:
                morphemes.append(quoted(NEVER_COPIED))
        return tuple(morphemes)


def reference_morphemes(recognition: Recognition) -> tuple[str, ...] | None:
    """The grammar's own translation, unknown words copied in marks; None outside the language."""
    pair = recognition.pair
    if pair is None:
        return None
    morphemes = zip(pair.korean, pair.alignment, strict=True)
    return tuple(
        quoted(recognition.words[min(sources)].typed) if text == UNKNOWN else text
        for text, sources in morphemes
    )


def reference_translation(recognition: Recognition) -> str | None:
    """The same as Korean is written."""
    morphemes = reference_morphemes(recognition)
    return None if morphemes is None else written_sentence(morphemes, recognition.opening)
