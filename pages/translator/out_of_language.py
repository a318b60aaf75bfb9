"""Notes on a sentence outside the translator's language: the reason, and near ones inside it."""

from collections.abc import Iterable

from english_korean.language.reading.sentences import LONGEST
from english_korean.language.recognition import Recognition
from english_korean.language.suggestions import Reason, nearest
from pages.translator.glossed import english_label
from pages.translator.setting import SentenceSetting
from ui.answer.parts import Chip, Chips
from ui.picture.label import Label, gloss_of, with_gloss
from ui.words.language import Text

LONGEST_NAME = 40
MOST_READ = 5
"""The most words repeated from the part that could be read."""


def named(words: Iterable[str]) -> str:
    """Words in quotation marks, long ones shortened, with their glosses if they have any."""
    return ", ".join(with_gloss(Label(f"“{_short(word)}”", gloss_of(word))) for word in words)


def _short(word: str) -> str:
    return word if len(word) <= LONGEST_NAME else f"{word[:LONGEST_NAME]}…"


def reason_lines(text: Text, reason: Reason) -> list[str]:
    """Explain why a sentence is outside the language: how far it was read, and what is wrong."""
    if reason.kind == "rule":
        return [reason.why[text.language]]
    words = named(english_label(text.language, word) for word in reason.words)
    reason_text = text(f"outside.{reason.kind}", words=words, limit=LONGEST)
    if not reason.read or reason.kind not in ("unknown", "stuck"):
        first = reason.kind == "stuck"
        return [text("outside.first", words=words) if first else reason_text]
    more = "… " if len(reason.read) > MOST_READ else ""
    read = f"“{more}{' '.join(reason.read[-MOST_READ:])}”"
    return [text("outside.read", read=read), reason_text]


def nearest_chips(text: Text, setting: SentenceSetting, recognition: Recognition) -> list[Chips]:
    """Suggest sentences inside the language; empty if the sentence itself is inside."""
    fresh = {"hidden": frozenset(), "pins": "", "forced": "", "step": 0}
    chips = [
        Chip.to(sentence, setting.with_values(sentence=sentence, **fresh))
        for sentence in nearest(recognition)
    ]
    row = Chips("nearest", chips, text("outside.nearest"), look="suggestions")
    return [row] if chips else []
