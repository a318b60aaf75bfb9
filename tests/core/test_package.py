import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import transformer_core

CORE = Path(transformer_core.__file__).parent
ROOT = CORE.parent

SHARED = ("attention", "trace", "learning_rate", "positional_encoding")
"""Names of files that are those of a function in them."""
IMPORT_WITHOUT_A_SCREEN = """
import sys
blocked = ("streamlit", "plotly", "numpy", "pandas", "ui")
sys.modules.update(dict.fromkeys(blocked))
{shared}
import transformer_core
assert all(sys.modules[name] is None for name in blocked)
missing = [name for name in transformer_core.__all__ if not hasattr(transformer_core, name)]
assert not missing, missing
"""


def test_the_core_imports_without_a_screen_and_a_name_that_a_file_shares_is_the_function():
    files = [f"import transformer_core.{name} as file_{name}" for name in SHARED]
    functions = [f"from transformer_core import {name}" for name in SHARED]
    same = [f"assert callable({name}) and file_{name} is {name}" for name in SHARED]
    program = IMPORT_WITHOUT_A_SCREEN.format(shared="\n".join([*files, *functions, *same]))
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], cwd=ROOT, check=True)


OURS = ("transformer_core", "transformer_lab", "english_korean", "ui", "pages")


def imported_by(statement: str) -> set[str]:
    """The modules of ours that are loaded after a statement in a fresh interpreter."""
    shown = f"print(*[name for name in sys.modules if name.split('.')[0] in {OURS}])"
    command = [sys.executable, "-W", "ignore", "-c", f"import sys\n{statement}\n{shown}"]
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return set(run.stdout.split())


def named_in(file: Path) -> set[str]:
    """The modules that a file names in its imports."""
    nodes = ast.walk(ast.parse(file.read_text()))
    return {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


@pytest.mark.thorough
def test_to_import_a_file_of_the_core_imports_what_it_names_and_no_more():
    loaded = imported_by("import transformer_core.attention")
    named = named_in(CORE / "attention.py")
    own = {name for name in named if name.startswith("transformer_core")}
    assert loaded == {"transformer_core", "transformer_core.attention"} | own


def test_the_core_knows_nothing_of_what_is_built_of_it():
    for file in CORE.rglob("*.py"):
        tops = {name.split(".")[0] for name in named_in(file)}
        assert tops.isdisjoint(set(OURS) - {"transformer_core"}), file


def test_types_know_the_names_that_are_public():
    stub = ast.parse((CORE / "__init__.pyi").read_text())
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    named = {alias.name for node in imports for alias in node.names}
    assert named == set(transformer_core.__all__)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("transformer_core.translator:Translator", "english_korean:Translator"),
        ("transformer_core.translator.translator:SHIPPED", "english_korean:SHIPPED"),
        (
            "transformer_core.checkpoint:load_checkpoint",
            "english_korean.checkpoint:load_checkpoint",
        ),
        ("transformer_core.learning:RunConfig", "transformer_lab.learning:RunConfig"),
        ("transformer_core.learning.tasks:Task", "transformer_lab.learning.tasks:Task"),
        ("transformer_core.mistakes:MISTAKES", "transformer_lab.mistakes:MISTAKES"),
        (
            "transformer_core.measures.alignment:attended",
            "transformer_lab.measures.alignment:attended",
        ),
        ("transformer_core:train", "transformer_lab.learning.training:train"),
        (
            "transformer_core.training:TrainingConfig",
            "transformer_lab.learning.training:TrainingConfig",
        ),
        ("transformer_core:beam_decoding", "transformer_lab.beam:beam_decoding"),
        ("transformer_core:Vocabulary", "transformer_lab.vocabulary:Vocabulary"),
        ("transformer_core:worked_example", "transformer_lab.examples:worked_example"),
        ("transformer_core:parameter_counts", "transformer_lab.measures:parameter_counts"),
    ],
)
def test_a_name_that_has_moved_is_found_where_it_was_with_a_warning(old, new):
    (module, name), (home, _) = old.split(":"), new.split(":")
    with pytest.warns(DeprecationWarning, match=f"is now in {home.split('.')[0]}"):
        sys.modules.pop(module, None) if module != "transformer_core" else None
        found = getattr(importlib.import_module(module), name)
    assert found is getattr(importlib.import_module(home), name)


def test_a_name_that_nobody_has_is_an_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = transformer_core.nothing
    with pytest.raises(ImportError):
        importlib.import_module("transformer_core.learned")


def test_the_core_never_seeds_torchs_global_generator():
    packages = ("transformer_core", "transformer_lab", "english_korean")
    for module in [file for one in packages for file in (ROOT / one).rglob("*.py")]:
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in ("manual_seed", "seed"):
                assert ast.unparse(node) != "torch." + node.attr, module.name


def test_the_paper_is_flat_and_short():
    """What is next to this folder's `explain` is read from the first line to the last."""
    lines = sum(len(file.read_text().splitlines()) for file in CORE.glob("*.py"))
    assert lines < 1800
