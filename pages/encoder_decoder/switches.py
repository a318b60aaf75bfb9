"""Rows of buttons that set one number, next to the picture that it changes."""

from collections.abc import Sequence

from pages.encoder_decoder.setting import EncoderDecoderSetting
from ui.answer.parts import Chip, Chips
from ui.words.language import Text

STEPS = (0, 7, 30, 100)


def numbers(
    text: Text,
    setting: EncoderDecoderSetting,
    field: str,
    values: Sequence[float],
) -> Chips:
    """Return a button for each of these values of a field, and for the current one."""
    now = getattr(setting, field)
    chips = [
        Chip.to(f"{value:g}", setting.with_values(**{field: value}), None, is_on=value == now)
        for value in sorted({*values, now})
    ]
    return Chips(field, chips, text(f"controls.{field}"), look="tokens")


def training_steps(text: Text, setting: EncoderDecoderSetting) -> list[Chips]:
    """Return the same for the training steps; nothing if the model cannot be trained here."""
    return [numbers(text, setting, "steps", STEPS)] if setting.can_train else []
