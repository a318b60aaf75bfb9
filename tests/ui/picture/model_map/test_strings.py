"""The texts of the map name and explain everything on it, in both languages."""

import pytest

from ui.picture.model_map.sections import _TENSORS
from ui.picture.model_map.strings import map_strings
from ui.words.language import LANGUAGES, Text, text_of

BLOCKS = {
    *("embedding", "positions", "encoded", "projections", "projection_q", "projections_kv"),
    *("scores", "softmax", "weighted_sum", "output_projection", "add", "norm", "add_norm"),
    *("feed_forward", "encoder_output", "decoder_output", "logits", "probabilities"),
    *("types", "head"),  # of other models
}
LAYERS = {"embedding", "encoder", "decoder", "encoder_output", "decoder_output", "softmax"}
SEVERAL = {"output": {"linear_2", "encoder_output", "decoder_output"}}
"""The names that mean several things, by the block that the tensor is in."""


@pytest.fixture(params=LANGUAGES)
def text(request) -> Text:
    return text_of("overview", request.param)


def test_every_column_has_a_sentence(text):
    named = {name for names in _TENSORS.values() for name in names}
    keys = {key for name in named for key in SEVERAL.get(name, {name})}
    assert set(map_strings(text)["about"]) == keys | {"scaled_scores", "lines"}


def test_every_block_has_a_name_and_a_sentence(text):
    strings = map_strings(text)
    names = {name for name in strings["blocks"] if not name.endswith("_short")}
    assert names == set(strings["about_blocks"]) == BLOCKS
    assert set(strings["about_layers"]) == LAYERS


def test_a_sum_is_named_in_the_order_of_the_model(text):
    assert map_strings(text)["tensors"]["residual"] == "x + Sublayer(x)"
    normed_first = map_strings(text, norm_first=True)["tensors"]
    assert normed_first["residual"] == "x + Sublayer(LayerNorm(x))"
    assert "residual_norm_first" not in normed_first
