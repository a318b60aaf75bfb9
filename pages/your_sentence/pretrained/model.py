"""A loaded model, and one sentence through it."""

from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Any, Literal

import torch
from torch import Tensor

from pages.your_sentence.pretrained.attentions import Attentions, checked_weights
from pages.your_sentence.pretrained.errors import PretrainedError, shown
from pages.your_sentence.pretrained.pieces import readable_pieces

MAX_PIECES = 128
MAX_GENERATED = 64
_MAX_CHARACTERS = 10_000

Architecture = Literal["encoder", "decoder", "encoder-decoder"]


@dataclass(frozen=True, eq=False)
class PretrainedModel:
    """A model that many people use at once; nothing in it changes from one look to the next.

    name: as it was asked for. architecture: BERT-like, GPT-like, or both halves.
    """

    name: str
    architecture: Architecture
    _network: Any = field(repr=False)
    _tokeniser: Any = field(repr=False)
    # Tokenisers keep settings of the call in hand: truncation, and Marian's two languages.
    _tokeniser_lock: Lock = field(default_factory=Lock, repr=False)

    gone = None
    """Nothing ends it: see `OpenedModel.gone`."""

    @property
    def limit(self) -> int:
        """The most pieces that one sentence may have, special ones included."""
        positions = getattr(self._network.config, "max_position_embeddings", None)
        return min(MAX_PIECES, self._tokeniser.model_max_length, positions or MAX_PIECES)

    @property
    def parameters(self) -> int:
        """How many numbers the model has learned."""
        return sum(parameter.numel() for parameter in self._network.parameters())

    def look(self, sentence: str, target: str | None = None) -> Attentions:
        """What every head attends to, from one forward in float32 without dropout.

        Args:
            sentence: what an encoder, or a GPT-like model, reads.
            target: what an encoder-decoder is made to say; where it is None or blank, it says
                what it finds likeliest, token by token. Other models have no target.

        Sentence and target end after `limit` pieces, what the model says itself after
        MAX_GENERATED; the result tells so.
        Raises: PretrainedError empty_sentence, forward_failed, and those of `checked_weights`.
        """
        ids, cut = self._ids(sentence)
        if ids.size(1) == 0 or not sentence.strip():
            raise PretrainedError("empty_sentence")
        try:
            with torch.inference_mode():
                if self.architecture == "encoder":
                    return self._encoder(ids, cut)
                if self.architecture == "decoder":
                    return self._decoder(ids, cut)
                return self._encoder_decoder(ids, cut, target)
        except (RuntimeError, ValueError, TypeError, IndexError, KeyError) as error:
            reason = type(error).__name__
            raise PretrainedError("forward_failed", name=shown(self.name), reason=reason) from error

    def _encoder(self, ids: Tensor, cut: bool) -> Attentions:
        output = self._forward(ids)
        pieces = self._pieces(ids)
        return Attentions(
            source=pieces,
            encoder=self._checked(output.attentions, pieces, pieces),
            source_cut=cut,
        )

    def _decoder(self, ids: Tensor, cut: bool) -> Attentions:
        output = self._forward(ids)
        likeliest = output.logits[:, -1].argmax(-1, keepdim=True)  # (1, 1)
        read = self._pieces(ids)
        return Attentions(
            read=read,
            predicted=self._pieces(torch.cat([ids[:, 1:], likeliest], dim=1)),
            decoder=self._checked(output.attentions, read, read),
            source_cut=cut,
        )

    def _encoder_decoder(self, ids: Tensor, cut: bool, target: str | None) -> Attentions:
        generated = target is None or not target.strip()
        read_ids, predicted_ids, target_cut = (
            self._generated(ids) if generated else self._forced(target)
        )
        output = self._forward(ids, decoder_input_ids=read_ids)
        source = self._pieces(ids, of_source=True)
        read, predicted = self._pieces(read_ids), self._pieces(predicted_ids)
        return Attentions(
            source=source,
            read=read,
            predicted=predicted,
            encoder=self._checked(output.encoder_attentions, source, source),
            decoder=self._checked(output.decoder_attentions, read, read),
            cross=self._checked(output.cross_attentions, read, source),
            target=self._plain_text(predicted_ids),
            generated=generated,
            source_cut=cut,
            target_cut=target_cut,
        )

    def _forward(self, ids: Tensor, **more: Tensor) -> Any:
        return self._network(
            input_ids=ids, attention_mask=torch.ones_like(ids), output_attentions=True, **more
        )

    def _generated(self, ids: Tensor) -> tuple[Tensor, Tensor, bool]:
        """Greedily: what the decoder read, what it said each time, whether it was stopped."""
        most = min(MAX_GENERATED, self.limit - 1)
        written = self._network.generate(
            input_ids=ids,
            attention_mask=torch.ones_like(ids),
            do_sample=False,
            num_beams=1,
            max_new_tokens=most,
        )  # (1, 1 + what was said), the start token first
        ends = self._network.generation_config.eos_token_id
        ended = int(written[0, -1]) in (ends if isinstance(ends, list) else [ends])
        stopped = not ended or written.size(1) > most
        return written[:, :-1], written[:, 1:], stopped

    def _forced(self, target: str) -> tuple[Tensor, Tensor, bool]:
        """The same for a given target: it is read one position later than it is said."""
        said, cut = self._ids(target, text_is_target=True)
        shifted = getattr(self._network, "prepare_decoder_input_ids_from_labels", None)
        if shifted is not None:
            return shifted(labels=said), said, cut
        start = torch.tensor([[self._network.generation_config.decoder_start_token_id]])
        return torch.cat([start, said[:, :-1]], dim=1), said, cut

    def _checked(self, layers: Any, rows: tuple[str, ...], columns: tuple[str, ...]) -> Tensor:
        return checked_weights(layers, len(rows), len(columns), self.name)

    def _ids(self, text: str, *, text_is_target: bool = False) -> tuple[Tensor, bool]:
        """Token ids (1, seq_len) with the special ones, and whether the text went on."""
        argument = "text_target" if text_is_target else "text"
        given = {argument: text[:_MAX_CHARACTERS]}
        with self._tokeniser_lock:
            ids = self._tokeniser(**given)["input_ids"]
            too_long = len(ids) > self.limit
            if too_long:
                ids = self._tokeniser(**given, truncation=True, max_length=self.limit)["input_ids"]
        cut = too_long or len(text) > _MAX_CHARACTERS
        return torch.tensor([ids], dtype=torch.long), cut

    def _pieces(self, ids: Tensor, *, of_source: bool = False) -> tuple[str, ...]:
        spelling = self._source_spelling if of_source else self._target_spelling
        readable = readable_pieces(self._tokeniser)
        # Some vocabularies are padded with ids that spell nothing.
        return tuple(
            readable(spelling[number]) if number in spelling else f"#{number}"
            for number in ids[0].tolist()
        )

    def _plain_text(self, ids: Tensor) -> str:
        spelt = [number for number in ids[0].tolist() if number in self._target_spelling]
        with self._tokeniser_lock:
            return self._tokeniser.decode(spelt, skip_special_tokens=True).strip()

    @cached_property
    def _source_spelling(self) -> dict[int, str]:
        return {number: piece for piece, number in self._tokeniser.get_vocab().items()}

    @cached_property
    def _target_spelling(self) -> dict[int, str]:
        """Another one only where Marian has a vocabulary for each language."""
        if not getattr(self._tokeniser, "separate_vocabs", False):
            return self._source_spelling
        return {number: piece for piece, number in self._tokeniser.target_encoder.items()}
