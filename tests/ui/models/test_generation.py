"""What a model writes by itself is the likeliest token each time, or is said not to be."""

import pytest
import torch
import transformers

from tests.lab.pretrained.tiny_models import save_bart, save_marian, save_t5
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.pieces import readable_pieces
from ui import models
from ui.models import model as model_module
from ui.models.reading import read_model

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")

SUMMARISERS = {
    "no_repeat_ngram_size": 3,
    "min_length": 20,
    "forced_bos_token_id": 0,
    "forced_eos_token_id": 2,
    "num_beams": 4,
}


def with_settings(save, folder, **settings):
    model = save(folder)
    for name, value in settings.items():
        setattr(model.generation_config, name, value)
    model.generation_config.save_pretrained(folder)
    return folder


def likeliest(folder, looked, but=()):
    """For each row the piece with the largest logit, `but` some ids."""
    tokeniser = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
    network = transformers.AutoModelForSeq2SeqLM.from_pretrained(
        folder, attn_implementation="eager", local_files_only=True
    ).eval()
    readable = readable_pieces(tokeniser)
    ids = {readable(piece): number for piece, number in tokeniser.get_vocab().items()}
    read = torch.tensor([[ids[piece] for piece in looked.read]])
    with torch.no_grad():
        source = tokeniser("나는 학생 입니다", return_tensors="pt")
        logits = network(**source, decoder_input_ids=read).logits[0]
    logits[:, list(but)] = -torch.inf
    pieces = tokeniser.convert_ids_to_tokens(logits.argmax(-1).tolist())
    return tuple(map(readable, pieces))


def test_what_a_summarisers_files_ask_for_is_off_and_named(tmp_path):
    folder = with_settings(save_bart, tmp_path / "bart", **SUMMARISERS)
    looked = models.load(str(folder)).look("나는 학생 입니다")
    assert looked.generated
    assert looked.predicted == likeliest(folder, looked)
    assert set(looked.switched_off) == {f"{name} = {value}" for name, value in SUMMARISERS.items()}


def test_the_last_token_at_the_limit_is_not_forced(tmp_path, monkeypatch):
    monkeypatch.setattr(model_module, "MAX_GENERATED", 7)
    folder = with_settings(save_bart, tmp_path / "bart", forced_eos_token_id=2)
    looked = models.load(str(folder)).look("나는 학생 입니다")
    assert looked.target_cut
    assert looked.predicted == likeliest(folder, looked)


def test_tokens_that_are_never_written_are_named(tmp_path):
    plain = save_marian(tmp_path / "plain")
    first = models.load(str(tmp_path / "plain")).look("나는 학생 입니다").predicted[0]
    tokeniser = transformers.AutoTokenizer.from_pretrained(
        tmp_path / "plain", local_files_only=True
    )
    readable = readable_pieces(tokeniser)
    never = next(n for piece, n in tokeniser.get_vocab().items() if readable(piece) == first)
    plain.generation_config.bad_words_ids = [[never]]
    plain.generation_config.save_pretrained(tmp_path / "plain")
    looked = read_model(open_folder(tmp_path / "plain", "m"), "m").look("나는 학생 입니다")
    assert looked.excluded == (first,)
    assert first not in looked.predicted
    assert looked.predicted == likeliest(tmp_path / "plain", looked, but=(never,))


def test_a_typed_target_says_nothing_of_writing(tmp_path):
    folder = with_settings(save_bart, tmp_path / "bart", **SUMMARISERS)
    looked = models.load(str(folder)).look("the cat", "a dog")
    assert (looked.generated, looked.switched_off, looked.excluded) == (False, (), ())


def test_a_t5_whose_decoder_has_more_layers_writes(tmp_path):
    save_t5(tmp_path / "t5", decoder_layers=4)
    looked = models.load(str(tmp_path / "t5")).look("the cat")
    assert (len(looked.encoder), len(looked.decoder), len(looked.cross)) == (2, 4, 4)
    assert looked.predicted
