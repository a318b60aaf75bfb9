from itertools import islice

import pytest
import torch

from english_korean import (
    SHIPPED,
    Translator,
    reference_morphemes,
    reference_translation,
)
from english_korean.language.lexicon import LEXICON
from english_korean.language.pairs import pair_of
from english_korean.language.recognition import recognise
from english_korean.language.suggestions import EXAMPLES
from english_korean.language.syntax import STYLES
from english_korean.language.tokens import YEAR
from english_korean.teaching.accuracy import translation_accuracy
from english_korean.teaching.pairs import heart_sentence, random_pairs
from english_korean.teaching.recipe import translator_config, translator_vocabularies
from transformer_core import generator, trace
from transformer_lab.vocabulary import PAD_ID, padded

TRANSLATOR = Translator.load()

TRANSLATIONS = {
    "The cat eats fish.": "고양이는 생선을 먹는다.",
    "The big dog did not eat my bread.": "큰 개는 내 빵을 먹지 않았다.",
    "Why doesn't he laugh?": "그는 왜 웃지 않니?",
    "Tom will give a flower to her.": "톰은 그녀에게 꽃을 줄 것이다.",
    "We stayed at home because it rained.": "비가 와서 우리는 집에 머물렀다.",
}


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    """So small a model is slower on several threads, much slower where they are all busy."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_the_shipped_model_meets_its_goals_on_sentences_it_never_saw():
    pairs = list(islice(random_pairs(987, "test"), 300))
    found = translation_accuracy(TRANSLATOR.model, pairs, TRANSLATOR.source, TRANSLATOR.target)
    assert found.exact_share >= 0.975
    assert found.aligned_share >= 0.98


def test_nearly_every_fixed_phrase_is_known_by_heart_in_every_style():
    pairs = [pair_of(heart_sentence(each), style) for each in LEXICON.phrases for style in STYLES]
    found = translation_accuracy(TRANSLATOR.model, pairs, TRANSLATOR.source, TRANSLATOR.target)
    assert found.sentences > 1000
    assert found.exact >= found.sentences - len(STYLES)


def test_the_shipped_model_is_the_recipes():
    assert TRANSLATOR.model.config == translator_config()
    source, target = translator_vocabularies()
    assert TRANSLATOR.source.tokens == source.tokens
    assert TRANSLATOR.target.tokens == target.tokens
    assert (SHIPPED / "model.safetensors").stat().st_size < 3_000_000


@pytest.mark.parametrize(("english", "korean"), TRANSLATIONS.items(), ids=TRANSLATIONS)
def test_a_sentence_is_translated_into_written_korean(english, korean):
    found = TRANSLATOR.translate(english)
    assert found.written == korean == reference_translation(found.recognition)
    assert found.is_right


@pytest.mark.sampled
@pytest.mark.parametrize("english", EXAMPLES)
def test_a_sentence_that_is_offered_is_translated_right(english):
    assert TRANSLATOR.translate(english).is_right


@pytest.mark.parametrize("year", ["1901", "1987", "2034"])
def test_a_year_is_known_to_be_one_and_its_digits_are_copied(year):
    found = TRANSLATOR.translate(f"She moved to Seoul in {year}.")
    assert found.recognition.state == "inside"
    assert TRANSLATOR.source.words(TRANSLATOR.source_ids(found.recognition)[0].tolist())[5] == YEAR
    assert found.written == f"그녀는 {year}년에 서울로 이사했다."


def test_unknown_words_are_copied_in_marks():
    found = TRANSLATOR.translate("Pikachu gave an apple to the quokka.")
    assert found.written == "‘Pikachu’은(는) ‘quokka’에게 사과를 주었다."
    assert found.recognition.state == "inside with unknown words"
    assert found.is_right


def test_outside_the_language_there_is_output_but_no_reference():
    found = TRANSLATOR.translate("Colorless green ideas sleep furiously")
    assert found.recognition.state == "outside"
    assert found.is_right is None
    assert reference_morphemes(found.recognition) is None
    assert found.aligned is None
    assert found.written


def test_the_rows_of_attention_belong_to_the_predicted_morphemes():
    found = TRANSLATOR.translate("The cat eats fish.")
    assert found.morphemes == ("고양이", "-은/는", "생선", "-을/를", "먹-", "-ㄴ다")
    looked_at = found.attention.argmax(dim=-1)
    words = [word.text for word in found.recognition.words]
    assert [words[looked_at[row]] for row in (0, 2, 4)] == ["cat", "fish", "eats"]
    assert found.aligned == (3, 3)


def test_the_alignment_is_that_of_what_was_written_with_what_was_seen():
    recognition = recognise("The cat eats fish.")
    right = TRANSLATOR.target_ids(recognition.pair)
    all_hidden = TRANSLATOR.source_ids(recognition, range(4))
    assert TRANSLATOR.translation(recognition, all_hidden, right).aligned == (0, 3)
    src_ids = TRANSLATOR.source_ids(recognition, [3])
    assert TRANSLATOR.translation(recognition, src_ids, right).aligned == (2, 3)
    assert TRANSLATOR.translation(recognition, src_ids, right[:, :3]).aligned is None


def test_a_padding_token_that_is_drawn_is_not_the_end_of_what_is_written():
    recognition = recognise("The cat eats fish.")
    start, *rest = TRANSLATOR.target_ids(recognition.pair)[0].tolist()
    drawn = torch.tensor([[start, rest[0], PAD_ID, *rest[1:]]])
    found = TRANSLATOR.translation(recognition, TRANSLATOR.source_ids(recognition), drawn)
    assert len(found.morphemes) == 7
    assert not found.is_right


def test_a_given_translation_can_be_forced():
    recognition = recognise("The cat eats fish.")
    tgt_ids = TRANSLATOR.target_ids(recognition.pair)
    src_ids = TRANSLATOR.source_ids(recognition)
    with torch.inference_mode(), trace(TRANSLATOR.model) as records:
        TRANSLATOR.model(src_ids, tgt_ids[:, :-1])
    assert records["decoder.layers.0.cross_attention.weights"].shape == (1, 4, 7, 4)
    assert TRANSLATOR.attention(src_ids, tgt_ids).shape == (7, 4)


def test_nothing_attends_to_a_hidden_word():
    recognition = recognise("The cat eats fish.")
    src_ids = TRANSLATOR.source_ids(recognition, hidden_positions=[3])
    assert src_ids[0, 3] == PAD_ID
    assert src_ids[0, :3].tolist() == TRANSLATOR.source_ids(recognition)[0, :3].tolist()
    with torch.inference_mode(), trace(TRANSLATOR.model) as records:
        TRANSLATOR.model(src_ids, TRANSLATOR.target_ids(recognition.pair)[:, :-1])
    for layer in range(2):
        for name in (
            f"encoder.layers.{layer}.self_attention",
            f"decoder.layers.{layer}.cross_attention",
        ):
            assert not records[f"{name}.weights"][..., 3].any()
    assert "생선" not in TRANSLATOR.translate("The cat eats fish.", [3]).morphemes


def test_each_step_of_decoding_adds_a_morpheme():
    src_ids = TRANSLATOR.source_ids(recognise("The cat eats fish."))
    steps = list(TRANSLATOR.greedy(src_ids))
    assert len(steps) == 7
    assert TRANSLATOR.target.words(steps[2].tgt_ids[0, 1:].tolist()) == ["고양이", "-은/는", "생선"]
    drawn = [list(TRANSLATOR.sampled(src_ids, generator(seed)))[-1].tgt_ids for seed in (1, 1)]
    assert torch.equal(*drawn)


@pytest.mark.parametrize("width", [1, 4])
def test_the_beams_best_is_a_translation(width):
    recognition = recognise("The cat eats fish.")
    src_ids = TRANSLATOR.source_ids(recognition)
    *_, last = TRANSLATOR.beam(src_ids, width=width, length_penalty=0.6)
    best = last.best[0]
    assert best.finished
    found = TRANSLATOR.translation(recognition, src_ids, padded([best.ids]))
    assert found.is_right
    assert found.written == "고양이는 생선을 먹는다."


def test_before_training_the_same_model_knows_nothing():
    before = TRANSLATOR.untrained()
    assert before.model.config == TRANSLATOR.model.config
    assert not before.translate("The cat eats fish.").is_right
    again = TRANSLATOR.untrained()
    assert torch.equal(before.model.tgt_embedding.weight, again.model.tgt_embedding.weight)


@pytest.mark.parametrize(
    ("text", "hidden", "message"),
    [("", (), "must be from 1 to 128, got 0"), ("cat " * 129, (), "must be from 1 to 128, got 129"),
     ("the cat sleeps", (3,), "a hidden position must be from 0 to 2, got 3")],
)  # fmt: skip
def test_impossible_sentences_are_refused(text, hidden, message):
    with pytest.raises(ValueError, match=message):
        TRANSLATOR.translate(text, hidden)


def test_everything_hidden_still_gives_finite_numbers():
    found = TRANSLATOR.translate("the cat sleeps", (0, 1, 2))
    assert found.attention.isfinite().all()


def test_a_price_is_written_as_it_was_typed():
    translation = Translator.load().translate("This bag costs 35,000 won.")
    assert translation.is_right
    assert translation.written == "이 가방은 35,000원이다."
    assert [word.typed for word in translation.recognition.words][3] == "35,000"
