"""Whoever installs the workbench has the packages that it was tested with, and no others."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
FILES = sorted(path.name for path in ROOT.glob("requirements*.txt"))
SYSTEMS = {
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    "macos": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    "windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""Those that torch has wheels for, from the oldest that the workbench runs on."""
OF_GRAPHICS_CARDS = ("nvidia-", "cuda-", "triton")
"""What torch's build for graphics cards requires, and its others do not."""


def lines(file: str) -> list[str]:
    stripped = (line.partition("#")[0].strip() for line in (ROOT / file).read_text().splitlines())
    return [line for line in stripped if line]


def required(file: str) -> list[Requirement]:
    return [Requirement(line) for line in lines(file) if not line.startswith("-")]


PINNED = {canonicalize_name(pin.name): pin for pin in required("constraints.txt")}


def pulled_in(environment: dict[str, str]) -> set[str]:
    """The names of all that the requirements files ask for in such an environment."""
    found: set[tuple[str, str]] = set()
    for file in FILES:
        for requirement in required(file):
            walk(requirement, environment, "", found)
    return {name for name, _ in found if not name.startswith(OF_GRAPHICS_CARDS)}


def walk(
    requirement: Requirement, environment: dict[str, str], extra: str, found: set[tuple[str, str]]
) -> None:
    marker, name = requirement.marker, canonicalize_name(requirement.name)
    if marker is not None and not marker.evaluate({**environment, "extra": extra}):
        return
    for asked in ("", *requirement.extras):
        if (name, asked) not in found:
            found.add((name, asked))
            for each in requirements_of(name):
                walk(each, environment, asked, found)


def requirements_of(name: str) -> Iterator[Requirement]:
    """None of what is not installed, since it is for another system."""
    try:
        yield from map(Requirement, distribution(name).requires or [])
    except PackageNotFoundError:
        return


def test_all_that_is_installed_is_pinned_as_it_is() -> None:
    installed = {name: distribution(name).version for name in pulled_in({})}
    assert len(installed) > 100
    # A build of torch for one kind of processor says so behind a plus sign
    public = {name: Version(version).public for name, version in installed.items()}
    pinned = {name: str(PINNED[name].specifier) for name in public if name in PINNED}
    assert pinned == {name: f"=={version}" for name, version in public.items()}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_all_that_another_system_pulls_in_is_pinned_there(system: str, python: str) -> None:
    environment = SYSTEMS[system] | {"python_version": python, "python_full_version": f"{python}.0"}
    unpinned = []
    for name in pulled_in(environment):
        pin = PINNED.get(name)
        if pin is None or (pin.marker is not None and not pin.marker.evaluate(environment)):
            unpinned.append(name)
    assert not unpinned


def test_a_pin_is_one_release_for_every_build_of_it() -> None:
    assert len(PINNED) == len(lines("constraints.txt"))
    for pin in PINNED.values():
        (one,) = pin.specifier
        assert (one.operator, Version(one.version).local, pin.extras) == ("==", None, set())
    assert not [name for name in PINNED if name.startswith(OF_GRAPHICS_CARDS)]


@pytest.mark.parametrize("file", FILES)
def test_every_requirements_file_takes_the_pins_and_says_nothing_else(file: str) -> None:
    assert "-c constraints.txt" in lines(file)
    for requirement in required(file):
        pin = PINNED[canonicalize_name(requirement.name)]
        assert (requirement.specifier, requirement.marker) == (pin.specifier, pin.marker)
