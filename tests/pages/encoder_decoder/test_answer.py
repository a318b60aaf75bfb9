"""What the encoder-decoder page answers to a setting."""

from dataclasses import asdict

import plotly.graph_objects as go
import pytest
import torch

from pages.encoder_decoder.blocks import is_block, read_block, write_block
from pages.encoder_decoder.model_diagram import Button, Group, ModelDiagram
from pages.encoder_decoder.names import EncoderDecoderNaming
from pages.encoder_decoder.places import PARTS, parts_of
from pages.encoder_decoder.setting import TABS
from pages.encoder_decoder.sizes import LIMITS, PRESETS, counts_of
from tests.pages.answers import Asked
from transformer_core import build_transformer, masked_cross_entropy, trace
from transformer_core.explain.computation import Cell
from transformer_core.explain.origin import Block
from ui.answer.parts import Arithmetic, Chips, Code, Curves, Heading, Legend, Table
from ui.explain.arithmetic.numbers import exact, read_back
from ui.shell.language import LANGUAGES, text_of
from ui.state.typed_input import InputError

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


def asked(language="en", **values):
    """The page with these values, its block as the address writes it."""
    if "block" in values:
        values["block"] = read_block(values["block"])
    return Asked("encoder_decoder", language, **values)


def records_of(setting):
    """The page's numbers, made without the page."""
    model = build_transformer(setting.sizes.config(setting.norm_first), setting.seed)
    with torch.inference_mode(), trace(model) as records:
        model(setting.sentences.src_ids, setting.sentences.tgt_ids)
    return records


def number_in(title):
    return read_back(title.rpartition("= ")[2])


def blocks_of(parts):
    """Every block of the diagram, in the order of the document."""
    for part in parts:
        yield from blocks_of(part.parts) if isinstance(part, Group) else [part]


def diagram(page):
    (only,) = page.all(ModelDiagram)
    return {block.id: block for column in only.columns for block in blocks_of(column.parts)}


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_block_opens_its_tensors(block, norm, language):
    page = asked(language, block=block, norm=norm)
    assert write_block(page.setting.opened) == block
    assert page.matrices
    (heading,) = page.all(Heading, "picture")
    assert heading.title
    (shown,) = page.all(ModelDiagram)
    assert shown.selected == block
    assert block in diagram(page)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("block", BLOCKS)
def test_the_number_explained_first_stands_in_a_matrix_in_sight(block, norm):
    page = asked(block=block, norm=norm)
    values = torch.cat([torch.as_tensor(one.values).flatten() for one in page.matrices.values()])
    explained = number_in(page.arithmetic.title)
    assert float((values - explained).abs().min()) < 6e-5


def test_the_opened_head_shows_the_traced_numbers():
    page = asked(block="decoder.layers.1.cross_attention", head=2)
    weights = page.matrices["weights"]
    traced = records_of(page.setting)["decoder.layers.1.cross_attention.weights"][0, 1]
    torch.testing.assert_close(weights.values, traced)
    assert tuple(weights.cols.labels) == page.setting.sentences.src_names
    assert tuple(weights.rows.labels) == page.setting.sentences.tgt_names
    assert weights.fixed == {"head": 1}


def test_masks_hide_padding_and_the_future():
    expected = torch.ones(5, 5).triu(1).bool()
    expected[:, 4] = True
    page = asked(block="decoder.layers.0.self_attention")
    for name in ("weights", "masked"):
        assert torch.equal(torch.as_tensor(page.matrices[name].hidden), expected)
    assert torch.equal(torch.as_tensor(page.matrices["all_heads"].hidden)[1], expected)


def test_nothing_is_hatched_where_nothing_is_hidden():
    page = asked(padding=0)
    assert page.matrices["weights"].hidden is None
    assert page.matrices["masked"].note == page.text("matrices.no_mask")


@pytest.mark.parametrize("block", ["encoder.layers.0.self_attention", "encoder.layers.1.norm_2"])
def test_the_parts_of_a_block_show_all_its_matrices(block):
    parts = parts_of(read_block(block), norm_first=False)
    for part in parts:
        page = asked(block=block, part=part)
        assert set(page.matrices) == set(PARTS[part])
        row = next(row for row in page.all(Chips, "picture") if row.name == "parts")
        assert [chip.is_on for chip in row.chips].count(True) == 1
    assert len(parts) > 1


def test_a_part_that_a_block_does_not_have_is_its_first():
    assert asked(block="encoder.layers.0.norm_1", part="products").setting.opened_part == "norm"
    assert set(asked(block="output", part="sum").matrices) == {"decoded", "logits"}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_presets_bring_their_sizes_and_counts(preset, language):
    page = asked(language)
    chip = page.chip(page.text(f"presets.{preset}"))
    values = asdict(PRESETS[preset])
    assert {name: chip.setting[name] for name in values} == values
    opened = asked(language, **values)
    total = sum(counts_of(PRESETS[preset], False).values())
    assert opened.text("counts.total", count=f"{total:,}") in opened.notes
    said = opened.text("not_computed", limit="6,000,000")
    assert (said in opened.notes) == (total > 6_000_000)
    assert opened.chip(opened.text(f"presets.{preset}")).is_on


def test_a_preset_with_too_few_words_for_the_sentences_is_not_offered():
    words = " ".join(f"w{number}" for number in range(30))
    page = asked(vocab_size=100, source=words)
    labels = [chip.label for row in page.all(Chips, "chips") for chip in row.chips]
    assert page.text("presets.tiny") not in labels
    assert page.text("presets.example") in labels


def test_a_model_that_is_too_large_shows_its_blocks_and_counts_alone():
    page = asked(**asdict(PRESETS["paper_base"]))
    assert diagram(page)["encoder.layers.0.self_attention"].note == "1,050,624 parameters"
    assert not page.matrices
    assert not page.parts("arithmetic")
    assert not page.parts("below")
    assert page.all(Table, "picture")


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("shared", [False, True])
def test_the_counts_of_the_parts_add_up_to_the_model_s(norm, shared):
    page = asked(norm=norm, shared=shared, num_layers=3, below="counts")
    (table,) = page.all(Table)
    *parts, total = (int(column[0].replace(",", "")) for column in table.columns.values())
    assert sum(parts) == total


def test_the_source_example_has_the_paper_formula_s_count():
    sizes = PRESETS["example"]
    counts = counts_of(sizes, False)
    d, ff, vocab = sizes.d_model, sizes.d_ff, sizes.vocab_size
    attention, feed_forward, norm = 4 * (d * d + d), 2 * d * ff + ff + d, 2 * d
    layers = sizes.num_layers * (3 * attention + 2 * feed_forward + 5 * norm)
    assert sum(counts.values()) == 2 * vocab * d + layers + d * vocab + vocab


@pytest.mark.parametrize(
    ("preset", "shared", "apart"),
    [("paper_base", "63,082,496", "101,007,496"), ("paper_big", "214,245,376", "290,058,376")],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_papers_models_show_both_counts_and_why_the_papers_differs(
    language, preset, shared, apart
):
    page = asked(language, **asdict(PRESETS[preset]))
    text = page.text
    assert page.setting.shared
    assert text("counts.total", count=shared) in page.notes
    assert text("counts.sharing", shared=shared, apart=apart) in page.notes
    assert text("counts.paper") in page.notes
    page = asked(language, **asdict(PRESETS[preset]) | {"shared": False})
    assert text("counts.total", count=apart) in page.notes
    assert text("counts.paper") in page.notes


def test_the_papers_counts_are_given_beside_its_models_only():
    page = asked(below="counts")
    assert page.all(Table, "below")[0].columns["Together"] == ["12,704"]
    assert not any("65 million" in note for note in page.notes)


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_tab_stands_below(language, tab):
    page = asked(language, below=tab)
    (tabs,) = (row for row in page.all(Chips, "below"))
    assert [chip.is_on for chip in tabs.chips] == [name == tab for name in TABS]
    assert len(page.parts("below")) > 1


def loss_of(page):
    (box,) = page.all(Arithmetic, "below")
    return box


def test_the_loss_is_the_masked_one():
    page = asked(label_smoothing=0.0, below="loss")
    logits = records_of(page.setting)["logits"]
    loss = float(masked_cross_entropy(logits, page.setting.sentences.targets))
    assert loss_of(page).title == f"Loss = {loss:.4f}"


@pytest.mark.parametrize("padding", [0, 1, 3, 8])
def test_the_loss_is_equal_only_where_its_digits_are(padding):
    for _, spans in loss_of(asked(below="loss", padding=padding)).lines[1:3]:
        total, count = spans[0]["text"].split(" / ")
        sign, value = spans[1]["text"].split(" ")
        assert (sign == "=") == (exact(read_back(total) / int(count)) == value)


def test_the_likeliest_tokens_stand_after_each_token():
    page = asked()
    (table,) = page.all(Table, "below")
    shares = torch.softmax(records_of(page.setting)["logits"][0], dim=-1)
    assert list(table.columns) == ["after", "should say", "1", "2", "3", "4", "5"]
    assert table.columns["1"][0].endswith(f"{100 * float(shares[0].max()):.1f}%")


def test_dropout_at_work_says_by_how_much_the_logits_differ():
    page = asked(dropping=True)
    without = asked().setting.forward.records["logits"]
    difference = float((page.setting.forward.records["logits"] - without).abs().max())
    said = page.text("output.dropout_difference", difference=f"{difference:.4f}")
    assert difference > 0.01
    assert said in page.notes
    assert "dropout" not in " ".join(asked().notes).lower()


def test_post_norm_pulls_every_sum_back_and_pre_norm_lets_it_grow():
    page = asked(below="depth")
    encoder, decoder = page.all(Curves, "below")
    assert [len(go.Figure(encoder.figure).data), len(go.Figure(decoder.figure).data)] == [4, 4]
    assert list(go.Figure(encoder.figure).data[0].x) == [1, 2, 3, 4]
    assert list(go.Figure(decoder.figure).data[0].x) == [1, 2, 3, 4, 5, 6]
    after_post, sums_pre = go.Figure(encoder.figure).data[1].y, go.Figure(encoder.figure).data[2].y
    assert list(after_post) == pytest.approx([1.0] * 4, abs=0.05)
    assert sums_pre[-1] > 1.2 * sums_pre[0]
    (legend,) = page.all(Legend, "below")
    drawn = [trace.line.color for trace in go.Figure(encoder.figure).data]
    assert [entry.colour for entry in legend.entries] == drawn


def test_a_vector_of_one_number_is_said_to_spread_nowhere():
    page = asked(below="depth", d_model=1, num_heads=1)
    assert page.text("depth.about_one") in page.notes
    assert page.text("depth.about") not in page.notes


def test_dropped_cells_are_hatched():
    page = asked(block="encoder.layers.0.norm_2", part="sum", dropping=True, dropout=0.5)
    hidden = torch.as_tensor(page.matrices["sublayer"].hidden)
    assert 0.2 < hidden.float().mean() < 0.8
    assert not torch.as_tensor(page.matrices["sublayer"].values)[hidden].any()


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("side", [0, 1])
def test_sizes_out_of_range_are_refused_with_their_limits(name, side):
    limit = LIMITS[name][side]
    with pytest.raises(InputError) as refused:
        asked(**{name: limit + (1 if side else -1)})
    assert refused.value.name == "size_out_of_range"
    assert (refused.value.values["low"], refused.value.values["high"]) == LIMITS[name]
    assert limit - 1 <= refused.value.values["value"] <= limit + 1


def test_sizes_that_do_not_go_together_are_refused():
    with pytest.raises(InputError) as refused:
        asked(d_model=15)
    assert refused.value.name == "not_divisible"
    with pytest.raises(InputError) as refused:
        asked(vocab_size=9)
    assert refused.value.values == {"vocab_size": 9, "needed": 10}
    assert asked(vocab_size=10).matrices


@pytest.mark.parametrize("block", [*BLOCKS, "decoder.layers.23.residual_3"])
def test_the_address_of_a_block_leads_back_to_it(block):
    assert write_block(read_block(block)) == block


def test_blocks_are_read_from_the_address():
    assert read_block("decoder.layers.0.norm_3") == Block("norm", "decoder", 0, 3)
    assert read_block("tgt_encoded") == Block("positional_encoding", "decoder")
    assert read_block("encoder.layers.01.norm_1") == read_block("encoder.layers.1.norm_1")
    for bad in ("x", "", "a.b.c", "a.layers.0", "a.layers.²", "encoder.layers.².norm_1"):
        with pytest.raises(ValueError):
            read_block(bad)


def test_a_model_has_no_blocks_beyond_its_layers_and_sublayers():
    others = ("encoder.layers.99.norm_1", "encoder.layers.0.norm_3", "encoder.layers.0.residual_1")
    for block in (*others, "encoder.layers.0.cross_attention"):
        assert not is_block(read_block(block), PRESETS["tiny"], False)
    assert is_block(read_block("encoder.layers.0.residual_1"), PRESETS["tiny"], True)


def test_the_pytorch_gives_these_logits():
    page = asked()
    names = {}
    exec(page.all(Code, "pytorch")[0].text, names)
    torch.testing.assert_close(names["logits"], records_of(page.setting)["logits"])


@pytest.mark.parametrize("block", ["src_embedding", "tgt_embedding", "output", "softmax"])
def test_a_shared_matrix_is_explained_where_it_is_used(block):
    page = asked(shared=True, block=block)
    assert page.arithmetic.lines
    assert diagram(page)["output"].note == page.text("diagram.same_matrix")


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_equation_is_that_of_the_norm(norm):
    assert asked(norm=norm).answer.equation == norm


@pytest.mark.parametrize("pin", ["spread.0.0", "spread.1.3", "x.0.0", "normed.1.2"])
@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_matrix_of_a_norm_can_be_pinned(language, pin, norm):
    block = "encoder.layers.0.norm_1"
    matrix, row, col = pin.split(".")
    part = "sum" if matrix == "x" and norm == "post" else "norm"
    page = asked(language, pin=pin, block=block, norm=norm, part=part)
    value = float(torch.as_tensor(page.matrices[matrix].values)[int(row), int(col)])
    assert number_in(page.arithmetic.title) == pytest.approx(value, abs=6e-5)


def test_a_cell_pinned_in_a_tile_opens_its_head():
    state = asked().after(pin="all_heads.1.2.3")
    assert (state.setting.head, state.place.pin) == (2, "weights.2.3")
    assert asked().after(pin="weights.2.3").setting == asked().setting


def test_a_term_that_is_followed_opens_its_block_and_its_part():
    page = asked(pin="weights.0.2")
    state = page.after(follow="encoder.layers.0.self_attention.queries@0.0.3", here="x@0.0")
    assert (state.setting.part, state.place.pin) == ("products", "queries.0.3")
    state = page.after(follow="decoder.layers.1.residual_2@1.2", here="x@0.0")
    assert state.setting.block == Block("norm", "decoder", 1, 2)
    assert state.setting.opened_part == "norm"
    state = page.after(follow="src_embedding.weight@1.2", here="x@0.0")
    assert (state.setting, state.place.pin) == (page.setting, "")


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_logit_is_followed_back_to_its_token(norm):
    page = asked(block="output", pin="logits.1.1", norm=norm)
    titles = []
    while "Embedding[" not in (title := page.arithmetic.title):
        titles.append(title)
        assert len(titles) < 40
        to = next(span["to"] for _, spans in page.arithmetic.lines for span in spans if span["to"])
        page.state = page.after(follow=to, here=page.arithmetic.here)
        assert page.trip.page.setting.read(page.setting.plain()) == page.setting
        pinned = page.state.place.pin.split(".")[0]
        assert pinned in page.matrices
    assert page.setting.block == Block("embedding", "decoder")


def test_the_try_chips_do_what_they_say():
    page = asked()
    assert page.chip(page.text("try.norm")).setting["norm"] == "pre"
    padded = page.chip(page.text("try.padding")).setting
    assert (padded["padding"], padded["below"]) == (4, "loss")
    crossed = page.chip(page.text("try.cross")).setting
    assert crossed["block"] == "decoder.layers.0.cross_attention"


def test_a_closed_layer_opens_at_its_self_attention():
    blocks = diagram(asked())
    assert blocks["encoder.layers.1"].opens == "encoder.layers.1.self_attention"
    assert "encoder.layers.0" not in blocks
    assert all(isinstance(block, Button) for block in blocks.values())


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tensor_has_a_name(language, norm_first):
    setting = asked(norm="pre" if norm_first else "post", dropping=True, dropout_seed=3).setting
    computation = setting.forward.computation(0.1)
    naming = EncoderDecoderNaming(
        text_of("encoder_decoder", language), setting.sentences, computation, norm_first
    )
    for name, tensor in computation.tensors.items():
        cell = Cell(name, (0,) * tensor.dim())
        assert naming.name(cell)
        assert naming.term(cell)
