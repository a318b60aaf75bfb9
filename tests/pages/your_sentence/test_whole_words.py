"""Words instead of pieces, and kinds of heads, as the page shows them."""

import pytest
import torch

from pages.your_sentence.whole_words import words_of
from tests.pages.your_sentence.sentence_page import AskedSentence
from tests.pages.your_sentence.test_other_model import shown  # noqa: F401
from transformer_lab.measures.summaries import rollout
from transformer_lab.measures.words import joined


def values(page, matrix="weights"):
    return torch.as_tensor(page.matrices[matrix].values)


@pytest.mark.parametrize(("model", "kind"), [("bert", "encoder"), ("gpt2", "decoder"),
                                             ("t5", "cross")])  # fmt: skip
def test_rows_of_words_sum_to_1_and_have_a_label_each(shown, model, kind):  # noqa: F811
    between = {"kind": kind, "sentence": "the unbelievable cats sat", "target": "a dog"}
    pieces, words = shown(model, **between), shown(model, whole_words=True, **between)
    groups = words_of(pieces.setting.attention_source.attentions)
    assert groups is not None, "the tiny tokenizer splits some word"
    shape = (len(words.matrices["weights"].rows.labels), len(words.matrices["weights"].cols.labels))
    assert values(words).shape == shape != tuple(values(pieces).shape)
    torch.testing.assert_close(values(words).sum(-1), torch.ones(shape[0]))
    torch.testing.assert_close(values(words), joined(values(pieces), *groups.sides(kind)))
    assert words.text("whole_words.about") in words.notes
    assert words.text("whole_words.about") not in pieces.notes
    weights, hidden = values(words), words.matrices["weights"].hidden
    if hidden is not None:
        assert not weights[torch.as_tensor(hidden)].any()


def test_rollout_follows_pieces_and_joins_what_comes_out(shown):  # noqa: F811
    page = shown("bert", kind="encoder", combination="rollout", sentence="the unbelievable cats",
                 whole_words=True)  # fmt: skip
    seen = page.setting.attention_source.attentions
    groups = words_of(seen)
    rolled = rollout(seen.weights("encoder"))[page.setting.layers - 1]
    torch.testing.assert_close(values(page), joined(rolled, groups.source, groups.source))


def test_a_cell_pinned_in_a_tile_of_words_opens_its_head(shown):  # noqa: F811
    page = shown("bert", kind="encoder", order="first", whole_words=True, sentence="unbelievable")
    label = page.matrices["all_heads"].tile_axis.labels[1]
    state = page.after(pin="all_heads.1.0.0")
    head = min(set(range(values(page, "all_heads").size(0))) - state.setting.off)
    assert label.startswith(f"L{state.setting.layer} H{head + 1}")


def test_our_own_tokens_are_words_already():
    page = AskedSentence(whole_words=True)
    assert torch.equal(values(page), values(AskedSentence()))


def test_heads_are_named_by_the_kind_that_is_measured():
    page = AskedSentence(kind="decoder")
    labels = list(page.matrices["all_heads"].tile_axis.labels)
    weights = values(page, "all_heads")
    diagonals = weights.diagonal(dim1=1, dim2=2).mean(-1)
    said = page.text("head_kinds.previous")
    for label, share in zip(labels, diagonals.tolist(), strict=True):
        if said in label:
            assert share >= 0.395
            assert label.endswith(f"{share:.2f}")
    assert any(said in label for label in labels)


def test_heads_like_the_only_one_that_is_on():
    page = AskedSentence(kind="encoder", off=frozenset({1, 2, 3}))
    chips = page.row("alike").chips
    assert len(chips) == 3
    apart = [float(chip.label.rpartition(" ")[2]) for chip in chips]
    assert apart == sorted(apart)
    assert "alike" not in [row.name for row in AskedSentence().all(type(page.row("order")))]
