"""What the multi-head attention page shows, step by step."""

from urllib.parse import parse_qsl

import pytest
import torch

from pages.multi_head_attention.setting import STEPS
from pages.multi_head_attention.steps import GAP, StepRow
from pages.multi_head_attention.views import to_pin
from tests.pages.answers import Asked
from transformer_core import attention, build_multi_head_attention, look_ahead_mask
from ui.answer.parts import Board, Chip, Heading, Link, Note
from ui.picture.matrix_view import Tiles
from ui.share.link_contents import changed_fields

EDITS = {
    ("W_K", 5, 0): -3.0,
    ("W_O", 2, 2): 4.0,
    ("W_Q", 0, 1): 1.5,
    ("embedding", 1, 3): 2.0,
}
SENTENCES = {"en": "she read the book he wrote", "ko": "나는 친구가 쓴 글을 천천히 읽었다"}
SIXTEEN = " ".join(f"w{place}" for place in range(16))
SIXTY_FOUR = " ".join(f"w{place}" for place in range(64))


def multi_head(language="en", **values):
    """With random numbers."""
    start = {"source": "random", "sentence": SENTENCES[language]}
    if "before" in values:
        values["before"] = start | values["before"]
    return Asked("multi_head_attention", language, **start | values)


def everywhere(asked):
    """The numbers of every matrix of every step."""
    steps = [asked.with_values(step=step) for step in STEPS]
    return {name: one.values(name) for one in steps for name in one.matrices}


def chip_of(asked, label):
    return next(chip for chip in asked.chips if chip.label == label)


def infos(asked):
    return [note.text for note in asked.all(Note, "picture") if note.tone == "info"]


def torchs_attention(d_model, num_heads, seed):
    ours = build_multi_head_attention(d_model, num_heads, seed)
    theirs = torch.nn.MultiheadAttention(d_model, num_heads, batch_first=True)
    with torch.no_grad():
        linears = (ours.w_q, ours.w_k, ours.w_v)
        theirs.in_proj_weight.copy_(torch.cat([linear.weight for linear in linears]))
        theirs.in_proj_bias.copy_(torch.cat([linear.bias for linear in linears]))
        theirs.out_proj.load_state_dict(ours.w_o.state_dict())
    return theirs


def test_it_opens_with_the_answer_to_its_question(language):
    asked = multi_head(language)
    assert asked.setting.step == "attend"
    assert asked.values("heads").shape == (4, 6, 6)
    assert asked.values("weights").shape == asked.values("full_weights").shape == (6, 6)
    ways = [item for item in asked.all(Board)[0].items if hasattr(item, "id")]
    assert [item.id for item in ways[:3]] == ["heads", "weights", "full_weights"]


def test_the_papers_base_model_has_the_shapes_of_the_paper():
    asked = multi_head().pressed("questions.base").with_values(step="split")
    assert (asked.setting.width, asked.setting.heads) == (512, 8)
    assert asked.matrices["queries_heads"].note == "(1, 8, 6, 64)"
    assert asked.values("queries_heads").shape == (8, 6, 64)


@pytest.mark.parametrize("mask", ["none", "look_ahead", "padding"])
@pytest.mark.parametrize(("d_model", "num_heads"), [(16, 4), (12, 3), (64, 8), (8, 1)])
def test_weights_and_output_are_those_of_torch(d_model, num_heads, mask):
    made = everywhere(multi_head(d_model=d_model, num_heads=num_heads, mask=mask, seed=3))
    X = made["X"].clone().unsqueeze(0)
    hidden = {"none": None, "look_ahead": look_ahead_mask(6)}.get(mask)
    if mask == "padding":
        hidden = (torch.arange(6) >= 4).expand(6, 6)
    with torch.no_grad():
        output, weights = torchs_attention(d_model, num_heads, 3)(
            X, X, X, attn_mask=hidden, average_attn_weights=False
        )
    torch.testing.assert_close(made["heads"], weights[0], atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(made["projected"], output[0], atol=1e-5, rtol=1e-5)


def test_each_step_follows_from_the_one_before():
    made = everywhere(multi_head())
    torch.testing.assert_close(made["X"], made["embedding"] + made["encoding"])
    for name in ("queries", "keys", "values"):
        side_by_side = torch.cat(list(made[f"{name}_heads"]), dim=-1)
        assert torch.equal(side_by_side, made[name])
    steps = attention(*(made[f"{name}_heads"] for name in ("queries", "keys", "values")))
    torch.testing.assert_close(made["heads"], steps.weights)
    torch.testing.assert_close(made["scores"], steps.scores[0])
    torch.testing.assert_close(made["scaled"], steps.scaled[0])
    torch.testing.assert_close(made["outputs_heads"], steps.output)
    torch.testing.assert_close(made["concatenated"], torch.cat(list(steps.output), dim=-1))
    torch.testing.assert_close(made["projected"], made["concatenated"] @ made["W_O"])


def test_the_opened_head_is_one_of_the_tiles():
    made = everywhere(multi_head(head=2))
    assert torch.equal(made["weights"], made["heads"][2])
    assert torch.equal(made["output"], made["outputs_heads"][2])
    for letter, name in {"Q": "queries", "K": "keys", "V": "values"}.items():
        assert torch.equal(made[letter], made[f"{name}_heads"][2])
    assert multi_head(head=2).matrices["weights"].fixed == {"head": 2}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    "values", [{}, {"off": frozenset({1}), "mask": "padding"}, {"d_model": 64, "num_heads": 64}]
)
def test_every_matrix_but_the_tiles_can_be_pinned(step, values):
    asked = multi_head(step=step, **values)
    shown = {name for name, one in asked.matrices.items() if not isinstance(one, Tiles)}
    assert shown == set(to_pin(asked.setting, step))


@pytest.mark.parametrize("step", STEPS)
def test_every_step_stands_small_with_its_shape_and_one_is_large(language, step):
    asked = multi_head(language, step=step, d_model=8, num_heads=2, sentence="a b c")
    (row,) = asked.all(StepRow, "steps")
    assert [one.chip.label for one in row.steps] == [asked.text(f"step.{one}") for one in STEPS]
    assert [one.chip.is_on for one in row.steps] == [one == step for one in STEPS]
    assert [one.chip.setting["step"] for one in row.steps] == list(STEPS)
    whole, split, attended = "(1, 3, 8)", "(1, 2, 3, 4)", "(1, 2, 3, 3)"
    assert [one.shape for one in row.steps] == [whole, whole, split, attended, whole, whole]
    assert [heading.title for heading in asked.all(Heading)] == [asked.text(f"steps.{step}")]


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"d_model": 512, "num_heads": 64, "sentence": SIXTY_FOUR},
        {"d_model": 4, "num_heads": 4, "sentence": "a"},
        {"sentence": "a b", "mask": "padding"},
    ],
)
def test_small_pictures_stay_small_and_have_colours(values):
    (row,) = multi_head(**values).all(StepRow, "steps")
    for one in row.steps:
        assert max(one.colours.shape) <= 127
        assert (one.colours < GAP).any()


def test_the_small_picture_has_the_colours_of_its_numbers():
    asked = multi_head(step="project_back")
    (row,) = asked.all(StepRow, "steps")
    output = asked.values("projected")
    share = (torch.as_tensor(row.steps[-1].colours).float() / (GAP - 1) - 0.5) * 2
    torch.testing.assert_close(share, output / output.abs().max(), atol=5e-3, rtol=0)


def test_heads_that_do_not_divide_a_new_d_model_fall_to_the_next_smaller(language):
    asked = multi_head(language, d_model=64, num_heads=8)
    assert not infos(asked)
    asked = asked.with_values(d_model=12)
    assert asked.values("heads").shape == (6, 6, 6)
    sizes = {"d_model": 12, "wanted": 8, "num_heads": 6}
    assert infos(asked) == [asked.text("not_divisible", **sizes)]
    asked = asked.with_values(num_heads=3)
    assert asked.values("heads").shape == (3, 6, 6)
    assert not infos(asked)


@pytest.mark.parametrize("off", [{0}, {1, 3}, {0, 1, 2, 3}])
def test_heads_switched_off_equal_computing_without_them(off):
    asked = multi_head(step="project_back", off=frozenset(off))
    made = everywhere(asked)
    kept = made["outputs_heads"].clone()
    kept[list(off)] = 0
    expected = torch.cat(list(kept), dim=-1) @ made["W_O"]
    torch.testing.assert_close(made["without"], expected)
    assert torch.equal(made["projected"], made["without"])
    torch.testing.assert_close(made["lost"], made["all"] - made["without"])
    share = 100 * made["lost"].norm() / made["all"].norm()
    assert any(f"**{share:.0f}%**" in note for note in asked.notes)


@pytest.mark.parametrize("step", ["concatenate", "project_back"])
def test_every_head_has_a_switch_with_its_share_of_the_output(language, step):
    asked = multi_head(language, step=step)
    made, chips = everywhere(asked), list(asked.row("heads").values())
    for head, chip in enumerate(chips):
        columns = slice(4 * head, 4 * head + 4)
        added = made["concatenated"][:, columns] @ made["W_O"][columns]
        share = 100 * added.norm() / made["projected"].norm()
        assert chip.label == f"{asked.text('head', head=head + 1)} · {share:.0f}%"
        assert chip.is_on
        assert chip.setting["off"] == str(head)
    assert asked.text("share_means") in asked.notes


def test_heads_are_counted_from_1_for_people_and_from_0_in_addresses(language):
    asked = multi_head(language, head=2, off=frozenset({0, 3}), step="project_back")
    assert asked.text("loses_share", heads="1, 4", percent="@").split("@")[0] in asked.all_text()
    assert (asked.address["mh_head"], asked.address["mh_off"]) == ("2", "0_3")
    opened = asked.with_values(step="attend")
    tiles = opened.matrices["heads"].tile_axis.labels
    assert list(tiles) == [asked.text("head", head=number) for number in (1, 2, 3, 4)]
    assert opened.matrices["weights"].name == asked.text("head", head=3)
    assert asked.text("head", head=3) in opened.arithmetic.title
    control = type(asked.setting).controls()["head"]
    assert [control.shown(option) for option in control.options(asked.setting)] == list("1234")
    assert dict(changed_fields(asked.text, asked.setting))[asked.text("controls.head")] == "3"


@pytest.mark.parametrize("mask", ["none", "padding"])
def test_bits_are_explained_beside_the_bars(language, mask):
    asked = multi_head(language, mask=mask, padding=64)
    means = asked.text("matrices.entropy_means")
    (text,) = [note for note in asked.notes if note.startswith(means)]
    assert (asked.text("matrices.entropy_empty") in text) == (mask == "padding")
    assert not [note for note in asked.with_values(step="split").notes if note.startswith(means)]


def test_random_heads_say_so_and_lead_to_trained_ones_on_the_same_sentence(language):
    asked = multi_head(language, sentence="she read a letter")
    (link,) = asked.all(Link, "picture")
    assert link.text == asked.text("trained.about")
    page, _, query = link.address.partition("?")
    opened = Asked.at(page, language, **dict(parse_qsl(query))).setting
    assert (page, opened.sentence, opened.kind) == ("your_sentence", "she read a letter", "encoder")


def test_switching_a_head_off_and_on_again_brings_the_output_back():
    asked = multi_head(step="project_back")
    before = asked.values("projected")
    (first, *_) = asked.row("heads").values()
    off = asked.moved(asked.after()).with_values(off=frozenset({0}))
    assert first.setting == off.setting.to_json()
    assert not torch.equal(off.values("projected"), before)
    (first, *_) = off.row("heads").values()
    assert not first.is_on
    assert first.setting == asked.setting.to_json()
    on = off.pressed("try.all_on")
    assert torch.equal(on.values("projected"), before)
    assert "mh_off" not in on.address


def test_switches_of_many_heads_can_be_told_apart():
    labels = list(multi_head(step="project_back", d_model=64, num_heads=64).row("heads"))
    assert len(set(labels)) == 64
    assert labels[63].startswith("64 · ")


def test_there_are_no_switches_where_heads_are_not_put_together():
    for step in ("input", "project", "split", "attend"):
        assert not multi_head(step=step).row("heads")


def test_presets_set_the_sizes_and_switch_all_heads_on(language):
    asked = multi_head(language, off=frozenset({1}))
    assert asked.pressed("questions.base").setting.heads_off == frozenset()
    assert asked.pressed("questions.one_head").setting.heads == 1
    small = asked.pressed("presets.small")
    is_on = [chip.is_on for chip in small.row("presets").values()]
    assert is_on == [False, True, False, False]
    assert asked.text("watch.small") in small.watched()


def test_the_strongest_head_is_switched_off_where_its_loss_is_seen():
    asked = multi_head().pressed("try.strongest")
    assert asked.setting.step == "project_back"
    assert len(asked.setting.heads_off) == 1
    assert "lost" in asked.matrices
    assert asked.text("watch.try_strongest") in asked.watched()


def test_as_many_heads_as_possible():
    assert multi_head().pressed("try.most_heads").values("heads").shape == (16, 6, 6)
    wide = multi_head(d_model=512).pressed("try.most_heads")
    assert (wide.setting.heads, wide.setting.d_k) == (64, 8)


def test_what_would_change_nothing_is_not_offered():
    strongest, all_on = (multi_head().text(f"try.{name}") for name in ("strongest", "all_on"))
    assert strongest not in multi_head(num_heads=1).row("suggestions")
    assert all_on not in multi_head().row("suggestions")
    all_off = multi_head(off=frozenset(range(4))).row("suggestions")
    assert strongest not in all_off
    assert all_on in all_off


def test_one_head_of_full_width_uses_the_same_weights():
    one_head = multi_head(num_heads=1).values("weights")
    torch.testing.assert_close(multi_head(num_heads=1).values("full_weights"), one_head)
    torch.testing.assert_close(multi_head().values("full_weights"), one_head)


@pytest.mark.parametrize("num_heads", [1, 4])
def test_the_sentence_gives_the_entropies_of_the_pictures(language, num_heads):
    asked = multi_head(language, num_heads=num_heads, head=2)
    for name in ("weights", "full_weights"):
        weights = asked.values(name)
        bits = float(-(weights * weights.log2()).sum(-1).mean())
        assert any(f"{bits:.2f}" in note for note in asked.notes)


@pytest.mark.parametrize(
    ("step", "clicked", "pinned"),
    [
        ("attend", "heads.2.1.3", "weights.1.3"),
        ("split", "queries_heads.2.1.3", "Q.1.3"),
        ("split", "values_heads.2.5.1", "V.5.1"),
        ("concatenate", "outputs_heads.2.4.0", "output.4.0"),
    ],
)
def test_a_cell_pinned_in_a_tile_opens_its_head(step, clicked, pinned):
    asked = multi_head(step=step).done(pin=clicked)
    assert (asked.setting.opened, asked.state.selection.pin) == (2, pinned)
    assert asked.setting.step == step
    assert asked.text("head", head=3) in asked.arithmetic.title


@pytest.mark.parametrize(
    ("to", "step", "pinned"),
    [
        ("scores@0.1.2", "attend", "scores.1.2"),
        ("scaled@0.1.2", "attend", "scaled.1.2"),
        ("queries@0.1.2", "attend", "Q.1.2"),
        ("values@0.1.2", "split", "V.1.2"),
        ("queries_wide@1.6", "project", "queries.1.6"),
        ("w_q.weight@6.3", "project", "W_Q.3.6"),
        ("X@1.3", "input", "X.1.3"),
        ("embedding@1.3", "input", "embedding.1.3"),
    ],
)
def test_a_followed_term_leads_to_the_step_that_shows_it(to, step, pinned):
    asked = multi_head(pin="weights.1.2").done(follow=to, here="weights@0.1.2")
    assert (asked.setting.step, asked.state.selection.pin) == (step, pinned)
    assert pinned.split(".")[0] in asked.matrices
    assert asked.setting.with_numbers_alone() == multi_head().setting


def test_a_followed_term_of_another_head_opens_that_head():
    asked = multi_head(step="concatenate", pin="concatenated.1.13")
    asked = asked.done(follow="heads@3.1.1", here="concatenated@1.13")
    assert asked.setting.opened == 3
    assert asked.state.selection.pin == "output.1.1"


def test_a_followed_term_that_nothing_shows_leaves_the_picture_alone():
    asked = multi_head(pin="full_weights.1.2")
    there = asked.done(follow="full_scores@1.2", here="full_weights@1.2")
    assert there.setting == asked.setting
    assert there.state.selection.pin == "full_weights.1.2"
    assert there.arithmetic.crumbs


def test_a_link_with_a_pin_opens_the_step_in_which_it_stands():
    asked = Asked.at("multi_head_attention", mh_pin="W_O.3.3")
    normalised = asked.normalised()
    assert normalised.setting.step == "project_back"
    assert multi_head(pin="weights.1.1").normalised().setting.step == "attend"


@pytest.mark.parametrize("sentence", ["a", SIXTEEN, SIXTY_FOUR])
@pytest.mark.parametrize("mask", ["none", "padding", "look_ahead"])
def test_sentences_of_1_to_64_words_are_drawn(sentence, mask):
    asked = multi_head(sentence=sentence, mask=mask)
    size = len(sentence.split())
    assert everywhere(asked)["heads"].shape == (4, size, size)


@pytest.mark.parametrize("sentence", ["🙂 🙃", "مرحبا بالعالم", "<script>alert(1)</script> *b*"])
def test_words_of_any_script_are_labels_and_nothing_else(sentence):
    asked = multi_head(sentence=sentence)
    assert list(asked.matrices["weights"].rows.labels) == sentence.split()
    assert not any(word in asked.code for word in sentence.split())


def test_a_sentence_that_is_all_padding_is_empty_and_says_so(language):
    asked = multi_head(language, sentence="a b", mask="padding", off=frozenset({1}))
    made = everywhere(asked)
    assert not made["heads"].any()
    assert not made["projected"].any()
    assert asked.text("empty_rows", rows="“a”, “b”") in infos(asked)


def test_padding_hides_the_last_words():
    weights = multi_head(sentence="a b c", mask="padding", padding=1).values("weights")
    assert (weights[:, 2] == 0).all()
    assert (weights[:, :2] > 0).all()


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"d_model": 64, "num_heads": 8, "off": frozenset({0, 7}), "seed": 9999},
        {"mask": "look_ahead", "sentence": "a b a c"},
        {"mask": "padding", "padding": 9, "off": frozenset({2})},
        {"mask": "padding", "padding": 0},
        {"d_model": 512, "num_heads": 8, "sentence": SIXTEEN},
        {"edits": EDITS},
    ],
)
def test_the_pytorch_gives_these_numbers(values):
    asked = multi_head(**values)
    names, made = asked.ran(), everywhere(asked)
    for name, matrix in {"X": "X", "output": "all", "without": "projected"}.items():
        if matrix in made:
            torch.testing.assert_close(names[name][0], made[matrix], atol=2e-6, rtol=1e-5)
    torch.testing.assert_close(names["weights"][0], made["heads"])


def test_edited_weights_and_embeddings_are_computed_with():
    W_O = everywhere(multi_head())["W_O"].clone()
    made = everywhere(multi_head(edits=EDITS))
    assert made["W_Q"][0, 1] == 1.5
    assert made["W_K"][5, 0] == -3
    assert made["embedding"][1, 3] == 2
    assert (made["W_O"] != W_O).nonzero().tolist() == [[2, 2]]
    torch.testing.assert_close(made["queries"], made["X"] @ made["W_Q"])
    torch.testing.assert_close(made["keys"], made["X"] @ made["W_K"])
    torch.testing.assert_close(made["projected"], made["concatenated"] @ made["W_O"])


def test_a_typed_number_is_an_edit_and_reset_drops_it():
    change = {"matrix": "W_Q", "row": 0, "col": 1, "value": 1.5}
    asked = multi_head(step="project").done(change=change)
    assert asked.setting.edits == {("W_Q", 0, 1): 1.5}
    reset = chip_of(asked, asked.text("change.reset"))
    assert reset.setting == multi_head(step="project").setting.to_json()
    assert not any(one.label == reset.label for one in multi_head().chips)


@pytest.mark.parametrize(
    "change",
    [
        {"matrix": "weights", "row": 0, "col": 0, "value": 1.0},
        {"matrix": "W_Q", "row": 0, "col": 16, "value": 1.0},
        {"matrix": "W_Q", "row": 0, "col": 0, "value": 2e6},
    ],
)
def test_what_cannot_be_edited_is_refused(change):
    with pytest.raises(ValueError):
        multi_head().after(change=change)


def test_what_changed_shows_the_difference_in_every_matrix(language):
    now, before = multi_head(language, seed=8), multi_head(language)
    for step in STEPS:
        asked = multi_head(language, before={}, seed=8, show="changed", step=step)
        for name, matrix in asked.matrices.items():
            after, first = (one.with_values(step=step).values(name) for one in (now, before))
            torch.testing.assert_close(asked.values(name), after - first, atol=1e-6, rtol=1e-5)
            assert matrix.note in ("Δ", "Δ = 0")
            assert not matrix.editable
        assert asked.all(Board)[0].hint == asked.text("matrix_view.hint_changed")
    first = multi_head(before={}, seed=8, show="changed", step="input")
    assert first.matrices["encoding"].note == "Δ = 0"


def test_before_anything_changed_that_is_said(language):
    asked = multi_head(language, show="changed")
    assert asked.text("change.nothing_yet") in asked.notes
    assert asked.text("change.nothing_yet") not in multi_head(language).notes


def test_what_changed_is_a_switch(language):
    asked = multi_head(language)
    switch: Chip = chip_of(asked, asked.text("change.changed"))
    assert (switch.is_on, switch.setting["show"], switch.selection) == (False, "changed", None)
    switch = chip_of(asked.with_values(show="changed"), asked.text("change.changed"))
    assert (switch.is_on, switch.setting["show"]) == (True, "")


def test_a_wide_attention_has_nothing_to_edit_and_ignores_edits():
    asked = multi_head(d_model=32, edits=EDITS, step="project")
    assert "W_Q" not in asked.matrices
    asked = asked.with_values(step="input")
    assert not asked.matrices["embedding"].editable
    assert asked.values("embedding")[1, 3] != 2
    assert asked.all(Board)[0].hint == asked.text("matrix_view.hint")
    narrow = multi_head(step="input").all(Board)[0]
    assert narrow.hint == asked.text("matrix_view.hint_weights")


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    "values", [{}, {"d_model": 512, "num_heads": 64}, {"off": frozenset({0})}, {"show": "changed"}]
)
def test_every_answer_travels(language, step, values):
    asked = multi_head(language, step=step, **values)
    assert asked.handler.encoded(asked.state)


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("head", [0, 3])
def test_dropout_leaves_rows_that_do_not_add_up_to_1(language, p, head):
    asked = multi_head(language, dropout=p, head=head)
    weights, dropped = asked.values("weights"), asked.values("dropped")
    assert bool(((dropped == 0) | torch.isclose(dropped, weights / (1 - p))).all())
    sums = dropped.sum(-1)
    assert asked.matrices["dropped"].bars.values == pytest.approx(sums.tolist())
    (note,) = [note for note in asked.notes if f"**{float(sums.max()):.2f}**" in note]
    assert f"**{float(sums.min()):.2f}**" in note
    torch.testing.assert_close(weights.sum(-1), torch.ones(6))


@pytest.mark.parametrize("dropout", [0.1, 0.9])
def test_dropout_is_shown_between_the_sums_before_and_after_it_and_nothing_else(language, dropout):
    asked = multi_head(language, dropout=dropout, head=2)
    for name in ("weights", "dropped"):
        sums = asked.values(name).sum(-1).tolist()
        assert asked.matrices[name].bars.values == pytest.approx(sums)
        assert asked.matrices[name].bars.limit == asked.matrices["dropped"].bars.limit
    assert not {"full_weights", "jobs"} & {*asked.matrices}
    assert not [note for note in asked.notes if asked.text("full_width") in note]


@pytest.mark.parametrize(("dropout", "opened"), [(0.5, 0), (0.9, 2), (0.0, 1)])
def test_with_dropout_the_largest_weight_after_it_is_explained(language, dropout, opened):
    asked = multi_head(language, dropout=dropout, head=opened)
    name = "dropped" if dropout else "weights"
    assert asked.explained_number == pytest.approx(float(asked.values(name).max()), abs=1e-3)
    assert asked.text(f"matrices.{name}") in asked.arithmetic.title


def test_the_sums_of_rows_after_dropout_are_1_on_average():
    runs = [multi_head(dropout=0.5, seed=seed).matrices["dropped"] for seed in range(80)]
    sums = torch.tensor([[*one.bars.values] for one in runs])
    assert float(sums.mean()) == pytest.approx(1, abs=0.05)
    assert float(sums.max()) > 1.5


def test_without_dropout_nothing_is_said_of_it(language):
    asked = multi_head(language)
    assert "dropped" not in asked.matrices
    opened = asked.pressed("questions.dropped")
    assert "dropped" in opened.matrices
    assert asked.text("watch.dropped") in opened.watched()
