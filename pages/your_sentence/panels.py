"""The written text, notes on it, its steps, and the words that can be hidden."""

from collections.abc import Sequence

import torch

from english_korean import reference_translation
from english_korean.departure import Departure
from english_korean.language.suggestions import why_outside
from pages.your_sentence.glossed import (
    chosen,
    glossed,
    korean_label,
    likeliest,
    source_labels,
)
from pages.your_sentence.hypotheses import Hypotheses, Row
from pages.your_sentence.look import Look
from pages.your_sentence.next_words import NextWords
from pages.your_sentence.other_model import other_model_parts
from pages.your_sentence.outside import named, nearest_chips, reason_lines
from pages.your_sentence.setting import SentenceSetting
from pages.your_sentence.sink import sink_sentence
from pages.your_sentence.writing import Writing, Written
from transformer_lab.beam import Hypothesis
from transformer_lab.vocabulary import START
from ui.answer.parts import Chip, Chips, Heading, Note, Part
from ui.picture.label import gloss_of, with_gloss
from ui.shell.language import Text, text_of

STATES = {
    "inside": ("good", "inside"),
    "inside with unknown words": ("plain", "unknown"),
    "outside": ("warning", "outside"),
}

MOST_NAMED = 4
"""The most morphemes named that a translation leaves out."""
MOST_BEFORE = 8
"""The most tokens repeated from before the next one."""
OWN_CHOICE = ("greedy", "beam")
"""Decoding methods in which the model alone decides."""


def written_parts(text: Text, setting: SentenceSetting, look: Look) -> list[Part]:
    """The text in Korean spelling, its steps, and reasons not to trust it."""
    if look.written is None:
        return other_model_parts(text, setting, look)
    written = look.written
    heading = Heading(_heading(text, setting, written))
    parts: list[Part] = [*_going_on(text, setting, look), heading]
    parts.append(_steps(text, setting, written))
    if not setting.is_stepping:
        parts += _with_every_word(text, setting, written)
    parts += sink_notes(text, setting, written)
    return [*parts, *([] if _is_good(setting, written) else state_parts(text, setting, written))]


def sink_notes(text: Text, setting: SentenceSetting, written: Written) -> list[Note]:
    """A note if nearly all attention of the encoder layer shown is on one token."""
    if setting.kind != "encoder":
        return []
    said = sink_sentence(text, written, min(setting.layer, setting.layers) - 1)
    return [Note(said, "quiet")] if said else []


def told_parts(text: Text, setting: SentenceSetting, look: Look) -> list[Part]:
    """The words that can be hidden, the tokens with their steps, and other notes on the text."""
    written = look.written
    if written is None:
        return []
    rows: list[Part] = [hide_chips(text, setting, written), _tokens(text, setting, written)]
    return [*rows, *(state_parts(text, setting, written) if _is_good(setting, written) else [])]


def _is_good(setting: SentenceSetting, written: Written) -> bool:
    return _tone(setting, written) == "good" and not written.hidden


def is_doubtful(setting: SentenceSetting, written: Written) -> bool:
    """True if the text should not be trusted: the sentence is outside the language, or the trained
    model's own translation certainly says something else.
    """
    return _tone(setting, written) == "warning"


def state_parts(text: Text, setting: SentenceSetting, written: Written) -> list[Part]:
    """Notes on the sentence; if it is outside the language, the nearest sentences inside it."""
    note = Note(" ".join(_said(text, setting, written)), _tone(setting, written))
    return [note, *nearest_chips(text, setting, written.recognition)]


def _tone(setting: SentenceSetting, written: Written) -> str:
    departure = _departure(setting, written)
    if departure is None:
        return STATES[written.recognition.state][0]
    return "warning" if departure.is_wrong else "plain"


def _departure(setting: SentenceSetting, written: Written) -> Departure | None:
    """How the trained model's own choice departs from the grammar's translation; None unless the
    text is complete and nothing is hidden or changed.
    """
    is_own = setting.own_model != "untrained" and setting.how.way in OWN_CHOICE
    is_whole = setting.is_untouched and not setting.is_stepping
    return written.translation.departure if is_own and is_whole else None


def _heading(text: Text, setting: SentenceSetting, written: Written) -> str:
    """The whole translation; while stepping, the tokens so far."""
    if not setting.is_stepping:
        return written.translation.written
    return f"{_in_words(text, written.tokens[: setting.shown_steps])} …"


def _in_words(text: Text, tokens: Sequence[str]) -> str:
    """Korean tokens as a text."""
    return " ".join(with_gloss(korean_label(text.language, token)) for token in tokens)


def _said(text: Text, setting: SentenceSetting, written: Written) -> list[str]:
    """State whether the sentence is in the translator's language, as its grammar decides, and, once
    the text is complete, what became of its words and of the text.
    """
    recognition = written.recognition
    words = source_labels(text.language, written, written.words)
    name = STATES[recognition.state][1]
    unknown = named(words[place] for place in recognition.unknown)
    said = [text(f"state.{name}", words=unknown)]
    if (reason := why_outside(recognition)) is not None:
        why = reason_lines(text, reason)
        # A user who typed Korean first needs to know what to type.
        said = [*why, *said] if reason.kind == "hangul" else [*said, *why]
    if written.hidden:
        said.append(text("state.hidden", words=named(words[p] for p in sorted(written.hidden))))
    if setting.touched:
        counts = {"heads": len(setting.heads_off), "cells": len(setting.cells)}
        said.append(text("state.touched", **counts))
    if setting.is_stepping:
        return said
    if written.copied:
        said.append(text("state.copied", words=named(written.copied)))
    if not written.ended:
        said.append(text("state.cut", count=len(written.tokens)))
    return [*said, *_verdict(text, setting, written), *_beside_greedy(text, setting, written)]


def _beside_greedy(text: Text, setting: SentenceSetting, written: Written) -> list[str]:
    """State whether beam search found another translation than greedy decoding."""
    if not written.beam:
        return []
    greedy = setting.with_values(writing="greedy").written
    is_same = torch.equal(greedy.translation.tgt_ids, written.translation.tgt_ids)
    if is_same:
        return [text("beam.same")]
    return [text("beam.other", greedy=greedy.translation.written)]


def _verdict(text: Text, setting: SentenceSetting, written: Written) -> list[str]:
    if written.recognition.state == "outside":
        return []
    translation = written.translation
    reference = reference_translation(written.recognition) or ""
    departure = _departure(setting, written)
    if departure is None:
        said = [
            text(f"translation.{'right' if translation.is_right else 'other'}", reference=reference)
        ]
    elif departure.is_wrong:
        said = [*_wrong(text, departure), text("translation.other", reference=reference)]
    else:
        said = [text("translation.differs", reference=reference)]
    right, count = translation.aligned or (0, 0)
    return [*said, *([text("translation.aligned", right=right, count=count)] if count else [])]


def _wrong(text: Text, departure: Departure) -> list[str]:
    """State that a translation says something else, and the evidence for it."""
    shown = {"missing": departure.missing, "turned": departure.turned}
    return [
        text("translation.wrong"),
        *(text(f"translation.{n}", words=_some(text, t)) for n, t in shown.items() if t),
    ]


def _some(text: Text, tokens: Sequence[str]) -> str:
    """The first few morphemes."""
    labels = (korean_label(text.language, token) for token in tokens[:MOST_NAMED])
    shown = [with_gloss(label) for label in labels]
    more = len(tokens) - len(shown)
    return ", ".join([*shown, *([text("translation.more", count=more)] if more else [])])


def _with_every_word(text: Text, setting: SentenceSetting, written: Written) -> list[Note]:
    """What the model writes with nothing hidden or changed, if that can be another text."""
    if setting.is_untouched or setting.how.way == "forced":
        return []
    whole = setting.written_untouched(setting.own_model, setting.how)
    said = text("hide.before" if not setting.touched else "hide.before_all")
    return [Note(f"{said}: **{whole.translation.written}**")]


def _steps(text: Text, setting: SentenceSetting, written: Written) -> Chips:
    """The buttons for start, back, on, and everything."""
    count, shown = setting.tokens, setting.shown_steps
    on = 0 if shown >= count - 1 else shown + 1
    moves = {"start": 1, "back": max(1, shown - 1), "on": on, "all": 0}
    chips = [
        Chip.to(text(f"steps.{name}"), setting.with_values(step=to), hint="")
        for name, to in moves.items()
        if to != (0 if setting.step >= count else setting.step)
    ]
    return Chips("steps", chips)


def _tokens(text: Text, setting: SentenceSetting, written: Written) -> Chips:
    """Every token written so far, as a button to its step."""
    shown = setting.shown_steps
    tokens = [
        Chip.to(
            label,
            setting.with_values(step=place + 1),
            is_on=setting.is_stepping and place == shown - 1,
        )
        for place, label in enumerate(glossed(text.language, written).predicted[:shown])
    ]
    return Chips("tokens", tokens, text("steps.tokens"), look="tokens")


def hide_chips(text: Text, setting: SentenceSetting, written: Written) -> Chips:
    """A switch for each source word, and for the control token."""
    control = len(written.recognition.words)
    chips = [
        Chip.to(
            word,
            setting.with_values(hidden=setting.hidden ^ {place}),
            None,
            hint=text("style.help") if place == control else "",
            is_on=place in written.hidden,
        )
        for place, word in enumerate(source_labels(text.language, written, written.words))
    ]
    return Chips("hide", chips, text("hide.title"), look="tokens")


def next_words(text: Text, written: Written, place: int) -> NextWords:
    """The distribution from which the token of a step was chosen."""
    before = _in_words(text, written.tokens[:place][-MOST_BEFORE:] or (START,))
    before = f"… {before}" if place > MOST_BEFORE else before
    between = (text.language, written, place)
    return NextWords(text("steps.question"), before, likeliest(*between), chosen(*between))


def smoothing_note(text: Text, setting: SentenceSetting) -> list[Note]:
    """Why the translator is never more certain, if its own probabilities are shown."""
    is_own = setting.model == "translator" and setting.how.way in OWN_CHOICE
    return [Note(text("steps.smoothing"), "quiet")] if is_own else []


def hypotheses(text: Text, written: Written, place: int) -> list[Hypotheses]:
    """The hypotheses of beam search when it wrote a token; at the last token, its result. Empty
    for other decoding methods.
    """
    if not written.beam:
        return []
    outcome = tuple(written.translation.tgt_ids[0].tolist())
    rows = [
        Row(
            *_hypothesis(text, written, one),
            one.log_probability,
            one.score,
            one.finished,
            chosen=one.ids == outcome[: len(one.ids)],
        )
        for one in written.hypotheses(place)
    ]
    is_last = place >= len(written.tokens) - 1
    about = text("beam.result" if is_last else "beam.step", step=place + 1)
    columns = [text(f"beam.{name}") for name in ("text", "log_probability", "score")]
    return [Hypotheses(text("beam.title"), about, columns, rows)]


def _hypothesis(text: Text, written: Written, hypothesis: Hypothesis) -> tuple[str, str]:
    """A finished hypothesis in Korean spelling, and the glosses of its tokens; an unfinished one
    token by token.
    """
    tokens = [written.tgt_tokens[id] for id in hypothesis.ids[1:]]
    spelled = written.found.get(hypothesis.ids)
    if spelled is None:
        return _in_words(text, tokens), ""
    glosses = (gloss_of(korean_label(text.language, token)) for token in tokens)
    return spelled, " · ".join(filter(None, glosses))


def _plain(values: dict[str, object]) -> dict[str, str]:
    """Undo the Markdown escapes in the names that messages contain."""
    return {name: str(value).replace("\\", "") for name, value in values.items()}


def _going_on(text: Text, setting: SentenceSetting, look: Look) -> list[Note]:
    """Why the translator is shown instead of another model, and on which sentence."""
    words = text_of("your_sentence/pretrained", text.language)
    goes_on = words("notes.goes_on" if setting.is_readable else "notes.goes_on_with_example")
    if look.is_loading:
        return [Note(f"{words('notes.loading')} {goes_on}", "info")]
    if look.error is None:
        return []
    error = words(f"errors.{look.error.name}", **_plain(look.error.values))
    return [Note(f"{error} {goes_on}", "warning")]


__all__ = ["Writing", "named", "next_words", "told_parts", "written_parts"]
