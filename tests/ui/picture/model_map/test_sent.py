"""What a map sends of a long sentence's grids: the weights that have lines; the rest on demand."""

from dataclasses import replace

import pytest
import torch

from tests.core.explain.computations import traced
from ui.picture.matrix_view.matrix import Blobs
from ui.picture.model_map import MapWords, ModelMap
from ui.picture.model_map import tensors as sending
from ui.picture.model_map.tensors import LINES_FROM


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(sending, "MOST_NUMBERS", 200)


def drawn(computation, other=None):
    words = MapWords([]), MapWords(["a"])
    blobs = Blobs()
    header = ModelMap("map", computation, *words, [], other=other).header(blobs)
    numbers = torch.frombuffer(bytearray(b"".join(blobs.parts)), dtype=torch.float32)
    return header, numbers


def test_small_grids_are_sent_as_they_are():
    header, _ = drawn(traced(False, False))
    assert not any("sent" in one for one in header["tensors"])


def test_of_large_grids_only_weights_with_lines_are_sent(few):
    computation = traced(False, False)
    header, numbers = drawn(computation)
    grids = [one for one in header["tensors"] if one["axis"] == "key"]
    assert {one["own"]: one["sent"] for one in grids}.keys() >= {"scores", "masked", "weights"}
    for one in grids:
        if one["own"] != "weights":
            assert (one["sent"], one["count"]) == ("none", 0)
            continue
        places, weights = numbers[one["at"] :][: one["count"]].unflatten(0, (2, -1))
        whole = computation.tensors[one["name"]].flatten()
        assert torch.equal(whole[places.long()], weights)
        expected = (whole.abs() >= LINES_FROM).nonzero()[:, 0]
        assert torch.equal(places.long(), expected)


def test_two_forwards_send_the_same_places(few):
    now = traced(False, False)
    tensors = dict(now.tensors)
    names = [name for name in tensors if name.endswith("weights")]
    shift = {name: tensors[name].roll(1, -1) for name in names}
    header, numbers = drawn(now, replace(now, tensors={**tensors, **shift}))
    total = sum(one["count"] for one in header["tensors"])
    for one in header["tensors"]:
        if one["own"] == "weights":
            sent = [numbers[start + one["at"] :][: one["count"]] for start in (0, total)]
            places, values = zip(*(each.unflatten(0, (2, -1)) for each in sent), strict=True)
            assert torch.equal(*places)
            assert torch.equal(values[1], shift[one["name"]].flatten()[places[0].long()])
