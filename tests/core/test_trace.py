import threading

import pytest
import torch

from transformer_core import TransformerConfig, build_transformer, generator, trace

CONFIG = TransformerConfig(12, 9, 8, 2, num_layers=2, d_ff=16, dropout=0.0, max_len=10)
MODEL = build_transformer(CONFIG, seed=1)
SRC = torch.tensor([[3, 4, 5, 0]])
TGT = torch.tensor([[1, 2, 3]])

ATTENTION = [
    "queries", "keys", "values", "mask", "scores", "scaled", "masked", "weights", "heads",
    "concatenated", "projected",
]  # fmt: skip
FEED_FORWARD = ["hidden", "activated", "output"]


def sublayer(path, names, number, layer):
    inside = [f"{layer}.{path}.{name}" for name in names]
    return [*inside, f"{layer}.residual_{number}", f"{layer}.normed_{number}"]


def expected_names():
    names = ["src_embeddings", "src_scaled", "src_encoded"]
    for index in range(2):
        layer = f"encoder.layers.{index}"
        names += sublayer("self_attention", ATTENTION, 1, layer)
        names += sublayer("feed_forward", FEED_FORWARD, 2, layer)
    names += ["encoder.output", "tgt_embeddings", "tgt_scaled", "tgt_encoded"]
    for index in range(2):
        layer = f"decoder.layers.{index}"
        names += sublayer("self_attention", ATTENTION, 1, layer)
        names += sublayer("cross_attention", ATTENTION, 2, layer)
        names += sublayer("feed_forward", FEED_FORWARD, 3, layer)
    return [*names, "decoder.output", "logits"]


def test_every_intermediate_is_recorded_in_the_order_it_is_made():
    with trace(MODEL) as records:
        logits = MODEL(SRC, TGT)
    assert list(records) == expected_names()
    assert records["logits"] is logits


def test_recorded_steps_follow_from_each_other():
    with trace(MODEL) as records:
        MODEL(SRC, TGT)
    steps = {
        name: records[f"encoder.layers.1.self_attention.{name}"]
        for name in ("queries", "keys", "values", "scores", "weights", "heads", "projected")
    }
    assert torch.equal(steps["scores"], steps["queries"] @ steps["keys"].mT)
    assert torch.equal(steps["heads"], steps["weights"] @ steps["values"])
    assert (steps["weights"][..., 3] == 0).all()
    assert torch.equal(
        records["encoder.layers.1.self_attention.mask"], (SRC == 0).expand(1, 2, 4, 4)
    )
    layer = "encoder.layers.1."
    assert torch.equal(
        records[layer + "residual_1"], records["encoder.layers.0.normed_2"] + steps["projected"]
    )
    hidden, activated = (records[layer + f"feed_forward.{n}"] for n in ("hidden", "activated"))
    assert torch.equal(activated, hidden.clamp(min=0))


def test_tracing_changes_neither_the_result_nor_the_model():
    attributes = {name: set(vars(module)) for name, module in MODEL.named_modules()}
    plain = MODEL(SRC, TGT)
    with trace(MODEL):
        traced = MODEL(SRC, TGT)
    assert torch.equal(plain, traced)
    assert {name: set(vars(module)) for name, module in MODEL.named_modules()} == attributes
    assert not any(module._forward_hooks for module in MODEL.modules())


def test_nothing_is_recorded_after_the_trace():
    with trace(MODEL) as records:
        pass
    MODEL(SRC, TGT)
    assert records == {}


def test_a_trace_ends_when_the_forward_fails():
    with pytest.raises(ValueError, match="src_ids contains 99"), trace(MODEL) as records:
        MODEL(torch.tensor([[99]]), TGT)
    MODEL(SRC, TGT)
    assert records == {}


def test_a_part_is_traced_under_its_own_names():
    layer = MODEL.encoder.layers[0]
    with trace(layer) as records:
        MODEL(SRC, TGT)
    assert "self_attention.weights" in records
    assert "normed_2" in records
    assert len(records) == len(ATTENTION) + len(FEED_FORWARD) + 4


def test_another_model_is_not_recorded():
    other = build_transformer(CONFIG, seed=2)
    with trace(MODEL) as records:
        other(SRC, TGT)
    assert records == {}


def test_an_inner_trace_does_not_take_from_the_outer_one():
    with trace(MODEL) as outer:
        with trace(MODEL.decoder) as inner:
            MODEL(SRC, TGT)
        assert outer["decoder.output"] is inner["output"]
    assert list(outer) == expected_names()


def test_a_second_forward_replaces_the_first():
    with trace(MODEL) as records:
        MODEL(SRC, TGT)
        second = MODEL(SRC, TGT[:, :1])
    assert records["logits"] is second
    assert list(records) == expected_names()


def test_two_threads_trace_one_model_and_see_only_their_own_tensors():
    rounds, threads = 20, 4
    together = threading.Barrier(threads)
    failures = []

    def work(seed):
        draw = generator(seed)
        for _ in range(rounds):
            src = torch.randint(1, 12, (seed + 1, 3 + seed), generator=draw)
            together.wait(timeout=30)
            with torch.inference_mode(), trace(MODEL) as records:
                logits = MODEL(src, TGT.expand(seed + 1, -1))
            same = torch.equal(records["src_embeddings"], MODEL.src_embedding(src))
            shape = records["decoder.layers.1.cross_attention.weights"].shape
            if not same or shape != (seed + 1, 2, 3, 3 + seed) or records["logits"] is not logits:
                failures.append(seed)

    workers = [threading.Thread(target=work, args=(seed,)) for seed in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=60)
    assert not any(worker.is_alive() for worker in workers)
    assert failures == []


def test_a_thread_that_does_not_trace_records_nothing():
    with trace(MODEL) as records:
        worker = threading.Thread(target=MODEL, args=(SRC, TGT))
        worker.start()
        worker.join(timeout=60)
    assert records == {}


WEIGHTS = "decoder.layers.0.cross_attention.weights"


def evenly(weights):
    return torch.full_like(weights, 1 / weights.size(-1))


def unevenly(tensor):
    """Each column more or less: what norms and softmax do not take back."""
    return tensor * torch.linspace(0.5, 1.5, tensor.size(-1))


def test_a_forward_goes_on_with_what_a_change_made():
    plain = MODEL(SRC, TGT)
    with trace(MODEL, {WEIGHTS: evenly}) as records:
        changed = MODEL(SRC, TGT)
    weights, values = records[WEIGHTS], records["decoder.layers.0.cross_attention.values"]
    assert torch.equal(weights, torch.full_like(weights, 0.25))
    assert torch.equal(records["decoder.layers.0.cross_attention.heads"], weights @ values)
    assert not torch.allclose(plain, changed)
    assert list(records) == expected_names()
    assert torch.equal(MODEL(SRC, TGT), plain)


@pytest.mark.sampled
@pytest.mark.parametrize("name", expected_names())
def test_each_intermediate_can_be_changed_and_what_follows_changes_with_it(name):
    shift = torch.logical_not if name.endswith(".mask") else unevenly
    with trace(MODEL) as before:
        MODEL(SRC, TGT)
    with trace(MODEL, {name: shift}) as after:
        MODEL(SRC, TGT)
    expected = shift(before[name])
    assert torch.equal(after[name], expected)
    names = expected_names()
    changed = {one for one in names if not torch.equal(before[one], after[one])}
    assert names.index(name) == min(map(names.index, changed))
    assert "logits" in changed


@pytest.mark.sampled
@pytest.mark.parametrize("name", [*dict(MODEL.named_parameters()), "positional_encoding.encoding"])
def test_each_parameter_can_be_changed_as_if_the_model_had_it(name):
    held = MODEL.get_buffer(name) if "encoding.encoding" in name else MODEL.get_parameter(name)
    with torch.no_grad(), trace(MODEL, {name: lambda own: own + 0.25}) as records:
        changed = MODEL(SRC, TGT)
    assert torch.equal(records[name], held + 0.25)
    own = build_transformer(CONFIG, seed=1)
    with torch.no_grad():
        (own.get_buffer if "encoding.encoding" in name else own.get_parameter)(name).add_(0.25)
        assert torch.equal(own(SRC, TGT), changed)


def test_no_look_ahead_is_a_change_of_the_mask():
    own = "decoder.layers.0.self_attention."
    with trace(MODEL, {own + "mask": torch.zeros_like}) as records:
        MODEL(SRC, TGT)
    assert (records[own + "weights"] > 0).all()
    assert (records["decoder.layers.1.self_attention.weights"][0, 0, 0, 1:] == 0).all()


def test_a_change_can_take_a_tensor_of_another_forward():
    with trace(MODEL) as other:
        MODEL(torch.tensor([[5, 4, 3, 0]]), TGT)
    patch = {"encoder.layers.0.normed_2": lambda _: other["encoder.layers.0.normed_2"]}
    with trace(MODEL, patch) as records:
        MODEL(SRC, TGT)
    assert torch.equal(records["encoder.output"], other["encoder.output"])


def test_an_outer_change_goes_before_an_inner_one():
    name = "encoder.output"
    with (
        trace(MODEL, {name: lambda tensor: tensor + 1}) as outer,
        trace(MODEL, {name: lambda tensor: tensor * 2}) as inner,
    ):
        MODEL(SRC, TGT)
    assert outer[name] is inner[name]
    assert torch.equal(inner[name], (outer["encoder.layers.1.normed_2"] + 1) * 2)


def test_a_change_of_nothing_that_there_is_is_an_error():
    with pytest.raises(ValueError, match="nothing with the name 'encoder"):  # noqa: SIM117
        with trace(MODEL, {"encoder.layers.7.self_attention.weights": evenly}):
            MODEL(SRC, TGT)


def test_a_change_keeps_the_shape():
    with pytest.raises(ValueError, match=r"encoder.output must have its shape \(1, 4, 8\), got"):  # noqa: SIM117
        with trace(MODEL, {"encoder.output": lambda tensor: tensor[:, :2]}):
            MODEL(SRC, TGT)


def test_an_error_of_the_forward_is_not_hidden_by_a_change_that_was_not_met():
    with pytest.raises(ValueError, match="src_ids contains 99"):  # noqa: SIM117
        with trace(MODEL, {WEIGHTS: evenly}):
            MODEL(torch.tensor([[99]]), TGT)


def test_a_thread_sees_only_its_own_change():
    plain, results = MODEL(SRC, TGT), []
    with trace(MODEL, {WEIGHTS: evenly}):
        worker = threading.Thread(target=lambda: results.append(MODEL(SRC, TGT)))
        worker.start()
        worker.join(timeout=60)
        MODEL(SRC, TGT)
    assert torch.equal(results[0], plain)
