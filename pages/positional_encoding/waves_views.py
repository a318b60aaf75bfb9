"""The tab on waves: columns of the heatmap as curves, with the pinned one highlighted."""

from collections.abc import Iterator, Sequence

from pages.positional_encoding.setting import (
    MOST_DIMENSIONS,
    EncodingSetting,
    read_dimensions,
)
from pages.positional_encoding.views import (
    about_waves,
    wave_colours,
    wave_figure,
    wave_name,
)
from ui.answer.parts import Chip, Curves, Entry, Legend, Note, Part
from ui.picture.matrix_view import Pin
from ui.state.address import Selection
from ui.words.language import Text


def waves_parts(text: Text, setting: EncodingSetting, selection: Selection) -> list[Part]:
    """Columns of the heatmap as curves, with the pinned one highlighted."""
    pin = _pinned(setting, selection)
    name = text(f"waves.{about_waves(setting.encoding)}")
    parts: list[Part] = [Note(name, "quiet")]
    parts.extend(Note(message, "info") for message in _not_drawn(text, setting, pin))
    figure = wave_figure(text, setting, pin)
    return [*parts, _legend(text, setting, pin), Curves("waves", figure, name)]


def _not_drawn(text: Text, setting: EncodingSetting, pin: Pin | None) -> Iterator[str]:
    """Notes on chosen dimensions that are not drawn, and on a pinned one that cannot be kept."""
    if setting.left_out:
        is_any = min(read_dimensions(setting.dimensions)) < setting.d_model
        name = "waves.outside" if is_any else "waves.all_outside"
        yield text(name, last=setting.d_model - 1)
    if pin is not None and pin.col not in setting.chosen and _is_full(setting):
        yield text("waves.full", limit=MOST_DIMENSIONS, dimension=pin.col)


def _is_full(setting: EncodingSetting) -> bool:
    return len(setting.chosen) >= MOST_DIMENSIONS


def _pinned(setting: EncodingSetting, selection: Selection) -> Pin | None:
    """The pin, if it is in the heatmap."""
    pin = Pin.parse(selection.pin)
    if pin is None or pin.matrix != "pe":
        return None
    return pin if pin.row < setting.seq_len and pin.col < setting.d_model else None


def _legend(text: Text, setting: EncodingSetting, pin: Pin | None) -> Legend:
    """All curves; the pinned one can be kept, the kept ones removed."""
    chosen = setting.chosen
    colours = wave_colours(chosen, None if pin is None else pin.col)
    return Legend(
        [
            Entry(colour, wave_name(text, setting, dimension), _action(text, setting, dimension))
            for dimension, colour in colours.items()
        ]
    )


def _action(text: Text, setting: EncodingSetting, dimension: int) -> Chip | None:
    chosen: Sequence[int] = setting.chosen
    if dimension not in chosen:
        kept = None if _is_full(setting) else setting.drawing([*chosen, dimension])
        return Chip.to(text("waves.keep"), kept, None) if kept else None
    others = [one for one in chosen if one != dimension]
    return Chip.to(text("waves.remove"), setting.drawing(others), None) if others else None
