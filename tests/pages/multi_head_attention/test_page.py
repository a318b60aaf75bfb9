"""The multi-head attention page."""

import pytest
import torch

import ui.shell.page
from transformer_core import attention, build_multi_head_attention, look_ahead_mask
from ui.shell.language import text_of

PINS = [
    "weights.0.1",
    "full_weights.1.0",
    "scores.2.3",
    "output.1.1",
    "Q.0.0",
    "K.3.1",
    "V.5.3",
    "queries.1.15",
    "keys.0.9",
    "values.5.0",
    "projected.1.2",
    "all.0.0",
    "without.0.0",
    "lost.5.15",
    "concatenated.0.0",
    "W_O.3.3",
    "heads.1.2.3",
    "embedding.0.0",
]
"""A cell of every matrix."""

EDITED = "W_K.5.0=-3_W_O.2.2=4_W_Q.0.1=1.5_embedding.1.3=2"
"""A changed cell of three weight matrices and of the embedding, as the URL holds them."""

SIXTEEN = " ".join(f"w{place}" for place in range(16))


def values(shown, name):
    return torch.as_tensor(shown[name].values)


def slider(app, name):
    """The page's slider by its name: its key also holds what it may be set to."""
    return next(one for one in app.select_slider if one.key.startswith(f"mh_{name}_"))


def pills(app, name):
    return next(one for one in app.pills if one.key.startswith(f"mh_{name}"))


def click(app, section, name):
    pills(app, section).set_value(name).run()
    assert not app.exception


def head_switches(app):
    return pills(app, "off")


def offered(app):
    """The changes that "Try this" offers."""
    return pills(app, "try").options


def in_url(app, name, default=""):
    value = app.query_params.get(f"mh_{name}", default)
    return value[0] if isinstance(value, list) else value


@pytest.fixture
def opened(open_page, shown):
    def open_(language="en", **address):
        app = open_page("multi_head_attention", language, **address)
        assert not app.exception
        return app

    return open_


def torchs_attention(d_model, num_heads, seed):
    ours = build_multi_head_attention(d_model, num_heads, seed)
    theirs = torch.nn.MultiheadAttention(d_model, num_heads, batch_first=True)
    with torch.no_grad():
        linears = (ours.w_q, ours.w_k, ours.w_v)
        theirs.in_proj_weight.copy_(torch.cat([linear.weight for linear in linears]))
        theirs.in_proj_bias.copy_(torch.cat([linear.bias for linear in linears]))
        theirs.out_proj.load_state_dict(ours.w_o.state_dict())
    return theirs


def test_opens_in_both_languages_with_the_small_preset(opened, shown, language):
    app = opened(language)
    assert app.title[0].value == text_of("multi_head_attention", language)("title")
    assert values(shown, "heads").shape == (4, 6, 6)
    assert any("seed 7" in piece.value or "시드 7" in piece.value for piece in app.markdown)


def test_the_papers_base_model_has_the_shapes_of_the_paper(opened, shown):
    app = opened()
    click(app, "presets", "base")
    assert (in_url(app, "d_model"), in_url(app, "num_heads")) == ("512", "8")
    assert shown["queries_heads"].note == "(1, 8, 6, 64)"
    assert values(shown, "queries_heads").shape == (8, 6, 64)


@pytest.mark.parametrize("mask", ["none", "look_ahead", "padding"])
@pytest.mark.parametrize(("d_model", "num_heads"), [(16, 4), (12, 3), (64, 8), (8, 1)])
def test_weights_and_output_are_those_of_torch(opened, shown, d_model, num_heads, mask):
    opened(mh_d_model=str(d_model), mh_num_heads=str(num_heads), mh_mask=mask, mh_seed="3")
    X = values(shown, "X").clone().unsqueeze(0)
    hidden = {"none": None, "look_ahead": look_ahead_mask(6)}.get(mask)
    if mask == "padding":
        hidden = (torch.arange(6) >= 4).expand(6, 6)
    with torch.no_grad():
        output, weights = torchs_attention(d_model, num_heads, 3)(
            X, X, X, attn_mask=hidden, average_attn_weights=False
        )
    torch.testing.assert_close(values(shown, "heads"), weights[0], atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(values(shown, "projected"), output[0], atol=1e-5, rtol=1e-5)


def test_each_step_follows_from_the_one_before(opened, shown):
    opened()
    torch.testing.assert_close(
        values(shown, "X"), values(shown, "embedding") + values(shown, "encoding")
    )
    for name in ("queries", "keys", "values"):
        side_by_side = torch.cat(list(values(shown, f"{name}_heads")), dim=-1)
        assert torch.equal(side_by_side, values(shown, name))
    split = [values(shown, f"{name}_heads") for name in ("queries", "keys", "values")]
    steps = attention(*split)
    torch.testing.assert_close(values(shown, "heads"), steps.weights)
    torch.testing.assert_close(values(shown, "outputs_heads"), steps.output)
    torch.testing.assert_close(values(shown, "concatenated"), torch.cat(list(steps.output), dim=-1))
    product = values(shown, "concatenated") @ values(shown, "W_O")
    torch.testing.assert_close(values(shown, "projected"), product)


def test_every_control_moves(opened, shown):
    app = opened()
    app.text_input(key="mh_sentence_field").set_value("one two three").run()
    assert values(shown, "heads").shape == (4, 3, 3)
    before = values(shown, "heads")
    app.number_input(key="mh_seed").set_value(0).run()
    assert not torch.equal(values(shown, "heads"), before)
    slider(app, "d_model").set_value(64).run()
    assert values(shown, "X").shape == (3, 64)
    slider(app, "num_heads").set_value(8).run()
    assert values(shown, "heads").shape == (8, 3, 3)
    slider(app, "head").set_value(5).run()
    assert torch.equal(values(shown, "weights"), values(shown, "heads")[5])
    assert shown["weights"].fixed == {"head": 5}
    for mask in ("padding", "look_ahead", "none"):
        app.segmented_control(key="mh_mask_field").set_value(mask).run()
        assert in_url(app, "mask", "none") == mask
    app.segmented_control(key="mh_mask_field").set_value("padding").run()
    app.number_input(key="mh_padding").set_value(1).run()
    assert (values(shown, "weights")[:, 2] == 0).all()
    assert (values(shown, "weights")[:, :2] > 0).all()
    head_switches(app).set_value([0, 1, 2]).run()
    assert in_url(app, "off") == "3_4_5_6_7"
    assert not app.exception


@pytest.mark.parametrize("preset", ["small", "base", "one_head"])
def test_presets_work_in_both_languages(opened, shown, language, preset):
    app = opened(language)
    click(app, "presets", preset)
    assert pills(app, "presets").value == preset


@pytest.mark.parametrize("d_model", [4, 12, 48, 96, 512])
def test_only_divisors_of_d_model_can_be_chosen(opened, d_model):
    app = opened(mh_d_model=str(d_model))
    offered = [int(option) for option in slider(app, "num_heads").options]
    assert offered == [heads for heads in range(1, 65) if d_model % heads == 0]


def test_heads_that_do_not_divide_a_new_d_model_fall_to_the_next_smaller(opened, shown, language):
    app = opened(language, mh_d_model="64", mh_num_heads="8")
    assert not app.info
    slider(app, "d_model").set_value(12).run()
    assert not app.exception
    assert values(shown, "heads").shape == (6, 6, 6)
    said = text_of("multi_head_attention", language)(
        "not_divisible", d_model=12, wanted=8, num_heads=6
    )
    assert [note.value for note in app.info] == [said]
    slider(app, "num_heads").set_value(3).run()
    assert values(shown, "heads").shape == (3, 6, 6)
    assert not app.info


@pytest.mark.parametrize("off", [{0}, {1, 3}, {0, 1, 2, 3}])
def test_heads_switched_off_equal_computing_without_them(opened, shown, off):
    app = opened()
    head_switches(app).set_value([head for head in range(4) if head not in off]).run()
    assert not app.exception
    kept = values(shown, "outputs_heads").clone()
    kept[list(off)] = 0
    expected = torch.cat(list(kept), dim=-1) @ values(shown, "W_O")
    torch.testing.assert_close(values(shown, "without"), expected)
    assert torch.equal(values(shown, "projected"), values(shown, "without"))
    torch.testing.assert_close(
        values(shown, "lost"), values(shown, "all") - values(shown, "without")
    )
    share = 100 * values(shown, "lost").norm() / values(shown, "all").norm()
    assert any(f"**{share:.0f}%**" in piece.value for piece in app.markdown)


def test_switching_a_head_off_and_on_again_brings_the_output_back(opened, shown):
    app = opened()
    before = values(shown, "projected")
    head_switches(app).set_value([1, 2, 3]).run()
    assert not torch.equal(values(shown, "projected"), before)
    click(app, "try", "all_on")
    assert sorted(head_switches(app).value) == [0, 1, 2, 3]
    assert torch.equal(values(shown, "projected"), before)
    assert in_url(app, "off") == ""


def test_try_this_does_it_at_once(opened, shown):
    app = opened()
    click(app, "try", "more_heads")
    assert values(shown, "heads").shape == (8, 6, 6)
    click(app, "try", "strongest")
    assert len(in_url(app, "off").split("_")) == 1
    click(app, "try", "one_head")
    assert values(shown, "heads").shape == (1, 6, 6)


def test_what_would_change_nothing_is_not_offered(opened):
    names = text_of("multi_head_attention", "en").section("try")
    assert names["one_head"] not in offered(opened(mh_num_heads="1"))
    assert names["more_heads"] not in offered(opened(mh_num_heads="16"))
    all_off = offered(opened(mh_off="0_1_2_3"))
    assert names["strongest"] not in all_off
    assert names["all_on"] in all_off


def test_one_head_of_full_width_uses_the_same_weights(opened, shown):
    opened(mh_num_heads="1")
    one_head = values(shown, "weights")
    torch.testing.assert_close(values(shown, "full_weights"), one_head)
    opened(mh_num_heads="4")
    torch.testing.assert_close(values(shown, "full_weights"), one_head)


def test_the_sentence_gives_the_entropies_of_the_pictures(opened, shown, language):
    app = opened(language, mh_head="2")
    said = " ".join(piece.value for piece in app.markdown)
    for name in ("weights", "full_weights"):
        weights = values(shown, name)
        bits = float(-(weights * weights.log2()).sum(-1).mean())
        assert f"{bits:.2f}" in said


@pytest.mark.parametrize(
    ("clicked", "pinned"),
    [
        ("heads.2.1.3", "weights.1.3"),
        ("queries_heads.2.1.3", "Q.1.3"),
        ("outputs_heads.2.4.0", "output.4.0"),
    ],
)
def test_a_cell_pinned_in_a_tile_opens_its_head(monkeypatch, opened, shown, clicked, pinned):
    app = opened()
    clicks = [clicked]

    def clicking(items, *, on_pin, **options):
        if clicks and any(
            item.id == clicked.split(".")[0] for item in items if hasattr(item, "id")
        ):
            on_pin(clicks.pop())

    draw = ui.shell.page.matrix_view
    monkeypatch.setattr(ui.shell.page, "matrix_view", clicking)
    app.run()
    monkeypatch.setattr(ui.shell.page, "matrix_view", draw)
    app.run()
    assert not app.exception
    assert (in_url(app, "head"), in_url(app, "pin")) == ("2", pinned)
    assert torch.equal(values(shown, "weights"), values(shown, "heads")[2])


@pytest.mark.parametrize("pin", PINS)
@pytest.mark.parametrize("off", ["", "1", "0_1_2_3"])
def test_every_number_can_be_pinned(opened, pin, off):
    opened(mh_pin=pin, mh_off=off)
    opened("ko", mh_pin=pin, mh_off=off, mh_d_model="64", mh_num_heads="64")


@pytest.mark.parametrize(
    "address",
    [
        {"mh_d_model": "20"},
        {"mh_d_model": "١٦"},
        {"mh_num_heads": "0"},
        {"mh_num_heads": "-4"},
        {"mh_num_heads": "4.0"},
        {"mh_num_heads": "9" * 5000},
        {"mh_head": "x"},
        {"mh_off": "a_b"},
        {"mh_off": "64"},
        {"mh_mask": "<script>"},
        {"mh_seed": "-1"},
        {"mh_pin": "weights.99.99"},
        {"mh_pin": "lost.0.0"},
        {"mh_sentence": "w " * 65},
    ],
)
def test_bad_values_in_the_address_fall_back(opened, shown, address):
    app = opened(**address)
    assert values(shown, "heads").shape == (4, 6, 6)
    assert not app.info
    assert not app.error
    assert "lost" not in shown


def test_values_beyond_the_heads_there_are_do_no_harm(opened, shown):
    opened(mh_head="40", mh_off="1_40", mh_pin="output.0.15")
    assert shown["weights"].fixed == {"head": 3}
    assert "lost" in shown


@pytest.mark.parametrize("sentence", ["", "   ", "w " * 65, "word " * 10_000])
def test_a_wrong_sentence_keeps_the_last_good_picture(opened, shown, language, sentence):
    app = opened(language, mh_sentence="one two three")
    app.text_input(key="mh_sentence_field").set_value(sentence).run()
    assert not app.exception
    assert len(app.error) == 1
    assert list(shown["weights"].rows.labels) == ["one", "two", "three"]
    assert in_url(app, "sentence") == "one two three"


@pytest.mark.parametrize("sentence", ["🙂 🙃", "مرحبا بالعالم", "<script>alert(1)</script> *b*"])
def test_words_of_any_script_are_labels_and_nothing_else(opened, shown, sentence):
    app = opened()
    app.text_input(key="mh_sentence_field").set_value(sentence).run()
    assert not app.exception
    assert list(shown["weights"].rows.labels) == sentence.split()
    said = [piece.value for kind in (app.markdown, app.info, app.code) for piece in kind]
    assert not any(word in piece for word in sentence.split() for piece in said)


@pytest.mark.parametrize("sentence", ["a", SIXTEEN, " ".join(f"w{n}" for n in range(64))])
@pytest.mark.parametrize("mask", ["none", "padding", "look_ahead"])
def test_sentences_of_1_to_64_words_are_drawn(opened, shown, sentence, mask):
    app = opened(mh_sentence=sentence, mh_mask=mask)
    size = len(sentence.split())
    assert values(shown, "heads").shape == (4, size, size)
    assert not app.error


def test_a_sentence_that_is_all_padding_is_empty_and_says_so(opened, shown, language):
    app = opened(language, mh_sentence="a b", mh_mask="padding", mh_off="1")
    assert not values(shown, "heads").any()
    assert not values(shown, "projected").any()
    rows = text_of("multi_head_attention", language)("empty_rows", rows="“a”, “b”")
    assert rows in [note.value for note in app.info]


@pytest.mark.parametrize(
    "address",
    [
        {},
        {"mh_d_model": "64", "mh_num_heads": "8", "mh_off": "0_7", "mh_seed": "9999"},
        {"mh_mask": "look_ahead", "mh_sentence": "a b a c"},
        {"mh_mask": "padding", "mh_padding": "9", "mh_off": "2"},
        {"mh_mask": "padding", "mh_padding": "0"},
        {"mh_d_model": "512", "mh_num_heads": "8", "mh_sentence": SIXTEEN},
        {"mh_edits": EDITED},
    ],
)
def test_the_pytorch_gives_these_numbers(opened, shown, address):
    app = opened(**address)
    app.session_state["mh_pytorch"] = True
    app.run()
    names = {}
    exec(app.code[0].value, names)
    for name, matrix in {"X": "X", "output": "all", "without": "projected"}.items():
        if matrix in shown:
            torch.testing.assert_close(names[name][0], values(shown, matrix), atol=2e-6, rtol=1e-5)
    torch.testing.assert_close(names["weights"][0], values(shown, "heads"))


def test_edited_weights_and_embeddings_are_computed_with(opened, shown):
    opened()
    W_O = values(shown, "W_O").clone()
    opened(mh_edits=EDITED)
    assert values(shown, "W_Q")[0, 1] == 1.5
    assert values(shown, "W_K")[5, 0] == -3
    assert values(shown, "embedding")[1, 3] == 2
    assert (values(shown, "W_O") != W_O).nonzero().tolist() == [[2, 2]]
    X = values(shown, "embedding") + values(shown, "encoding")
    torch.testing.assert_close(values(shown, "queries"), X @ values(shown, "W_Q"))
    torch.testing.assert_close(values(shown, "keys"), X @ values(shown, "W_K"))
    output = values(shown, "concatenated") @ values(shown, "W_O")
    torch.testing.assert_close(values(shown, "projected"), output)


def test_edits_are_dropped_and_come_back(opened, shown):
    app = opened(mh_edits=EDITED)
    edited = values(shown, "projected").clone()
    app.button(key="mh_reset").click().run()
    assert "mh_edits" not in app.query_params
    assert not torch.equal(values(shown, "projected"), edited)
    app.button(key="mh_undo").click().run()
    torch.testing.assert_close(values(shown, "projected"), edited)
    assert in_url(app, "edits") == EDITED
    app.button(key="mh_redo").click().run()
    assert "mh_edits" not in app.query_params


def test_undo_brings_the_heads_and_the_width_back(opened, shown):
    app = opened()
    click(app, "presets", "one_head")
    click(app, "presets", "base")
    assert values(shown, "embedding").shape == (6, 512)
    app.button(key="mh_undo").click().run()
    app.button(key="mh_undo").click().run()
    assert (values(shown, "embedding").shape, len(values(shown, "heads"))) == ((6, 16), 4)
    assert app.button(key="mh_undo").disabled


def test_what_changed_shows_the_difference_in_every_matrix(opened, shown, language):
    app = opened(language)
    before = values(shown, "projected").clone()
    app.number_input(key="mh_seed").set_value(8).run()
    after = values(shown, "projected").clone()
    click(app, "show_pills", "changed")
    torch.testing.assert_close(values(shown, "projected"), after - before)
    assert shown["encoding"].note == "Δ = 0"
    assert shown["heads"].note == "Δ"
    assert not shown["W_O"].editable


def test_a_wide_attention_has_nothing_to_edit_and_ignores_edits(opened, shown):
    opened(mh_d_model="32", mh_edits=EDITED)
    assert "W_Q" not in shown
    assert not shown["embedding"].editable
    assert values(shown, "embedding")[1, 3] != 2


@pytest.mark.parametrize("pin", ["W_Q.0.1", "W_K.5.0", "embedding.1.3"])
def test_an_edited_number_says_that_it_was_set_by_hand(opened, shown, language, monkeypatch, pin):
    said = []
    monkeypatch.setattr(
        "ui.explain.explanation.arithmetic", lambda title, kind, lines, **_: said.extend(lines)
    )
    opened(language, mh_edits=EDITED, mh_pin=pin)
    text = text_of("multi_head_attention", language)("change.by_hand")
    assert any(span["text"] == text for _, spans in said for span in spans)
