"""The two rows of chips on every page: presets and suggested changes."""

from collections.abc import Mapping
from typing import TypeVar

from ui.answer.parts import Chip, Chips, Note
from ui.shell.language import Text
from ui.state.setting import Setting

S = TypeVar("S", bound=Setting)
NO_VALUES: Mapping[str, Mapping[str, object]] = {}


def presets(text: Text, setting: S, given: Mapping[str, S], *, menu: str = "") -> Chips:
    """Return the presets by name; the current one is filled in and says what to watch for.

    Args:
        menu: the name of the title of the menu that they are in, instead of a row.
    """
    chips = [
        Chip.to(
            text(f"presets.{name}"),
            target,
            watch=_watch(text, f"watch.{name}"),
            is_on=target == setting,
        )
        for name, target in given.items()
    ]
    title = text(f"frame.{menu or 'presets'}")
    return Chips("presets", chips, title, is_menu=bool(menu))


def tries(
    text: Text,
    setting: S,
    worth: Mapping[str, tuple[S, str]],
    values: Mapping[str, Mapping[str, object]] = NO_VALUES,
) -> Chips:
    """Return the suggested changes by name, each with the cell to pin after it, if any.

    Args:
        values: values for the placeholders in a suggestion's note, by its name.
    """
    chips = [
        Chip.to(
            text(f"try.{name}"),
            target,
            pin,
            watch=_watch(text, f"watch.try_{name}", **values.get(name, {})),
            # A suggestion that only pins a cell has the current setting as its target; it is never
            # marked as on.
            is_on=target == setting and target is not setting,
        )
        for name, (target, pin) in worth.items()
    ]
    return Chips("tries", chips, text("frame.try_this"))


def untrained(text: Text, seed: int) -> Note:
    """Say that the numbers come from a seed, and what follows from that."""
    said = text("frame.untrained", seed=seed)
    return Note(said, "untrained", text("frame.untrained_help"))


def _watch(text: Text, name: str, **values: object) -> str:
    return text(name, **values) if name in text else ""
