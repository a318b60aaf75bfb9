import dataclasses

import pytest
import torch
from safetensors.torch import load, save

from transformer_core.learning import RunConfig
from transformer_core.learning.slices import state_at
from transformer_core.learning.stored import StoredError, dump, read

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
    with pytest.raises(StoredError, match="steps=0"):
        read(data.replace(b'\\"steps\\": 4,', b'\\"steps\\": 0,'))
