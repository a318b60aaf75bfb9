"""The map that the tests of the JavaScript modules make has the shape of a real one."""

import json
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from transformer_core import TransformerConfig, build_transformer, seeded_dropout, trace
from transformer_core.explain.computation import Computation
from transformer_core.explain.provenance import transformer_computation
from transformer_core.transformer import Transformer
from ui.picture.matrix_view.matrix import Blobs
from ui.picture.model_map import MapWords, ModelMap, tensors

HERE = Path(__file__).parent
CONFIG = TransformerConfig(
    src_vocab_size=5, tgt_vocab_size=6, d_model=8, num_heads=2, num_layers=2, d_ff=16
)
PARTS = (
    "kind",
    "id",
    "lines",
    "pool",
    "sections",
    "isCompared",
    "hasDifferences",
    "normFirst",
    "variant",
)
PRINT = """import { aMap } from "./a_map.js";
const { numbers, ...header } = aMap(JSON.parse(process.argv[1]));
process.stdout.write(JSON.stringify({ ...header, numbers: numbers.length }));"""


def _written(**options: object) -> dict[str, object]:
    """What the JavaScript makes."""
    node = shutil.which("node")
    if node is None:
        (pytest.fail if os.environ.get("REQUIRE_NODE") else pytest.skip)("no Node found")
    command = [node, "--input-type=module", "--eval", PRINT, "--", json.dumps(options)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=HERE)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _real(model: Transformer, *, is_compared: bool = False) -> dict[str, object]:
    """What Python sends of a forward with dropout at work wherever it is not 0."""
    src, tgt = torch.tensor([[1, 2]]), torch.tensor([[1, 2, 3]])
    with torch.inference_mode(), trace(model) as records, seeded_dropout(0):
        model(src, tgt)
    computation: Computation = transformer_computation(model, records, src, tgt)
    header = ModelMap(
        "map",
        computation,
        MapWords(["kat", "mat"]),
        MapWords(["<s>", "uno", "dos"]),
        next_tokens=[],
        other=computation if is_compared else None,
        norm_first=model.config.norm_first,
    ).header(Blobs())
    return json.loads(json.dumps(header))


def _model(norm_first: bool = False, dropout: float = 0.0) -> Transformer:
    """A model with dropout inside its sublayers too, which no model of the paper has."""
    model = build_transformer(replace(CONFIG, norm_first=norm_first), seed=0)
    for module in model.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = dropout
    return model


def _assert_same(written: dict[str, object], real: dict[str, object]) -> None:
    assert written.keys() == real.keys()
    assert {name: written[name] for name in PARTS} == {name: real[name] for name in PARTS}
    for one, other in zip(written["tensors"], real["tensors"], strict=True):
        assert one == other
    assert written["numbers"] == real["numbers"]["bytes"] // 4


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("dropout", [0.0, 0.5])
def test_a_map_is_as_python_sends_it(norm_first: bool, dropout: float) -> None:
    real = _real(_model(norm_first, dropout))
    _assert_same(_written(isNormFirst=norm_first, isDropped=dropout > 0), real)


def test_a_map_of_which_the_strongest_are_sent_is_as_python_sends_it(monkeypatch) -> None:
    monkeypatch.setattr(tensors, "MOST_NUMBERS", 1000)
    _assert_same(_written(pool=4), _real(_model()))


def test_a_map_that_is_compared_is_as_python_sends_it() -> None:
    _assert_same(_written(isCompared=True), _real(_model(), is_compared=True))
