"""Notes on what the translator wrote: whether its sentence is in its language, and whether the text
can be trusted.
"""

from collections.abc import Sequence

import torch

from english_korean import reference_translation
from english_korean.departure import Departure
from english_korean.language.suggestions import why_outside
from english_korean.language.tokens import not_read
from pages.translator.decoding import OWN_CHOICE, DecodedSentence
from pages.translator.glossed import chosen, korean_label, source_labels
from pages.translator.model_edits import the_translator
from pages.translator.out_of_language import named, nearest_chips, reason_lines
from pages.translator.setting import SentenceSetting
from ui.answer.parts import Note, Part, Tone
from ui.explain.arithmetic import percent
from ui.picture.label import CLOSE, OPEN, with_gloss
from ui.words.language import Text

STATES: dict[str, tuple[Tone, str]] = {
    "inside": ("good", "inside"),
    "inside with unknown words": ("plain", "unknown"),
    "outside": ("warning", "outside"),
}

MOST_NAMED = 4
"""The most morphemes named that a translation leaves out, and symbols that are not read."""


def is_good(setting: SentenceSetting, written: DecodedSentence) -> bool:
    """True if the sentence is in the language, the text is what the grammar says or could be, and
    no word is hidden.
    """
    return _tone(setting, written) == "good" and not written.hidden


def is_doubtful(setting: SentenceSetting, written: DecodedSentence) -> bool:
    """True if the text should not be trusted: the sentence is outside the language, or the trained
    model's own translation certainly says something else.
    """
    return _tone(setting, written) == "warning"


def state_parts(text: Text, setting: SentenceSetting, written: DecodedSentence) -> list[Part]:
    """Notes on the sentence; if it is outside the language, the nearest sentences inside it."""
    note = Note(" ".join(_said(text, setting, written)), _tone(setting, written))
    return [note, *nearest_chips(text, setting, written.recognition)]


def not_read_notes(text: Text, setting: SentenceSetting) -> list[Note]:
    """A note that names the symbols of the sentence that the translator drops, if there are any."""
    symbols = [one for one in not_read(setting.own_sentence) if one not in (OPEN, CLOSE)]
    if not symbols:
        return []
    more = len(symbols) - MOST_NAMED
    shown = " ".join(symbols[:MOST_NAMED])
    named = f"{shown}, {text('translation.more', count=more)}" if more > 0 else shown
    return [Note(text("state.not_read", symbols=named), "info")]


def _tone(setting: SentenceSetting, written: DecodedSentence) -> Tone:
    departure = _departure(setting, written)
    if departure is None:
        return STATES[written.recognition.state][0]
    return "warning" if departure.is_wrong else "plain"


def _departure(setting: SentenceSetting, written: DecodedSentence) -> Departure | None:
    """How the trained model's own choice departs from the grammar's translation; None unless the
    text is complete and nothing is hidden or changed.
    """
    return written.translation.departure if _is_own(setting) else None


def _is_own(setting: SentenceSetting) -> bool:
    """Whether the trained model alone chose all of the text, nothing being hidden or changed."""
    is_own = setting.own_model != "untrained" and setting.how.way in OWN_CHOICE
    return is_own and setting.is_unedited and not setting.is_stepping


def _said(text: Text, setting: SentenceSetting, written: DecodedSentence) -> list[str]:
    """State whether the sentence is in the translator's language, as its grammar decides, and, once
    the text is complete, what became of its words and of the text.
    """
    recognition = written.recognition
    words = source_labels(text.language, written, written.words)
    name = STATES[recognition.state][1]
    unknown = named(words[place] for place in recognition.unknown)
    sentences = [text(f"state.{name}", words=unknown)]
    if (reason := why_outside(recognition)) is not None:
        why = reason_lines(text, reason)
        # A user who typed Korean first needs to know what to type.
        sentences = [*why, *sentences] if reason.kind == "hangul" else [*sentences, *why]
    if written.hidden:
        sentences.append(
            text("state.hidden", words=named(words[p] for p in sorted(written.hidden)))
        )
    if setting.edits:
        counts = {"heads": len(setting.heads_off), "cells": len(setting.cells)}
        sentences.append(text("state.edited", **counts))
    if setting.is_stepping:
        return sentences
    if written.copied:
        sentences.append(text("state.copied", words=named(written.copied)))
    if not written.ended:
        sentences.append(text("state.cut", count=len(written.tokens)))
    return [
        *sentences,
        *_unsure(text, setting, written),
        *_verdict(text, setting, written),
        *_beside_greedy(text, setting, written),
    ]


def _unsure(text: Text, setting: SentenceSetting, written: DecodedSentence) -> list[str]:
    """State which token the trained model gave the smallest probability, where it is too small for
    the model to count as sure; nothing where another chose the tokens, where nobody measured when
    it is sure, and outside the language, where no probability makes it a translation.
    """
    threshold = the_translator().threshold
    token, share = chosen(text.language, written, written.least_probable_step)
    is_outside = written.recognition.state == "outside"
    if threshold is None or is_outside or not _is_own(setting) or share >= threshold:
        return []
    return [text("state.unsure", token=with_gloss(token), percent=percent(share))]


def _beside_greedy(text: Text, setting: SentenceSetting, written: DecodedSentence) -> list[str]:
    """State whether beam search found another translation than greedy decoding."""
    if not written.beam:
        return []
    greedy = setting.with_values(writing="greedy").written
    is_same = torch.equal(greedy.translation.tgt_ids, written.translation.tgt_ids)
    if is_same:
        return [text("beam.same")]
    return [text("beam.other", greedy=greedy.translation.written)]


def _verdict(text: Text, setting: SentenceSetting, written: DecodedSentence) -> list[str]:
    if written.recognition.state == "outside":
        return []
    translation = written.translation
    reference = reference_translation(written.recognition) or ""
    departure = _departure(setting, written)
    if departure is None:
        sentences = [
            text(f"translation.{'right' if translation.is_right else 'other'}", reference=reference)
        ]
    elif departure.is_wrong:
        sentences = [*_wrong(text, departure), text("translation.other", reference=reference)]
    else:
        name = "same" if departure.is_same else "differs"
        sentences = [text(f"translation.{name}", reference=reference)]
    right, count = translation.aligned or (0, 0)
    return [*sentences, *([text("translation.aligned", right=right, count=count)] if count else [])]


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
