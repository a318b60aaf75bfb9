import dataclasses
import tracemalloc

import pytest
import torch
from safetensors.torch import load, save

from transformer_lab.learning import RunConfig
from transformer_lab.learning.config import LARGEST, LARGEST_RECORDS
from transformer_lab.learning.models import untrained_model
from transformer_lab.learning.slices import state_at
from transformer_lab.learning.stored import LONGEST_HEADER, StoredError, dump, read

CONFIG = RunConfig(d_model=8, d_ff=8, batch_size=8, steps=4, warmup_steps=4)


def weights():
    return state_at(CONFIG, None, 1).weights


def test_what_was_stored_is_read_again():
    own = weights()
    watched = {"encoder.layers.0": torch.arange(6).to(torch.uint16).view(1, 1, 2, 3)}
    stored = read(dump(CONFIG, own, [{"step": 1, "predicted": ["저"]}], watched))
    assert stored.config == CONFIG
    assert stored.records == [{"step": 1, "predicted": ["저"]}]
    assert stored.watched["encoder.layers.0"].equal(watched["encoder.layers.0"])
    for name, tensor in own.items():
        assert torch.equal(tensor, stored.weights[name])


@pytest.mark.parametrize("data", [b"", b"x" * 100, b"\xff" * 8 + b"{}", save({})])
def test_what_is_no_run_is_refused(data):
    with pytest.raises(StoredError):
        read(data)


def test_a_header_that_is_too_long_is_not_read():
    """Lists in lists: 30 MB of them take a gigabyte."""
    empty = "[" + "[]," * 5_000_000 + "[]]"
    data = save(weights(), {"format": "attention-workbench-run-1", "records": empty})
    tracemalloc.start()
    try:
        with pytest.raises(StoredError, match="header"):
            read(data)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_the_longest_run_of_the_largest_model_is_read():
    sizes = {name: LARGEST[name] for name in ("num_layers", "d_model", "num_heads", "d_ff")}
    config = RunConfig(task="translate", every=10, steps=4000, **sizes)
    own = {name: tensor.detach() for name, tensor in untrained_model(config).named_parameters()}
    numbers = [0.12345678901234567] * 12
    record = {"step": 4000, "predicted": ["친구에게서"] * 32, "gradients": numbers}
    record |= {f"number {place}": number for place, number in enumerate(numbers)}
    records = [record | {"updates": numbers}] * (2 * LARGEST_RECORDS)
    data = dump(config, own, records)
    assert int.from_bytes(data[:8], "little") > LONGEST_HEADER / 2
    assert read(data).records == records


def test_weights_of_another_model_are_refused():
    with pytest.raises(StoredError, match="another model"):
        read(dump(dataclasses.replace(CONFIG, num_layers=2), weights()))
    with pytest.raises(StoredError, match="does not fit"):
        read(dump(dataclasses.replace(CONFIG, d_ff=16), weights()))


def test_weights_that_are_no_numbers_are_refused():
    own = {name: tensor.clone() for name, tensor in weights().items()}
    own["output.bias"][0] = torch.nan
    with pytest.raises(StoredError, match=r"output.bias is not finite"):
        read(dump(CONFIG, own))


def test_a_config_that_cannot_be_is_refused():
    data = dump(CONFIG, weights())
    assert load(data)
    with pytest.raises(StoredError, match=r"steps must be .*, got 0"):
        read(data.replace(b'\\"steps\\": 4,', b'\\"steps\\": 0,'))
