"""The two kinds of chips above every picture: presets in a menu, and suggested changes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from ui.answer.parts import Chip, Chips, Note
from ui.state.setting import Setting
from ui.words.language import Text

S = TypeVar("S", bound=Setting)
NO_VALUES: Mapping[str, Mapping[str, object]] = {}


def presets(text: Text, setting: S, given: Mapping[str, S], *, menu: str = "presets") -> Chips:
    """Return the menu of presets by name; the current one is marked and says what to watch for.

    Args:
        menu: the name of the menu's title.
    """
    chips = [
        Chip.to(
            text(f"presets.{name}"),
            target,
            hint=_watch(text, f"watch.{name}"),
            is_on=target == setting,
        )
        for name, target in given.items()
    ]
    return preset_menu(chips, text(f"frame.{menu}"))


def presets_and_questions(
    text: Text,
    setting: S,
    given: Mapping[str, S],
    questions: Mapping[str, Callable[[S], tuple[S, str]]],
    *,
    group: str,
    reveal: Callable[[S], str],
) -> Chips:
    """Return one menu of presets by name and of the questions that the page answers.

    Args:
        questions: what each does to the setting, with the cell to pin.
        group: the name of the presets' heading.
        reveal: the area that answers a question, to scroll to.
    """
    menu, asked = presets(text, setting, given), []
    for name, question in questions.items():
        target, pin = question(setting)
        asked.append(
            Chip.to(
                text(f"questions.{name}"),
                target,
                pin,
                hint=text(f"watch.{name}"),
                is_on=target == setting,
                group=text("groups.questions"),
                reveal=reveal(target),
            )
        )
    is_asked, heading = any(one.is_on for one in asked), text(f"groups.{group}")
    own = [replace(one, group=heading, is_on=one.is_on and not is_asked) for one in menu.chips]
    return replace(menu, chips=[*own, *asked])


def preset_menu(chips: Sequence[Chip], title: str) -> Chips:
    """Return the menu of these presets."""
    return Chips("presets", chips, title, is_menu=True)


def suggestions(
    text: Text,
    setting: S,
    suggested: Mapping[str, tuple[S, str]],
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
            hint=_watch(text, f"watch.try_{name}", **values.get(name, {})),
            # A suggestion that only pins a cell has the current setting as its target; it is never
            # marked as on.
            is_on=target == setting and target is not setting,
        )
        for name, (target, pin) in suggested.items()
    ]
    return suggestion_row(text, chips)


def suggestion_row(text: Text, chips: Sequence[Chip]) -> Chips:
    """Return the row of these suggested changes, with the note on the one that was pressed."""
    return Chips("suggestions", chips, text("frame.try_this"), look="suggestions")


def untrained(text: Text, seed: int) -> Note:
    """Say that the numbers come from a seed, and what follows from that."""
    message = text("frame.untrained", seed=seed)
    return Note(message, "untrained", text("frame.untrained_help"))


def _watch(text: Text, name: str, **values: object) -> str:
    return text(name, **values) if name in text else ""
