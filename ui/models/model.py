"""A loaded model, and one sentence passed through it."""

from dataclasses import dataclass, field
from typing import Any, Literal

import torch
from torch import Tensor

from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.languages import Languages, languages_of
from transformer_lab.pretrained.tokeniser import Tokeniser
from ui.models.attentions import Attentions, Kind, checked_weights
from ui.models.generation import Generation
from ui.models.shape import layer_count, piece_limit

MAX_PIECES = 128
MAX_GENERATED = 64

Architecture = Literal["encoder", "decoder", "encoder-decoder"]


@dataclass(frozen=True, eq=False)
class PretrainedModel:
    """A model shared by many users; nothing in it changes from one request to the next.

    name: as the user typed it. architecture: BERT-like, GPT-like, or both halves.
    """

    name: str
    architecture: Architecture
    _network: Any = field(repr=False)
    _tokeniser: Any = field(repr=False)
    _text: Tokeniser = field(init=False, repr=False)
    _languages: Languages = field(init=False, repr=False)
    _generation: Generation | None = field(init=False, repr=False)

    gone = None
    """It never ends: see `OpenedModel.gone`."""

    def __post_init__(self) -> None:
        writes = self.architecture == "encoder-decoder"
        languages = self._read_languages() if writes else Languages()
        ids = languages.ids.values()
        made = {
            "_text": Tokeniser(self._tokeniser),
            "_languages": languages,
            "_generation": Generation.of(self._network, ids) if writes else None,
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def _read_languages(self) -> Languages:
        own = self._network.generation_config
        return languages_of(
            self._tokeniser,
            (own.forced_bos_token_id, own.decoder_start_token_id),
            self._network.get_input_embeddings().num_embeddings,
            getattr(self._network.config, "task_specific_params", None),
        )

    @property
    def limit(self) -> int:
        """The most pieces that one sentence may have, special ones included."""
        return piece_limit(self._network, self._text.longest, MAX_PIECES)

    @property
    def parameters(self) -> int:
        """The number of parameters."""
        return sum(parameter.numel() for parameter in self._network.parameters())

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages to choose from; empty for most models."""
        return self._languages.codes

    @property
    def pair(self) -> tuple[str, ...]:
        """The default languages that it reads and writes."""
        return self._languages.pair

    @property
    def beginnings(self) -> tuple[str, ...]:
        """Prefixes of a sentence that choose what is written; see `Languages`."""
        return self._languages.beginnings

    def about(self) -> dict[str, Any]:
        """The plain values from which an `OpenedModel` is made."""
        names = ("architecture", "limit", "parameters", "languages", "pair", "beginnings")
        return {name: getattr(self, name) for name in names}

    def look(
        self, sentence: str, target: str | None = None, languages: tuple[str, ...] = ()
    ) -> Attentions:
        """What every head attends to, from one forward pass in float32 without dropout.

        Args:
            sentence: what an encoder, or a GPT-like model, reads.
            target: what an encoder-decoder is forced to write; if it is None or blank, the model
                decodes greedily. Other models have no target.
            languages: what a multilingual model reads and writes, by code; its own `pair` replaces
                codes that are not among its `languages`.

        Sentence and target are cut after `limit` pieces, a generated target after MAX_GENERATED;
        the result records this.
        Raises: PretrainedError empty_sentence, no_tokens, not_tokenised, forward_failed, and those
            of `checked_weights`.
        """
        if not sentence.strip():
            raise PretrainedError("empty_sentence")
        pair = self._languages.chosen(languages)
        ids, cut = self._tokenised(sentence, pair)
        wanted = target if self.architecture == "encoder-decoder" and (target or "").strip() else ""
        target_ids = self._tokenised(wanted, pair, is_target=True) if wanted else None
        try:
            with torch.inference_mode():
                if self.architecture == "encoder":
                    return self._encoder(ids, cut)
                if self.architecture == "decoder":
                    return self._decoder(ids, cut)
                return self._encoder_decoder(ids, cut, target_ids, pair)
        except PretrainedError:
            raise
        except Exception as error:
            reason = type(error).__name__
            raise PretrainedError("forward_failed", name=shown(self.name), reason=reason) from error

    def _tokenised(
        self, text: str, pair: tuple[str, ...], *, is_target: bool = False
    ) -> tuple[Tensor, bool]:
        limit = self.limit - 2 if is_target and pair else self.limit
        try:
            ids, cut = self._text.ids(text, limit, is_target=is_target, languages=pair)
        except Exception as error:
            reason = type(error).__name__
            raise PretrainedError("not_tokenised", name=shown(self.name), reason=reason) from error
        if ids.size(1) == 0:
            raise PretrainedError("no_tokens", name=shown(self.name))
        return ids, cut

    def _encoder(self, ids: Tensor, cut: bool) -> Attentions:
        output = self._forward(ids)
        pieces = self._text.pieces(ids, of_source=True)
        return Attentions(
            source=pieces,
            encoder=self._checked(output, "attentions", "encoder", pieces, pieces),
            source_cut=cut,
            marks=self._text.marks([ids], []),
        )

    def _decoder(self, ids: Tensor, cut: bool) -> Attentions:
        output = self._forward(ids)
        likeliest = output.logits[:, -1].argmax(-1, keepdim=True)  # (1, 1)
        read, predicted = ids, torch.cat([ids[:, 1:], likeliest], dim=1)
        pieces = self._text.pieces(read)
        return Attentions(
            read=pieces,
            predicted=self._text.pieces(predicted),
            decoder=self._checked(output, "attentions", "decoder", pieces, pieces),
            source_cut=cut,
            marks=self._text.marks([], [read, predicted]),
        )

    def _encoder_decoder(
        self, ids: Tensor, cut: bool, target_ids: tuple[Tensor, bool] | None, pair: tuple[str, ...]
    ) -> Attentions:
        assert self._generation is not None
        read_ids, predicted_ids, target_cut = (
            self._generated(ids, pair) if target_ids is None else self._forced(*target_ids, pair)
        )
        # A cache is useless here, and with one FSMT's decoder would see later tokens.
        output = self._forward(ids, decoder_input_ids=read_ids, use_cache=False)
        source = self._text.pieces(ids, of_source=True)
        read, predicted = self._text.pieces(read_ids), self._text.pieces(predicted_ids)
        excluded = torch.tensor([self._generation.excluded], dtype=torch.long)
        return Attentions(
            source=source,
            read=read,
            predicted=predicted,
            encoder=self._checked(output, "encoder_attentions", "encoder", source, source),
            decoder=self._checked(output, "decoder_attentions", "decoder", read, read),
            cross=self._checked(output, "cross_attentions", "cross", read, source),
            target=self._text.plain_text(predicted_ids[:, self._start(pair).size(1) - 1 :]),
            generated=target_ids is None,
            source_cut=cut,
            target_cut=target_cut,
            marks=self._text.marks([ids], [read_ids, predicted_ids]),
            languages=pair,
            switched_off=self._generation.switched_off if target_ids is None else (),
            excluded=self._text.pieces(excluded) if target_ids is None else (),
        )

    def _forward(self, ids: Tensor, **more: Any) -> Any:
        return self._network(
            input_ids=ids, attention_mask=torch.ones_like(ids), output_attentions=True, **more
        )

    def _generated(self, ids: Tensor, pair: tuple[str, ...]) -> tuple[Tensor, Tensor, bool]:
        """Decode greedily: the tokens read, those predicted, and whether the text was cut off."""
        assert self._generation is not None
        start = self._start(pair)
        most = min(MAX_GENERATED, self.limit - 1)
        written, stopped = self._generation.written(self._network, ids, start, most)
        return written[:, :-1], written[:, 1:], stopped

    def _forced(
        self, target_ids: Tensor, cut: bool, pair: tuple[str, ...]
    ) -> tuple[Tensor, Tensor, bool]:
        """The same for a given target, which is read shifted by one position."""
        if pair:
            end = torch.tensor([[self._tokeniser.eos_token_id]])
            whole = torch.cat([self._start(pair), target_ids, end], dim=1)
            return whole[:, :-1], whole[:, 1:], cut
        return torch.cat([self._first(target_ids), target_ids[:, :-1]], dim=1), target_ids, cut

    def _start(self, pair: tuple[str, ...]) -> Tensor:
        """What a decoder reads before it writes, (1, 1 or 2): the start token, and the language
        token if that is a different one.
        """
        if not pair:
            assert self._generation is not None
            return torch.tensor([[self._generation.start]])
        language = self._languages.ids[pair[1]]
        # mBART's decoder starts with the language, which ends its labels; others read it second.
        first = int(self._first(self._text.labels_of_nothing(pair))[0, 0])
        return torch.tensor([[first] if first == language else [first, language]])

    def _first(self, labels: Tensor) -> Tensor:
        """The token that is read before the labels, (1, 1)."""
        shifted = getattr(self._network, "prepare_decoder_input_ids_from_labels", None)
        if shifted is not None:
            return shifted(labels=labels)[:, :1]
        assert self._generation is not None
        return torch.tensor([[self._generation.start]])

    def _checked(
        self, output: Any, name: str, kind: Kind, rows: tuple[str, ...], columns: tuple[str, ...]
    ) -> Tensor:
        layers = getattr(output, name, None)
        expected = layer_count(self._network.config, kind)
        return checked_weights(layers, len(rows), len(columns), self.name, expected)
