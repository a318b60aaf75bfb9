"""The encoder-decoder page."""

import pytest
import torch

import pages.encoder_decoder.panels as panels
from pages.encoder_decoder.diagram import is_block, read_block
from pages.encoder_decoder.names import EncoderDecoderNaming
from pages.encoder_decoder.setting import (
    PRESETS,
    computation_of,
    counts_of,
    model_of,
    read_sentences,
    run,
)
from tests.pages.conftest import press
from transformer_core import masked_cross_entropy, trace
from transformer_core.explain.computation import Cell
from ui.explain.arithmetic.numbers import exact, read_back
from ui.shell.language import text_of

BLOCKS = (
    "src_embedding",
    "src_encoded",
    "encoder.layers.1.self_attention",
    "encoder.layers.0.norm_1",
    "encoder.layers.0.feed_forward",
    "encoder.output",
    "tgt_embedding",
    "tgt_encoded",
    "decoder.layers.0.self_attention",
    "decoder.layers.1.cross_attention",
    "decoder.layers.1.norm_3",
    "decoder.layers.0.feed_forward",
    "decoder.output",
    "output",
    "softmax",
)


def records_of(norm_first=False):
    sentences = read_sentences(["I", "am", "a", "student"], ["je", "suis", "étudiant"], 1, 32)
    model = model_of(PRESETS["tiny"], norm_first, 5)
    with torch.inference_mode(), trace(model) as records:
        model(sentences.src_ids, sentences.tgt_ids)
    return records, sentences


def test_opens_in_both_languages_and_says_untrained(open_page, shown, language):
    app = open_page("encoder_decoder", language)
    assert not app.exception
    text = text_of("encoder_decoder", language)
    assert app.title[0].value == text("title")
    assert any(text("frame.untrained", seed=5) in block.value for block in app.markdown)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_block_opens_its_tensors(open_page, shown, block, norm):
    app = open_page("encoder_decoder", ed_block=block, ed_norm=norm)
    assert not app.exception
    assert shown
    assert app.query_params["ed_block"] == block


def test_the_opened_head_shows_the_traced_numbers(open_page, shown):
    open_page("encoder_decoder", ed_block="decoder.layers.1.cross_attention", ed_head="2")
    records, sentences = records_of()
    # the English page's default sentences
    weights = records["decoder.layers.1.cross_attention.weights"][0, 1]
    torch.testing.assert_close(shown["weights"].values, weights)
    assert tuple(shown["weights"].cols.labels) == sentences.src_names
    assert tuple(shown["weights"].rows.labels) == sentences.tgt_names


def test_masks_hide_padding_and_the_future(open_page, shown):
    open_page("encoder_decoder", ed_block="decoder.layers.0.self_attention")
    hidden = torch.as_tensor(shown["weights"].hidden)
    expected = torch.ones(5, 5).triu(1).bool()
    expected[:, 4] = True
    assert torch.equal(hidden, expected)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_bring_their_sizes_and_counts(open_page, shown, preset):
    app = open_page("encoder_decoder")
    press(app, "ed_presets", preset)
    total = sum(counts_of(PRESETS[preset], False).values())
    assert any(f"{total:,}" in block.value for block in app.markdown)
    said = [note.value for note in app.info]
    assert bool(said) == (total > 6_000_000)


def test_the_source_example_has_the_paper_formula_s_count():
    sizes = PRESETS["example"]
    counts = counts_of(sizes, False)
    d, ff, vocab = sizes.d_model, sizes.d_ff, sizes.vocab_size
    attention, feed_forward, norm = 4 * (d * d + d), 2 * d * ff + ff + d, 2 * d
    layers = sizes.num_layers * (3 * attention + 2 * feed_forward + 5 * norm)
    assert sum(counts.values()) == 2 * vocab * d + layers + d * vocab + vocab


def test_the_loss_is_the_masked_one_beside_the_diluted_one(open_page, shown, monkeypatch):
    seen = {}
    import pages.encoder_decoder.panels as panels

    def record(title, question, lines, **options):
        seen[options["key"]] = title

    monkeypatch.setattr(panels, "arithmetic", record)
    open_page("encoder_decoder", ed_label_smoothing="0.0")
    records, sentences = records_of()
    loss = float(masked_cross_entropy(records["logits"], sentences.targets))
    assert seen["ed_loss_arithmetic"] == f"loss = {loss:.4f}"


@pytest.mark.parametrize(
    ("name", "value"),
    [("num_layers", 0), ("num_layers", 1_000_000), ("d_model", 15), ("num_heads", 3)],
)
def test_impossible_sizes_are_said_and_the_last_picture_stays(
    open_page, shown, language, name, value
):
    app = open_page("encoder_decoder", language)
    before = torch.as_tensor(shown["weights"].values).clone()
    app.number_input(key=f"ed_{name}").set_value(value).run()
    assert not app.exception
    assert len(app.error) == 1
    assert str(value) in app.error[0].value.replace(",", "")
    torch.testing.assert_close(torch.as_tensor(shown["weights"].values), before)


def test_every_control_moves(open_page, shown):
    app = open_page("encoder_decoder")
    for name, value in {
        "num_layers": 3, "d_model": 24, "num_heads": 4, "d_ff": 7, "vocab_size": 40,
        "dropout": 0.5, "padding": 0, "seed": 9, "head": 4, "label_smoothing": 0.3,
    }.items():  # fmt: skip
        app.number_input(key=f"ed_{name}").set_value(value).run()
        assert not app.exception, name
    app.toggle(key="ed_dropping").set_value(True).run()
    app.number_input(key="ed_dropout_seed").set_value(3).run()
    app.text_input(key="ed_source_field").set_value("<b>x</b> 🙂 한국어").run()
    app.text_input(key="ed_target_field").set_value("مرحبا").run()
    app.segmented_control(key="ed_norm_field").set_value("pre").run()
    assert not app.exception
    assert shown["weights"].rows.labels[0] == "<b>x</b>"
    for name in ("norm", "padding", "cross"):
        press(app, "ed_try", name)


def test_dropped_cells_are_hatched(open_page, shown):
    open_page(
        "encoder_decoder", ed_block="encoder.layers.0.norm_2", ed_dropping="true", ed_dropout="0.5"
    )
    hidden = torch.as_tensor(shown["sublayer"].hidden)
    assert 0.2 < hidden.float().mean() < 0.8
    assert not torch.as_tensor(shown["sublayer"].values)[hidden].any()


@pytest.mark.parametrize("field", ["source", "target"])
@pytest.mark.parametrize("text", ["", "w " * 33, "w " * 10_000])
def test_wrong_sentences_keep_the_last_good_picture(open_page, shown, language, field, text):
    app = open_page("encoder_decoder", language)
    before = list(shown["weights"].rows.labels)
    app.text_input(key=f"ed_{field}_field").set_value(text).run()
    assert not app.exception
    assert len(app.error) == 1
    assert list(shown["weights"].rows.labels) == before


@pytest.mark.parametrize(
    "block", ["x", "encoder.layers.99.norm_1", "encoder.layers.0.norm_3", "a.layers.²", "<b>"]
)
def test_bad_blocks_in_the_address_fall_back(open_page, shown, block):
    app = open_page("encoder_decoder", ed_block=block)
    assert not app.exception
    assert "weights" in shown
    assert not is_block(block, PRESETS["tiny"], False)


def test_block_names_are_read_from_the_address():
    assert read_block("decoder.layers.0.norm_3") == "decoder.layers.0.norm_3"
    with pytest.raises(ValueError):
        read_block("a.b.c")


def test_the_pytorch_gives_these_logits(open_page, shown):
    app = open_page("encoder_decoder")
    app.session_state["ed_pytorch"] = True
    names = {}
    exec(app.run().code[0].value, names)
    torch.testing.assert_close(names["logits"], records_of()[0]["logits"])


@pytest.mark.parametrize(
    ("preset", "shared", "apart"),
    [("paper_base", "63,082,496", "101,007,496"), ("paper_big", "214,245,376", "290,058,376")],
)
def test_the_papers_models_show_both_counts_and_why_the_papers_differs(
    open_page, language, preset, shared, apart
):
    app = press(open_page("encoder_decoder", language), "ed_presets", preset)
    text = text_of("encoder_decoder", language)
    said = " ".join(block.value for block in app.markdown)
    assert app.toggle(key="ed_shared").value
    assert app.pills(key="ed_presets").value == preset
    assert text("counts.total", count=shared) in said
    assert text("counts.sharing", shared=shared, apart=apart) in said
    assert text("counts.paper") in said
    app.toggle(key="ed_shared").set_value(False).run()
    said = " ".join(block.value for block in app.markdown)
    assert text("counts.total", count=apart) in said
    assert text("counts.paper") in said


def test_the_papers_counts_are_given_beside_its_models_only(open_page):
    app = open_page("encoder_decoder")
    assert not any("65 million" in block.value for block in app.markdown)


@pytest.mark.parametrize("block", ["src_embedding", "tgt_embedding", "output", "softmax"])
def test_a_shared_matrix_is_explained_where_it_is_used(open_page, shown, explained, block):
    app = open_page("encoder_decoder", ed_shared="true", ed_block=block)
    assert not app.exception
    assert explained


def test_the_loss_is_equal_only_where_its_digits_are(open_page, monkeypatch):
    seen = []
    monkeypatch.setattr(
        panels, "arithmetic", lambda title, question, lines, **_: seen.append(lines)
    )
    for padding in ("0", "1", "3", "8"):
        open_page("encoder_decoder", ed_padding=padding)
    for lines in seen:
        for _, spans in lines[1:3]:
            total, count = spans[0]["text"].split(" / ")
            sign, value = spans[1]["text"].split(" ")
            assert (sign == "=") == (exact(read_back(total) / int(count)) == value)


@pytest.mark.parametrize(("norm", "first"), [("post", "LayerNorm"), ("pre", "Sublayer")])
def test_the_equation_is_that_of_the_norm(open_page, norm, first):
    (equation,) = [block.value for block in open_page("encoder_decoder", ed_norm=norm).latex]
    assert equation.index(first) == min(map(equation.index, ("LayerNorm", "Sublayer")))


@pytest.mark.parametrize("pin", ["spread.0.0", "spread.1.3", "x.0.0", "normed.1.2"])
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_matrix_of_a_norm_can_be_pinned(open_page, explained, language, pin, norm):
    block = "encoder.layers.0.norm_1"
    app = open_page("encoder_decoder", language, ed_block=block, ed_pin=pin, ed_norm=norm)
    assert not app.exception
    assert explained


@pytest.mark.parametrize("norm_first", [False, True])
def test_every_tensor_has_a_name(language, norm_first):
    sentences = read_sentences(["I", "am", "a", "student"], ["je", "suis", "étudiant"], 1, 32)
    records = run(PRESETS["tiny"], norm_first, 5, sentences, 3)
    computation = computation_of(PRESETS["tiny"], norm_first, 5, sentences, records, 0.1)
    naming = EncoderDecoderNaming(text_of("encoder_decoder", language), sentences, norm_first)
    for name, tensor in computation.tensors.items():
        cell = Cell(name, (0,) * tensor.dim())
        assert naming.name(cell)
        assert naming.term(cell)
