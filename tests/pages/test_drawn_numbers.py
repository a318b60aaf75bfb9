"""Whatever a page draws or explains is a number of its own tensors. That these are right is for the
laws of each page, `recomputed() == value`, and for its programs.
"""

from collections.abc import Iterator, Mapping

import pytest
import torch
from torch import Tensor

from tests.pages.answers import Asked
from tests.pages.program_numbers import Held
from tests.pages.snapshots.page_text import states
from tests.ui.seen_map import SeenMap
from ui.explain.arithmetic import Arithmetic
from ui.explain.arithmetic.numbers import read_back

DRAWING = ("positional_encoding", "masks", "attention", "self_attention", "multi_head_attention",
           "your_sentence", "attention_limits", "mistakes")  # fmt: skip
MAPPED = ("overview", "encoder_decoder")
NEAR = 1e-6
LAST = "decoder.layers.1.cross_attention.weights"


def tensors_of(asked: Asked) -> Mapping[str, Tensor]:
    """By name; of a translator also what its heads give together."""
    found = dict(asked.handler.page.tensors(asked.setting))
    if asked.handler.name == "your_sentence":
        crosses = [found[f"decoder.layers.{layer}.cross_attention.weights"] for layer in range(2)]
        found |= {"weights": found[LAST].mean(dim=0), "all_heads": torch.cat(crosses)}
    if asked.handler.name == "attention_limits":
        head = asked.setting.shown_head
        found |= {f"{name}_of_head": found[name][head] for name in ("length", "share")}
    return found


@pytest.mark.parametrize("page", DRAWING)
def test_every_matrix_is_a_tensor_of_its_page(page: str) -> None:
    drawn = 0
    for label, asked in states(page):
        tensors = tensors_of(asked)
        held = Held([one.float() for one in tensors.values()])
        for name, matrix in asked.matrices.items():
            values = torch.as_tensor(matrix.values).float()
            is_own = name in tensors and tensors[name].numel() == values.numel()
            own = Held([tensors[name].float()]) if is_own else held
            assert own.distance(values) <= NEAR, (label, name)
            drawn += 1
    assert drawn >= 6


@pytest.mark.parametrize("page", MAPPED)
def test_every_column_of_a_map_is_a_tensor_of_its_page(page: str) -> None:
    _, asked = next(states(page))
    seen, tensors = SeenMap(asked.answer.areas["map"]), asked.handler.page.tensors(asked.setting)
    assert len(seen.tensors) > 40
    for name in seen.tensors:
        assert seen.pool(name) == 1
        assert Held([tensors[name].float()]).distance(seen.now(name)) <= NEAR, name


@pytest.mark.parametrize("page", MAPPED)
def test_the_next_tokens_of_a_map_have_the_probabilities_of_its_logits(page: str) -> None:
    _, asked = next(states(page))
    shares = (
        asked.handler.page.tensors(asked.setting)["logits"].softmax(dim=-1).sort(descending=True)
    )
    found = SeenMap(asked.answer.areas["map"]).header["next"]
    assert len(found) == len(shares.values) > 4
    for one, row in zip(found, shares.values, strict=True):
        likeliest = [share for _, share in one["likeliest"]]
        assert likeliest == pytest.approx(row[: len(likeliest)].tolist(), rel=1e-5)
        assert one["chosen"][1] in (pytest.approx(share, rel=1e-5) for share in row.tolist())


def explained(asked: Asked) -> Iterator[Arithmetic]:
    """What is said of two corners of each matrix, or of a cell of each column of a map."""
    for name, matrix in asked.matrices.items():
        *tiles, rows, cols = torch.as_tensor(matrix.values).shape
        start = ".".join([name, *(str(count - 1) for count in tiles)])
        for pin in (f"{start}.0.{cols - 1}", f"{start}.{rows - 1}.0"):
            yield asked.moved(asked.after(pin=pin)).arithmetic
    if "map" in asked.answer.areas:
        for name, header in SeenMap(asked.answer.areas["map"]).tensors.items():
            *sizes, _ = header["shape"]
            pin = f"{name}@{'.'.join(str(size - 1) for size in sizes)}.0"
            yield asked.moved(asked.after(pin=pin)).arithmetic


@pytest.mark.sampled
@pytest.mark.parametrize("page", [*DRAWING, *MAPPED])
def test_the_number_that_is_explained_is_the_tensors(page: str) -> None:
    read = 0
    for _, asked in states(page):
        tensors = asked.handler.page.tensors(asked.setting)
        for arithmetic in explained(asked):
            name, _, index = arithmetic.here.partition("@")
            if name not in tensors:
                continue
            value = float(tensors[name][tuple(map(int, index.split(".")))])
            text = read_back(arithmetic.title.rpartition("= ")[2].lstrip("+"))
            assert text == pytest.approx(value, rel=1e-3, abs=6e-5, nan_ok=True), arithmetic.title
            read += 1
        if page in MAPPED:
            break
    assert read >= 12
