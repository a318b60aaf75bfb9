"""Links that were made before the codec had a version, with the numbers that they showed then."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
import pytest
import torch

from tests.pages.answers import Asked
from ui.explain.arithmetic.numbers import read_back
from ui.state.address import read_state, write_state

LINKS = json.loads(Path(__file__).with_name("old_links.json").read_text(encoding="utf-8"))


def opened(link: str) -> Asked:
    name, _, query = link.partition("?")
    parameters = dict(parse_qsl(query, keep_blank_values=True))
    asked = Asked(name, parameters.get("lang", "en"))
    asked.state = read_state(asked.trip.page.setting, asked.text, parameters)
    return asked


def figures(values: Any) -> list[float]:
    """The sum of all sizes, the first number and the last; what is not finite counts as 0."""
    flat = torch.as_tensor(np.asarray(values)).double().flatten()
    flat = torch.where(flat.isfinite(), flat, torch.zeros_like(flat))
    return [float(flat.abs().sum()), float(flat[0]), float(flat[-1])]


@pytest.mark.parametrize("link", LINKS)
def test_an_old_link_shows_the_same_matrices(link: str) -> None:
    asked, before = opened(link), LINKS[link]["matrices"]
    now = asked.matrices
    common = [name for name in before if name in now]
    # Some matrices stand on another step of the page now; some that said nothing new are gone.
    assert common or not before
    for name in common:
        assert list(np.asarray(now[name].values).shape) == before[name]["shape"]
        expected = [float(figure) for figure in before[name]["figures"]]
        assert figures(now[name].values) == pytest.approx(expected, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("link", [link for link in LINKS if LINKS[link]["arithmetic"]])
def test_an_old_link_explains_the_same_number(link: str) -> None:
    (title,) = LINKS[link]["arithmetic"]
    then, now = (
        read_back(one.rpartition("= ")[2].lstrip("+"))
        for one in (title, opened(link).arithmetic.title)
    )
    assert now == pytest.approx(then, rel=1e-3, nan_ok=True)


@pytest.mark.parametrize("link", LINKS)
def test_what_an_old_link_opens_can_be_linked_to_again(link: str) -> None:
    asked = opened(link)
    address = write_state(asked.state, asked.trip.language)
    again = read_state(
        asked.trip.page.setting, asked.text, dict(parse_qsl(address[1:], keep_blank_values=True))
    )
    assert again.setting == asked.setting
    assert again.place == asked.state.place
