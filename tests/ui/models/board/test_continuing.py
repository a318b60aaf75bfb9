"""A decoder alone goes on writing with a key-value cache, and its numbers are those without."""

import pytest
import torch
from transformers import AutoModelForCausalLM

from tests.lab.pretrained.families import test_llama as llama
from transformer_core import trace
from transformer_core.variants.key_value_cache import KeyValueCache
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import read_network
from ui.models.board.board import Board
from ui.models.board.continuing import MOST_CONTINUED
from ui.models.board.forward import forward
from ui.models.board.question import BoardQuestion, OffHead

PLAIN = BoardQuestion("the cat sat")
pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


def test_three_tokens_with_the_cache_have_the_logits_without(opened):
    model, logits = opened("gpt2"), []

    def likeliest(row):
        logits.append(row.clone())
        return int(row.argmax())

    ids = model.ids("the cat sat")
    written = model.continued(ids, choose=likeliest, most=3)
    assert written.size(1) == ids.size(1) + 3 and torch.equal(written[:, : ids.size(1)], ids)
    with torch.inference_mode():
        whole = model.model(written)[0]  # (seq_len, vocab)
    kept = [one for one in range(whole.size(-1)) if one not in model.writing.excluded]
    for step, row in enumerate(logits):
        expected = whole[ids.size(1) - 1 + step]
        torch.testing.assert_close(row[kept], expected[kept], rtol=0, atol=1e-4)


def test_each_step_computes_one_row(opened):
    model = opened("gpt2")
    ids, rows = model.ids("the cat sat"), []
    with trace(model.model, change={"tgt_embeddings": lambda one: rows.append(one.size(1)) or one}):
        model.continued(ids, most=3)
    assert rows == [ids.size(1), 1, 1]


@pytest.mark.parametrize("kv_heads", [1, 2, 4])
def test_a_llama_whose_heads_share_keys_and_values_has_the_same_logits(tmp_path, kv_heads):
    llama.network(num_key_value_heads=kv_heads).save_pretrained(tmp_path)
    model, _ = read_network(open_folder(tmp_path, "m"), "m")
    ids, cache = torch.tensor([[3, 9, 4, 7, 1]]), KeyValueCache()
    with torch.inference_mode():
        whole = model(ids)
        parts = [model(ids[:, :2], cache=cache)]
        parts += [model(ids[:, at : at + 1], cache=cache) for at in (2, 3, 4)]
    torch.testing.assert_close(torch.cat(parts, dim=1), whole, rtol=0, atol=1e-4)
    kept = sum(one.numel() for one in cache.named(model).values())
    assert kept == 5 * 3 * 2 * kv_heads * 6


def test_a_marian_writes_with_the_logits_that_its_map_has(opened):
    model, logits = opened("marian"), []

    def likeliest(row):
        logits.append(row.clone())
        return int(row.argmax())

    ids = model.ids("the cat sat")
    read = model.written(ids, model.beginning(), choose=likeliest, most=3)
    with torch.inference_mode():
        whole = model.model(ids, read)[0]
    kept = [one for one in range(whole.size(-1)) if one not in model.writing.excluded]
    for row, expected in zip(logits, whole, strict=False):
        torch.testing.assert_close(row[kept], expected[kept], rtol=0, atol=1e-4)


def test_it_goes_on_as_transformers_does(opened, saved):
    network = AutoModelForCausalLM.from_pretrained(saved("gpt2"), attn_implementation="eager")
    made = forward(opened("gpt2"), PLAIN)
    ids = made.given.tgt_ids
    theirs = network.generate(ids, max_new_tokens=MOST_CONTINUED, do_sample=False)
    written = Board(opened("gpt2")).continued(PLAIN)
    assert len(written) == MOST_CONTINUED or int(theirs[0, -1]) in opened("gpt2").writing.ends
    names = [made.token(one, "tgt") for one in theirs[0, ids.size(1) :].tolist()]
    assert [name for name, _, _ in written] == names[: len(written)]
    with torch.inference_mode():
        shares = network(theirs).logits[0].softmax(dim=-1)
    for at, (_, share, text) in enumerate(written):
        place = ids.size(1) + at
        assert share == pytest.approx(float(shares[place - 1, theirs[0, place]]), abs=1e-4)
        # Half of a letter is no text.
        if text:
            assert torch.equal(opened("gpt2").ids(text), theirs[:, : place + 1])
        else:
            spelt = opened("gpt2").plain_text(theirs[:, : place + 1])
            assert not torch.equal(opened("gpt2").ids(spelt), theirs[:, : place + 1])


def test_what_is_hidden_and_changed_counts_and_draws_are_repeated(opened):
    board = Board(opened("gpt2"))
    plain = board.continued(PLAIN)
    hidden = BoardQuestion("the cat sat", hidden=(1,))
    off = BoardQuestion("the cat sat", heads_off=(OffHead("decoder", 1, 0),))
    assert board.continued(hidden) != plain != board.continued(off)
    drawn = BoardQuestion("the cat sat", is_sampled=True, temperature=3.0, draw=5)
    assert board.continued(drawn) == Board(opened("gpt2")).continued(drawn) != plain


@pytest.mark.parametrize("kind", ["bert", "marian"])
def test_what_is_no_decoder_alone_does_not_go_on(opened, kind):
    assert Board(opened(kind)).continued(PLAIN) == []
    with pytest.raises(ValueError, match="does not continue"):
        opened(kind).continued(torch.tensor([[1, 2]]))


def test_a_sentence_that_was_not_read_to_its_end_is_not_continued(opened):
    assert Board(opened("gpt2")).continued(BoardQuestion("the cat " * 200)) == []
