"""The right and the wrong result of a mistake, in torch alone and with the core."""

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from pages.mistakes.setting import Sizes
from transformer_lab.mistakes import MISTAKES
from ui.answer.template import printed

PROGRAMS = Path(__file__).with_name("programs")


def torch_code(name: str, sizes: Sizes) -> str:
    """Two functions that differ in one line, and their results on the page's own input."""
    setting = {"warmup_steps" if size == "warmup" else size: sizes[size] for size in sizes}
    return printed(PROGRAMS / f"{name}.py", setting)


def _import_of(name: str, value: Any) -> str:
    """The import statement for `value` under this name."""
    if isinstance(value, ModuleType):
        return f"import {value.__name__}" + (f" as {name}" if name != value.__name__ else "")
    return f"from {value.__module__} import {name}"


def _imports(functions: list[Callable[..., Any]]) -> list[str]:
    """The imports that the source of these functions needs, each once."""
    needed = {"import torch", "from transformer_lab.mistakes import MISTAKES"}
    for function in functions:
        names = {
            node.id
            for node in ast.walk(ast.parse(inspect.getsource(function)))
            if isinstance(node, ast.Name)
        }
        known = function.__globals__
        needed |= {_import_of(name, known[name]) for name in names if name in known}
    return sorted(needed, key=lambda line: (line.startswith("from"), line))


def mistake_code(name: str, sizes: Sizes) -> str:
    """The wrong function and the test from the source code, on the page's own input."""
    mistake = MISTAKES[name]
    functions = [mistake.wrong, mistake.test]
    arguments = ", ".join(f"{size}={value}" for size, value in sizes.items())
    return "\n".join(
        [
            *_imports(functions),
            "",
            "",
            *(f"{inspect.getsource(function)}\n" for function in functions),
            f'mistake = MISTAKES["{name}"]',
            "with torch.inference_mode():",
            f"    given = mistake.given({arguments})",
            "    right = mistake.right(**given)",
            f"    wrong = {mistake.wrong.__name__}(**given)",
            'print(right, wrong, wrong - right, sep="\\n")',
        ]
    )
