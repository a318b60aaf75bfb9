"""The label of a token: its name, and its gloss for those who do not read its language."""

from collections.abc import Sequence

OPEN, CLOSE = "⟮", "⟯"
"""The brackets of a gloss in a text; `glossed.js` draws what they enclose smaller and quieter."""


class Label(str):
    """The name of a token with its gloss.

    It is its name wherever only that counts. What draws it draws the gloss beside the name,
    smaller; a text has both by `with_gloss`.
    """

    gloss: str

    def __new__(cls, name: str, gloss: str = "") -> "Label":
        made = super().__new__(cls, name)
        made.gloss = gloss
        return made


def gloss_of(label: str) -> str:
    """Return the gloss of a label; empty if it has none."""
    return label.gloss if isinstance(label, Label) else ""


def glosses_of(labels: Sequence[str]) -> list[str]:
    """Return the gloss of each label; an empty list if none has one."""
    glosses = [gloss_of(label) for label in labels]
    return glosses if any(glosses) else []


def gloss_field(label: str) -> dict[str, str]:
    """Return the gloss as a field for the browser; no field if the label has none."""
    gloss = gloss_of(label)
    return {"gloss": gloss} if gloss else {}


def with_gloss(label: str) -> str:
    """Write a label with its gloss, for use in a text: 학생 ⟮student⟯."""
    gloss = gloss_of(label)
    return f"{label} {OPEN}{gloss}{CLOSE}" if gloss else str(label)
