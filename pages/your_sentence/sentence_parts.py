"""Everything that the sentence page shows for one setting, part by part."""

from collections.abc import Callable
from dataclasses import replace

from torch import Tensor

from pages.translator.attention_source import AttentionSource
from pages.translator.choices import BELOW, EXAMPLES, SUMMARIES
from pages.translator.code import hugging_face_code
from pages.translator.decoding import DecodedSentence, decode
from pages.translator.decoding_parts import hypotheses, next_words
from pages.translator.glossed import glossed
from pages.translator.head_choice import head_choice
from pages.translator.model_edits import shapes
from pages.translator.naming import parameter_question
from pages.translator.program import DRAWN, translator_program
from pages.translator.run_name import BEGINNING, file_of
from pages.translator.setting import SentenceSetting
from pages.your_sentence.arithmetic import pinned_row, weight_arithmetic
from pages.your_sentence.heads import heads_parts
from pages.your_sentence.other_areas import TABS
from pages.your_sentence.other_model import first_token, other_model_details
from pages.your_sentence.panels import details_parts
from pages.your_sentence.patch_arithmetic import patch_pin, patched_arithmetic
from pages.your_sentence.patching import patching_parts, press_chips
from pages.your_sentence.reading import early_parts, early_place, reading_parts
from pages.your_sentence.selected import selected_parts
from pages.your_sentence.summary import gradient_of, own_gradient, path_of, summary_of
from pages.your_sentence.views import (
    LINK,
    SentenceViews,
)
from pages.your_sentence.whole_words import joined_words, shown_source
from transformer_lab.measures.summaries import rollout
from ui.answer.chips import presets, suggestions
from ui.answer.parts import Board, Chip, Chips, Note, Part
from ui.answer.program import Program
from ui.picture.matrix_view import Break
from ui.picture.matrix_view.matrix import Item
from ui.state.address import Selection
from ui.words.language import Text, text_of


class SentenceParts:
    """One setting, and everything that is shown for it."""

    def __init__(self, text: Text, setting: SentenceSetting) -> None:
        self.text, self.setting, self.source = text, setting, shown_source(setting)
        self.words = joined_words(setting, setting.attention_source)
        self.choice = head_choice(setting, self.source)
        self.views = self._views(self.source, lambda: own_gradient(setting, path_of(self.choice)))

    @property
    def written(self) -> DecodedSentence | None:
        return self.source.written

    @property
    def has_alignment(self) -> bool:
        """True if the grammar knows the word alignment of what is shown."""
        written = self.written
        return written is not None and written.is_reference and self.choice.kind == "cross"

    def _views(self, source: AttentionSource, gradient: Callable[[], Tensor]) -> SentenceViews:
        written = self.source.written
        return SentenceViews(
            self.text,
            source.attentions
            if source.written is None
            else glossed(self.text.language, source.written),
            self.choice,
            self.setting.shown_steps,
            written.alignment if written is not None else None,
            hidden_words=written.hidden if written is not None else (),
            laid_over=self.setting.aligned and self.has_alignment,
            summary=self._summary(source, gradient),
            words=self.words,
        )

    def _summary(
        self, source: AttentionSource, gradient: Callable[[], Tensor]
    ) -> Callable[[], Tensor] | None:
        """What gives a summary over heads and layers; None where the views have all it takes."""
        if source.written is not None:
            return summary_of(self.choice, source.written, gradient)
        words, choice, pieces = self.words, self.choice, self.setting.attention_source
        if choice.summary is not None:
            made = choice.summary
            return lambda: made if words is None else words.of(made, choice.kind)
        if words is None:
            return None
        # Layers are followed piece by piece; only what comes out is joined.
        return lambda: words.of(rollout(pieces.weights(choice.kind))[choice.layer], choice.kind)

    def untrained(self) -> SentenceViews:
        """The untrained model, forced to write the same. Needs one of our own models."""
        assert self.written is not None
        setting = self.setting
        between = (setting.own_sentence, setting.hidden, self.written.as_forced())
        other = decode("untrained", *between, style=setting.style)
        path, steps = path_of(self.choice), setting.shown_steps
        return self._views(
            AttentionSource(other.attentions, other),
            lambda: gradient_of(other, "untrained", path, steps),
        )

    def lines(self) -> list[Part]:
        written = self.written
        if written is None:
            return [self.views.lines([], self.setting.pins)]
        hints = {written.attentions.read[0]: self.text("style.help")}
        return [self.views.lines(written.percents(), self.setting.pins, hints)]

    def matrix(self) -> list[Part]:
        items: list[Item] = [self.views.large()]
        if self.setting.beside and self.written is not None:
            name = self.text("untrained_beside")
            items += [Break(), self.untrained().large("untrained", name)]
        hint = "matrix_view.hint" if self.written is not None else "other_model.hint"
        return [Board("weights", items, self.text(hint), LINK)]

    def details(self) -> list[Part]:
        if self.written is None:
            parts = other_model_details(self.text, self.source, self.choice, self.views)
        else:
            words = text_of("models", self.text.language)
            sink = first_token(words, self.choice, self.views)
            parts = details_parts(self.text, self.setting, self.source)
            parts += [Note(line, "quiet") for line in sink]
        if self.words is not None:
            parts.append(Note(self.text("whole_words.about"), "quiet"))
        summed = selected_parts(self.text, self.views, self.setting.pins)
        return [*summed, *parts, *self._about_combination()]

    def _about_combination(self) -> list[Part]:
        """The formula by which heads became one matrix, and what it leaves out."""
        how, ignored = self.choice.how, self.choice.ignored
        why: list[Part] = []
        if self.written is None and ignored not in ("", "one_head", "further_heads"):
            why = [Note(self.text(f"ignored.{ignored}"), "info")]
        if self.choice.combination == "each" or (len(self.choice.on) < 2 and how not in SUMMARIES):
            return why
        if how == "gradient" and self.choice.kind == "encoder":
            how = "gradient_encoder" if self.written is not None else self._gradient_of()
        return [*why, Note(self.text(f"summary.{how}", layer=self.choice.layer + 1), "quiet")]

    def _gradient_of(self) -> str:
        """Whose logits another model's encoder counts for: of a target, or of its own tokens."""
        return "gradient_encoder" if self.source.attentions.cross is not None else "gradient_here"

    def arithmetic(self, selection: Selection) -> list[Part]:
        """The pinned weight and the next words; the words come first while stepping."""
        if self.written is None:
            return []
        text, written = self.text, self.written
        early = early_place(self.setting, selection.pin)
        if early is not None:
            return early_parts(text, self.setting, written, early, selection)
        moved = patch_pin(self.setting, selection.pin)
        if moved is not None:
            return patched_arithmetic(text, self.setting, written, moved, selection)
        between = (text, written, self.choice, self.views, selection)
        weight = weight_arithmetic(*between, self.setting)
        if weight.here.partition("@")[0] in shapes():
            weight = replace(weight, question=parameter_question(text, self.setting.model))
        searched = hypotheses(text, written, self.setting.shown_steps - 1)
        if self.setting.is_stepping:
            words = next_words(text, written, self.setting.shown_steps - 1)
            return [*searched, words, weight]
        words = next_words(text, written, self._step_looked_at(selection))
        return [*searched, weight, words]

    def _step_looked_at(self, selection: Selection) -> int:
        """The step of the row looked at; the last step if the rows are source words."""
        if self.choice.kind == "encoder":
            return self.setting.tokens - 1
        return pinned_row(self.views, self.views.combined_weights, selection.pin)[0]

    def heads(self) -> list[Part]:
        is_shown = self.setting.below == "heads"
        return heads_parts(self.text, self.setting, self.views) if is_shown else []

    def tabs(self) -> list[Part]:
        """What can be shown below."""
        text, setting = self.text, self.setting
        chips = [
            Chip.to(
                text(f"below.{one}"), setting.with_values(below=one), is_on=one == setting.below
            )
            for one in (BELOW if self.written is not None else ("heads", *TABS))
        ]
        press = [press_chips(text, setting)] if setting.below == "patching" else []
        return [Chips("below", chips, look="tabs"), *press]

    def reading(self) -> list[Part]:
        if self.setting.below != "reading" or self.written is None:
            return []
        return reading_parts(self.text, self.setting, self.written)

    def patching(self) -> list[Part]:
        if self.setting.below != "patching" or self.written is None:
            return []
        return patching_parts(self.text, self.setting, self.written)

    def code(self) -> list[Part]:
        setting = self.setting
        if self.written is None:
            is_run = setting.name.strip().startswith(BEGINNING)
            file = file_of(setting.name) if is_run else ""
            if is_run and not file:
                return []
            # Other models have no target, whatever is typed there.
            has_target = self.source.attentions.cross is not None
            target = setting.target if has_target else ""
            between = (setting.sentence, setting.name, target, self.choice)
            languages = self.source.attentions.languages
            source = hugging_face_code(*between, languages=languages, file=file)
            return [Program(self.text, "model", core=source, drawn=DRAWN)]
        return [
            translator_program(self.text, setting, self.written, self.choice, setting.shown_steps)
        ]

    def chips(self) -> list[Chips]:
        text, setting = self.text, self.setting
        plain = {"model": "translator", "writing": "greedy", "hidden": frozenset(), "step": 0}
        plain |= {"pins": "", "forced": "", "heads_off": frozenset(), "cells": ()}
        given = {name: setting.with_values(sentence=one, **plain) for name, one in EXAMPLES.items()}
        rows = [presets(text, setting, given)]
        if self.written is None:
            return rows
        last = frozenset({len(self.written.recognition.words) - 1})
        suggested = {
            "hide": (setting.with_values(hidden=last), ""),
            "step": (setting.with_values(step=1), ""),
            "one_head": (setting.with_values(off=frozenset({1, 2, 3})), ""),
        }
        if setting.model != "untrained":
            suggested["untrained"] = (setting.with_values(beside=True), "")
        return [*rows, suggestions(text, setting, suggested)]
