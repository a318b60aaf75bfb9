"""What the fields of a setting are called, those too that no control shows."""

from ui.shell.language import Text
from ui.state.setting import Setting


def field_label(text: Text, cls: type[Setting], name: str) -> str:
    """The label of a field's control; else what it holds; else its name in the address."""
    control = cls.controls().get(name)
    if control is None:
        return name
    label = f"controls.{control.words or name}"
    held = f"held.{name}"
    return text(label) if label in text else text(held) if held in text else name
