"""Matrices in a notebook: the numbers that a page holds, and what cannot be shown."""

import base64
import json
import re
import zlib
from html import unescape

import numpy as np
import pytest
import torch

from transformer_core import attention, look_ahead_mask
from transformer_lab.examples import worked_example
from ui.notebook import Axis, Matrix, show
from ui.notebook.saved_page import ROOT


def held(html: str, name: str) -> bytes:
    """What stands packed in a page."""
    text = re.search(rf'id="picture-{name}">([^<]*)<', html)
    assert text
    return zlib.decompress(base64.b64decode(text[1]), wbits=-zlib.MAX_WBITS)


def matrices(html: str) -> dict[str, tuple[dict, np.ndarray]]:
    """The matrices of a page with their numbers."""
    data = held(html, "data")
    size = int.from_bytes(data[:4], "little")
    header, rest = json.loads(data[4 : 4 + size]), data[4 + size :]
    found = {}
    for item in header["items"]:
        if "shape" in item:
            place = item["values"]
            values = np.frombuffer(rest, "<f4", place["bytes"] // 4, place["offset"])
            found[item["id"]] = item, values.reshape(item["shape"])
    return found


def test_a_page_holds_the_numbers_and_how_they_are_drawn() -> None:
    steps = attention(*worked_example(), mask=torch.tensor([False, True, False, False]))
    html = show(scores=steps.scores, masked=steps.masked, weights=steps.weights).html
    found = matrices(html)
    assert {name: item["scale"] for name, (item, _) in found.items()} == {
        "scores": "diverging",
        "masked": "diverging",
        "weights": "weights",
    }
    assert np.array_equal(found["weights"][1], steps.weights.numpy())
    assert found["masked"][0]["hidden"] and not found["scores"][0]["hidden"]
    assert np.array_equal(found["masked"][1][:, 0], steps.masked[:, 0].numpy())


def test_a_mask_is_drawn_as_one() -> None:
    item, _ = matrices(show(mask=look_ahead_mask(3)).html)["mask"]
    assert item["scale"] == "mask" and item["hidden"]


def test_many_heads_stand_side_by_side_and_a_batch_of_one_is_left_out() -> None:
    found = matrices(show(heads=torch.rand(1, 4, 2, 3), one=torch.rand(1, 1, 2, 3)).html)
    assert found["heads"][0]["kind"] == "tiles" and found["heads"][0]["shape"] == [4, 2, 3]
    assert found["one"][0]["shape"] == [2, 3]


def test_labelled_axes_are_the_same_and_others_a_matrixs_own() -> None:
    found = matrices(show(a=torch.rand(2, 2), b=torch.rand(2, 3), rows=["x", "y"]).html)
    (a, _), (b, _) = found["a"], found["b"]
    assert a["rows"]["name"] == b["rows"]["name"] and a["rows"]["labels"] == ["x", "y"]
    assert a["cols"]["name"] != b["cols"]["name"]


def test_what_numpy_reads_can_be_shown() -> None:
    given = {"a": [[1, 2]], "b": np.eye(2), "c": torch.ones(3, dtype=torch.bfloat16)}
    assert matrices(show(**given).html)["c"][1].tolist() == [[1.0, 1.0, 1.0]]
    own = Matrix("own", np.eye(2), Axis("query"), Axis("key"), scale="weights")
    assert matrices(show(own, "×", b=np.eye(2)).html)["own"][0]["scale"] == "weights"


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (torch.rand(2, 2, 2, 2), r"shape \(2, 2, 2, 2\)"),
        (torch.tensor(1.0), r"shape \(\)"),
        (torch.rand(0, 3), r"shape \(0, 3\)"),
        (torch.tensor([[1.0, torch.nan]]), "only finite numbers"),
        (torch.tensor([[1.0, torch.inf]]), "only finite numbers"),
        ([["a"]], "real numbers, got <U1"),
        (torch.zeros(1001, 1000), "at most 1,000,000 numbers, got 1,001,000"),
    ],
)
def test_what_cannot_be_shown_is_said_with_its_name(values: object, text: str) -> None:
    with pytest.raises(ValueError, match=f"^wrong.*{text}"):
        show(wrong=values)


def test_nothing_is_nothing_to_show() -> None:
    with pytest.raises(ValueError, match="show needs at least one matrix"):
        show("×")


def test_every_module_that_is_imported_stands_in_the_page() -> None:
    html = show(a=[[1]]).html
    modules = json.loads(held(html, "modules"))
    assert "ui/picture/matrix_view/board.js" in modules
    for name, source in modules.items():
        wanted = re.findall(r'\b(?:from|import)\s*"([^"]+)"', source)
        assert set(wanted) <= set(modules), name
        assert (ROOT / name).is_file()
    assert re.search(r'await import\("(.*?)"\)', html)[1] in modules


def test_words_are_written_as_text_and_the_page_is_kept(tmp_path) -> None:
    shown = show(a=[[1]], title="<b>", caption="a & b", language="ko", theme="dark")
    assert "<h1>&lt;b&gt;</h1>" in shown.html and "a &amp; b" in shown.html
    assert '<html lang="ko" data-theme="dark">' in shown.html
    assert unescape(shown._repr_html_().partition('srcdoc="')[2].partition('"')[0]) == shown.html
    shown.save(tmp_path / "a.html")
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == shown.html
    assert len(shown.html) < 1_000_000
