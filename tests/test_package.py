"""What `pip install .` gives: the core, typed, with its checkpoint, and a command for the app."""

import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from pathlib import Path

import pytest

from benchmarks.server import free_port, started
from tests.alone import run_without
from transformer_core.version import __version__

ROOT = Path(__file__).parents[1]
PACKAGES = ("transformer_core", "transformer_lab", "english_korean")
CORE_ALONE = """
import transformer_core
from english_korean import SHIPPED, Translator

assert transformer_core.__file__.startswith({folder!r}), transformer_core.__file__
print(Translator.load(SHIPPED).translate("I read a book.").written)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "-w", str(folder), str(ROOT)], check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing in it but what the wheel brings."""
    folder = tmp_path_factory.mktemp("installed")
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*install, "--target", str(folder), str(wheel)], check=True, capture_output=True)
    return folder


def test_the_wheel_holds_what_the_app_needs_and_no_more(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "transformer_core/py.typed" in names
    assert "english_korean/shipped/model.safetensors" in names
    assert "attention_workbench/.streamlit/config.toml" in names
    tops = {name.partition("/")[0] for name in names}
    package = f"attention_workbench-{__version__}.dist-info"
    assert tops == {*PACKAGES, "attention_workbench", package}
    assert not [name for name in names if name.startswith("english_korean/teaching")]
    inside = {"ui": "attention_workbench/", "pages": "attention_workbench/"}
    for folder in (*inside, *PACKAGES):
        files = {
            f"{inside.get(folder, '')}{path.relative_to(ROOT).as_posix()}"
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and not {"__pycache__", "teaching"} & set(path.parts)
        }
        assert files <= names


@pytest.mark.thorough
def test_the_core_needs_torch_and_safetensors_alone(installed: Path, tmp_path: Path) -> None:
    """NumPy and what draws are refused, wherever they are."""
    app = {line.split("=")[0] for line in (ROOT / "requirements.txt").read_text().splitlines()}
    refused = sorted(app - {"torch", "safetensors"} | {"ui", "pages", "attention_workbench"})
    script = CORE_ALONE.format(folder=str(installed))
    assert run_without(refused, script, tmp_path, path=str(installed)).strip()


def test_a_library_asks_for_torch_alone_and_in_a_range(wheel: Path) -> None:
    """A stranger's torch stays as it is; what the app needs is the extra "app"."""
    with zipfile.ZipFile(wheel) as files:
        (metadata,) = [name for name in files.namelist() if name.endswith("/METADATA")]
        lines = files.read(metadata).decode().splitlines()
    needs = [line.removeprefix("Requires-Dist: ") for line in lines if "Requires-Dist" in line]
    assert [one for one in needs if "extra ==" not in one] == ["torch<3,>=2.9"]
    app = {line for line in (ROOT / "requirements.txt").read_text().splitlines() if "==" in line}
    of_app = {one.split(";")[0].strip() for one in needs if "extra == 'app'" in one}
    assert of_app == {line.split(";")[0] for line in app}


@pytest.mark.thorough
def test_a_notebook_finds_what_draws_matrices(installed: Path, tmp_path: Path) -> None:
    """Without the server's packages, and without a package of the name "ui"."""
    refused = ["ui", "pages", "streamlit", "plotly", "starlette"]
    for call in ("show(a=[[1, 2]])", "show_attention([[0.5, 0.5]], ['a'], ['b', 'c'])"):
        name = call.partition("(")[0]
        shown = f"from attention_workbench import {name}; print({call}._repr_html_()[:15])"
        ran = run_without(refused, shown, tmp_path, path=str(installed))
        assert ran.strip() == "<iframe srcdoc="


@pytest.mark.thorough
def test_the_command_starts_the_app_from_any_folder(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    command = [str(installed / "bin" / "attention-workbench"), "--server.port", str(port)]
    environment = {"PYTHONPATH": str(installed)}
    with (
        started(command, port, folder=tmp_path, environment=environment) as server,
        urllib.request.urlopen(f"{server.address}/attention", timeout=10) as answer,
    ):
        assert "<title>Attention Workbench</title>" in answer.read().decode()


def test_the_version_is_the_same_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {__version__}" in citation
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" in project["dynamic"]


def test_what_builds_the_wheel_is_what_the_tests_build_it_with() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    development = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").split()
    assert set(project["build-system"]["requires"]) <= set(development)
