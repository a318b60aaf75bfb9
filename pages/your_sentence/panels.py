"""The written text, its steps, and the notes around it."""

from pages.translator.attention_source import AttentionSource
from pages.translator.decoding import DecodedSentence
from pages.translator.decoding_parts import in_words
from pages.translator.glossed import glossed
from pages.translator.hide_chips import hide_chips
from pages.translator.setting import SentenceSetting
from pages.translator.verdict import is_good, not_read_notes, state_parts
from pages.your_sentence.other_model import other_model_parts
from ui.answer.parts import Chip, Chips, Heading, Note, Part
from ui.words.language import Text, text_of


def written_parts(text: Text, setting: SentenceSetting, source: AttentionSource) -> list[Part]:
    """The text in Korean spelling, its steps, and reasons not to trust it."""
    if source.written is None:
        return other_model_parts(text, setting, source)
    written = source.written
    heading = Heading(_heading(text, setting, written))
    parts: list[Part] = [*_going_on(text, setting, source), heading]
    parts.append(_steps(text, setting, written))
    if not setting.is_stepping:
        parts += _with_every_word(text, setting, written)
    parts += not_read_notes(text, setting)
    return [*parts, *([] if is_good(setting, written) else state_parts(text, setting, written))]


def details_parts(text: Text, setting: SentenceSetting, source: AttentionSource) -> list[Part]:
    """The words that can be hidden, the tokens with their steps, and other notes on the text."""
    written = source.written
    if written is None:
        return []
    rows: list[Part] = [hide_chips(text, setting, written), _tokens(text, setting, written)]
    return [*rows, *(state_parts(text, setting, written) if is_good(setting, written) else [])]


def _heading(text: Text, setting: SentenceSetting, written: DecodedSentence) -> str:
    """The whole translation; while stepping, the tokens so far."""
    if not setting.is_stepping:
        return written.translation.written
    return f"{in_words(text, written.tokens[: setting.shown_steps])} …"


def _with_every_word(text: Text, setting: SentenceSetting, written: DecodedSentence) -> list[Note]:
    """What the model writes with nothing hidden or changed, if that can be another text."""
    if setting.is_unedited or setting.how.way == "forced":
        return []
    whole = setting.written_unedited(setting.own_model, setting.how)
    before = text("hide.before" if not setting.edits else "hide.before_all")
    return [Note(f"{before}: **{whole.translation.written}**")]


def _steps(text: Text, setting: SentenceSetting, written: DecodedSentence) -> Chips:
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


def _tokens(text: Text, setting: SentenceSetting, written: DecodedSentence) -> Chips:
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


def _plain(values: dict[str, object]) -> dict[str, str]:
    """Undo the Markdown escapes in the names that messages contain."""
    return {name: str(value).replace("\\", "") for name, value in values.items()}


def _going_on(text: Text, setting: SentenceSetting, source: AttentionSource) -> list[Note]:
    """Why the translator is shown instead of another model, and on which sentence."""
    words = text_of("models", text.language)
    goes_on = words("notes.goes_on" if setting.is_readable else "notes.goes_on_with_example")
    if source.is_loading:
        return [Note(f"{words('notes.loading')} {goes_on}", "info")]
    if source.error is None:
        return []
    error = words(f"errors.{source.error.name}", **_plain(source.error.values))
    return [Note(f"{error} {goes_on}", "warning")]
