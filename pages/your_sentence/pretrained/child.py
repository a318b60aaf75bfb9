"""A model in a process of its own: it is read once and looks at sentences until nobody asks.

    python -m pages.your_sentence.pretrained.child

First it is told {"folder", "name", "memory"} on its standard input, then {"sentence", "target",
"languages"} as often as somebody asks; see `messages`. What it cannot do it answers with the
message's name.
"""

import contextlib
import os
import sys
from dataclasses import fields
from pathlib import Path
from typing import IO, Any

import torch
from torch import Tensor

from pages.your_sentence.pretrained.attentions import Attentions
from pages.your_sentence.pretrained.errors import PretrainedError, shown
from pages.your_sentence.pretrained.folder import open_folder
from pages.your_sentence.pretrained.messages import read, write
from pages.your_sentence.pretrained.reading import read_model


def main() -> None:
    """Until the standard input ends."""
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What a library prints is no answer.
    os.dup2(2, 1)
    torch.set_num_threads(1)
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        serve(questions, answers)


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """One model, as long as there are questions. Raises: EOFError when they end."""
    asked = read(questions).values
    folder, name = asked["folder"], asked["name"]
    limit_memory(asked["memory"])
    try:
        model = read_model(open_folder(Path(folder), name), name)
    except PretrainedError as error:
        write(answers, error.plain())
        return
    write(answers, model.about())
    while True:
        question = read(questions).values
        try:
            languages = tuple(question.get("languages") or ())
            seen = model.look(question["sentence"], question["target"], languages)
        except PretrainedError as error:
            write(answers, error.plain())
        except Exception as error:
            # Nothing that a sentence does to a model ends it for the others.
            reason = type(error).__name__
            failed = PretrainedError("forward_failed", name=shown(name), reason=reason)
            write(answers, failed.plain())
        else:
            write(answers, *_parted(seen))


def limit_memory(size: int) -> None:
    """So many bytes for this process and no more, where the system can hold it to that."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))


def _parted(seen: Attentions) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """The plain values and the tensors of a look."""
    all_of_it = {field.name: getattr(seen, field.name) for field in fields(seen)}
    tensors = {name: value for name, value in all_of_it.items() if isinstance(value, Tensor)}
    return {name: value for name, value in all_of_it.items() if name not in tensors}, tensors


if __name__ == "__main__":
    main()
