import ast
import subprocess
import sys
from pathlib import Path

import transformer_core

ROOT = Path(transformer_core.__file__).parents[1]

IMPORT_WITHOUT_A_SCREEN = """
import sys
blocked = ("streamlit", "plotly", "numpy", "pandas", "ui")
sys.modules.update(dict.fromkeys(blocked))
import transformer_core
assert all(sys.modules[name] is None for name in blocked)
missing = [name for name in transformer_core.__all__ if not hasattr(transformer_core, name)]
assert not missing, missing
"""


def test_the_core_imports_without_streamlit_plotly_and_numpy():
    subprocess.run(
        [sys.executable, "-W", "ignore", "-c", IMPORT_WITHOUT_A_SCREEN], cwd=ROOT, check=True
    )


def test_the_core_never_seeds_torchs_global_generator():
    for module in (ROOT / "transformer_core").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in ("manual_seed", "seed"):
                assert ast.unparse(node) != "torch." + node.attr, module.name
