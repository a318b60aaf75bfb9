"""FSMT: a vocabulary for each language, and a decoder that must not see what comes later."""

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest
import torch
import transformers

from tests.lab.pretrained.tiny_models import BOTH_HALVES, saved_together
from transformer_lab.pretrained.folder import open_folder
from ui.models import PretrainedError
from ui.models import model as model_module
from ui.models.reading import read_model

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]
SOURCE, TARGET = ["the", "cat", "sat", "river"], ["der", "fluss", "katze", "die", "sitzt"]


class _Moses:
    """What FSMT's tokeniser needs of sacremoses, for words that spaces part."""

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def normalize(self, text: str) -> str:
        return text

    def tokenize(self, text: str, **options: object) -> list[str]:
        return text.split()

    def detokenize(self, words: list[str]) -> str:
        return " ".join(words)


@pytest.fixture
def moses(monkeypatch):
    module = ModuleType("sacremoses")
    for name in ("MosesPunctNormalizer", "MosesTokenizer", "MosesDetokenizer"):
        setattr(module, name, _Moses)
    monkeypatch.setitem(sys.modules, "sacremoses", module)


def save_fsmt(folder: Path) -> "transformers.PreTrainedModel":
    folder.mkdir()
    for side, words in (("src", SOURCE), ("tgt", TARGET)):
        pieces = [*SPECIAL, *(f"{word}</w>" for word in words)]
        vocabulary = {piece: place for place, piece in enumerate(pieces)}
        (folder / f"vocab-{side}.json").write_text(json.dumps(vocabulary))
    (folder / "merges.txt").write_text("".join(map(_merges, SOURCE + TARGET)))
    tokeniser = transformers.FSMTTokenizer(
        langs=["en", "de"],
        src_vocab_file=str(folder / "vocab-src.json"),
        tgt_vocab_file=str(folder / "vocab-tgt.json"),
        merges_file=str(folder / "merges.txt"),
    )
    config = transformers.FSMTConfig(
        langs=["en", "de"],
        src_vocab_size=len(SPECIAL) + len(SOURCE),
        tgt_vocab_size=len(SPECIAL) + len(TARGET),
        **BOTH_HALVES,
    )
    return saved_together(folder, tokeniser, transformers.FSMTForConditionalGeneration(config))


def _merges(word: str) -> str:
    """From letters to the whole word, from the left."""
    letters = [*word[:-1], f"{word[-1]}</w>"]
    pairs = [("".join(letters[:at]), letters[at]) for at in range(1, len(letters))]
    return "".join(f"{left} {right} 1\n" for left, right in pairs)


def read(folder: Path):
    return read_model(open_folder(folder, "m"), "m")


def test_each_sentence_is_spelled_with_its_own_vocabulary(moses, tmp_path):
    save_fsmt(tmp_path / "m")
    looked = read(tmp_path / "m").look("the river", "der fluss")
    assert looked.source == ("the</w>", "river</w>", "</s>")
    assert looked.read == ("</s>", "der</w>", "fluss</w>")
    assert looked.predicted == ("der</w>", "fluss</w>", "</s>")
    assert looked.target == "der fluss"
    assert "ends" in looked.marks


def test_what_it_writes_is_spelled_as_its_text_is(moses, tmp_path, monkeypatch):
    monkeypatch.setattr(model_module, "MAX_GENERATED", 8)
    save_fsmt(tmp_path / "m")
    looked = read(tmp_path / "m").look("the river")
    words = [piece for piece in looked.predicted if piece not in SPECIAL]
    assert set(words) <= {f"{word}</w>" for word in TARGET}
    assert looked.target.split() == [word.removesuffix("</w>") for word in words]


def test_a_row_sees_only_what_was_read_before_it(moses, tmp_path):
    save_fsmt(tmp_path / "m")
    model = read(tmp_path / "m")
    looked = model.look("the cat sat", "die katze sitzt")
    assert not looked.decoder.triu(1).any()
    shorter = model.look("the cat sat", "die katze")
    rows = len(shorter.read)
    torch.testing.assert_close(looked.decoder[:, :, :rows, :rows], shorter.decoder)
    torch.testing.assert_close(looked.cross[:, :, :rows], shorter.cross)


def test_a_tokeniser_that_needs_a_package_is_refused_with_its_name(moses, tmp_path, monkeypatch):
    save_fsmt(tmp_path / "m")
    monkeypatch.setitem(sys.modules, "sacremoses", None)
    with pytest.raises(PretrainedError) as raised:
        read(tmp_path / "m")
    assert raised.value.name == "tokeniser_package"
    assert raised.value.values["package"] == "sacremoses"
