"""Hidden words, heads switched off, numbers set by hand: what changes, and what stays."""

import pytest
import torch

from pages.translator.decoding import DecodingOptions, decode
from pages.translator.model_edits import Head, SetCell, the_translator
from tests.pages.overview.overview_page import map_of, overview, seen

D_MODEL = the_translator().model.config.d_model
HIDDEN = frozenset({5})
W_Q = "encoder.layers.0.self_attention.w_q.weight"
HEADS = [Head(kind, layer, 2) for kind in ("encoder", "decoder", "cross") for layer in (0, 1)]
KINDS = {"encoder": "e", "decoder": "d", "cross": "c"}


def with_cell(cell, value, **values):
    return overview(**values).done(change={"cell": cell, "value": value})


def parameters(model: str = "translator") -> dict[str, torch.Tensor]:
    shipped = the_translator()
    of_model = shipped.untrained() if model == "untrained" else shipped
    return {name: values.detach().clone() for name, values in of_model.model.named_parameters()}


def differing(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> set[str]:
    return {name for name in one if not torch.equal(one[name], other[name])}


@pytest.mark.parametrize("model", ["translator", "untrained"])
@pytest.mark.parametrize(
    "values", [{"hidden": HIDDEN}, {"heads_off": frozenset({HEADS[-1]})}], ids=["word", "head"]
)
def test_what_was_changed_is_compared_with_the_unchanged_model_made_to_write_the_same(
    model, values
):
    asked = overview(model=model, **values)
    drawn, written = seen(asked), asked.setting.written
    same = DecodingOptions("forced", forced=written.forced, ends=written.ended)
    unchanged = decode(model, asked.setting.sentence, frozenset(), same)
    assert torch.equal(unchanged.translation.tgt_ids, written.translation.tgt_ids)
    for tensor in drawn.columns:
        assert torch.equal(drawn.now(tensor), written.computation.tensors[tensor]), tensor
        assert torch.equal(drawn.other(tensor), unchanged.computation.tensors[tensor]), tensor
    assert not torch.equal(drawn.now("logits"), drawn.other("logits"))


def test_a_hidden_word_is_read_by_nobody_and_marked():
    drawn = seen(overview(hidden=HIDDEN))
    assert drawn.header["src"]["hidden"] == [5]
    of_src = [name for name, one in drawn.tensors.items() if one["of"] == "src"]
    weights = [name for name in of_src if name.endswith(".weights")]
    assert not any(drawn.now(name)[..., 5].any() for name in weights)
    assert any((drawn.other(name)[..., 5] > 0).any() for name in weights)


def test_the_text_of_before_stands_beside_what_is_written_now(language):
    before = overview(language).setting.written.translation.written
    for values in ({"hidden": HIDDEN}, {"heads_off": frozenset(HEADS)}):
        asked = overview(language, **values)
        same, other = asked.text("compared.writes_same"), asked.text("compared.writes", text=before)
        assert map_of(asked).before == (same if map_of(asked).written == before else other)
    assert map_of(overview(language, hidden=HIDDEN)).written != before


def test_a_text_that_is_forced_is_not_compared_with_itself():
    assert map_of(overview(hidden=HIDDEN, writing="forced")).before == ""


@pytest.mark.parametrize(
    ("model", "other"), [("translator", "untrained"), ("untrained", "translator")]
)
def test_the_same_model_before_or_after_its_training_stands_beside(language, model, other):
    asked = overview(language, model=model, beside=True, hidden=HIDDEN)
    drawn, written = seen(asked), asked.setting.written
    same = DecodingOptions("forced", forced=written.forced, ends=written.ended)
    expected = decode(other, asked.setting.sentence, HIDDEN, same).computation.tensors
    for tensor in drawn.columns:
        assert torch.equal(drawn.other(tensor), expected[tensor]), tensor
    called = "untrained" if other == "untrained" else "trained"
    assert drawn.header["strings"]["tools"]["seen_other"] == asked.text(f"compared.{called}")
    assert asked.text(f"compared.{called}") in asked.lines


@pytest.mark.parametrize("head", HEADS, ids=lambda head: f"{head.kind} {head.layer}")
def test_a_head_that_is_off_adds_nothing(head):
    asked = overview(heads_off=frozenset({head}))
    tensors = asked.setting.written.computation.tensors
    d_head = tensors[f"{head.path}.heads"].size(-1)
    columns = slice(head.head * d_head, (head.head + 1) * d_head)
    assert not tensors[f"{head.path}.w_o.weight"][:, columns].any()
    # As the trained model would have it, had this head found nothing.
    found = tensors[f"{head.path}.concatenated"].clone()
    assert found[:, columns].any()
    found[:, columns] = 0.0
    trained = parameters()[f"{head.path}.w_o.weight"]
    bias = parameters().get(f"{head.path}.w_o.bias", torch.zeros(len(trained)))
    torch.testing.assert_close(
        tensors[f"{head.path}.projected"], found @ trained.T + bias, atol=1e-5, rtol=1e-5
    )
    assert seen(asked).header["headOff"] == [[f"{head.path}.weights", head.head]]


def test_what_stands_left_of_a_head_that_is_off_is_as_it_was():
    head = Head("cross", 1, 3)
    drawn = seen(overview(heads_off=frozenset({head})))
    columns = drawn.columns
    place = columns.index(f"{head.path}.projected")
    for tensor in columns[:place]:
        assert torch.equal(drawn.now(tensor), drawn.other(tensor)), tensor
    assert not torch.equal(drawn.now(columns[place]), drawn.other(columns[place]))


@pytest.mark.parametrize("head", HEADS, ids=lambda head: f"{head.kind} {head.layer}")
def test_a_switch_turns_its_head_off_and_on_again(head):
    asked = overview()
    row = asked.row(f"heads_{head.kind}_{head.layer}")
    assert [chip.is_on for chip in row.values()] == [True] * 4
    off = asked.pressed(row["3"])
    assert off.setting.heads_off == {head}
    row = off.row(f"heads_{head.kind}_{head.layer}")
    assert [label for label, chip in row.items() if not chip.is_on] == ["3"]
    assert off.pressed(row["3"]).setting == asked.setting
    assert off.address["ys_heads_off"] == f"{KINDS[head.kind]}{head.layer}.2"


@pytest.mark.parametrize("model", ["translator", "untrained"])
@pytest.mark.parametrize("name", [W_Q, "decoder.layers.1.feed_forward.linear_2.weight"])
def test_a_weight_set_by_hand_is_the_only_one_that_differs(model, name):
    before = parameters(model)
    asked = with_cell(f"{name}@3.4", -2.5, model=model)
    assert asked.setting.cells == (SetCell(name, (3, 4), -2.5),)
    tensors = asked.setting.written.computation.tensors
    changed = {one: tensors[one] for one in before}
    assert differing(before, changed) == {name}
    found = (changed[name] != before[name]).nonzero().tolist()
    assert (found, changed[name][3, 4].item()) == ([[3, 4]], -2.5)
    assert asked.setting.written.computation.tensors[name][3, 4] == -2.5
    assert seen(asked).header["isCompared"]


def test_the_model_that_everybody_shares_stays_as_it_is():
    before = parameters()
    start = overview().setting.written.computation.tensors["logits"].clone()
    changed = with_cell(f"{W_Q}@0.0", 9.0, heads_off=frozenset(HEADS))
    assert not torch.equal(changed.setting.written.computation.tensors["logits"], start)
    assert not differing(before, parameters())
    assert torch.equal(overview().setting.written.computation.tensors["logits"], start)


@pytest.mark.parametrize(
    ("side", "row", "word"), [("src", 5, "book"), ("tgt", 3, "학생"), ("tgt", 0, "<plain+si>")]
)
def test_a_number_of_an_embedding_is_set_in_the_row_of_its_token(side, row, word):
    asked = with_cell(f"{side}_embeddings@{row}.7", 1.5)
    ((name, index, value),) = asked.setting.cells
    vocabulary = getattr(asked.setting.written, f"{side}_tokens")
    assert (name, vocabulary[index[0]], index[1], value) == (
        f"{side}_embedding.weight",
        word,
        7,
        1.5,
    )
    drawn = seen(asked)
    now, other = drawn.now(f"{side}_embeddings"), drawn.other(f"{side}_embeddings")
    assert (now != other).nonzero().tolist() == [[row, 7]]
    assert now[row, 7] == 1.5


def test_an_embedding_of_the_target_is_its_tokens_column_of_the_logits_too():
    asked = with_cell("tgt_embeddings@3.7", 9.0)
    drawn, tensors = seen(asked), asked.setting.written.computation.tensors
    ((name, (token, _), _),) = asked.setting.cells
    assert [one["name"] for one in drawn.tensors["logits"]["parameters"]] == [name]
    change = tensors[name][token] - parameters()[name][token]
    assert change.nonzero().tolist() == [[7]]
    logits = drawn.now("decoder.output") @ tensors[name].T
    torch.testing.assert_close(drawn.now("logits"), logits, atol=1e-4, rtol=1e-4)


def test_a_word_that_stands_twice_is_changed_in_both_places():
    drawn = seen(with_cell("src_embeddings@0.7", 1.5, sentence="the cat saw the dog"))
    differ = drawn.now("src_embeddings") != drawn.other("src_embeddings")
    assert differ.nonzero().tolist() == [[0, 7], [3, 7]]


def test_a_number_that_is_set_again_takes_the_place_of_the_first():
    asked = with_cell(f"{W_Q}@3.4", 1.0).done(change={"cell": f"{W_Q}@0.1", "value": 2})
    asked = asked.done(change={"cell": f"{W_Q}@3.4", "value": 3})
    assert {cell.index: cell.value for cell in asked.setting.cells} == {(0, 1): 2.0, (3, 4): 3.0}


@pytest.mark.thorough
def test_as_many_numbers_can_be_set_as_an_address_holds():
    asked = overview()
    for place in range(64):
        asked = asked.done(change={"cell": f"{W_Q}@0.{place}", "value": place})
    assert type(asked.setting).read(asked.setting.to_json()) == asked.setting
    asked.done(change={"cell": f"{W_Q}@0.63", "value": -1})
    with pytest.raises(ValueError):
        asked.done(change={"cell": f"{W_Q}@1.0", "value": 1})


@pytest.mark.parametrize(
    "cell",
    [
        "encoder.layers.0.self_attention.scores@0.1.2",
        "src_scaled@0.0",
        "src_positions@0.0",
        "logits@0.0",
        "src_ids@0",
        "no_such@0.0",
        f"{W_Q}@{D_MODEL}.0",
        f"{W_Q}@0",
        f"{W_Q}@0.0~{W_Q}@0.1",
        "src_embeddings@8.0",
        f"src_embeddings@0.{D_MODEL}",
        "?",
        "",
    ],
)
def test_what_is_no_parameter_cannot_be_set(cell):
    with pytest.raises(ValueError):
        with_cell(cell, 1.0)


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", 1_000_001, "1e999", "one", ""])
def test_what_is_no_number_of_a_parameter_cannot_be_set(value):
    with pytest.raises(ValueError):
        with_cell(f"{W_Q}@0.0", value)


def test_one_press_drops_everything_that_was_done_by_hand():
    asked = with_cell(f"{W_Q}@0.0", 1.0, heads_off=frozenset(HEADS[:2]), hidden=HIDDEN)
    (reset,) = (chip for chip in asked.chips if chip.label == "")
    assert asked.pressed(reset).setting == overview().setting
    assert not [chip for chip in overview().chips if chip.label == ""]


def test_what_was_done_by_hand_stands_in_the_address():
    asked = with_cell(f"{W_Q}@3.4", -2.5e-7, heads_off=frozenset(HEADS), hidden=HIDDEN)
    again = type(asked).at("overview", **asked.address)
    assert again.setting == asked.setting
    assert torch.equal(seen(again).now("logits"), seen(asked).now("logits"))


def test_another_sentence_keeps_the_changed_model_and_shows_every_word():
    asked = overview(heads_off=frozenset(HEADS[:1]), hidden=HIDDEN)
    later = asked.setting.with_values(sentence="I love you").reset_dependents(asked.setting)
    assert (later.heads_off, later.hidden) == (frozenset(HEADS[:1]), frozenset())
