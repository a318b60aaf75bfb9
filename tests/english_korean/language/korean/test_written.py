import pytest
from hypothesis import given
from hypothesis import strategies as st

from english_korean.language.forms import korean_forms
from english_korean.language.korean.written import quoted, written, written_sentence

WRITTEN = {
    "고양이 -이/가 생선 -을/를 먹- -ㄴ다": "고양이가 생선을 먹는다",
    "개 -은/는 먹- -지 않- -었- -다": "개는 먹지 않았다",
    "나 -은/는 학교 -에 가- -었- -다": "나는 학교에 갔다",
    "그 -은/는 왜 웃- -지 않- -니": "그는 왜 웃지 않니",
    "나 -이/가 울- -었- -기 때문에": "내가 울었기 때문에",
    "너 -이/가 오- -면": "네가 오면",
    "누구 -이/가 빵 -을/를 먹- -었- -니": "누가 빵을 먹었니",
    "누구 -을/를 돕- -ㄴ다": "누구를 돕는다",
    "선생님 -와/과 함께": "선생님과 함께",
    "친구 -와/과 함께": "친구와 함께",
    "크- -ㄴ 고양이 -들 -은/는": "큰 고양이들은",
    "맛있- -는 빵 -을/를": "맛있는 빵을",
    "걷- -ㄹ 것 -이- -다": "걸을 것이다",
    "걷- -ㄹ 것 -이- -니": "걸을 거니",
    "걷- -ㄹ 것 -이- -기 때문에": "걸을 것이기 때문에",
    "자- -ㄹ 것 -이- -라 -고 말하- -었- -다": "잘 것이라고 말했다",
    "수영하- -ㄹ 수 없- -다": "수영할 수 없다",
    "먹- -고 있- -지 않- -다": "먹고 있지 않다",
    "비 -이/가 오- -었- -ㄹ 때": "비가 왔을 때",
    "자- -기 전에": "자기 전에",
    "듣- -ㄴ 후에": "들은 후에",
    "귀엽- -다 -고 생각하- -ㄴ다": "귀엽다고 생각한다",
    "자- -ㄴ다 -고 믿- -ㄴ다": "잔다고 믿는다",
    # the copula after a consonant and after a vowel
    "선생님 -이- -다": "선생님이다",
    "의사 -이- -다": "의사이다",
    "선생님 -이- -었- -다": "선생님이었다",
    "의사 -이- -었- -다": "의사였다",
    "의사 -이- -ㄹ 것 -이- -다": "의사일 것이다",
    "의사 -이- -ㄹ 때": "의사일 때",
    "의사 -이- -고": "의사고",
    "의사 -이- -면": "의사면",
    "선생님 -이- -면": "선생님이면",
    "의사 -이- -기 때문에": "의사이기 때문에",
    "의사 -이- -라 -고 생각하- -ㄴ다": "의사라고 생각한다",
    "선생님 -이/가 아니- -다": "선생님이 아니다",
    "의사 -이/가 아니- -었- -니": "의사가 아니었니",
    "고양이 -이- -다": "고양이이다",
    "고양이 -이- -었- -다": "고양이였다",
    "의사 -이- -어요": "의사예요",
    "학생 -이- -어요": "학생이에요",
    "의사 -이- -ㅂ니다": "의사입니다",
    "학생 -이- -니": "학생이니",
    "의사 -이- -니": "의사니",
    "의사 -이- -어서": "의사여서",
    "의사 -이- -ㄴ": "의사인",
    "학생 -이- -었- -ㅂ니다": "학생이었습니다",
    "나 -이/가 아니- -어요": "내가 아니에요",
    # 것이- is 거 before 예요 and 니
    "가- -ㄹ 것 -이- -어요": "갈 거예요",
    "가- -ㄹ 것 -이- -어요?": "갈 거예요",
    "가- -ㄹ 것 -이- -니": "갈 거니",
    "가- -ㄹ 것 -이- -ㅂ니다": "갈 것입니다",
    # respect, command and what is written together
    "할머니 -은/는 가- -시- -어요": "할머니는 가세요",
    "할머니 -은/는 자- -고 계시- -ㄴ다": "할머니는 자고 계신다",
    "주무시- -었- -어요": "주무셨어요",
    "가- -지 말- -어라": "가지 마라",
    "가- -지 말- -세요": "가지 마세요",
    "하- -어 주- -세요": "해 주세요",
    "가- -ㄹ지도 모르- -어요": "갈지도 몰라요",
    "보- -었- -다": "보았다",
    "보- -어요": "봐요",
    "어떻- -니": "어떠니",
    "나 -의 책": "내 책",
    "누구 -이/가 가- -ㅂ니까": "누가 갑니까",
    "칼 -로/으로": "칼로",
    "버스 -로/으로": "버스로",
    "손 -로/으로": "손으로",
    "우유 -이나/나 빵": "우유나 빵",
}


@pytest.mark.parametrize(("morphemes", "text"), WRITTEN.items(), ids=WRITTEN.values())
def test_morphemes_are_written_as_korean_is(morphemes, text):
    assert written(morphemes.split()) == text


@pytest.mark.parametrize(
    ("word", "particle", "text"),
    [("책", "-은/는", "책은"), ("책", "-이/가", "책이"), ("책", "-을/를", "책을"),
     ("책", "-와/과", "책과"), ("나무", "-은/는", "나무는"), ("나무", "-이/가", "나무가"),
     ("나무", "-을/를", "나무를"), ("나무", "-와/과", "나무와"), ("물", "-을/를", "물을")],
)  # fmt: skip
def test_particles_go_by_the_final_consonant(word, particle, text):
    assert written([word, particle]) == text


def test_copied_words_stand_in_marks_with_both_forms_of_the_particle():
    assert written([quoted("zebra"), "-을/를", "보- ".strip(), "-ㄴ다"]) == "‘zebra’을(를) 본다"
    assert written([quoted("zebra"), "-에게"]) == "‘zebra’에게"
    assert written([quoted("zebra"), "-이-", "-었-", "-다"]) == "‘zebra’이었다"


def test_copied_words_in_hangul_get_their_own_particle():
    assert written([quoted("뽀로로"), "-을/를"]) == "‘뽀로로’를"
    assert written([quoted("둘리"), "-이-", "-다"]) == "‘둘리’이다"


def test_a_sentence_ends_in_a_full_stop_or_a_question_mark():
    assert written_sentence(["자-", "-ㄴ다"]) == "잔다."
    for question in ("-니", "-어요?", "-ㅂ니까", "-ㄹ까", "-ㄹ까요"):
        assert written_sentence(["자-", question])[-1] == "?"
    assert written_sentence(["자-", "-어요"]) == "자요."
    assert written_sentence(["자-", "-어요?"]) == "자요?"
    assert written_sentence([]) == "."


@given(morphemes=st.lists(st.sampled_from([*korean_forms(), "‘x’", "<unk>"]), max_size=8))
def test_whatever_a_model_writes_is_joined_somehow(morphemes):
    assert isinstance(written_sentence(morphemes), str)


@pytest.mark.parametrize(
    ("opening", "said"),
    [(("안녕하십니까",), "안녕하십니까? 눈이 온다."), (("안녕하세요",), "안녕하세요. 눈이 온다."),
     (("죄송합니다",), "죄송합니다. 눈이 온다."), (("오",), "오, 눈이 온다."),
     (("아니요",), "아니요, 눈이 온다."), ((), "네 눈이 온다.")],
)  # fmt: skip
def test_a_mark_sets_off_what_comes_before_all_else(opening, said):
    snow = ["눈", "-이/가", "오-", "-ㄴ다"]
    morphemes = [*(opening or ("네",)), *snow]
    assert written_sentence(morphemes, opening) == said


def test_an_opening_that_is_not_there_or_is_all_has_no_mark():
    assert written_sentence(["눈", "-이/가", "오-", "-ㄴ다"], ("오",)) == "눈이 온다."
    assert written_sentence(["안녕"], ("안녕",)) == "안녕."
