"""The PyTorch that the map of a Hugging Face model prints gives every number of that map."""

import json
import shutil
from dataclasses import replace

import pytest
import torch
import transformers

from pages.overview import other_program
from pages.overview.other_program import UNSEEN, OtherProgram
from pages.translator.setting import SentenceSetting
from tests.alone import values_of
from tests.lab.conftest import saved
from tests.lab.pretrained.comparing import random_network
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import opened_model
from ui.models import BoardAbout, BoardSeen, OffHead, SetNumber, loading
from ui.models.board.board import Board
from ui.models.board.forward import forward
from ui.state.address import Selection
from ui.words.language import text_of

__all__ = ["saved"]

REFUSED = ("transformer_core", "transformer_lab", "transformers", "ui", "pages", "numpy")
NO_WORKBENCH = ("streamlit", "ui", "pages")
SIZES = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2}
ODD_LLAMA = {
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 6,
    "attention_bias": True,
    "rope_parameters": {"rope_type": "default", "rope_theta": 500.0},
}
ROOT = "."

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


class Asked:
    """A model's folder, and one forward of it as a page knows it."""

    def __init__(self, folder, pin="", trail="", **values):
        opened = opened_model(open_folder(folder, "tiny"), "tiny")
        setting = SentenceSetting(model="hugging_face", name=str(folder), **values)
        setting = replace(setting, sentence=values.get("sentence", "the cat sat on a mat"))
        board, question = Board(opened), setting.board_question
        about = BoardAbout.of(json.loads(json.dumps(board.about())))
        seen = BoardSeen(**json.loads(json.dumps(board.seen(question))))
        self.made = OtherProgram(setting, about, seen, Selection(pin, trail))
        self.program = self.made.program(text_of("overview", "en"))
        self.tensors = forward(opened, question).computation.tensors

    def names(self, kind):
        """All tensors that a program has."""
        return [
            name
            for name in self.tensors
            if kind == "core" or not UNSEEN.fullmatch(name.rpartition(".")[2])
        ]

    def compare(self, kind, found):
        """What a program gave, with what the map has."""
        for name, values in zip(self.names(kind), found["values"].values(), strict=True):
            theirs, ours = torch.tensor(values), self.tensors[name]
            assert theirs.shape == ours.shape, name
            assert torch.allclose(theirs.float(), ours.float(), atol=1e-5, rtol=1e-4), name
        cell = self.made.cell
        shown, place, value, *_ = found["printed"].splitlines()
        assert (shown, place) == (cell.tensor, str(list(cell.index)))
        assert abs(float(value) - float(self.tensors[shown][cell.index])) < 1e-5


def run(kind, asked):
    """What the programs give, in one process where only what they name is installed."""
    refused = REFUSED if kind == "torch" else NO_WORKBENCH
    table = "(W | seen)" if kind == "torch" else "seen"
    programs = [
        (one.program.sources[kind], [f'{table}["{name}"]' for name in one.names(kind)])
        for one in asked
    ]
    return values_of(programs, refused, ROOT, ROOT)


@pytest.fixture(autouse=True)
def any_folder(monkeypatch):
    for variable in ("MODELS", "MODEL_FOLDERS"):
        monkeypatch.delenv(f"WORKBENCH_{variable}", raising=False)
    monkeypatch.setattr(loading, "serves_own_machine_only", lambda: True)


@pytest.fixture(scope="session")
def llama(saved, tmp_path_factory):
    """A model of Llama's family; its tokens are GPT-2's."""

    def made(**options):
        folder = tmp_path_factory.mktemp("llama")
        tokeniser = transformers.AutoTokenizer.from_pretrained(saved("gpt2"))
        tokeniser.save_pretrained(folder)
        sizes = {"num_attention_heads": 2, **SIZES, **options, "vocab_size": len(tokeniser)}
        config = transformers.LlamaConfig(max_position_embeddings=64, **sizes)
        random_network(lambda: transformers.LlamaForCausalLM(config)).save_pretrained(folder)
        return folder

    return made


CHANGES = {
    "as it is": {},
    "hidden": {"hidden": frozenset({0, 2, 90})},
    "changed": {
        "other_heads": frozenset({OffHead("STACK", 1, 1), OffHead("STACK", 7, 0)}),
        "other_numbers": (
            SetNumber("STACK.layers.0.self_attention.w_q.weight", (3, 2), 1.5),
            SetNumber("STACK.layers.1.feed_forward.linear_2.weight", (1, 5), -2.0),
            SetNumber("SIDE_embedding.weight", (7, 4), 0.75),
            SetNumber("STACK.layers.1.norm_2.weight", (3,), 2.5),
            SetNumber("no.weight", (3,), 2.5),
        ),
    },
}


def changes(name, stack):
    """A change, of an encoder or of a decoder."""
    side = "src" if stack == "encoder" else "tgt"
    made = dict(CHANGES[name])
    if "other_heads" in made:
        made["other_heads"] = frozenset(one._replace(kind=one.kind.replace("STACK", stack))
                                        for one in made["other_heads"])  # fmt: skip
        made["other_numbers"] = tuple(
            one._replace(name=one.name.replace("STACK", stack).replace("SIDE", side))
            for one in made["other_numbers"]
        )
    return made


@pytest.fixture(scope="module")
def bare(saved, tmp_path_factory):
    """A BERT without the head that predicts, in half precision and in two files."""
    folder = tmp_path_factory.mktemp("bare")
    model = transformers.BertModel.from_pretrained(saved("bert"), add_pooling_layer=False)
    transformers.AutoTokenizer.from_pretrained(saved("bert")).save_pretrained(folder)
    model.half().save_pretrained(folder, max_shard_size="5KB")
    return folder


@pytest.mark.thorough
@pytest.mark.parametrize("needed", ["torch", "core"])
def test_it_gives_every_number(saved, llama, bare, needed):
    folders = [
        (saved("gpt2"), "decoder"),
        (saved("bert"), "encoder"),
        (bare, "encoder"),
        (llama(), "decoder"),
        (llama(**ODD_LLAMA), "decoder"),
        (llama(tie_word_embeddings=True), "decoder"),
    ]
    # What is changed, and one of the others.
    asked = [
        Asked(folder, **changes(name, stack))
        for place, (folder, stack) in enumerate(folders)
        for name in ("changed", ("as it is", "hidden")[place % 2])
    ]
    for one, found in zip(asked, run(needed, asked), strict=True):
        one.compare(needed, found)


PINS = (
    ("decoder.layers.1.self_attention.weights@1.3.2", ""),
    ("decoder.layers.0.norm_1.bias@3", ""),
    ("logits@2.7", ""),
    ("logits@2.7", "logits@2.7~decoder.output@2.1"),
    ("decoder.layers.1.self_attention.weights@1.3.900", ""),
    ("no@1", "nonsense"),
    ("decoder.layers.0.self_attention.look_ahead@1.2", ""),
)


def test_it_prints_the_number_that_the_page_explains(saved):
    asked = [Asked(saved("gpt2"), pin, trail) for pin, trail in PINS]
    said = [one["printed"].splitlines()[0] for one in run("torch", asked)]
    assert said == [
        "decoder.layers.1.self_attention.weights",
        "decoder.layers.0.norm_1.bias",
        "logits",
        "decoder.output",
        *["probabilities"] * 3,
    ]


@pytest.mark.thorough
def test_a_model_of_two_halves_is_computed_with_the_core(saved):
    changed = {"hidden": frozenset({1}), "other_heads": frozenset({OffHead("cross", 1, 0)})}
    asked = [Asked(saved(kind), **changed) for kind in ("marian", "t5")]
    assert {kind for one in asked for kind in one.program.sources} == {"core"}
    for one, found in zip(asked, run("core", asked), strict=True):
        one.compare("core", found)


ODD = (
    ("gpt2", {"activation_function": "relu"}),
    ("gpt2", {"scale_attn_weights": False}),
    ("gpt2", {"scale_attn_by_inverse_layer_idx": True}),
    ("bert", {"hidden_act": "relu"}),
)


@pytest.mark.parametrize(("kind", "settings"), ODD)
def test_a_model_that_computes_otherwise_has_no_program_of_torch_alone(
    saved, tmp_path, kind, settings
):
    shutil.copytree(saved(kind), tmp_path / "odd")
    file = tmp_path / "odd" / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | settings))
    assert list(Asked(tmp_path / "odd").program.sources) == ["core"]


def test_a_llama_with_other_speeds_has_no_program_of_torch_alone(llama):
    scaled = {"rope_type": "linear", "factor": 2.0, "rope_theta": 500.0}
    for options in ({"rope_parameters": scaled}, {"hidden_act": "gelu"}):
        assert list(Asked(llama(**options)).program.sources) == ["core"]


def test_it_says_nothing_of_what_nobody_did(saved):
    for source in Asked(saved("bert")).program.sources.values():
        assert "hidden" not in source.replace(".hidden", "").replace("True = hidden", "")
        assert "] = 0" not in source and "parameters" not in source
        assert "snapshot_download" not in source
        assert len(source.splitlines()) <= 100


def test_a_model_of_the_hub_is_found_by_its_id(saved, monkeypatch):
    monkeypatch.setattr(other_program, "is_folder", lambda name: False)
    source = Asked(saved("gpt2")).program.torch
    assert "folder = Path(snapshot_download(name))" in source
