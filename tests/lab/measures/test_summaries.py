"""Many heads or layers as one matrix."""

import pytest
import torch

from tests.lab.measures.test_logit_lens import own_model, recorded
from transformer_core import trace
from transformer_lab import open_model
from transformer_lab.measures.head_contributions import head_contributions
from transformer_lab.measures.summaries import by_length, gradients, heads_of, rollout

SRC, TGT = torch.tensor([[3, 4, 5]]), torch.tensor([[1, 6, 7, 2]])


def test_rollout_of_two_layers_by_hand():
    first = torch.tensor([[[0.0, 1.0], [1.0, 0.0]]])
    second = torch.tensor([[[1.0, 0.0], [0.5, 0.5]]])
    rolled = rollout(torch.stack([first, second]))
    assert rolled[0].tolist() == [[0.5, 0.5], [0.5, 0.5]]
    # A_2 = [[1, 0], [0.25, 0.75]]; in the other order the product would have 0.625 in it.
    assert rolled[1].tolist() == [[0.5, 0.5], [0.5, 0.5]]


def test_rollout_keeps_rows_that_sum_to_1_and_what_no_query_may_see_hidden():
    weights = torch.randn(4, 3, 6, 6, generator=torch.Generator().manual_seed(1))
    future = torch.ones(6, 6, dtype=torch.bool).triu(1)
    rolled = rollout(weights.masked_fill(future, -torch.inf).softmax(-1))
    torch.testing.assert_close(rolled.sum(-1), torch.ones(4, 6))
    assert not rolled[:, future].any()


def test_lengths_by_hand():
    weights = torch.tensor([[[0.5, 0.5]], [[0.25, 0.75]]])  # two heads, one query, two keys
    values = torch.tensor([[[6.0], [2.0]], [[16.0], [0.0]]])
    W_O = torch.tensor([[[1.0], [0.0]], [[0.0], [1.0]]])  # head 1 writes x, head 2 writes y
    # Key 1 adds (3, 4), key 2 adds (1, 0): lengths 5 and 1.
    torch.testing.assert_close(by_length(weights, values, W_O), torch.tensor([[5 / 6, 1 / 6]]))


def test_a_row_that_sees_nothing_adds_nothing():
    shares = by_length(torch.zeros(1, 1, 2), torch.ones(1, 2, 1), torch.ones(1, 1, 1))
    assert shares.tolist() == [[0, 0]]


def test_what_the_keys_add_is_what_the_heads_add():
    model = own_model()
    records, path = recorded(model, SRC, TGT), "decoder.layers.1.cross_attention"
    W_O = heads_of(dict(model.named_parameters()), path, 2)
    weights, values = records[f"{path}.weights"][0], records[f"{path}.values"][0]
    added = torch.einsum("hqk,hkv,hmv->hqm", weights, values, W_O)
    with torch.inference_mode():
        wanted = head_contributions(model.get_submodule(path), records[f"{path}.heads"])[0]
    torch.testing.assert_close(added, wanted)


@pytest.mark.parametrize(
    "path", ["encoder.layers.0.self_attention", "decoder.layers.2.cross_attention"]
)
def test_a_gradient_says_what_a_small_change_of_one_weight_does(path):
    model = own_model().double().eval()
    wanted = torch.zeros(1, 4, 11).double()
    wanted[0, 2, 7] = 1.0
    weights, gradient = gradients(model, lambda: model(SRC, TGT), path, wanted)

    def logit(step: float) -> float:
        def moved(own):
            own = own.clone()
            own[0, 1, 2, 0] += step
            return own

        with torch.inference_mode(), trace(model, {f"{path}.weights": moved}):
            return float(model(SRC, TGT)[0, 2, 7])

    by_hand = (logit(1e-4) - logit(-1e-4)) / 2e-4
    assert by_hand != 0
    assert float(gradient[0, 1, 2, 0]) == pytest.approx(by_hand, rel=1e-4)
    torch.testing.assert_close(weights.sum(-1), torch.ones_like(weights.sum(-1)))


def test_each_sentence_of_a_batch_has_its_own_number():
    model = own_model().eval()
    path, eye = "decoder.layers.0.self_attention", torch.zeros(4, 4, 11)
    eye[range(4), range(4), [6, 7, 2, 1]] = 1.0  # sentence q counts the logit of position q
    run = lambda: model(SRC.expand(4, -1), TGT.expand(4, -1))  # noqa: E731
    _, together = gradients(model, run, path, eye)
    _, alone = gradients(model, lambda: model(SRC, TGT), path, eye[2:3])
    torch.testing.assert_close(together[2], alone[0])
    assert not together[1, :, 2:].any()  # no later row has a part in position 1


def test_it_works_inside_inference_mode_and_on_opened_models(saved):
    model = open_model(saved("gpt2"))
    ids = model.ids("the cat sat")
    wanted = torch.zeros(1, ids.size(1), model.trace("the cat sat")["logits"].size(-1))
    wanted[0, -1, 3] = 1.0
    path = "decoder.layers.0.self_attention"
    with torch.inference_mode():
        weights, gradient = gradients(model.model, lambda: model.model(ids), path, wanted)
    assert torch.equal(weights, model.trace("the cat sat")[f"{path}.weights"])
    assert gradient.any()
