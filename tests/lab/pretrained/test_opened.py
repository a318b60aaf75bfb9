"""What one asks of an opened model: tokens, and every number of a text."""

import pytest
import torch
from transformers import AutoModelForSeq2SeqLM

from transformer_lab import open_model
from transformer_lab.pretrained.opened import MOST_WRITTEN, OpenedModel

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


@pytest.fixture(scope="module")
def marian(saved) -> OpenedModel:
    return open_model(saved("marian"))


@pytest.fixture(scope="module")
def gpt2(saved) -> OpenedModel:
    return open_model(saved("gpt2"))


def test_a_target_is_read_after_the_start_token(marian):
    records = marian.trace("the cat sat", "a dog")
    labels = marian.ids("a dog", is_target=True)
    read = torch.cat([torch.tensor([[marian.start]]), labels[:, :-1]], dim=1)
    table = marian.model.get_parameter("tgt_embedding.weight")
    assert torch.equal(records["tgt_embeddings"], table[read])


@pytest.mark.parametrize("kind", ["marian", "t5"])
def test_without_a_target_it_reads_what_it_writes_itself(saved, kind):
    model = open_model(saved(kind))
    network = AutoModelForSeq2SeqLM.from_pretrained(saved(kind), attn_implementation="eager")
    ids = model.ids("the cat")
    pad, end = network.config.pad_token_id, network.config.eos_token_id
    # More than ours writes, since the last one of theirs is forced to be the end.
    written = network.generate(ids, max_new_tokens=70, num_beams=1, suppress_tokens=[pad])
    read = model.trace("the cat")["tgt_embeddings"]
    length = read.size(1)
    table = model.model.get_parameter("tgt_embedding.weight")
    assert torch.equal(read, table[written[:, :length]])
    assert length == 1 + MOST_WRITTEN or written[0, length] == end


def test_a_change_is_what_the_forward_goes_on_with(gpt2):
    name = "decoder.layers.0.self_attention.weights"

    def head_off(weights):
        return torch.cat([weights[:, :1] * 0, weights[:, 1:]], dim=1)

    before, after = gpt2.trace("the cat sat"), gpt2.trace("the cat sat", change={name: head_off})
    assert not after["decoder.layers.0.self_attention.heads"][:, 0].any()
    assert not torch.equal(before["logits"], after["logits"])


def test_more_tokens_than_there_are_positions_are_refused(gpt2):
    with pytest.raises(ValueError, match="1 to 200 tokens"):
        gpt2.trace("hello " * 300)
    with pytest.raises(ValueError, match="this one has none"):
        gpt2.ids("")


def test_tokens_are_readable(gpt2):
    assert gpt2.tokens("the cats") == ["the", "␣cat", "s"]
