"""Switches that hide words of the sentence from the model."""

from pages.translator.decoding import DecodedSentence
from pages.translator.glossed import source_labels
from pages.translator.setting import SentenceSetting
from ui.answer.parts import Chip, Chips
from ui.words.language import Text


def hide_chips(text: Text, setting: SentenceSetting, written: DecodedSentence) -> Chips:
    """A switch for each source word."""
    chips = [
        Chip.to(
            word,
            setting.with_values(hidden=setting.hidden ^ {place}),
            None,
            is_on=place in written.hidden,
        )
        for place, word in enumerate(source_labels(text.language, written, written.words))
    ]
    return Chips("hide", chips, text("hide.title"), look="tokens")
