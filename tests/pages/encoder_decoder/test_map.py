"""The encoder-decoder page's map: an untrained model of one's own sizes, number by number."""

from dataclasses import asdict

import pytest
import torch

from pages.encoder_decoder.sizes import PRESETS
from tests.pages.encoder_decoder.model_page import asked, records_of, seen
from tests.pages.snapshots.travelled import travelled
from ui.picture.model_map import ModelMap

SIZES = {"num_layers": 3, "d_model": 12, "num_heads": 3, "d_ff": 20}
LAYER = ("encoder", "feed_forward", 1)
DROPPED = {"summed", "sublayer"}


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("more", [{}, {"dropping": True, "dropout": 0.5}, {"shared": True}, SIZES])
def test_the_maps_numbers_are_the_models(norm, more):
    page = asked(norm=norm, **more)
    drawn, records = seen(page), records_of(page.setting)
    recorded = records.keys() & {*drawn.columns}
    assert len(recorded) > 50
    for name in recorded:
        torch.testing.assert_close(drawn.now(name), records[name][0]), name
    computation = page.setting.forward.computation(page.setting.label_smoothing)
    for name in drawn.columns:
        assert torch.equal(drawn.now(name), computation.tensors[name]), name
    drawn.assert_has_all_numbers()


def test_the_norm_stands_where_it_is_applied():
    post, pre = (seen(asked(norm=norm)) for norm in ("post", "pre"))
    inside = ["hidden", "activated", "output"]
    assert post.own_names[LAYER] == [*inside, "residual", "normed"]
    assert pre.own_names[LAYER] == ["normed", *inside, "residual"]
    assert (post.header["normFirst"], pre.header["normFirst"]) == (False, True)
    for drawn in (post, pre):
        for own in drawn.own_names.values():
            assert own.count("normed") == own.count("residual") <= 1


def test_pre_norm_ends_each_stack_with_a_norm_of_its_own():
    for norm, same in (("post", True), ("pre", False)):
        drawn = seen(asked(norm=norm))
        before = {"post": "normed_2", "pre": "residual_2"}[norm]
        last = drawn.now(f"encoder.layers.1.{before}")
        assert torch.equal(drawn.now("encoder.output"), last) == same
        spread = drawn.now("encoder.output").std(dim=-1, unbiased=False)
        torch.testing.assert_close(spread, torch.ones_like(spread), atol=1e-3, rtol=0)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_what_is_dropped_has_columns_only_while_it_drops(norm):
    still, dropping = (
        {name for own in seen(asked(norm=norm, **more)).own_names.values() for name in own}
        for more in ({}, {"dropping": True})
    )
    assert not still & DROPPED
    assert dropping - still == DROPPED, "the paper's dropout: sublayers' outputs, and the sums"


def test_what_was_dropped_is_0_and_the_rest_is_larger():
    drawn = seen(asked(dropping=True, dropout=0.5, seed=2))
    output = drawn.now("encoder.layers.0.feed_forward.output")
    dropped = drawn.now("encoder.layers.0.sublayer_2")
    kept = dropped != 0
    assert 0.2 < kept.float().mean() < 0.8
    torch.testing.assert_close(dropped[kept], 2 * output[kept])


@pytest.mark.parametrize("padding", [0, 1, 4])
def test_padding_is_marked_and_read_by_nobody(padding):
    page = asked(padding=padding)
    drawn, words = seen(page), page.setting.sentences.src_names
    count = len(words) - padding
    assert drawn.header["src"]["labels"] == list(words)
    assert drawn.header["tgt"]["labels"] == list(page.setting.sentences.tgt_names)
    assert drawn.header["src"]["hidden"] == [*range(count, len(words))]
    for name, one in drawn.tensors.items():
        if one["own"] == "weights":
            read = drawn.now(name)
            # The last token of the target is not read: one padding token less than in the source
            real = count if one["of"] == "src" else read.size(-1) - max(0, padding - 1)
            assert not read[..., real:].any(), name
            torch.testing.assert_close(read.sum(-1), torch.ones(read.shape[:-1]))


@pytest.mark.parametrize("more", [{}, {"dropping": True}, {"vocab_size": 3000}])
def test_the_next_tokens_are_the_likeliest_and_the_one_that_should_follow(more):
    page = asked(**more)
    sentences, steps = page.setting.sentences, seen(page).header["next"]
    shares = records_of(page.setting)["logits"][0].softmax(-1)
    assert len(steps) == len(sentences.tgt_names)
    for row, one in enumerate(steps):
        best = shares[row].topk(5)
        names = [sentences.name(token) for token in best.indices.tolist()]
        assert [name for name, _ in one["likeliest"]] == names
        assert [share for _, share in one["likeliest"]] == pytest.approx(best.values.tolist())
        due = int(sentences.targets[0, row])
        assert one["chosen"] == [sentences.name(due), pytest.approx(float(shares[row, due]))]


@pytest.mark.parametrize("vocab_size", [32, 2001])
def test_the_tokens_of_both_sentences_are_named_in_a_vocabulary_of_any_size(vocab_size):
    page = asked(vocab_size=vocab_size)
    names = seen(page).header["vocabulary"].split("\n")
    assert names[:3] == ["⟨pad⟩", "⟨start⟩", "⟨end⟩"]
    assert {*page.setting.source_words, *page.setting.target_words} <= {*names}
    # The browser calls the others "#" and their id.
    assert len(names) == max(page.setting.sentences.names) + 1


def test_nothing_on_this_map_is_compared_hidden_or_set_by_hand():
    header = seen(asked()).header
    assert not header["isCompared"] and not header["editable"] and not header["hideField"]
    assert header["viewField"] == "ed_view"
    with pytest.raises(ValueError):
        asked().after(change={"cell": "src_embeddings@0.0", "value": 1})


def test_the_sides_are_called_as_their_fields(language):
    page = asked(language)
    sides = seen(page).header["strings"]["sides"]
    assert sides == {"src": page.text("controls.source"), "tgt": page.text("controls.target")}


def test_the_papers_base_model_is_computed():
    page = asked(**asdict(PRESETS["paper_base"]))
    drawn = seen(page)
    assert drawn.header["pool"] > 1
    assert drawn.size <= 700_000
    assert drawn.tensors["logits"]["shape"] == [5, 37_000]
    computation = page.setting.forward.computation(page.setting.label_smoothing)
    queries = "encoder.layers.5.self_attention.queries"
    pooled = drawn.sent(queries).reshape(5, -1)
    whole = computation.tensors[queries].transpose(0, 1).flatten(1)
    pool = drawn.pool(queries)
    assert pool > 1
    assert torch.equal(pooled.abs(), whole.abs().unflatten(1, (-1, pool)).amax(-1))
    (cells,) = travelled(page.answer.area(f"cells~{queries}"))
    assert torch.equal(torch.tensor(cells["numbers"]), computation.tensors[queries])
    assert page.arithmetic.here.startswith("probabilities@0.")


@pytest.mark.parametrize("vocab_size", [60_000, 200_000])
def test_a_number_of_a_very_large_vocabulary_is_explained_at_once(vocab_size):
    page = asked(vocab_size=vocab_size, d_model=4, num_heads=1)
    assert page.arithmetic.here.startswith("logits@0.")


@pytest.mark.parametrize("more", [asdict(PRESETS["paper_big"]), {"d_model": 4096}])
def test_a_model_that_is_too_large_has_no_map_and_nothing_to_ask_for(language, more):
    page = asked(language, **more, pin="logits@0.0", trail="logits@0.0~src_embeddings@0.0")
    assert not page.setting.is_computed
    assert not page.all(ModelMap)
    for area in ("map", "arithmetic", "below"):
        assert page.parts(area) == []
    for name in ("cells~src_embeddings", "origins"):
        assert page.answer.area(name) is None
    assert page.after(pin="logits@0.0").selection.pin == ""


def test_the_map_asks_for_tensors_and_the_way_back():
    page = asked()
    (cells,) = travelled(page.answer.area("cells~src_embedding.weight"))
    model = page.setting.forward.model
    assert torch.equal(torch.tensor(cells["numbers"]), model.src_embedding.weight)
    assert page.answer.area("cells~no_such") is None
    (origins,) = travelled(page.answer.area("origins"))
    assert page.arithmetic.here in {edge["output"] for edge in origins["edges"]}


def test_padding_is_struck_out_on_both_sides_alike():
    (part,) = asked(padding=3).all(ModelMap)
    for words, count in ((part.src, 3), (part.tgt, 2)):
        assert [words.labels[row].startswith("⟨pad⟩") for row in words.hidden] == [True] * count
