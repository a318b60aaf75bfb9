"""Sublayers in parallel: the map is told, with a norm for each of them or one for both."""

import json
import shutil

import pytest
import transformers

from tests.lab.pretrained.comparing import random_network
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import opened_model
from ui.models.board.board import Board
from ui.models.board.question import BoardQuestion

SIZES = {
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "max_position_embeddings": 60,
}
NEOX, PHI = (
    (transformers.GPTNeoXConfig, transformers.GPTNeoXForCausalLM),
    (transformers.PhiConfig, transformers.PhiForCausalLM),
)


@pytest.mark.parametrize(
    ("kind", "options", "is_parallel", "norms"),
    [
        (NEOX, {}, True, 2),
        (NEOX, {"use_parallel_residual": False}, False, 2),
        (PHI, {}, True, 1),
    ],
)
def test_the_map_is_told_of_parallel_sublayers(saved, tmp_path, kind, options, is_parallel, norms):
    config, network = kind
    folder = tmp_path / "model"
    shutil.copytree(saved("gpt2"), folder)
    vocab = json.loads((folder / "config.json").read_text())["vocab_size"]
    made = random_network(lambda: network(config(vocab_size=vocab, **SIZES, **options)))
    made.save_pretrained(folder)
    board = Board(opened_model(open_folder(folder, "m"), "m"))
    parts = board.encoded(BoardQuestion("the cat"), "map", "en", "", "")
    (drawn,) = json.loads(parts[4 : 4 + int.from_bytes(parts[:4], "little")])["parts"]
    assert drawn["variant"]["isParallel"] is is_parallel and drawn["normFirst"]
    owns = [
        [drawn["tensors"][place]["own"] for place in section["tensors"]]
        for section in drawn["sections"]
        if section["layer"] == 0
    ]
    assert sum(own.count("normed") for own in owns) == norms
