"""A model's tokenizer: from text to ids, and from ids to readable pieces."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from threading import Lock
from typing import Any

from torch import Tensor, tensor

from transformer_lab.pretrained.pieces import Mark, marks_of, readable_pieces, written_text

_MAX_CHARACTERS = 10_000


class Tokeniser:
    """A transformers tokenizer, used by one caller at a time.

    It stores settings of the current call: truncation, Marian's two vocabularies, two languages.
    """

    def __init__(self, own: Any) -> None:
        self._own, self._lock = own, Lock()

    @property
    def longest(self) -> object:
        """The most pieces of a text, as its files state it; some files state nonsense."""
        return self._own.model_max_length

    @property
    def mask(self) -> int | None:
        """The token that hides another one from a model that is to guess it, if there is one."""
        number: int | None = getattr(self._own, "mask_token_id", None)
        return number

    @property
    def special(self) -> frozenset[int]:
        """Tokens such as [CLS], the end, padding, and what stands for an unknown word."""
        return frozenset(self._own.all_special_ids)

    def ids(
        self, text: str, limit: int, *, is_target: bool = False, languages: tuple[str, ...] = ()
    ) -> tuple[Tensor, bool]:
        """Token ids (1, seq_len) with the special ones, and whether the text was cut.

        A multilingual model's target comes without special ones: see `PretrainedModel`.
        """
        text, is_long = text[:_MAX_CHARACTERS], len(text) > _MAX_CHARACTERS
        with self._lock:
            if languages:
                self._own.src_lang, self._own.tgt_lang = languages
            if is_target and self._target_ids is not None:
                ids = self._with_target_vocabulary(text)
                cut = ids if len(ids) <= limit else [*ids[: limit - 1], ids[-1]]
            else:
                between: dict[str, Any] = {"text_target" if is_target else "text": text}
                if is_target and languages:
                    between["add_special_tokens"] = False
                ids = cut = self._own(**between)["input_ids"]
                if len(ids) > limit:
                    cut = self._own(**between, truncation=True, max_length=limit)["input_ids"]
        return tensor([cut]).long(), is_long or len(ids) > limit

    def labels_of_nothing(self, languages: tuple[str, ...]) -> Tensor:
        """The special tokens that a multilingual model's labels put around a target, (1, 2)."""
        with self._lock:
            self._own.set_tgt_lang_special_tokens(languages[1])
            return tensor([[*self._own.prefix_tokens, *self._own.suffix_tokens]])

    def pieces(self, ids: Tensor, *, of_source: bool = False) -> tuple[str, ...]:
        """The pieces of ids (1, seq_len); a piece without a spelling is shown by its number."""
        return tuple(self._piece(number, of_source) for number in ids[0].tolist())

    def marks(self, of_source: Iterable[Tensor], of_target: Iterable[Tensor]) -> tuple[Mark, ...]:
        """The marks in the pieces of ids that have to be explained."""
        numbers = [(n, True) for ids in of_source for n in ids[0].tolist()]
        numbers += [(n, False) for ids in of_target for n in ids[0].tolist()]
        nameless = any(self._spelled(number, at) is None for number, at in numbers)
        return marks_of(self._own, {self._piece(number, at) for number, at in numbers}, nameless)

    def plain_text(self, ids: Tensor) -> str:
        """The ids of a target as text, without the special ones."""
        spelt = [number for number in ids[0].tolist() if self._spelled(number, False) is not None]
        with self._lock:
            return self._own.decode(spelt, skip_special_tokens=True).strip()

    def _piece(self, number: int, of_source: bool) -> str:
        spelled = self._spelled(number, of_source)
        if spelled is None:
            return f"#{number}"
        # Added tokens are plain text, even if the other pieces are spelled in bytes.
        if number in self._own.added_tokens_decoder:
            return written_text(spelled)
        return self._readable(spelled)

    def _spelled(self, number: int, of_source: bool) -> str | None:
        table = self._source_spelling if of_source else self._target_spelling
        # The language tokens of M2M100 are in a separate table.
        return table.get(number) or getattr(self._own, "id_to_lang_token", {}).get(number)

    @cached_property
    def _readable(self) -> Any:
        return readable_pieces(self._own)

    @cached_property
    def _source_spelling(self) -> dict[int, str]:
        return {number: piece for piece, number in self._own.get_vocab().items()}

    @cached_property
    def _target_spelling(self) -> dict[int, str]:
        """Differs from the source's only if each language has a vocabulary: Marian, FSMT."""
        if getattr(self._own, "separate_vocabs", False):
            return {number: piece for piece, number in self._own.target_encoder.items()}
        if self._target_ids is not None:
            return {number: piece for piece, number in self._target_ids.items()}
        return self._source_spelling

    @cached_property
    def _target_ids(self) -> Mapping[str, int] | None:
        """FSMT's target vocabulary: its tokenizer numbers targets by the source's vocabulary."""
        # Marian's tokenizer has the method, too, but numbers targets correctly.
        if not hasattr(self._own, "get_tgt_vocab") or hasattr(self._own, "separate_vocabs"):
            return None
        return {piece: number for number, piece in self._own.decoder.items()}

    def _with_target_vocabulary(self, text: str) -> list[int]:
        own, vocabulary = self._own, self._target_ids or {}
        source, own.src_lang = own.src_lang, own.tgt_lang
        try:
            pieces = own.tokenize(text)
        finally:
            own.src_lang = source
        unknown = vocabulary[own.unk_token]
        return [*(vocabulary.get(piece, unknown) for piece in pieces), vocabulary[own.sep_token]]
