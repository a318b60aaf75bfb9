"""A model in its own process, read once and used for sentences until its input ends.

    python -m pages.your_sentence.pretrained.child

It first reads {"folder", "name", "memory"} from its standard input, then {"sentence", "target",
"languages"} for each request; see `messages`. It answers a request that fails with the name of
the error message.
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
    """Serve until the standard input ends."""
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What a library prints must not get into the answers.
    os.dup2(2, 1)
    torch.set_num_threads(1)
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        serve(questions, answers)


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Serve one model until there are no more questions. Raises: EOFError when they end."""
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
            # An error with one sentence must not end the model for other users.
            reason = type(error).__name__
            failed = PretrainedError("forward_failed", name=shown(name), reason=reason)
            write(answers, failed.plain())
        else:
            write(answers, *_parted(seen))


def limit_memory(size: int) -> None:
    """Limit this process's memory in bytes, if the system supports it."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))


def _parted(seen: Attentions) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Split a result into its plain values and its tensors."""
    all_of_it = {field.name: getattr(seen, field.name) for field in fields(seen)}
    tensors = {name: value for name, value in all_of_it.items() if isinstance(value, Tensor)}
    return {name: value for name, value in all_of_it.items() if name not in tensors}, tensors


if __name__ == "__main__":
    main()
