import math

import pytest
import torch

from tests.ui.runs.test_engine import TINY
from transformer_lab.learning import RunConfig, learn
from ui.runs.packing import FULL, frame, layout_of, pack, unframe

LAYERS = ("src_embedding", "tgt_embedding", "encoder.layers.0", "decoder.layers.0", "output")


def test_weights_come_through_to_the_fifth_digit():
    records = list(learn(TINY))
    layout = layout_of(records[0], LAYERS)
    header, body = unframe(frame({"x": 1}, [pack(record, layout) for record in records]))
    assert header["x"] == 1
    assert [each["step"] for each in header["records"]] == list(range(TINY.steps + 1))
    whole = torch.frombuffer(bytearray(body), dtype=torch.uint16).float() / FULL
    flat = torch.cat(
        [record.attention[name].flatten() for record in records for name in layout.attention]
    )
    assert (whole - flat).abs().max() < 1e-5
    assert len(header["records"][1]["gradients"]) == len(LAYERS)


def test_a_film_of_a_whole_reverse_run_is_far_below_two_megabytes():
    record = next(learn(RunConfig()))
    layout = layout_of(record, LAYERS)
    numbers = dict.fromkeys(LAYERS, 0.123456789)
    full = record._replace(gradient_norms=numbers, update_sizes=numbers)
    assert 125 * len(frame({}, [pack(full, layout)])) < 300_000


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_becomes_null(value):
    record = next(learn(TINY))._replace(loss=value)
    assert pack(record, layout_of(record, LAYERS)).header["loss"] is None
