"""A vector of one forward in the place of another's, and what it can change."""

import pytest
import torch

from tests.lab.measures.test_logit_lens import own_model, recorded
from transformer_core import trace
from transformer_core.variants.models import EncoderDecoderModel
from transformer_lab import open_model
from transformer_lab.measures.logit_lens import stream_names
from transformer_lab.measures.patching import Place, cone, moved, patch

SRC, OTHER = torch.tensor([[3, 4, 5]]), torch.tensor([[3, 7, 5]])
TGT, OTHER_TGT = torch.tensor([[1, 6, 7, 2]]), torch.tensor([[1, 8, 9, 2]])
IDS, OTHERS = (SRC, TGT), (OTHER, OTHER_TGT)


def run(model, ids, change=None):
    with torch.inference_mode(), trace(model, change) as records:
        model(*ids)
    return records


def check(model, ids, others, place):
    """What is outside of the cone is the same to the last digit, whatever is put there; and of what
    is inside, everything can become "not a number".
    """
    before, other = run(model, ids), run(model, others)
    after = run(model, ids, patch(other, place))
    can = cone(model, before, place)
    streams = [
        n for s in ("encoder", "decoder") if hasattr(model, s) for n in stream_names(before, s)
    ]
    assert can.keys() >= {*streams, "logits"}
    for name, cells in can.items():
        changed = after[name][0] != before[name][0]
        if name.endswith("weights"):
            assert not changed[:, ~cells].any(), name
        else:
            assert not changed[~cells].any(), name

    name = stream_names(before, place.stack)[place.layer]
    ruined = {n: t.clone() for n, t in other.items()}
    ruined[name][0, place.token] = torch.nan
    nan = run(model, ids, patch(ruined, place))
    for name in (*streams, "logits"):
        assert torch.equal(nan[name][0].isnan().any(-1), can[name]), name
    return before, other, after, can


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize(
    "place",
    [
        Place("encoder", 0, 1),
        Place("encoder", 3, 1),
        Place("decoder", 0, 1),
        Place("decoder", 2, 3),
    ],
)
def test_nothing_outside_of_the_cone_changes(norm_first, place):
    check(own_model(norm_first=norm_first).eval(), IDS, OTHERS, place)


@pytest.mark.parametrize("kind", ["gpt2", "bert", "marian", "t5", "bart"])
def test_nothing_outside_of_the_cone_of_an_opened_model_changes(saved, kind):
    model = open_model(saved(kind)).model
    side = "encoder" if kind == "bert" else "decoder"
    ids, others = (IDS, OTHERS) if isinstance(model, EncoderDecoderModel) else (IDS[1:], OTHERS[1:])
    check(model, ids, others, Place(side, 1, 2))
    if isinstance(model, EncoderDecoderModel):
        check(model, ids, others, Place("encoder", 1, 2))


def test_in_a_decoder_the_cone_opens_to_the_right():
    model = own_model().eval()
    can = cone(model, run(model, IDS), Place("decoder", 1, 2))
    names = stream_names(run(model, IDS), "decoder")
    assert [can[name].tolist() for name in names] == [
        [False] * 4,
        [False, False, True, False],
        [False, False, True, True],
        [False, False, True, True],
    ]
    weights = can["decoder.layers.1.self_attention.weights"]
    assert weights.tolist() == [[False] * 4, [False] * 4, [True] * 3 + [False], [True] * 4]


def test_from_the_encoder_it_reaches_every_word_that_is_written():
    model = own_model().eval()
    can = cone(model, run(model, IDS), Place("encoder", 3, 0))
    assert can["logits"].all()
    assert can[stream_names(run(model, IDS), "encoder")[-1]].tolist() == [True, False, False]
    assert not can["decoder.layers.0.self_attention.weights"].any()


def test_padding_is_seen_by_nobody_so_its_vector_reaches_nothing():
    model = own_model().eval()
    padded = torch.tensor([[3, 4, 0]])
    _, _, after, can = check(model, (padded, TGT), OTHERS, Place("encoder", 1, 2))
    assert not can["logits"].any()
    assert torch.equal(after["logits"], run(model, (padded, TGT))["logits"])


def test_every_last_vector_of_another_sentence_makes_its_words():
    """The vectors after the last layer of another sentence: the model says what it says there."""
    model = own_model().eval()
    other, changes = run(model, OTHERS), {}
    for token in range(4):
        after = run(model, IDS, patch(other, Place("decoder", 3, token)))
        changes[token] = after["logits"][0, token]
    torch.testing.assert_close(torch.stack([*changes.values()]), other["logits"][0])


def test_another_tokens_vector_can_be_put_there():
    model = own_model().eval()
    other = run(model, OTHERS)
    after = run(model, IDS, patch(other, Place("encoder", 1, 0), token=2))
    name = stream_names(other, "encoder")[1]
    assert torch.equal(after[name][0, 0], other[name][0, 2])


def test_a_layer_that_there_is_not():
    model = own_model()
    with pytest.raises(IndexError):
        patch(recorded(model, *IDS), Place("decoder", 4, 0))


def test_how_far_a_vector_has_moved_is_a_share_of_its_length():
    before = torch.tensor([[3.0, 4.0], [1.0, 0.0], [0.0, 0.0]])
    after = torch.tensor([[3.0, 4.0], [1.0, 2.0], [1.0, 0.0]])
    assert moved(before, after).tolist() == [0.0, 2.0, 0.0]
