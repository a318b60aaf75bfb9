"""The input of the page about what attention does not say: a sentence, and a row of weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from english_korean.language.tokens import tokenise
from pages.attention_limits.hiding import WithoutEach, without_each
from pages.translator.glossed import glossed
from pages.translator.model_edits import PATHS
from pages.translator.shown_head import ShownHead
from pages.translator.trained_attention import (
    TrainedAttention,
    trained_attention,
    translator_config,
)
from pages.translator.typed_text import read_english
from ui.models.attentions import Kind
from ui.state.setting import Setting, choice, picture_field, stepped, typed
from ui.state.typed_input import read_sentence

MOST_WORDS = 16
MOST_TOKENS = 2 * MOST_WORDS + 12
"""No translation of so many words is longer."""
MOST_LAYERS = 12
LAST_LAYER = MOST_LAYERS - 1
"""Counts as the last layer of any model."""
MOST_HEADS = 16
KINDS: tuple[Kind, ...] = ("cross", "encoder")
PLACES = ("everywhere", "head")
QUESTIONS = ("importance", "value", "sink")
"""What can be asked of a sentence: the page then shows the row that answers it most clearly."""
SENTENCE = "My sister gave the old man a new book yesterday"


def read_words(text: str) -> list[str]:
    """Read a sentence that is short enough to compare its words. Raises: InputError."""
    words = [token.text for token in tokenise(read_english(text))]
    return read_sentence(text, lambda _: words, limit=MOST_WORDS)


def read_question(text: str) -> str:
    """Read the name of a question of this page, or nothing. Raises: ValueError."""
    if text and text not in QUESTIONS:
        raise ValueError(f"{text[:40]!r} is not one of {', '.join(QUESTIONS)}")
    return text


def _layers(_: "LimitsSetting") -> Sequence[int]:
    return range(translator_config().num_layers)


def _heads(_: "LimitsSetting") -> Sequence[int]:
    return range(translator_config().num_heads)


def _tokens(setting: "LimitsSetting") -> Sequence[int]:
    return range(len(setting.trained.written.tokens))


def _words(setting: "LimitsSetting") -> Sequence[int]:
    return range(len(setting.trained.written.recognition.words))


@dataclass(frozen=True, eq=False)
class LimitsSetting(ShownHead, Setting):
    """A sentence, an attention to its words, and the token whose probability is compared.

    A link with a question in `ask` opens the row that answers it, whatever the weights are.
    """

    PREFIX = "al"

    sentence: str = typed(read_words, SENTENCE)
    kind: str = choice(KINDS, "cross")
    layer: int = stepped(0, LAST_LAYER, LAST_LAYER, _layers, width=90, counts_from=1)
    head: int = stepped(0, MOST_HEADS - 1, 0, _heads, width=100, counts_from=1)
    token: int = stepped(0, MOST_TOKENS - 1, 7, _tokens, width=120, counts_from=1)
    word: int = stepped(0, MOST_WORDS - 1, 0, _words, width=150, counts_from=1)
    hide: str = choice(PLACES, "everywhere")
    ask: str = picture_field(read_question, str, "")

    def check(self) -> None:
        """A refused sentence may wait for another control. Raises: InputError."""
        read_words(self.sentence)

    @property
    def shown_kind(self) -> Kind:
        return "encoder" if self.kind == "encoder" else "cross"

    @cached_property
    def trained(self) -> TrainedAttention:
        return trained_attention(self.sentence, self.shown_kind, self.shown_layer)

    @property
    def position(self) -> int:
        """The token of the translation whose probability is compared."""
        return min(self.token, len(self.trained.written.tokens) - 1)

    @property
    def row(self) -> int:
        """The query whose weights are shown: what writes the token, or a word of the sentence."""
        if self.shown_kind == "cross":
            return self.position
        return min(self.word, len(self.trained.written.recognition.words) - 1)

    @property
    def path(self) -> str:
        """The shown attention in the model."""
        return PATHS[self.shown_kind].format(layer=self.shown_layer)

    @cached_property
    def without(self) -> WithoutEach:
        """What the model makes of the sentence without each of its words."""
        if self.hide == "head":
            return without_each(self.sentence, self.path, self.shown_head)
        return without_each(self.sentence)

    def tokens_in(self, language: str) -> tuple[str, ...]:
        """Labels for the tokens that were written, equal ones told apart."""
        return tuple(glossed(language, self.trained.written).predicted)

    def queries_in(self, language: str) -> tuple[str, ...]:
        """Labels for the rows of the shown attention; a row of the cross-attention is named after
        the token that it writes.
        """
        if self.shown_kind == "cross":
            return self.tokens_in(language)
        return self.keys_in(language)

    def keys_in(self, language: str) -> tuple[str, ...]:
        """Labels for the words of the sentence, equal ones told apart."""
        return tuple(glossed(language, self.trained.written).source)
