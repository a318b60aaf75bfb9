"""What the process of a Hugging Face model shows on this page, once it is open as one of ours."""

from pages.translator.choices import OF_NUMBERS, SUMMARIES
from pages.translator.head_choice import HeadChoice
from pages.translator.other_source import area_of, error_note, other_source
from pages.translator.setting import SentenceSetting
from pages.your_sentence.patch_arithmetic import patch_pin
from pages.your_sentence.reading import MATRIX
from ui.answer.answer import Area
from ui.answer.parts import Heading, Note, Part
from ui.models import NO_PATCHING, Patching
from ui.picture.matrix_view import Pin
from ui.state.address import Selection
from ui.words.language import Text, text_of

TABS = ("reading", "patching")
"""What its process shows below the picture."""


def needs_numbers(setting: SentenceSetting) -> bool:
    """True if a setting shows more of another model than its attention weights."""
    is_more = setting.below in TABS or setting.combination in OF_NUMBERS
    return setting.model == "hugging_face" and is_more


def below_area(text: Text, setting: SentenceSetting, below: str) -> Area:
    """The area of a tab; empty while another tab is open."""
    if setting.below != below:
        return Area(list)
    question = setting.plain_question
    source = other_source(setting.name, question)
    if source.seen is not None:
        patching = patching_of(setting) if below == "patching" else NO_PATCHING
        encoded = area_of(text, setting.name, question, below, patching=patching)
        return Area(list, encoded=encoded)
    words = text_of("models", text.language)
    is_open = source.error is not None
    note = error_note(text, source.error) if source.error else Note(words("notes.opening"), "info")
    parts: list[Part] = [Heading(text(f"{below}.title")), note]
    return Area(lambda: parts, is_provisional=not is_open)


def patching_of(setting: SentenceSetting) -> Patching:
    """What is asked for in the tab "Patching"."""
    return Patching(setting.other, setting.patch, setting.press)


def arithmetic_area(
    text: Text, setting: SentenceSetting, choice: HeadChoice, selection: Selection
) -> Area:
    """The arithmetic of what is pinned in the tab that is open, or else of a summary of heads."""
    name = ""
    if is_pinned_early(setting, selection.pin):
        name = "read_early"
    elif patch_pin(setting, selection.pin) is not None:
        name = "patched"
    elif choice.how in SUMMARIES and not setting.whole_words:
        name = choice.asked.area
    if not name or other_source(setting.name, setting.plain_question).seen is None:
        return Area(list, follows_pin=True)
    pinned = (selection.pin, selection.trail)
    patching = patching_of(setting) if name == "patched" else NO_PATCHING
    encoded = area_of(text, setting.name, setting.plain_question, name, *pinned, patching=patching)
    return Area(list, follows_pin=True, encoded=encoded)


def is_pinned_early(setting: SentenceSetting, pin: str) -> bool:
    """True if a word is pinned that is read by layer."""
    found = Pin.parse(pin)
    return found is not None and found.matrix == MATRIX and setting.below == "reading"
