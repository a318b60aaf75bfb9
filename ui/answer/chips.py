"""The two rows of chips that every page has: whole examples, and changes worth making."""

from collections.abc import Mapping
from typing import TypeVar

from ui.answer.parts import Chip, Chips, Note
from ui.shell.language import Text
from ui.state.setting import Setting

S = TypeVar("S", bound=Setting)
NO_VALUES: Mapping[str, Mapping[str, object]] = {}


def presets(text: Text, setting: S, given: Mapping[str, S]) -> Chips:
    """Examples by their names; the one in force is filled and says what to watch for."""
    chips = [
        Chip.to(
            text(f"presets.{name}"),
            target,
            watch=_watch(text, f"watch.{name}"),
            is_on=target == setting,
        )
        for name, target in given.items()
    ]
    return Chips("presets", chips, text("frame.presets"))


def tries(
    text: Text,
    setting: S,
    worth: Mapping[str, tuple[S, str]],
    values: Mapping[str, Mapping[str, object]] = NO_VALUES,
) -> Chips:
    """Changes by their names, each with the cell to look at after it, or none.

    Args:
        values: by the name of a change, what its note has to fill in.
    """
    chips = [
        Chip.to(
            text(f"try.{name}"),
            target,
            pin,
            watch=_watch(text, f"watch.try_{name}", **values.get(name, {})),
            # The setting itself comes with one that only pins a cell: nothing is in force after it.
            is_on=target == setting and target is not setting,
        )
        for name, (target, pin) in worth.items()
    ]
    return Chips("tries", chips, text("frame.try_this"))


def untrained(text: Text, seed: int) -> Note:
    """That a seed sets the numbers, and what follows from that."""
    said = text("frame.untrained", seed=seed)
    return Note(said, "untrained", text("frame.untrained_help"))


def _watch(text: Text, name: str, **values: object) -> str:
    return text(name, **values) if name in text else ""
