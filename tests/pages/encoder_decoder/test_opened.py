"""An address from before the map opens it at the number that it named."""

import pytest

from pages.encoder_decoder.arithmetic import computation_of
from pages.encoder_decoder.blocks import FIRST_BLOCK, is_block, read_block, write_block
from pages.encoder_decoder.sizes import PRESETS
from tests.pages.answers import Asked
from transformer_core.explain.origin import Block
from ui.explain.trail import read_cell
from ui.state.address import Selection

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
CROSS = "decoder.layers.1.cross_attention"
MADE = {
    "embedding": "scaled",
    "positional_encoding": "encoded",
    "self_attention": "projected",
    "cross_attention": "projected",
    "feed_forward": "output",
    "norm": "normed",
    "output": "output",
    "softmax": "probabilities",
}
"""What a block makes, by its own name."""


def opened(**address: str) -> Asked:
    """What a link opens: the page after its setting is read."""
    asked = Asked.at("encoder_decoder", **{f"ed_{name}": text for name, text in address.items()})
    return asked.moved(asked.handler.page.opened(asked.state))


@pytest.mark.parametrize(
    ("address", "pin"),
    [
        ({"block": CROSS, "head": "2", "pin": "weights.1.2"}, f"{CROSS}.weights@1.1.2"),
        ({"block": CROSS, "head": "2", "pin": "keys.3.1"}, f"{CROSS}.keys@1.1.3"),
        ({"block": CROSS, "pin": "output.1.2"}, f"{CROSS}.heads@0.1.2"),
        ({"block": CROSS, "head": "2", "pin": "projected.1.9"}, f"{CROSS}.projected@1.9"),
        ({"pin": "scores.0.1"}, "encoder.layers.0.self_attention.scores@0.0.1"),
        ({"block": "decoder.layers.1.norm_2", "pin": "x.1.2"}, "decoder.layers.1.normed_1@1.2"),
        ({"block": "decoder.layers.1.norm_2", "pin": "summed.1.2"},
         "decoder.layers.1.residual_2@1.2"),
        ({"block": "encoder.layers.1.norm_2", "pin": "spread.0.3"},
         "encoder.layers.1.spread_2@0.3"),
        ({"block": "encoder.layers.1.residual_2", "norm": "pre", "pin": "summed.0.3"},
         "encoder.layers.1.residual_2@0.3"),
        ({"block": "encoder.layers.0.feed_forward", "pin": "hidden.0.3"},
         "encoder.layers.0.feed_forward.hidden@0.3"),
        ({"block": "src_embedding", "pin": "embedding.1.2"}, "src_embeddings@1.2"),
        ({"block": "tgt_encoded", "pin": "encoding.1.2"}, "tgt_positions@1.2"),
        ({"block": "encoder.output", "pin": "encoder_output.0.0"}, "encoder.output@0.0"),
        ({"block": "output", "pin": "decoded.2.3"}, "decoder.output@2.3"),
        ({"block": "output", "pin": "logits.1.7"}, "logits@1.7"),
        ({"block": "softmax", "pin": "losses.1.0"}, "losses@1"),
        ({"block": "softmax", "pin": "probabilities.1.7"}, "probabilities@1.7"),
    ],
)  # fmt: skip
def test_a_cell_of_a_blocks_matrix_is_the_same_cell_on_the_map(address, pin):
    asked = opened(**address)
    assert asked.state.selection == Selection(pin)
    assert asked.arithmetic.here == pin
    computation = computation_of(asked.setting)
    value = computation.value(read_cell(computation, pin))
    assert asked.explained_number == pytest.approx(value, abs=6e-5)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_without_a_pin_opens_at_the_first_number_that_it_makes(block, norm):
    asked = opened(block=block, norm=norm)
    computation = computation_of(asked.setting)
    cell = read_cell(computation, asked.state.selection.pin)
    assert set(cell.index) == {0}
    origin, part = computation.origins[cell.tensor], read_block(block).part
    assert origin.block == read_block(block)
    assert origin.name == ("logits" if block == "output" else MADE[part])
    assert asked.arithmetic.here == asked.state.selection.pin


@pytest.mark.parametrize(
    "address",
    [
        {},
        {"block": write_block(FIRST_BLOCK)},
        {"block": "x"},
        {"block": "encoder.layers.99.norm_1"},
        {"block": "a.layers.²"},
        {"head": "0"},
        {"head": "x"},
        {"head": "999"},
        {"pin": "<b>"},
        {"pin": "no_such.0.0"},
        {"pin": "weights.9.9"},
        {"pin": "all_heads.0.1.2"},
        {"trail": "no_such@0.0"},
    ],
)
def test_what_names_no_cell_opens_the_map_as_it_starts(address):
    asked, start = opened(**address), opened()
    assert asked.setting == start.setting
    assert asked.arithmetic == start.arithmetic


def test_a_head_that_the_model_does_not_have_is_its_last():
    assert opened(head="9", pin="weights.0.1").state.selection.pin.endswith("weights@1.0.1")


@pytest.mark.parametrize("pin", ["logits@1.7", f"{CROSS}.weights@1.1.2"])
def test_a_pin_of_today_stays_with_its_way_and_its_view(pin):
    trail = "logits@1.7~decoder.output@1.0"
    asked = opened(pin=pin, trail=trail, view="1.5_0_2")
    assert asked.state.selection == Selection(pin, trail, "1.5_0_2")
    assert asked.arithmetic.here == "decoder.output@1.0"


def test_what_is_opened_is_linked_to_in_the_words_of_today():
    asked = opened(block=CROSS, head="2", pin="weights.1.2", seed="7")
    assert not {"ed_block", "ed_head"} & asked.address.keys()
    assert asked.address["ed_pin"] == f"{CROSS}.weights@1.1.2"
    again = Asked.at("encoder_decoder", **asked.address)
    again = again.moved(again.handler.page.opened(again.state))
    assert again.state == asked.state


def test_of_a_model_that_is_not_computed_nothing_is_pinned():
    asked = opened(d_model="4096", block=CROSS, pin="weights.1.2", trail="logits@0.0")
    assert not asked.setting.is_computed
    assert asked.state.selection == Selection()
    assert asked.setting.block == FIRST_BLOCK


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
