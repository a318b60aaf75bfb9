"""Korean verbs and adjectives: a stem and an ending become one written form.

Endings are named by the form they have after a vowel: ㄴ다 is 는다 in 먹는다, ㅂ니다 is 습니다 in
먹습니다, 면 is 으면. Endings with 어 have 아 after bright vowels: 어요 is 아요 in 잡아요.
"""

from english_korean.language.korean.hangul import (
    compose,
    decompose,
    final_consonant,
    with_final,
)

D_IRREGULAR = frozenset({"걷", "깨닫", "듣", "묻", "싣"})
S_IRREGULAR = frozenset({"긋", "낫", "붓", "잇", "짓"})
B_REGULAR = frozenset(["뽑", "씹", "업", "입", "잡", "접", "좁", "집", "꼽", "굽히", "수줍"])
H_REGULAR = frozenset(
    {"낳", "넣", "놓", "닿", "쌓", "좋", "않", "많", "괜찮", "싫", "잃", "끊", "옳"}
)
EU_ONLY = frozenset({"따르", "들르", "치르"})
"""Stems in 르 that only lose their ㅡ: 따라, not 딸라."""
RU_IRREGULAR = frozenset({"푸르"})
"""푸르러."""

A_VOWELS = "ㅏㅑㅗ"
"""The vowels after which the past is 았."""

CONTRACTIONS = {"ㅏ": "ㅏ", "ㅓ": "ㅓ", "ㅐ": "ㅐ", "ㅔ": "ㅔ", "ㅕ": "ㅕ", "ㅗ": "ㅘ", "ㅜ": "ㅝ",
                "ㅣ": "ㅕ", "ㅚ": "ㅙ"}  # fmt: skip
"""An open syllable's vowel together with 어 or 아."""

HONORIFIC_STEMS = ("주무시", "드시", "계시", "돌아가시", "말씀하시", "으시", "주시")
"""Stems that end in the honorific 시: 주무세요, not 주무셔요."""

UNCONTRACTED = ("보", "주")
"""보았다 and 주었다 are written out, but 봐요 and 줘요."""
WRITTEN_OUT = ("비", "피")
"""비었다 and 피었다 are written out in every form."""

LINKED = frozenset({"면", "면서", "니까", "러", "려고", "려면", "라고", "ㄴ", "ㄹ", "ㄴ지", "ㄹ지",
                    "ㄹ지도", "ㄹ까", "ㄹ까요", "ㄹ래", "ㄹ게요", "시", "세요", "십시오",
                    "ㅂ시다"})  # fmt: skip
"""Endings with 으 before them after a consonant."""
DROPS_L = ("ㄴ", "ㄹ", "시", "세", "십", "ㅂ")
"""What the linked endings begin with that stand in the place of a stem's ㄹ, or drop it."""


def conjugate(stem: str, ending: str, *, honorific: bool = False) -> str:
    """A stem with one ending, as it is written: 가 + ㄴ다 -> 간다, 돕 + 었 -> 도왔.

    The result is itself a stem for the next ending: 먹 + 었 -> 먹었, + ㄹ -> 먹었을.

    Args:
        stem: Hangul, without 다.
        ending: without its hyphen; see the module.
        honorific: the stem ends in the honorific 시.
    """
    if stem == "아니" and ending == "어요":
        return "아니에요"
    if stem.endswith("말") and ending in ("어라", "세요", "십시오"):
        return stem[:-1] + "마" + ending.removeprefix("어")  # 하지 마라
    if ending.startswith(("어", "었")):
        if honorific and ending == "어요":
            return stem[:-1] + "세요"
        if ending == "었":
            return _past(stem)
        return _vowel_form(stem) + ending[1:]
    if ending == "ㄴ다":
        return _plain_present(stem)
    if ending in ("ㅂ니다", "ㅂ니까"):
        return _formal(stem, ending)
    if ending in LINKED:
        return _linked(stem, ending)
    if ending == "니" and _is_h_irregular(stem):
        return with_final(stem, "") + ending  # 어떻 + 니 -> 어떠니
    if ending[0] in "니는" and final_consonant(stem) == "ㄹ":
        return with_final(stem, "") + ending  # 팔 + 니 -> 파니
    return stem + ending


def _vowel_form(stem: str) -> str:
    """먹어, 가, 해: what the past has before its ㅆ."""
    if stem[-1] in UNCONTRACTED:
        initial, vowel, _ = decompose(stem[-1])
        return stem[:-1] + compose(initial, CONTRACTIONS[vowel])
    past = _past(stem)
    return with_final(past, "")


def _is_b_irregular(stem: str) -> bool:
    return final_consonant(stem) == "ㅂ" and not _ends(stem, B_REGULAR)


def _is_h_irregular(stem: str) -> bool:
    return final_consonant(stem) == "ㅎ" and not _ends(stem, H_REGULAR)


def _ends(stem: str, stems: frozenset[str]) -> bool:
    return stem in stems or stem[-1:] in stems


def _plain_present(stem: str) -> str:
    final = final_consonant(stem)
    if final in ("", "ㄹ"):
        return with_final(stem, "ㄴ") + "다"
    return stem + "는다"


def _formal(stem: str, ending: str) -> str:
    if final_consonant(stem) in ("", "ㄹ"):
        return with_final(stem, "ㅂ") + ending[1:]
    return stem + "습" + ending[1:]


def _attached(stem: str, ending: str) -> str:
    """An ending behind an open syllable: its first letter may close it."""
    if ending[0] in "ㄴㄹㅂ":
        return with_final(stem, ending[0]) + ending[1:]
    return stem + ending


def _linked(stem: str, ending: str) -> str:
    final = final_consonant(stem)
    if _ends(stem, D_IRREGULAR):
        return _attached(with_final(stem, "ㄹ") + "으", ending)  # 듣 + ㄹ -> 들을
    if _ends(stem, S_IRREGULAR):
        return _attached(with_final(stem, "") + "으", ending)  # 짓 + ㄹ -> 지을
    if _is_b_irregular(stem):
        return _attached(with_final(stem, "") + "우", ending)  # 돕 + ㄹ -> 도울
    if _is_h_irregular(stem):
        return _attached(with_final(stem, ""), ending)  # 빨갛 + ㄴ -> 빨간
    if final == "ㄹ":
        return _attached(with_final(stem, ""), ending) if ending[0] in DROPS_L else stem + ending
    return _attached(stem + "으" if final else stem, ending)


def _past(stem: str) -> str:
    initial, vowel, final = decompose(stem[-1])
    if final == "ㅆ":
        return stem + "었"
    if stem[-1] == "하":
        return stem[:-1] + "했"
    if _ends(stem, D_IRREGULAR):
        return with_final(stem, "ㄹ") + _harmonic(vowel)
    if _ends(stem, S_IRREGULAR):
        return with_final(stem, "") + _harmonic(vowel)
    if _is_b_irregular(stem):
        return with_final(stem, "") + ("왔" if stem in ("돕", "곱") else "웠")
    if _is_h_irregular(stem):
        return stem[:-1] + compose(initial, {"ㅑ": "ㅒ", "ㅕ": "ㅖ"}.get(vowel, "ㅐ"), "ㅆ")
    if final or stem[-1] in UNCONTRACTED + WRITTEN_OUT:
        return stem + _harmonic(vowel)
    if stem in RU_IRREGULAR:
        return stem + "렀"
    if stem[-1] == "르" and stem not in EU_ONLY and len(stem) > 1:
        before = decompose(stem[-2]).vowel
        return with_final(stem[:-1], "ㄹ") + ("랐" if before in A_VOWELS else "렀")
    if vowel == "ㅡ":
        before = decompose(stem[-2]).vowel if len(stem) > 1 else ""
        return stem[:-1] + compose(initial, "ㅏ" if before and before in A_VOWELS else "ㅓ", "ㅆ")
    if vowel in CONTRACTIONS and stem != "아니":
        return stem[:-1] + compose(initial, CONTRACTIONS[vowel], "ㅆ")
    return stem + "었"


def _harmonic(vowel: str) -> str:
    return "았" if vowel in A_VOWELS else "었"
