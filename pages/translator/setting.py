"""Everything that can be changed on the sentence page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from english_korean.language.syntax import LEVELS, Level, Style
from pages.translator.attention_source import AttentionSource, attention_source, languages_of
from pages.translator.choices import (
    ALL_LAYERS,
    BELOW,
    COMBINATIONS,
    DECODINGS,
    EXAMPLES,
    KINDS,
    MODEL_NAME,
    MODELS,
    ORDERS,
    OTHER,
)
from pages.translator.decoding import (
    STYLE,
    DecodedSentence,
    DecodingOptions,
    decode,
)
from pages.translator.model_edits import (
    Head,
    ModelEdits,
    SetCell,
    read_cells,
    read_heads,
    write_cells,
    write_heads,
)
from pages.translator.other_edits import (
    read_numbers,
    read_off_heads,
    write_numbers,
    write_off_heads,
)
from pages.translator.picture_fields import (
    MOST_STEPS,
    read_patch,
    read_pins,
    read_places,
    read_press,
    read_step,
    write_places,
)
from pages.translator.typed_text import (
    forced_start,
    is_english,
    read_anything,
    read_english,
    read_forced,
    read_morphemes,
)
from ui.models import BoardQuestion, OffHead, SetNumber
from ui.state.setting import Setting, choice, listed, number, picture_field, stepped, toggle, typed
from ui.state.typed_input import InputError


def _layers(setting: "SentenceSetting") -> Sequence[int]:
    return range(1, setting.layers + 1)


def _sources(setting: "SentenceSetting") -> Sequence[str]:
    return setting.languages(0)


def _targets(setting: "SentenceSetting") -> Sequence[str]:
    return setting.languages(1)


@dataclass(frozen=True, eq=False)
class SentenceSetting(Setting):
    """A sentence, the model that writes its translation, and the parts of it that are shown."""

    PREFIX = "ys"
    FORMER: ClassVar = {"sentence": ("ov_sentence",)}

    sentence: str = typed(str, EXAMPLES["yesterday"])
    model: str = choice(MODELS, "translator")
    level: Level = choice(LEVELS, STYLE.level)
    honorific: bool = toggle(STYLE.honorific)
    writing: str = choice(DECODINGS, "greedy")
    beam_width: int = number(1, 8, 4, width=120)
    length_penalty: float = number(0.0, 2.0, 0.6, step=0.1, width=120)
    temperature: float = number(0.1, 5.0, 1.0, step=0.1, width=120)
    top_k: int = number(0, 100, 0, width=120)
    top_p: float = number(0.05, 1.0, 1.0, step=0.05, width=120)
    draw: int = number(0, 9999, 1, width=120)
    forced: str = typed(read_forced)
    name: str = typed(str, MODEL_NAME)
    target: str = typed(str)
    source_language: str = listed(_sources)
    target_language: str = listed(_targets)
    kind: str = choice(KINDS, "cross")
    layer: int = stepped(1, ALL_LAYERS, ALL_LAYERS, _layers)
    off: frozenset[int] = picture_field(read_places, write_places, frozenset())
    combination: str = choice(COMBINATIONS, "average")
    whole_words: bool = toggle(False)
    threshold: int = number(0, 50, 5, step=5, width=130)
    order: str = choice(ORDERS, "layer", is_view=True)
    below: str = choice(BELOW, "heads", is_view=True)
    aligned: bool = toggle(False)
    beside: bool = toggle(False)
    other: str = typed(read_anything, OTHER)
    second: str = typed(str)
    second_model: str = typed(str)
    find: str = typed(str, longest=60)
    patch: str = picture_field(read_patch, str, "")
    press: str = picture_field(read_press, str, "put", is_view=True)
    step: int = picture_field(read_step, str, 0, is_view=True)
    hidden: frozenset[int] = picture_field(read_places, write_places, frozenset())
    pins: str = picture_field(read_pins, str, "", is_view=True)
    heads_off: frozenset[Head] = picture_field(read_heads, write_heads, frozenset())
    cells: tuple[SetCell, ...] = picture_field(read_cells, write_cells, ())
    other_heads: frozenset[OffHead] = picture_field(read_off_heads, write_off_heads, frozenset())
    other_numbers: tuple[SetNumber, ...] = picture_field(read_numbers, write_numbers, ())

    def check(self) -> None:
        """Only the workbench's own models need a readable sentence. Raises: InputError."""
        if self.model != "hugging_face":
            read_english(self.sentence)
            read_english(self.other)
        elif not self.sentence.strip():
            raise InputError("empty_sentence")

    def with_values(self, **values: Any) -> Self:
        """As `Setting.with_values`; what our translator cannot read of another model's other
        sentence is not taken along to it.
        """
        is_own = values.get("model", self.model) != "hugging_face"
        if is_own and "other" not in values and not is_english(self.other):
            values["other"] = OTHER
        return super().with_values(**values)._with_forced()

    def reset_dependents(self, before: Self) -> Self:
        """After a new sentence, reset what was hidden, pinned and forced."""
        if self.sentence == before.sentence:
            return self._with_forced()
        texts = dict.fromkeys(("pins", "forced", "patch", "second"), "")
        let_go: dict[str, Any] = {"hidden": frozenset(), **texts}
        same = [name for name in let_go if getattr(self, name) == getattr(before, name)]
        return replace(self, **{name: let_go[name] for name in same})._with_forced()

    def _with_forced(self) -> Self:
        """Fill in the forced text if decoding is forced and none is given."""
        if self.writing != "forced" or self.forced.strip():
            return self
        between = (self.own_model, self.own_sentence, self.hidden, self.edits, self.style)
        return replace(self, forced=forced_start(*between))

    @property
    def style(self) -> Style:
        """The speech style of the Korean."""
        return Style(self.level, self.honorific)

    @property
    def edits(self) -> ModelEdits:
        """The user's edits to the model."""
        return ModelEdits(self.heads_off, self.cells)

    @property
    def is_unedited(self) -> bool:
        """True if the model sees every word and is unedited."""
        return not self.edits and not self.hidden

    @property
    def own_model(self) -> str:
        """The workbench's own model that is selected, or that is shown instead of another one."""
        return "untrained" if self.model == "untrained" else "translator"

    @property
    def is_readable(self) -> bool:
        """True if our translator can read the sentence; another model may be given any."""
        return is_english(self.sentence)

    @property
    def own_sentence(self) -> str:
        """The sentence our translator gets: an example if it cannot read the given one."""
        return self.sentence if self.is_readable else EXAMPLES["yesterday"]

    @property
    def how(self) -> DecodingOptions:
        """How the next token is chosen; greedily if ours is shown instead of another model."""
        if self.model == "hugging_face" or self.writing == "greedy":
            return DecodingOptions()
        if self.writing == "beam":
            width, penalty = self.beam_width, self.length_penalty
            return DecodingOptions("beam", width=width, length_penalty=penalty)
        if self.writing == "sampled":
            return DecodingOptions("sampled", self.temperature, self.top_k, self.draw)
        return DecodingOptions("forced", forced=read_morphemes(self._with_forced().forced))

    @property
    def is_sampled(self) -> bool:
        """True if the next token is drawn."""
        return self.writing == "sampled"

    @property
    def board_question(self) -> BoardQuestion:
        """What is done with a Hugging Face model for its map."""
        return replace(
            self.plain_question,
            hidden=tuple(sorted(self.hidden)),
            heads_off=tuple(sorted(self.other_heads)),
            numbers=self.other_numbers,
            is_sampled=self.is_sampled,
            temperature=self.temperature,
            top_k=self.top_k,
            top_p=self.top_p,
            draw=self.draw,
        )

    @property
    def plain_question(self) -> BoardQuestion:
        """The same texts for the model as it is, which takes the likeliest token each time."""
        chosen = (self.source_language, self.target_language)
        return BoardQuestion(self.sentence, self.target, chosen if any(chosen) else ())

    @property
    def written(self) -> DecodedSentence:
        """What the workbench's own model writes."""
        between = (self.own_model, self.own_sentence, self.hidden, self.how, self.edits)
        return decode(*between, self.style)

    def written_unedited(self, model: str, how: DecodingOptions) -> DecodedSentence:
        """What a model writes with every word visible and without edits."""
        return decode(model, self.own_sentence, frozenset(), how, style=self.style)

    @property
    def attention_source(self) -> AttentionSource:
        """What is inspected: the named Hugging Face model, or one of our own."""
        if self.model == "hugging_face":
            languages = (self.source_language, self.target_language)
            return attention_source(
                self.name, self.sentence, self.target, languages, lambda: self.written
            )
        return AttentionSource(self.written.attentions, self.written)

    def languages(self, side: int) -> Sequence[str]:
        """The languages of a Hugging Face model: see `languages_of`."""
        return languages_of(self.name, side) if self.model == "hugging_face" else ("",)

    @property
    def layers(self) -> int:
        return int(self.attention_source.weights(self.kind).size(0))

    def heads_on(self, heads: int) -> tuple[int, ...]:
        """The heads of a layer that are on, by number; all of them where none would be left."""
        return tuple(one for one in range(heads) if one not in self.off) or tuple(range(heads))

    @property
    def tokens(self) -> int:
        """The number of tokens written."""
        return len(self.attention_source.attentions.predicted)

    @property
    def shown_steps(self) -> int:
        """The number of these tokens that are shown."""
        if self.attention_source.written is None:
            return MOST_STEPS
        return min(self.step, self.tokens) or self.tokens

    @property
    def is_stepping(self) -> bool:
        """True if some tokens are not shown yet."""
        return self.attention_source.written is not None and self.shown_steps < self.tokens
