"""A Hugging Face model as one of ours: whether it is there, and what its process answers."""

from collections.abc import Callable
from dataclasses import dataclass

from ui.answer.answer import PassingError
from ui.answer.parts import Note
from ui.models import (
    NO_PATCHING,
    Beside,
    BoardAbout,
    BoardQuestion,
    BoardSeen,
    Continued,
    OpenedModel,
    Patching,
    PretrainedError,
    loaded,
)
from ui.words.language import Text, text_of


@dataclass(frozen=True)
class OtherSource:
    """A model with a map, and one forward of it; or why it is not there."""

    model: OpenedModel | None = None
    about: BoardAbout | None = None
    seen: BoardSeen | None = None
    error: PretrainedError | None = None
    """Why there is no map; None while it is being loaded, too."""


def other_source(name: str, question: BoardQuestion) -> OtherSource:
    """The model of a name, and one forward of it."""
    try:
        model = loaded(name)
        about = None if model is None else model.board
        if model is None or about is None:
            return OtherSource()
        return OtherSource(model, about, model.board_seen(question))
    except PretrainedError as error:
        return OtherSource(error=error)


def continued_of(name: str, question: BoardQuestion) -> list[Continued]:
    """What the model writes after the sentence; nothing where it does not, or is gone."""
    try:
        model = loaded(name)
        return [] if model is None else model.board_continued(question)
    except PretrainedError:
        return []


def area_of(
    text: Text,
    name: str,
    question: BoardQuestion,
    area: str,
    pin: str = "",
    trail: str = "",
    beside: Callable[[], Beside] | None = None,
    patching: Patching = NO_PATCHING,
) -> Callable[[], bytes]:
    """Return what asks the model's process for an area, next to what `beside` makes.

    The model may have ended since the page was answered: then a message takes the area's place.
    """

    def encoded() -> bytes:
        try:
            model = loaded(name)
            if model is None or model.board is None:
                raise PassingError(
                    [Note(text_of("models", text.language)("board.loading"), "info")]
                )
            other = None if beside is None else beside()
            return model.board_area(question, area, text.language, pin, trail, other, patching)
        except PretrainedError as error:
            raise PassingError([error_note(text, error)]) from error

    return encoded


def error_note(text: Text, error: PretrainedError, more: str = "") -> Note:
    """What went wrong, in a line."""
    return Note(f"{error_text(text, error)} {more}".strip(), "warning")


def error_text(text: Text, error: PretrainedError) -> str:
    """What went wrong, as a sentence."""
    words = text_of("models", text.language)
    # Undo the Markdown escapes in the names that messages contain.
    values = {name: str(value).replace("\\", "") for name, value in error.values.items()}
    return words(f"errors.{error.name}", **values)
