"""One sentence through models of the five kinds, loaded as a person would load them."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch
import transformers

from tests.lab.pretrained.tiny_models import HEADS, LAYERS, save_gpt2, save_marian
from transformer_lab.pretrained.pieces import byte_level_piece
from ui import models
from ui.models import PretrainedError
from ui.models import model as model_module
from ui.models.model import MAX_GENERATED, MAX_PIECES, PretrainedModel

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")

CLASSES = {
    "bert": "BertModel",
    "gpt2": "GPT2LMHeadModel",
    "marian": "MarianMTModel",
    "t5": "T5ForConditionalGeneration",
    "bart": "BartForConditionalGeneration",
}
KINDS = list(CLASSES)
ENCODER_DECODERS = ["marian", "t5", "bart"]
SENTENCE = "the cats sat 고양이 🙂 on **the** mat"


def hand_made(folder, kind):
    model = getattr(transformers, CLASSES[kind]).from_pretrained(
        folder, attn_implementation="eager", local_files_only=True
    )
    tokeniser = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
    return model.eval(), tokeniser


@pytest.mark.parametrize("kind", KINDS)
def test_the_weights_are_those_that_the_model_gives_by_hand(saved, kind):
    model, tokeniser = hand_made(saved(kind), kind)
    source = tokeniser(SENTENCE, return_tensors="pt")
    with torch.inference_mode():
        if kind in ENCODER_DECODERS:
            labels = tokeniser(text_target="a dog", return_tensors="pt").input_ids
            output = model(**source, labels=labels, output_attentions=True)
            by_hand = {
                "encoder": output.encoder_attentions,
                "decoder": output.decoder_attentions,
                "cross": output.cross_attentions,
            }
        else:
            output = model(**source, output_attentions=True)
            by_hand = {"encoder" if kind == "bert" else "decoder": output.attentions}
    looked = models.load(str(saved(kind))).look(SENTENCE, "a dog")
    assert looked.kinds == tuple(by_hand)
    for name, layers in by_hand.items():
        torch.testing.assert_close(getattr(looked, name), torch.cat(layers))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("target", [None, "a dog ran"])
def test_every_row_is_a_distribution_over_labelled_tokens(saved, kind, target, monkeypatch):
    monkeypatch.setattr(model_module, "MAX_GENERATED", 11)
    looked = models.load(str(saved(kind))).look(SENTENCE, target)
    for name in looked.kinds:
        weights = getattr(looked, name)
        rows, columns = looked.labels(name)
        assert weights.shape == (LAYERS, HEADS, len(rows), len(columns))
        assert weights.min() >= 0
        torch.testing.assert_close(weights.sum(-1), torch.ones(LAYERS, HEADS, len(rows)))


@pytest.mark.parametrize("kind", KINDS)
def test_the_heads_of_the_tiny_models_differ(saved, kind):
    """Else weights of the wrong head or layer would pass unseen."""
    looked = models.load(str(saved(kind))).look(SENTENCE, "a dog ran")
    for name in looked.kinds:
        heads = getattr(looked, name).flatten(0, 1).flatten(1)
        differences = (heads[:, None] - heads[None]).abs().amax(-1)
        assert (differences + torch.eye(LAYERS * HEADS) > 1e-3).all()


def test_a_bert_like_model_shows_its_sentence_between_its_special_tokens(saved):
    looked = models.load(str(saved("bert"))).look("the cats")
    assert looked.source[0] == "[CLS]"
    assert looked.source[-1] == "[SEP]"
    assert "".join(looked.source[1:-1]).replace("##", "") == "thecats"
    assert (looked.read, looked.predicted, looked.decoder, looked.cross) == ((), (), None, None)


def test_a_gpt_like_model_predicts_the_next_token_from_those_before_it(saved):
    looked = models.load(str(saved("gpt2"))).look("the cat sat")
    assert "".join(looked.read) == "the␣cat␣sat"
    assert looked.predicted[:-1] == looked.read[1:]
    assert looked.labels("decoder") == (looked.predicted, looked.read)
    assert not looked.decoder.triu(1).any()
    assert (looked.encoder, looked.cross) == (None, None)


def test_a_gpt_like_models_last_prediction_is_its_likeliest(saved):
    model, tokeniser = hand_made(saved("gpt2"), "gpt2")
    with torch.inference_mode():
        logits = model(**tokeniser("the cat sat", return_tensors="pt")).logits
    (likeliest,) = tokeniser.convert_ids_to_tokens([logits[0, -1].argmax()])
    looked = models.load(str(saved("gpt2"))).look("the cat sat")
    assert looked.predicted[-1] == byte_level_piece(likeliest)


@pytest.mark.parametrize("kind", ENCODER_DECODERS)
def test_a_given_target_is_read_one_position_after_it_is_predicted(saved, kind):
    looked = models.load(str(saved(kind))).look("나는 학생 입니다", "hello world")
    start = "<pad>" if kind in ("marian", "t5") else "</s>"
    assert looked.read == (start, *looked.predicted[:-1])
    assert looked.predicted[-1] == "</s>"
    assert looked.target == "hello world"
    assert not looked.generated
    assert not looked.target_cut


@pytest.mark.parametrize("kind", ENCODER_DECODERS)
def test_without_a_target_the_model_says_what_it_finds_likeliest(saved, kind, monkeypatch):
    monkeypatch.setattr(model_module, "MAX_GENERATED", 11)
    looked = models.load(str(saved(kind))).look("나는 학생 입니다")
    assert looked.generated
    assert looked.read[1:] == looked.predicted[:-1]
    model, tokeniser = hand_made(saved(kind), kind)
    source = tokeniser("나는 학생 입니다", return_tensors="pt")
    model.generation_config.forced_eos_token_id = None
    written = model.generate(**source, do_sample=False, num_beams=1, max_new_tokens=11)
    assert looked.target == tokeniser.decode(written[0], skip_special_tokens=True).strip()
    assert len(looked.predicted) == written.size(1) - 1
    assert looked.target_cut == (written.size(1) == 12)


@pytest.mark.parametrize("target", ["", " \n"])
def test_a_blank_target_is_none(saved, target, monkeypatch):
    monkeypatch.setattr(model_module, "MAX_GENERATED", 11)
    model = models.load(str(saved("t5")))
    assert model.look("hello", target).predicted == model.look("hello").predicted


@pytest.mark.parametrize("kind", KINDS)
def test_a_long_sentence_is_cut_and_the_cut_is_told(saved, kind):
    looked = models.load(str(saved(kind))).look("cat " * 300, "dog " * 300)
    assert looked.source_cut
    assert len(looked.source or looked.read) == MAX_PIECES
    if kind in ENCODER_DECODERS:
        assert looked.target_cut
        assert len(looked.read) == len(looked.predicted) == MAX_PIECES


@pytest.mark.parametrize("kind", KINDS)
def test_a_short_sentence_is_not_cut(saved, kind):
    looked = models.load(str(saved(kind))).look("the cat", "the dog")
    assert not looked.source_cut
    assert not looked.target_cut


def test_a_model_with_fewer_positions_cuts_earlier(tmp_path):
    save_gpt2(tmp_path / "short", positions=16)
    looked = models.load(str(tmp_path / "short")).look("cat " * 20)
    assert len(looked.read) == 16
    assert looked.source_cut


@pytest.mark.parametrize("kind", KINDS)
def test_an_endless_text_is_cut_before_it_is_read(saved, kind):
    assert models.load(str(saved(kind))).look("a" * 200_000, "the dog").source_cut


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sentence", ["", " \n\t"])
def test_nothing_is_no_sentence(saved, kind, sentence):
    with pytest.raises(PretrainedError) as raised:
        models.load(str(saved(kind))).look(sentence)
    assert raised.value.name == "empty_sentence"


def test_a_model_that_hides_its_attention_says_so(saved):
    """What transformers does by default: an empty tuple, and no error."""
    sdpa = transformers.BertModel.from_pretrained(
        saved("bert"), attn_implementation="sdpa", local_files_only=True
    )
    tokeniser = transformers.AutoTokenizer.from_pretrained(saved("bert"), local_files_only=True)
    with pytest.raises(PretrainedError) as raised:
        PretrainedModel("a model", "encoder", sdpa.eval(), tokeniser).look("the cat")
    assert raised.value.name == "no_attention"


def test_a_sentence_that_the_model_cannot_compute_is_an_error_with_its_name(saved):
    model, tokeniser = hand_made(saved("bert"), "bert")
    tokeniser.add_tokens(["unheard"])
    with pytest.raises(PretrainedError) as raised:
        PretrainedModel("a *model*", "encoder", model, tokeniser).look("unheard of")
    assert raised.value.name == "forward_failed"
    assert raised.value.values["name"] == r"a \*model\*"


def test_many_people_look_at_once_and_each_sees_their_own(saved):
    model = models.load(str(saved("marian")))
    asked = [
        ("the cat sat", "고양이가"),
        ("나는 학생 입니다", "hello world"),
        ("cat " * 200, "dog"),
    ]
    alone = [model.look(*each) for each in asked]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda each: model.look(*each), asked * 8))
    for place, looked in enumerate(together):
        expected = alone[place % len(asked)]
        assert (looked.source, looked.read, looked.predicted) == (
            expected.source,
            expected.read,
            expected.predicted,
        )
        torch.testing.assert_close(looked.cross, expected.cross)


class WatchedTokeniser:
    """Notes when it is asked while it still works for somebody else."""

    def __init__(self, tokeniser) -> None:
        self._tokeniser, self._at_work, self.interrupted = tokeniser, False, False

    def __getattr__(self, name):
        return getattr(self._tokeniser, name)

    def __call__(self, *args, **options):
        self.interrupted |= self._at_work
        self._at_work = True
        time.sleep(0.005)
        self._at_work = False
        return self._tokeniser(*args, **options)


def test_a_tokeniser_works_for_one_person_at_a_time(saved):
    """Marian's switches between its languages, and others keep the last call's truncation."""
    network, tokeniser = hand_made(saved("marian"), "marian")
    watched = WatchedTokeniser(tokeniser)
    model = PretrainedModel("a model", "encoder-decoder", network, watched)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda target: model.look("the cat", target), ["a dog"] * 8))
    assert not watched.interrupted


def test_a_marian_model_with_two_vocabularies_spells_each_sentence_with_its_own(tmp_path):
    save_marian(tmp_path / "two", separate_vocabularies=True)
    looked = models.load(str(tmp_path / "two")).look("the cat sat", "hello world")
    assert "".join(looked.source) == "␣the␣cat␣sat</s>"
    assert "".join(looked.predicted) == "␣hello␣world</s>"


def test_a_token_that_spells_nothing_is_shown_by_its_number(tmp_path):
    folder = tmp_path / "padded"
    model = save_marian(folder, padding=2)
    model.final_logits_bias[0, -1] = 1e4  # it says nothing but its last token
    model.save_pretrained(folder)
    looked = models.load(str(folder)).look("the cat")
    assert set(looked.predicted) == {f"#{model.config.vocab_size - 1}"}
    assert "number" in looked.marks
    assert (len(looked.predicted), looked.target, looked.target_cut) == (MAX_GENERATED, "", True)


def test_a_model_tells_how_many_numbers_it_has(saved):
    model, _ = hand_made(saved("gpt2"), "gpt2")
    assert models.load(str(saved("gpt2"))).parameters == model.num_parameters()
