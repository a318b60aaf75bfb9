"""Forms as a dictionary of Korean conjugation gives them."""

import pytest

from transformer_core.translator.grammar.conjugation import conjugate

VERBS = {
    # stem: plain present, past, future 을, condition 면, question 니
    "가": ("간다", "갔", "갈", "가면", "가니"),
    "오": ("온다", "왔", "올", "오면", "오니"),
    "보": ("본다", "봤", "볼", "보면", "보니"),
    "먹": ("먹는다", "먹었", "먹을", "먹으면", "먹니"),
    "마시": ("마신다", "마셨", "마실", "마시면", "마시니"),
    "배우": ("배운다", "배웠", "배울", "배우면", "배우니"),
    "보내": ("보낸다", "보냈", "보낼", "보내면", "보내니"),
    "주": ("준다", "줬", "줄", "주면", "주니"),
    "쉬": ("쉰다", "쉬었", "쉴", "쉬면", "쉬니"),
    "던지": ("던진다", "던졌", "던질", "던지면", "던지니"),
    "사랑하": ("사랑한다", "사랑했", "사랑할", "사랑하면", "사랑하니"),
    "앉": ("앉는다", "앉았", "앉을", "앉으면", "앉니"),
    "않": ("않는다", "않았", "않을", "않으면", "않니"),
    # ㄹ falls before ㄴ
    "팔": ("판다", "팔았", "팔", "팔면", "파니"),
    "만들": ("만든다", "만들었", "만들", "만들면", "만드니"),
    "놀": ("논다", "놀았", "놀", "놀면", "노니"),
    "울": ("운다", "울었", "울", "울면", "우니"),
    # ㄷ becomes ㄹ before a vowel; but not in 믿 and 닫
    "듣": ("듣는다", "들었", "들을", "들으면", "듣니"),
    "걷": ("걷는다", "걸었", "걸을", "걸으면", "걷니"),
    "믿": ("믿는다", "믿었", "믿을", "믿으면", "믿니"),
    "닫": ("닫는다", "닫았", "닫을", "닫으면", "닫니"),
    # ㅂ becomes ㅜ, in 돕 ㅗ before 아; but not in 입 and 잡
    "굽": ("굽는다", "구웠", "구울", "구우면", "굽니"),
    "돕": ("돕는다", "도왔", "도울", "도우면", "돕니"),
    "입": ("입는다", "입었", "입을", "입으면", "입니"),
    "잡": ("잡는다", "잡았", "잡을", "잡으면", "잡니"),
    # ㅅ falls before a vowel and nothing contracts; but not in 씻 and 웃
    "짓": ("짓는다", "지었", "지을", "지으면", "짓니"),
    "씻": ("씻는다", "씻었", "씻을", "씻으면", "씻니"),
    "웃": ("웃는다", "웃었", "웃을", "웃으면", "웃니"),
    # 르 doubles its ㄹ
    "부르": ("부른다", "불렀", "부를", "부르면", "부르니"),
    "고르": ("고른다", "골랐", "고를", "고르면", "고르니"),
    "머무르": ("머무른다", "머물렀", "머무를", "머무르면", "머무르니"),
    # ㅡ falls
    "쓰": ("쓴다", "썼", "쓸", "쓰면", "쓰니"),
    "모으": ("모은다", "모았", "모을", "모으면", "모으니"),
    "따르": ("따른다", "따랐", "따를", "따르면", "따르니"),
}

ADJECTIVES = {
    # stem: before a noun, past, condition
    "작": ("작은", "작았", "작으면"),
    "좋": ("좋은", "좋았", "좋으면"),
    "넓": ("넓은", "넓었", "넓으면"),
    "좁": ("좁은", "좁았", "좁으면"),
    "크": ("큰", "컸", "크면"),
    "예쁘": ("예쁜", "예뻤", "예쁘면"),
    "나쁘": ("나쁜", "나빴", "나쁘면"),
    "배고프": ("배고픈", "배고팠", "배고프면"),
    "비싸": ("비싼", "비쌌", "비싸면"),
    "느리": ("느린", "느렸", "느리면"),
    "길": ("긴", "길었", "길면"),
    "둥글": ("둥근", "둥글었", "둥글면"),
    "빠르": ("빠른", "빨랐", "빠르면"),
    "게으르": ("게으른", "게을렀", "게으르면"),
    "아름답": ("아름다운", "아름다웠", "아름다우면"),
    "귀엽": ("귀여운", "귀여웠", "귀여우면"),
    "무겁": ("무거운", "무거웠", "무거우면"),
    "쉽": ("쉬운", "쉬웠", "쉬우면"),
    "빨갛": ("빨간", "빨갰", "빨가면"),
    "파랗": ("파란", "파랬", "파라면"),
    "하얗": ("하얀", "하얬", "하야면"),
    "행복하": ("행복한", "행복했", "행복하면"),
}


@pytest.mark.parametrize(("stem", "forms"), VERBS.items(), ids=VERBS)
def test_verbs(stem, forms):
    assert tuple(conjugate(stem, ending) for ending in ("ㄴ다", "었", "ㄹ", "면", "니")) == forms


@pytest.mark.parametrize(("stem", "forms"), ADJECTIVES.items(), ids=ADJECTIVES)
def test_adjectives(stem, forms):
    assert tuple(conjugate(stem, ending) for ending in ("ㄴ", "었", "면")) == forms


@pytest.mark.parametrize("stem", ["먹", "팔", "듣", "돕", "짓", "부르", "빨갛", "크"])
@pytest.mark.parametrize("ending", ["다", "고", "지", "기", "지만"])
def test_endings_in_other_consonants_change_nothing(stem, ending):
    assert conjugate(stem, ending) == stem + ending


def test_endings_follow_one_another():
    assert conjugate(conjugate("먹", "었"), "다") == "먹었다"
    assert conjugate(conjugate("걷", "었"), "ㄹ") == "걸었을"
    assert conjugate(conjugate("아니", "었"), "다") == "아니었다"


def test_there_is_something_before_a_noun():
    assert conjugate("맛있", "는") == "맛있는"
