"""What a student types, who does not know our wording, finds the question that is meant."""

import tomllib
from pathlib import Path

import pytest

from tests.ui.questions import wordings
from ui.questions.register import REGISTER
from ui.questions.search import LONGEST_QUERY, find

ENGLISH = {
    "why sqrt dk": "sqrt_dk",
    "pad mask cross attention": "which_padding",
    "what do query key and value mean": "q_k_v",
    "why do we need so many heads": "several_heads",
    "multihead vs single head": "several_heads",
    "mask true or false which one is hidden": "true_hides",
    "nan loss in attention": "empty_row",
    "should I use tril or triu": "triangle",
    "why cant decoder see next words": "look_ahead",
    "why divde by square root of the key size": "sqrt_dk",
    "difference between training and inference decoder": "teacher_forcing",
    "why is probability never 100 percent": "label_smoothing",
    "learning rate warmup why": "warm_up",
    "sinusoid position encoding reason": "sin_cos",
    "adding positional embeddings instead of concatenating": "add_or_concatenate",
    "purpose of skip connections": "residual_and_norm",
    "prenorm postnorm": "pre_or_post",
    "how many weights does a transformer have": "parameters",
    "model translates garbage but training accuracy is high": "nonsense",
    "masking during generation necessary?": "mask_at_inference",
    "why -1e9 in masks": "minus_infinity",
    "reshape and transpose of heads": "view_transpose",
    "teacher forcng": "teacher_forcing",
    "trg[:, :-1]": "shifted",
    "embedding times sqrt d_model": "sqrt_d_model",
    "flash attention causal flag": "is_causal",
}
KOREAN = {
    "왜 루트로 나눠": "sqrt_dk",
    "마스크 True 의미": "true_hides",
    "쿼리 키 밸류가 뭐야": "q_k_v",
    "헤드를 왜 여러개 써": "several_heads",
    "크로스어텐션 패딩 마스크는 뭘 써야해": "which_padding",
    "디코더가 미래 단어를 못 보게 하는 이유": "look_ahead",
    "소프트맥스 nan 나와요": "empty_row",
    "사인 코사인 왜 써요": "sin_cos",
    "위치 임베딩을 더하는 이유": "add_or_concatenate",
    "잔차연결은 왜 필요한가": "residual_and_norm",
    "레이어놈 앞에 두나 뒤에 두나": "pre_or_post",
    "티쳐 포싱": "teacher_forcing",
    "라벨스무딩이 뭔가요": "label_smoothing",
    "웜업 왜 하나요": "warm_up",
    "학습은 되는데 번역하면 이상한 말이 나와": "nonsense",
    "추론때 마스크 필요해?": "mask_at_inference",
    "파라미터 몇개": "parameters",
    "왜 마이너스 무한대를 넣어": "minus_infinity",
    "view transpose 순서": "view_transpose",
    "디코더 입력을 한칸 미는 이유": "shifted",
    "임베딩에 루트 디모델 곱하는 이유": "sqrt_d_model",
    "마스크 and or 합치기": "and_or",
    "층 정규화 앞 뒤": "pre_or_post",
    "softmax 왜": "q_k_v",
    "학습률": "warm_up",
    "마스크": "look_ahead",
    "미래 가리기": "look_ahead",
}
WHICH_PADDING = (
    "which padding mask",
    "which pad mask",
    "which padding mask do I use",
    "padding mask cross attention",
    "source or target padding mask",
    "src or tgt pad mask",
    "which mask for cross attention",
    "which paddng mask",
    "which padding mask is right",
    "encoder padding mask in the decoder",
    "memory_key_padding_mask which one",
    "does cross attention take the target padding",
    "어느 패딩 마스크",
    "어떤 패딩 마스크를 써야 하나요",
    "패딩마스크 어느 것",
    "소스 패딩 타깃 패딩",
    "크로스어텐션 마스크",
    "패딩 마스크는 소스인가 타깃인가",
    "인코더 디코더 어텐션 패딩 마스크",
    "소스 마스크 타깃 마스크 어느 쪽",
    "디코더에서 인코더 패딩 마스크",
    "크로스 어텐션에 무슨 패딩을 쓰나",
    "패딩은 뭘로 가려요",
    "src 패딩 마스크 tgt 패딩 마스크",
)
NO_QUESTIONS = (
    "how to bake bread",
    "weather tomorrow",
    "asdfgh",
    "한국의 수도는",
    "lstm vs rnn",
    "what is a gpu",
)


@pytest.mark.parametrize(("typed", "meant"), [*ENGLISH.items(), *KOREAN.items()])
def test_the_question_that_is_meant_comes_first(typed, meant):
    found = find(typed)
    assert found.fits
    assert found.questions[0].key == meant


@pytest.mark.parametrize("typed", WHICH_PADDING)
def test_which_padding_mask_is_asked_of_cross_attention_first(typed):
    """“Which” is in no wording: what is left, “padding mask”, is in those of many questions."""
    found = find(typed)
    assert found.fits
    assert found.questions[0].key == "which_padding"


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("question", REGISTER, ids=lambda question: question.key)
def test_a_question_is_found_by_its_own_words(language, question):
    found = find(question.text(language))
    assert found.fits and found.questions[0] is question


@pytest.mark.parametrize("typed", NO_QUESTIONS)
def test_what_no_question_answers_is_not_passed_off_as_answered(typed):
    assert not find(typed).fits


@pytest.mark.parametrize(
    ("meant", "none"),
    [(wordings.ENGLISH, wordings.ENGLISH_NONE), (wordings.KOREAN, wordings.KOREAN_NONE)],
    ids=["en", "ko"],
)
def test_the_limits_part_what_is_meant_from_what_nothing_answers(meant, none):
    """In 1 of 10 wordings the question that is meant is only called the nearest, in 1 of 15 words
    that mean none a question is called the answer."""
    assert len(wordings.unanswered(meant)) <= len(meant) / 10
    assert wordings.not_among_the_first(meant) == []
    assert len(wordings.passed_off(none)) <= len(none) / 15


EVERYDAY = tomllib.loads(Path(__file__).with_name("everyday.toml").read_text("utf-8"))
ONCE_NOT_FOUND = {
    "스킵 커넥션 때문에 뒤 단어가 보이는 거 아닌가요": "residual_leak",
    "레이어 노름이 뒤 단어 정보를 섞나요": "norm_leak",
    "정규화하면 미래 정보가 새나요": "norm_leak",
    "포지션 벡터는 왜 concat 안 하고 더해요": "add_or_concatenate",
    "마스크 값이 True면 안 보이는 건가요 보이는 건가요": "true_hides",
    "why use more than one head": "several_heads",
    "why do all words look at the first token": "sink",
    "does layer normalization mix in later tokens": "norm_leak",
    "what happens if I remove the positional encoding": "why_positions",
    "learned positions or sine waves": "learned_positions",
    "why is the target moved by one place in training": "shifted",
    "why is position added and not glued on the end": "add_or_concatenate",
    "-10000을 써도 되나요": "finite_mask",
    "d_ff를 4로 잘못 넣었는데도 잘 돼요": "feed_forward",
}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_three_everyday_wordings_of_every_question_find_it(language):
    """All among the first three, and 9 of 10 first."""
    wordings_of = EVERYDAY[language]
    assert set(wordings_of) == {question.key for question in REGISTER}
    assert all(len(each) == 3 for each in wordings_of.values())
    meant = {typed: key for key, each in wordings_of.items() for typed in each}
    assert wordings.not_among_the_first(meant) == []
    assert len(wordings.not_among_the_first(meant, 1)) <= len(meant) / 10


@pytest.mark.parametrize(("typed", "meant"), ONCE_NOT_FOUND.items())
def test_what_was_once_typed_and_not_found_is_answered(typed, meant):
    assert wordings.is_answered(find(typed), meant)


@pytest.mark.parametrize(
    ("together", "apart"),
    [
        ("크로스어텐션이 뭐예요", "크로스 어텐션이 뭐예요"),
        ("잔차연결의 역할", "잔차 연결의 역할"),
        ("패딩마스크를 합치기", "패딩 마스크를 합치기"),
        ("레이블스무딩은", "레이블 스무딩은"),
    ],
)
def test_korean_words_written_together_find_what_they_find_apart(together, apart):
    assert find(together).fits == find(apart).fits
    assert find(together).questions[0] == find(apart).questions[0]


@pytest.mark.parametrize("word", ["헤드", "웜업", "크로스 어텐션", "레이블 스무딩"])
def test_a_korean_particle_changes_nothing(word):
    plain = find(word)
    for particle in ("이", "를", "은", "의", "에서", "이란"):
        assert find(word + particle).questions[0] == plain.questions[0], particle


@pytest.mark.parametrize("typed", ["model", "the model", "모델", "size of it"])
def test_a_word_that_many_questions_have_is_no_question(typed):
    assert not find(typed).fits


@pytest.mark.parametrize("typed", ["", "   ", "?!", "\x00", "√" * LONGEST_QUERY, "a " * 500])
def test_nothing_that_is_typed_breaks_the_search(typed):
    find(typed)
