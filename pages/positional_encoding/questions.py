"""Questions of learners as presets: each opens the tab that answers it, with its number pinned."""

from collections.abc import Callable
from typing import Any

from pages.positional_encoding.later_chips import ASKED
from pages.positional_encoding.later_chips import SMALL as SMALL_LATER
from pages.positional_encoding.setting import EncodingSetting

Asked = tuple[EncodingSetting, str]
"""The setting whose picture answers a question, and the pinned cell."""


SMALL: dict[str, Any] = {"kind": "sinusoidal", "base": 10_000.0, "seq_len": 6, "d_model": 8}
"""So few columns that each can be found again, and every product be read."""


def _orders(setting: EncodingSetting) -> Asked:
    return setting.with_values(**SMALL, below="orders"), "halves.1.4"


def _learned(setting: EncodingSetting) -> Asked:
    return setting.with_values(**SMALL, below="learned"), "learned.1.0"


def _shift(setting: EncodingSetting) -> Asked:
    return setting.with_values(**SMALL, below="shift", offset=3), "moved.1.0"


def _joined(setting: EncodingSetting) -> Asked:
    return setting.with_values(**SMALL, below="joined"), "added.0.0"


def _of_later(values: dict[str, Any], pin: str) -> Callable[[EncodingSetting], Asked]:
    return lambda setting: (setting.with_values(**SMALL_LATER | values), pin)


QUESTIONS: dict[str, Callable[[EncodingSetting], Asked]] = {
    "orders": _orders,
    "learned": _learned,
    "joined": _joined,
    "shift": _shift,
    **{name: _of_later(*asked) for name, asked in ASKED.items()},
}
