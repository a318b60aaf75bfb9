"""Multilingual models read and write the languages that are chosen, in their own format."""

from pathlib import Path

import pytest
import torch
import transformers

from tests.lab.pretrained.multilingual_models import (
    SAVE_MULTILINGUAL,
    save_m2m100,
    save_mbart,
)
from tests.lab.pretrained.tiny_models import save_marian, save_t5
from ui import models
from ui.models import model as model_module

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")

KINDS = list(SAVE_MULTILINGUAL)
KOREAN = {"m2m100": "ko", "mbart": "ko_KR", "mbart50": "ko_KR", "nllb": "kor_Hang"}
ENGLISH = {"m2m100": "en", "mbart": "en_XX", "mbart50": "en_XX", "nllb": "eng_Latn"}
FIRST_READ = {"m2m100": "</s>", "mbart50": "</s>", "nllb": "</s>"}
"""What the decoder reads before the language."""


@pytest.fixture(scope="module", params=KINDS)
def kind(request):
    return request.param


@pytest.fixture(scope="module")
def folder(kind, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("multilingual") / kind
    SAVE_MULTILINGUAL[kind](path)
    return path


def token(kind: str, code: str) -> str:
    return f"__{code}__" if kind == "m2m100" else code


def before(kind: str, code: str) -> list[str]:
    """What a decoder reads before the target."""
    return [*([FIRST_READ[kind]] if kind in FIRST_READ else []), token(kind, code)]


def test_the_sentence_is_marked_with_the_language_that_was_chosen(kind, folder):
    looked = models.load(str(folder)).look("나는 학생", "hello", (KOREAN[kind], ENGLISH[kind]))
    assert token(kind, KOREAN[kind]) in looked.source
    assert token(kind, ENGLISH[kind]) not in looked.source
    assert looked.languages == (KOREAN[kind], ENGLISH[kind])


def test_a_typed_target_is_read_after_its_own_language(kind, folder):
    looked = models.load(str(folder)).look("the cat", "나는 학생", (ENGLISH[kind], KOREAN[kind]))
    start = before(kind, KOREAN[kind])
    assert list(looked.read[: len(start)]) == start
    assert looked.predicted == (*looked.read[1:], "</s>")
    assert "".join(looked.read[len(start) :]) == "␣나는␣학생"
    assert looked.target == "나는 학생"


def test_what_is_written_by_itself_starts_with_the_language(kind, folder, monkeypatch):
    monkeypatch.setattr(model_module, "MAX_GENERATED", 4)
    looked = models.load(str(folder)).look("the cat", None, (ENGLISH[kind], KOREAN[kind]))
    start = before(kind, KOREAN[kind])
    assert list(looked.read[: len(start)]) == start
    # A model with random weights may write the language again, but its first one is no text.
    language, all_tokens = token(kind, KOREAN[kind]), [*looked.read, looked.predicted[-1]]
    assert looked.target.count(language) < all_tokens.count(language)


def test_the_numbers_are_those_of_the_model_by_hand(kind, folder):
    looked = models.load(str(folder)).look("the cat", "hello", (ENGLISH[kind], KOREAN[kind]))
    tokeniser = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
    tokeniser.src_lang, tokeniser.tgt_lang = ENGLISH[kind], KOREAN[kind]
    network = transformers.AutoModelForSeq2SeqLM.from_pretrained(
        folder, attn_implementation="eager", local_files_only=True
    ).eval()
    start = tokeniser.convert_tokens_to_ids(before(kind, KOREAN[kind]))
    text = tokeniser(text_target="hello", add_special_tokens=False)["input_ids"]
    with torch.inference_mode():
        output = network(
            **tokeniser("the cat", return_tensors="pt"),
            decoder_input_ids=torch.tensor([[*start, *text]]),
            output_attentions=True,
        )
    torch.testing.assert_close(looked.encoder, torch.cat(output.encoder_attentions))
    torch.testing.assert_close(looked.decoder, torch.cat(output.decoder_attentions))
    torch.testing.assert_close(looked.cross, torch.cat(output.cross_attentions))


@pytest.mark.parametrize("languages", [(), ("", ""), ("Klingon", "<b>")])
def test_a_language_that_the_model_does_not_have_is_its_own(kind, folder, languages):
    model = models.load(str(folder))
    assert model.look("the cat", "hello", languages).languages == model.pair
    assert model.pair[0] == ENGLISH[kind]
    assert set(model.pair) <= set(model.languages)
    assert model.pair[0] != model.pair[1]


@pytest.mark.thorough
def test_every_language_can_be_written(kind, folder):
    model = models.load(str(folder))
    own = model.pair[0]
    for code in model.languages:
        read = model.look("the cat", "hello", (own, code)).read
        assert token(kind, code) in read


def test_a_model_that_was_tuned_for_one_language_writes_that(tmp_path):
    save_mbart(tmp_path / "en-ro", writes="ro_RO")
    model = models.load(str(tmp_path / "en-ro"))
    assert model.pair == ("en_XX", "ro_RO")
    assert model.look("the cat", "hello").read[0] == "ro_RO"


def test_a_language_token_outside_the_vocabulary_is_called_by_its_name(tmp_path):
    save_m2m100(tmp_path / "m2m100")
    looked = models.load(str(tmp_path / "m2m100")).look("the cat", "hello")
    assert looked.source[0] == "__en__"
    assert "number" not in looked.marks


def test_a_long_sentence_and_a_long_target_are_cut(kind, folder):
    looked = models.load(str(folder)).look("cat " * 300, "dog " * 300)
    assert looked.source_cut and looked.target_cut
    assert len(looked.source) == len(looked.read) + (kind == "mbart") == 128


def test_a_model_of_two_languages_has_none_to_choose(saved):
    for one in ("bert", "gpt2", "marian", "bart"):
        model = models.load(str(saved(one)))
        assert (model.languages, model.pair) == ((), ())


def test_how_a_sentence_may_begin_is_taken_from_the_files(tmp_path):
    model = save_t5(tmp_path / "t5")
    prefix = "translate English to German: "
    model.config.task_specific_params = {"translation_en_to_de": {"prefix": prefix}}
    model.save_pretrained(tmp_path / "t5")
    assert models.load(str(tmp_path / "t5")).beginnings == (prefix.strip(),)
    save_marian(tmp_path / "marian", targets=(">>fra<<", ">>ita<<"))
    assert models.load(str(tmp_path / "marian")).beginnings == (">>fra<<", ">>ita<<")
