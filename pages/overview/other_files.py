"""The tensors of a Hugging Face model's forward pass as files, which its own process makes."""

import math

from pages.overview.other_program import OtherProgram
from pages.translator.other_source import OtherSource, error_note
from pages.translator.setting import SentenceSetting
from ui.answer.answer import PassingError
from ui.answer.tensor_file import MOST_BYTES, TensorFiles
from ui.models import PretrainedError, loaded
from ui.state.address import State
from ui.words.language import Text, text_of

BYTES = 4
"""Of a number in float32."""


def other_files(state: State[SentenceSetting], text: Text, source: OtherSource) -> TensorFiles:
    """What can be saved of a forward pass: all its tensors, and the one of the shown number."""
    setting, about, seen = state.setting, source.about, source.seen
    assert about is not None and seen is not None
    shapes = {name: shape for name, shape in seen.shapes.items() if name not in about.parameters}
    size = BYTES * sum(map(math.prod, shapes.values()))
    shown = OtherProgram(setting, about, seen, state.selection).cell.tensor
    words = text_of("models", text.language)
    name = "about" if size <= MOST_BYTES else "too_large"
    said = words(f"files.{name}", count=f"{len(shapes):,}", size=f"{max(0.1, size / 1e6):,.1f}")

    def file(kind: str, tensor: str, line: str) -> bytes:
        if tensor and tensor not in seen.shapes:
            raise PassingError([])
        try:
            model = loaded(setting.name)
            if model is None or model.board is None:
                raise PassingError([])
            return model.board_file(setting.board_question, kind, tensor, line)
        except PretrainedError as error:
            raise PassingError([error_note(text, error)]) from error

    return TensorFiles(said, len(shapes), shown, file)
