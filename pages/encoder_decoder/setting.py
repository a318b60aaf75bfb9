"""Everything that can be changed on the encoder-decoder page."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property

from pages.encoder_decoder.blocks import FIRST_BLOCK, is_block, read_block, write_block
from pages.encoder_decoder.forward import Forward, Training
from pages.encoder_decoder.sizes import MOST_COMPUTED, MOST_TRAINED, PRESETS, Sizes, counts_of
from pages.whole_model.sentences import Sentences, needed_vocabulary
from transformer_core.explain.origin import Block
from transformer_lab.examples import split_words
from ui.state.setting import Setting, choice, number, picture_field, toggle, typed
from ui.state.typed_input import InputError, read_sentence

MOST_WORDS = 32
MOST_HEADS = 64
TABS = ("output", "loss", "inference", "depth", "counts")
READS = ("target", "own")
TINY = PRESETS["tiny"]


def read_words(text: str) -> list[str]:
    return read_sentence(text, split_words, limit=MOST_WORDS)


def _size(default: int) -> int:
    # `check` knows the limits, and gives better messages than a control.
    size: int = number(0, 10_000_000, default, width=128)
    return size


def read_head(text: str) -> int:
    """Parse a head, counted from 1, from an older URL. Raises: ValueError."""
    if not re.fullmatch(r"\d{1,3}", text, flags=re.ASCII) or not 1 <= int(text) <= MOST_HEADS:
        raise ValueError(f"{text[:40]!r} is not a head")
    return int(text)


@dataclass(frozen=True, eq=False)
class EncoderDecoderSetting(Setting):
    """A model, two sentences, and the open block."""

    PREFIX = "ed"

    num_layers: int = _size(TINY.num_layers)
    d_model: int = _size(TINY.d_model)
    num_heads: int = _size(TINY.num_heads)
    d_ff: int = _size(TINY.d_ff)
    vocab_size: int = _size(TINY.vocab_size)
    dropout: float = number(0.0, 0.9, TINY.dropout, step=0.05, width=128)
    shared: bool = toggle(TINY.shared)
    source: str = typed(read_words, default_words="controls.source_default")
    target: str = typed(read_words, default_words="controls.target_default")
    padding: int = number(0, 8, 1, width=128)
    seed: int = number(0, 9999, 5, width=128)
    norm: str = choice(("post", "pre"), "post")
    dropping: bool = toggle(False)
    dropout_seed: int = number(0, 9999, 0, width=128)
    label_smoothing: float = number(0.0, 0.9, 0.1, step=0.05, width=128)
    steps: int = number(0, 200, 0, width=128)
    reads: str = choice(READS, "target")
    head: int = picture_field(read_head, str, 1, is_view=True)
    block: Block = picture_field(read_block, write_block, FIRST_BLOCK, is_view=True)
    below: str = choice(TABS, "output", is_view=True)

    def check(self) -> None:
        self.sizes.check()
        needed = needed_vocabulary(self.source_words, self.target_words)
        if needed > self.vocab_size:
            raise InputError("vocabulary_too_small", vocab_size=self.vocab_size, needed=needed)

    @cached_property
    def sizes(self) -> Sizes:
        names = Sizes.__dataclass_fields__
        return Sizes(**{name: getattr(self, name) for name in names})

    @property
    def source_words(self) -> tuple[str, ...]:
        return tuple(read_words(self.source))

    @property
    def target_words(self) -> tuple[str, ...]:
        return tuple(read_words(self.target))

    @cached_property
    def sentences(self) -> Sentences:
        """What the model reads, and what it should say."""
        return self.forward.sentences

    @cached_property
    def pair(self) -> Sentences:
        """The sentences as they were typed."""
        return self.forward.pair

    @property
    def norm_first(self) -> bool:
        return self.norm == "pre"

    @property
    def opened(self) -> Block:
        """The open block; the default one if the model does not have it."""
        return self.block if is_block(self.block, self.sizes, self.norm_first) else FIRST_BLOCK

    @property
    def opened_head(self) -> int:
        """The open head, counted from 0."""
        return min(self.head, self.num_heads) - 1

    @property
    def counts(self) -> Mapping[str, int]:
        return counts_of(self.sizes, self.norm_first)

    @property
    def is_computed(self) -> bool:
        """True if the model is small enough for its tensors to be computed."""
        return sum(self.counts.values()) <= MOST_COMPUTED

    @property
    def is_small(self) -> bool:
        """True if the model is small enough to be trained while somebody waits."""
        return sum(self.counts.values()) <= MOST_TRAINED

    @property
    def can_train(self) -> bool:
        return self.is_small and not self.dropping

    @property
    def is_trained(self) -> bool:
        """True if the model is trained on the pair of sentences."""
        return self.steps > 0 and self.can_train

    @property
    def reads_own(self) -> bool:
        """True if the decoder reads what the model wrote; with dropout, it could not write it."""
        return self.reads == "own" and not self.dropping

    @cached_property
    def forward(self) -> Forward:
        """The forward pass of the current sizes and sentences; of a trained model with the steps
        that this answer comes to, and reading the target until the model has written its own.
        """
        forward = self._whole_forward.as_far_as_an_answer_trains()
        if not forward.reads_own:
            return forward
        forward.writing.take(forward.tokens_at_once)
        return forward.reading(forward.writing.is_whole)

    @property
    def trained_steps(self) -> int:
        """The steps of the shown model: those of the setting, or fewer on the way there."""
        return self.forward.training.steps if self.forward.training else 0

    @property
    def is_under_way(self) -> bool:
        """True if the next answer to the same setting has more steps, or tokens of its own."""
        is_writing = self.reads_own and not self.forward.reads_own
        return is_writing or (self.is_trained and self.trained_steps < self.steps)

    def train_whole(self) -> None:
        """Take all steps and write all tokens now, for what cannot be given before."""
        if self.is_trained:
            _ = self._whole_forward.model
        if self.reads_own:
            self._whole_forward.writing.all()

    @property
    def _whole_forward(self) -> Forward:
        return Forward(
            self.sizes,
            self.norm_first,
            self.seed,
            self.source_words,
            self.target_words,
            self.padding,
            self.dropout_seed if self.dropping else None,
            Training(self.steps, self.label_smoothing) if self.is_trained else None,
            self.reads_own,
        )

    def of(self, sizes: Sizes) -> "EncoderDecoderSetting":
        """Change the sizes. Raises: InputError if the sentences need a larger vocabulary."""
        return self.with_values(**asdict(sizes))
