"""What a map sends of a model is what transformers' own modules compute and hold."""

import json
import shutil

import numpy as np
import pytest
import torch

from tests.ui.models.board.their_modules import LAYERS
from tests.ui.models.board.their_numbers import Theirs, network_of
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import opened_model
from ui.models.board.board import Board
from ui.models.board.forward import forward
from ui.models.board.question import BoardQuestion, OffHead

CELLS = 200
LARGEST_DIFFERENCE = 1e-5
"""As a share of the largest number of the tensor."""
QUESTION = BoardQuestion("the cat sat on the mat", target="a dog ran after the cats")
BETWEEN_MODULES = frozenset({"scores", "scaled", "biased", "masked"})
"""What theirs compute between two modules; the rest is compared."""

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


class Sent:
    """What a page is sent of a model's map: the tensors of the map, and others on demand."""

    def __init__(self, board: Board, question: BoardQuestion) -> None:
        self._board, self._question = board, question
        (self.header,), blob = self._asked("map")
        assert self.header["pool"] == 1
        numbers = _numbers(self.header["numbers"], blob)
        self.tensors = {
            one["name"]: numbers[one["at"] : one["at"] + one["count"]].reshape(one["shape"])
            for one in self.header["tensors"]
        }
        self.parameters = {
            each["name"] for one in self.header["tensors"] for each in one["parameters"]
        }

    def parameter(self, name: str) -> np.ndarray:
        (cells,), blob = self._asked(f"cells~{name}")
        assert cells["pool"] == 1
        return _numbers(cells["numbers"], blob).reshape(cells["shape"])

    def _asked(self, area: str) -> tuple[list[dict], bytes]:
        made = self._board.encoded(self._question, area, "en", "", "")
        length = int.from_bytes(made[:4], "little")
        return json.loads(made[4 : 4 + length])["parts"], made[4 + length :]


def _numbers(place: dict, blob: bytes) -> np.ndarray:
    return np.frombuffer(blob[place["offset"] :][: place["bytes"]], place["type"])


@pytest.fixture(params=LAYERS)
def both(request, saved, tmp_path):
    """The opened model, and transformers' own on the same tokens. No bias is 0, no gain is 1."""
    kind, folder = request.param, tmp_path / "model"
    shutil.copytree(saved(kind), folder)
    network, draw = network_of(kind, folder), torch.Generator().manual_seed(4)
    with torch.no_grad():
        for one in network.parameters():
            if one.dim() == 1:
                one += 0.3 * torch.randn(one.shape, generator=draw)
    network.save_pretrained(folder)
    opened = opened_model(open_folder(folder, kind), kind)
    return opened, Theirs(kind, folder, forward(opened, QUESTION).given)


def pairs(sent: Sent, theirs: Theirs) -> dict[str, tuple[np.ndarray, torch.Tensor]]:
    """The same tensor as it was sent and as transformers has it, by name."""
    made = {
        name: (values, found)
        for name, values in sent.tensors.items()
        if (found := theirs.named(values.shape, name)) is not None
    }
    for name in sorted(sent.parameters & {*theirs.parameters}):
        made[name] = sent.parameter(name), theirs.parameters[name]
    return made


def different_cells(made: dict[str, tuple[np.ndarray, torch.Tensor]]) -> list[str]:
    """Of CELLS random cells, each tensor's turn coming round, those that are not equal."""
    draw, names, wrong = torch.Generator().manual_seed(20), list(made), []
    order = torch.randperm(len(names), generator=draw).tolist()
    for turn in range(CELLS):
        name = names[order[turn % len(names)]]
        ours, expected = made[name]
        assert ours.shape == expected.shape, name
        cell = tuple(int(torch.randint(size, (), generator=draw)) for size in ours.shape)
        difference = abs(float(ours[cell]) - float(expected[cell])) / float(expected.abs().max())
        if not difference <= LARGEST_DIFFERENCE:
            wrong.append(f"{name}{list(cell)}: {difference:.2g} of the largest")
    return wrong


def test_200_random_cells_are_those_of_transformers(both):
    opened, theirs = both
    sent = Sent(Board(opened), QUESTION)
    made = pairs(sent, theirs)
    left_out = {name.rpartition(".")[2] for name in {*sent.tensors} - {*made}}
    assert left_out <= BETWEEN_MODULES
    assert len(made) <= CELLS
    assert not different_cells(made)


def test_a_head_that_is_off_is_noticed_among_them(both):
    """Or the comparison would see nothing."""
    opened, theirs = both
    kind = "encoder" if theirs.kind in ("bert", "marian", "t5") else "decoder"
    changed = BoardQuestion(**{**vars(QUESTION), "heads_off": (OffHead(kind, 0, 1),)})
    made = pairs(Sent(Board(opened), changed), theirs)
    wrong = " ".join(different_cells(made))
    assert "layers.0.self_attention.projected" in wrong and "logits" in wrong
