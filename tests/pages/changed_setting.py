"""A setting in which everything differs from a page's start, as far as its own fields allow."""

from collections.abc import Iterable, Iterator
from typing import Any

from ui.state.control import Choice, Control, Listed, Number, PictureField, Stepped, Toggle, Typed
from ui.state.setting import Setting
from ui.words.language import Text

TEXTS = (
    "the old cat saw a 새 나무 & 50 %",
    "고양이 -은/는 집 -을/를 보- -었- -다",
    "3, 1, 2",
    "3 1 2 0 0",
    "the young student read a book",
    "a dog ran after the cat",
    "a/second-model",
    "quick",
)
"""What is typed: a field gets the first of these that it takes and no other one has."""
LISTED = ("kor_Hang",)
"""What a list that depends on files of somebody else may have."""
HELD = (
    "2.256x2000x0.5",
    "encoder.layers.0.self_attention.w_q.bias@3=0.25",
    "encoder.layers.1.feed_forward",
    "Q.0.1=1.5_X.1.0=-2",
    "W_Q.0.1=1.5_embedding.1.0=-2",
    "one_match~2.3.4.5~0~7~look_ahead~1~Q.0.1=2~~",
    "c1.3_e0.2",
    "q1_k0",
    "e1.3.2",
    "1.2_0.1",
    "2.1",
    "2",
    "1_3",
    "learned",
    "sink",
    "opposite",
    "seed=1,2;d_ff=8,16",
    "explain",
)
"""What no control shows: a field gets the first of these that it takes."""
NEVER = ("hugging_face",)
"""A choice that needs files of somebody else."""


def _numbers(control: Number, start: float) -> Iterator[float]:
    near = (start + control.step, start - control.step)
    for value in (*near, 2 * start, start / 2, control.low):
        if control.low <= value <= control.high:
            yield int(value) if control.is_whole else round(value, 9)


def _possible(control: Control, setting: Setting, start: Any) -> Iterable[Any]:
    """Values to try, the first one first."""
    match control:
        case Toggle():
            return [not start]
        case Choice():
            return [one for one in reversed(list(control.options)) if one not in NEVER]
        case Stepped():
            return sorted(control.options(setting), key=lambda one: (abs(one - start), one))
        case Number():
            return _numbers(control, start)
        case Listed():
            return LISTED
        case Typed():
            return [one for one in TEXTS if one not in setting.to_json().values()]
        case PictureField():
            return HELD
    raise TypeError(control)


def _changed(setting: Setting, name: str) -> Setting | None:
    """With another value of one field; None where the others allow none."""
    control, start = type(setting).controls()[name], setting.to_json()[name]
    for value in _possible(control, setting, getattr(setting, name)):
        try:
            changed = setting.with_values(**{name: control.read(value)})
        except ValueError:
            continue
        if changed.to_json()[name] != start:
            return changed
    return None


def changed_setting(cls: type[Setting], text: Text, but: Iterable[str] = ()) -> Setting:
    """Every field changed, one after another, `but` some.

    Raises: ValueError where one allows no other value.
    """
    setting = cls.default(text)
    for name in cls.controls():
        if name in but:
            continue
        changed = _changed(setting, name)
        if changed is None:
            raise ValueError(f"no other value of {name!r} goes with the rest")
        setting = changed
    return setting
