"""The notebooks run from top to bottom: the project's own, and those that the pages give."""

import ast
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client import KernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from tests.pages.answers import Asked
from ui.words.pages import page_names

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[3]
OWN = ("notebook.ipynb", "notebook.ko.ipynb")
AS_INSTALLED = "import sys, ui.notebook; sys.modules['attention_workbench'] = ui.notebook"
QUICK = {"training": {"steps": 20}}
"""Settings with which a page's program is soon done."""
FORGOTTEN = (
    "%reset -f\n__import__('gc').freeze()\n"
    "__import__('sys').modules.pop('attention_workbench', None)"
)
"""What is forgotten is looked for in all that is there, which is the libraries' for the most part:
a third of a second each time, were it not frozen."""


Execute = Callable[[NotebookNode, Path], NotebookNode]


@pytest.fixture(scope="module")
def executed(kernels: None) -> Iterator[Execute]:
    """The notebook after a kernel has run it in a folder. Raises what a cell raises.

    One kernel for all, which takes seconds to import torch; it forgets each before the next.
    """
    # With more threads than cores are free each waits for the others
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel(env=environment)

    def execute(notebook: NotebookNode, folder: Path) -> NotebookNode:
        before = new_code_cell(f"{FORGOTTEN}\n__import__('os').chdir({str(folder)!r})")
        NotebookClient(new_notebook(cells=[before]), km=manager, timeout=120).execute()
        return NotebookClient(notebook, km=manager, timeout=120).execute()

    try:
        yield execute
    finally:
        manager.shutdown_kernel(now=True)


def outputs(cells: list[NotebookNode]) -> Iterator[tuple[str, str]]:
    """What came of cells, by the kind of output."""
    for cell in cells:
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                yield "text", output.text
            else:
                yield from ((kind, str(data)) for kind, data in output.data.items())


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where a kernel finds this very Python, and keeps what it writes."""
    folder = tmp_path_factory.mktemp("kernels")
    own = folder / "share" / "jupyter" / "kernels" / "python3"
    own.mkdir(parents=True)
    run = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    named = {"argv": run, "display_name": "Python 3", "language": "python"}
    (own / "kernel.json").write_text(json.dumps(named), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(folder / "share" / "jupyter"))
        patch.setenv("JUPYTER_RUNTIME_DIR", str(folder / "runtime"))
        patch.setenv("IPYTHONDIR", str(folder))
        yield


def own_notebook(name: str) -> NotebookNode:
    return nbformat.read(ROOT / "docs" / name, as_version=4)


def test_the_projects_own_runs_and_draws(tmp_path: Path, executed: Execute) -> None:
    notebook = own_notebook(OWN[0])
    notebook.cells.insert(0, new_code_cell(AS_INSTALLED))
    ran = executed(notebook, tmp_path)
    found = list(outputs(ran.cells))
    assert sum(kind == "text/html" and "<iframe" in data for kind, data in found) == 5
    text = "".join(data for kind, data in found if kind == "text")
    assert "선생님" in text
    assert "exact 1.00" in text


class Wordless(ast.NodeTransformer):
    """Empties what a reader reads: captions, and the texts that are printed."""

    def visit_keyword(self, node: ast.keyword) -> ast.keyword:
        return ast.keyword(node.arg, ast.Constant("")) if node.arg == "caption" else node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        if isinstance(node.func, ast.Name) and node.func.id == "print":
            shown = [part for part in ast.walk(node) if isinstance(part, ast.FormattedValue)]
            return ast.Call(node.func, [part.value for part in shown], node.keywords)
        self.generic_visit(node)
        return node


def without_words(source: str) -> str:
    return ast.dump(Wordless().visit(ast.parse(source)))


def test_it_says_the_same_in_both_languages_and_holds_no_output() -> None:
    code = [
        [
            without_words(cell.source)
            for cell in own_notebook(name).cells
            if cell.cell_type == "code"
        ]
        for name in OWN
    ]
    assert code[0] == code[1]
    for name in OWN:
        notebook = own_notebook(name)
        nbformat.validate(notebook)
        assert not any(cell.get("outputs") for cell in notebook.cells)


def page_notebooks() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every notebook that a page gives, as it starts."""
    for page in page_names():
        program = Asked(page, **QUICK.get(page, {})).program
        for listing in program.header([])["listings"]:
            yield f"{page}, {listing['label']}", json.loads(listing["notebook"])


def test_those_of_the_pages_run_and_draw(executed: Execute) -> None:
    """In the project's folder, where the translator's file is."""
    cells, ends = [], {}
    for name, given in page_notebooks():
        notebook = nbformat.from_dict(given)
        nbformat.validate(notebook)
        cells += [new_code_cell(FORGOTTEN), *notebook.cells]
        ends[len(cells) - 1] = name
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    ran = executed(new_notebook(cells=cells), ROOT)
    drawn = {
        name: any("plotly" in kind for kind, _ in outputs([ran.cells[end]]))
        for end, name in ends.items()
    }
    assert len(drawn) > len(list(page_names()))
    assert [name for name, is_drawn in drawn.items() if not is_drawn] == []
