"""Print a program file with the values of a setting.

A program file is Python that runs as it is. Between its imports and its body it has a marked head:

    # Setting
    d_model, seed = 512, 3
    # Choices
    norm_first = False
    # Program

A constant of the setting gets the page's value. A choice is not printed: of each `if` and each
conditional expression that asks for choices alone, the branch that is taken is printed. A comment
`# Lines: NAME` gives its place to lines that the page writes. What the printed program does not
need, an import or a constant, is left out.
"""

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from torch import Tensor

SETTING, CHOICES, PROGRAM = "# Setting", "# Choices", "# Program"
Choices = Mapping[str, bool | str]
_LINES = re.compile(r"^( *)# Lines: (\w+)\n", flags=re.MULTILINE)
_ALONE = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.Constant)
"""Expressions that need no parentheses around them."""


def printed(
    file: Path,
    setting: Mapping[str, Any],
    choices: Choices | None = None,
    *,
    lines: Mapping[str, Sequence[str]] | None = None,
    is_compact: bool = False,
) -> str:
    """Return the program of a file.

    Args:
        file: the program file.
        setting: the values of the constants; those that the program does not need may be missing.
        choices: the values of the choices.
        lines: what comes in the place of each `# Lines:`.
        is_compact: whether functions follow one another without blank lines.

    Raises: ValueError if a constant, a choice or a place for lines has no value.
    """
    program = _program(file, frozenset((choices or {}).items()), is_compact)
    head = "".join(f"{one.printed(setting)}\n" for one in program.constants)
    return f"{program.before}{head}{_LINES.sub(partial(_filled, lines or {}), program.body)}"


def both_printed(
    folder: Path,
    setting: Mapping[str, Any],
    choices: Choices | None = None,
    *,
    lines: Mapping[str, Sequence[str]] | None = None,
    is_compact: bool = False,
) -> tuple[str, str]:
    """Return the programs of a folder: with torch only, and with the core. As for `printed`."""
    torch_only, with_core = (
        printed(folder / f"{name}.py", setting, choices, lines=lines, is_compact=is_compact)
        for name in ("torch_only", "with_core")
    )
    return torch_only, with_core


def literal(value: Any) -> str:
    """Return a value as Python source, each float32 in the shortest form that restores it."""
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if not isinstance(value, Tensor):
        text = repr(value)
        return text if '"' in text else text.replace("'", '"')
    array = value.numpy()
    if array.dtype == bool or array.dtype == np.int64:
        return f"torch.tensor({array.tolist()})"
    rows = (
        ", ".join(np.format_float_positional(number, trim="0") for number in row)
        for row in np.atleast_2d(array)
    )
    body = ",\n    ".join(f"[{row}]" for row in rows)
    return f"torch.tensor([\n    {body},\n])"


class _Constants(NamedTuple):
    """A line of the head, with the names that the program needs."""

    names: tuple[str, ...]
    comment: str

    @classmethod
    def of(cls, line: str, needed: Collection[str]) -> "_Constants":
        targets, _, values = line.partition(" = ")
        comment = re.search(r"  # .*$", values)
        return cls(
            tuple(name for name in targets.split(", ") if name in needed),
            comment[0] if comment else "",
        )

    def printed(self, setting: Mapping[str, Any]) -> str:
        if missing := [name for name in self.names if name not in setting]:
            raise ValueError(f"no value for {missing}")
        values = ", ".join(literal(setting[name]) for name in self.names)
        return f"{', '.join(self.names)} = {values}{self.comment}"


class _Program(NamedTuple):
    """A program file of which only the values are still missing."""

    before: str
    """The imports."""
    constants: tuple[_Constants, ...]
    body: str


@lru_cache(maxsize=256)
def _program(file: Path, choices: frozenset[tuple[str, bool | str]], is_compact: bool) -> _Program:
    before, lines, options, body = _parted(file.read_text(encoding="utf-8"))
    chosen, declared = dict(choices), {name for line in options for name in _targets(line)}
    if missing := declared - chosen.keys():
        raise ValueError(f"{file.name} needs the choices {sorted(missing)}")
    chosen = {name: chosen[name] for name in declared}
    while (node := _decided(ast.parse(body), chosen)) is not None:
        body = _taken(body, node, chosen)
    needed = _names(ast.parse(body))
    lines = [line for line in lines if _targets(line) & needed]
    marked = "\n".join([before, *lines, PROGRAM, body])
    before, _, body = _spaced(_without_imports(marked), is_compact).partition(f"{PROGRAM}\n")
    head = "".join(f"{line}\n" for line in lines)
    constants = tuple(_Constants.of(line, needed) for line in lines)
    return _Program(before.removesuffix(head), constants, body)


def _parted(source: str) -> tuple[str, list[str], list[str], str]:
    """Return what stands before the head, the lines of its two parts, and what comes after it."""
    first = ast.parse(source).body[0]
    imports = "\n".join(source.splitlines()[first.end_lineno :]).strip()
    before, _, rest = imports.partition(f"{SETTING}\n")
    head, _, body = rest.partition(f"{PROGRAM}\n")
    constants, _, options = head.partition(f"{CHOICES}\n")
    return before, constants.splitlines(), options.splitlines(), body


def _targets(line: str) -> set[str]:
    """Return the names that a line of the head assigns."""
    return {
        node.id
        for node in ast.walk(ast.parse(line))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _filled(lines: Mapping[str, Sequence[str]], found: re.Match[str]) -> str:
    indent, name = found.groups()
    if name not in lines:
        raise ValueError(f"no lines for {name!r}")
    return "".join(f"{indent}{line}\n" for line in lines[name])


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _decided(tree: ast.AST, choices: Choices) -> ast.If | ast.IfExp | None:
    """Return the first condition that asks for choices alone, the outermost before the inner."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp) and set() < _names(node.test) <= choices.keys():
            return node
    return None


def _taken(source: str, node: ast.If | ast.IfExp, choices: Choices) -> str:
    """Return the source with the branch of a condition that is taken in its place."""
    # Our own files are evaluated, and nothing else
    is_true = bool(eval(ast.unparse(node.test), {}, dict(choices)))
    if isinstance(node, ast.IfExp):
        return _with_expression(source, node, node.body if is_true else node.orelse)
    return _with_branch(source, node, is_true)


def _with_expression(source: str, node: ast.IfExp, branch: ast.expr) -> str:
    lines = source.splitlines(keepends=True)
    start, end = _offset(lines, node.lineno, node.col_offset), _end(lines, node)
    text = source[_offset(lines, branch.lineno, branch.col_offset) : _end(lines, branch)]
    opened = re.search(r"(?<![\w)\]])\($", source[:start])
    if isinstance(branch, _ALONE) and opened and source[end] == ")":
        start, end = start - 1, end + 1
    return source[:start] + text + source[end:]


def _offset(lines: Sequence[str], line: int, column: int) -> int:
    """Return the place of a column, which is given in bytes, in the whole text."""
    before = lines[line - 1].encode()[:column].decode()
    return sum(map(len, lines[: line - 1])) + len(before)


def _end(lines: Sequence[str], node: ast.expr) -> int:
    return _offset(lines, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)


def _with_branch(source: str, node: ast.If, is_true: bool) -> str:
    lines = source.splitlines()
    last = node.end_lineno or node.lineno
    turn = next(
        (
            at
            for at in range(node.body[-1].end_lineno or node.lineno, last)
            if re.match(rf" {{{node.col_offset}}}(else:|elif )", lines[at])
        ),
        last,
    )
    if is_true:
        branch = lines[node.test.end_lineno or node.lineno : turn]
    elif turn < last and lines[turn].lstrip().startswith("elif "):
        indent = " " * node.col_offset
        rest = [f"{indent}{lines[turn].strip().removeprefix('el')}", *lines[turn + 1 : last]]
        return "\n".join([*lines[: node.lineno - 1], *rest, *lines[last:]]) + "\n"
    else:
        branch = lines[turn + 1 : last]
    taken = [line.removeprefix("    ") for line in branch]
    return "\n".join([*lines[: node.lineno - 1], *taken, *lines[last:]]) + "\n"


def _without_imports(source: str) -> str:
    """Leave out the imports that nothing needs."""
    tree = ast.parse(source)
    needed, lines = _names(tree), source.splitlines()
    for node in reversed(tree.body):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        kept = [one for one in node.names if (one.asname or one.name.partition(".")[0]) in needed]
        if len(kept) < len(node.names):
            node.names = kept
            last = node.end_lineno or node.lineno
            lines[node.lineno - 1 : last] = [ast.unparse(node)] if kept else []
    return "\n".join(lines)


def _spaced(source: str, is_compact: bool) -> str:
    """Set the blank lines between the statements as ruff does, or fewer around functions."""
    lines, body = source.strip().splitlines(), ast.parse(source.strip()).body
    written = lines[: body[0].end_lineno]
    for one, other in pairwise(body):
        between = lines[one.end_lineno or one.lineno : other.lineno - 1]
        comments = list(_one_gap(between, _gap(one, other, is_compact)))
        written += [*comments, *lines[other.lineno - 1 : other.end_lineno]]
    return "\n".join([*written, *lines[body[-1].end_lineno or len(lines) :]])


def _gap(one: ast.stmt, other: ast.stmt, is_compact: bool) -> int:
    functions = [isinstance(node, ast.FunctionDef) for node in (one, other)]
    if is_compact:
        return 0 if all(functions) else 1
    return 2 if any(functions) else 1


def _one_gap(between: Sequence[str], size: int) -> Iterator[str]:
    """Give the comments between two statements, and in the place of all blank lines these."""
    is_open = "" in between
    for line in between:
        if line:
            yield line
        elif is_open:
            is_open = False
            yield from [""] * size
