"""No two files of the translator need each other."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for file in sorted((ROOT / "english_korean").rglob("*.py"))
}


def imported(file: Path) -> set[str]:
    """Every file of the translator that a file imports, in its functions too."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= names if names <= FILES.keys() else {*names, node.module}
    return found & FILES.keys()


def in_order(imports: dict[str, set[str]]) -> list[str]:
    """The files, each behind those that it imports. Raises: CycleError where there is none."""
    return list(TopologicalSorter(imports).static_order())


def test_no_files_import_each_other_in_a_circle():
    assert len(in_order({name: imported(file) for name, file in FILES.items()})) == len(FILES)


def test_a_circle_would_be_found():
    with pytest.raises(CycleError):
        in_order({"clauses": {"phrases"}, "phrases": {"clauses"}})
