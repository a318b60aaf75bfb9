"""The labels of a setting's fields, including those without a control."""

from ui.state.setting import Setting
from ui.words.language import Text


def field_label(text: Text, cls: type[Setting], name: str) -> str:
    """Return the label of a field's control; else of its content; else its name in the URL."""
    control = cls.controls().get(name)
    if control is None:
        return name
    label = f"controls.{control.words or name}"
    in_picture = f"picture_fields.{name}"
    return text(label) if label in text else text(in_picture) if in_picture in text else name
