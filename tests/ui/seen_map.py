"""A model's map, decoded as the browser decodes it."""

import math
from typing import Any

import numpy as np
import torch
from torch import Tensor

from tests.pages.snapshots.travelled import travelled
from ui.answer.answer import Area

GRAIN, LONG = 16, 256


class SeenMap:
    """The header of a map, and the numbers of its tensors."""

    def __init__(self, area: Area) -> None:
        (self.header,) = travelled(area)
        self.tensors: dict[str, dict[str, Any]] = {
            one["name"]: one for one in self.header["tensors"]
        }
        self._numbers = torch.from_numpy(np.array(self.header["numbers"]))

    @property
    def columns(self) -> list[str]:
        """All tensors as they stand from left to right."""
        places = [at for section in self.header["sections"] for at in section["tensors"]]
        assert places == [*range(len(self.tensors))]
        return [self.header["tensors"][at]["name"] for at in places]

    @property
    def own_names(self) -> dict[tuple[str, str, int | None], list[str]]:
        """The columns of each section by their own names."""
        tensors = self.header["tensors"]
        return {
            (one["stack"], one["part"], one["layer"]): [tensors[at]["own"] for at in one["tensors"]]
            for one in self.header["sections"]
        }

    @property
    def size(self) -> int:
        """How many numbers one of two forwards has."""
        return sum(one["count"] for one in self.tensors.values())

    def sent(self, tensor: str, *, other: bool = False) -> Tensor:
        """What was sent of a tensor, in a row."""
        header = self.tensors[tensor]
        at = header["at"] + (self.size if other else 0)
        return self._numbers[at : at + header["count"]]

    def pool(self, tensor: str) -> int:
        """How many numbers one that was sent stands for."""
        header = self.tensors[tensor]
        if header["axis"] == "key":
            return 1
        size, pool = header["shape"][-1] * (header["heads"] or 1), self.header["pool"]
        length = math.ceil(size / self.header["lines"])
        length = length if size <= LONG else GRAIN * math.ceil(length / GRAIN)
        if pool == 1 or length % pool:
            return 1
        wide = (64, 32) if header["axis"] == "token" else ()
        return next((one for one in wide if length % one == 0), pool)

    def now(self, tensor: str) -> Tensor:
        """A tensor in its shape. All of its numbers have to be there."""
        return self._whole(tensor, self.sent(tensor))

    def other(self, tensor: str) -> Tensor:
        """The same of the forward that this one is compared with."""
        assert self.header["isCompared"]
        return self._whole(tensor, self.sent(tensor, other=True))

    def _whole(self, tensor: str, numbers: Tensor) -> Tensor:
        assert self.pool(tensor) == 1
        return numbers.reshape(self.tensors[tensor]["shape"])

    def assert_has_all_numbers(self) -> None:
        """Nothing more was sent than what the header places."""
        both = 2 if self.header["isCompared"] else 1
        assert len(self._numbers) == both * self.size
