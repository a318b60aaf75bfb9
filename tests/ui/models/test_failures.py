"""Whatever a model or its tokeniser raises is a message, and the model goes on."""

import json

import pytest
import tokenizers
import transformers
from tokenizers import models, pre_tokenizers

from tests.lab.pretrained.tiny_models import saved_together
from transformer_lab.pretrained.folder import open_folder
from ui.models import PretrainedError
from ui.models.model import PretrainedModel
from ui.models.opened import open_model
from ui.models.reading import read_model

pytestmark = pytest.mark.thorough

WORDS = ["the", "cat", "sat"]
WITHOUT_UNKNOWN = {
    "WordLevel": models.WordLevel({word: place for place, word in enumerate(WORDS)}, "[UNK]"),
    "WordPiece": models.WordPiece({word: place for place, word in enumerate(WORDS)}),
}


def save(folder, kind: str) -> None:
    own = tokenizers.Tokenizer(WITHOUT_UNKNOWN[kind])
    own.pre_tokenizer = pre_tokenizers.Whitespace()
    config = transformers.GPT2Config(vocab_size=len(WORDS), n_embd=16, n_layer=2, n_head=2)
    tokeniser = transformers.PreTrainedTokenizerFast(tokenizer_object=own)
    saved_together(folder, tokeniser, transformers.GPT2LMHeadModel(config))


@pytest.mark.parametrize("kind", WITHOUT_UNKNOWN)
def test_a_word_that_a_tokeniser_cannot_take_is_said_so(kind, tmp_path):
    save(tmp_path / "m", kind)
    model = read_model(open_folder(tmp_path / "m", "m"), "m")
    assert model.look("the cat").read == ("the", "cat")
    with pytest.raises(PretrainedError) as raised:
        model.look("the dog")
    assert raised.value.name == "not_tokenised"


class Raising:
    """A network that fails in its own way."""

    def __init__(self, network, error: Exception) -> None:
        self._network, self._error = network, error

    def __getattr__(self, name):
        return getattr(self._network, name)

    def __call__(self, **options):
        raise self._error


@pytest.mark.parametrize(
    "error", [AttributeError("x"), OverflowError("x"), NotImplementedError("x"), Exception("x")]
)
def test_any_exception_of_a_model_is_a_message_with_its_kind(saved, error):
    model = read_model(open_folder(saved("bert"), "bert"), "bert")
    failing = PretrainedModel("m", "encoder", Raising(model._network, error), model._tokeniser)
    with pytest.raises(PretrainedError) as raised:
        failing.look("the cat")
    assert raised.value.name == "forward_failed"
    assert raised.value.values["reason"] == type(error).__name__


@pytest.mark.thorough
def test_a_models_process_outlives_what_its_tokeniser_cannot_take(tmp_path):
    save(tmp_path / "m", "WordLevel")
    opened = open_model(open_folder(tmp_path / "m", "m"), "m")
    with pytest.raises(PretrainedError) as raised:
        opened.look("the dog")
    assert raised.value.name == "not_tokenised"
    assert opened.gone is None
    assert opened.look("the cat").read == ("the", "cat")


def test_a_sentence_of_which_nothing_is_left_is_said_so(saved, tmp_path):
    """A normaliser may take all of it away."""
    folder = tmp_path / "m"
    folder.mkdir()
    for file in saved("gpt2").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    settings = json.loads((folder / "tokenizer.json").read_text())
    settings["normalizer"] = {"type": "Replace", "pattern": {"String": "!"}, "content": ""}
    (folder / "tokenizer.json").write_text(json.dumps(settings))
    class_ = {"tokenizer_class": "PreTrainedTokenizerFast"}
    (folder / "tokenizer_config.json").write_text(json.dumps(class_))
    with pytest.raises(PretrainedError) as raised:
        read_model(open_folder(folder, "m"), "m").look("!!!")
    assert raised.value.name == "no_tokens"
