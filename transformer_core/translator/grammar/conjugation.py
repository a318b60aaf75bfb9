"""Korean verbs and adjectives: a stem and an ending become one written form.

Endings are named by the form they have after a vowel: ㄴ다 is 는다 in 먹는다, 었 is 았 in 잡았,
ㄹ is 을 in 먹을.
"""

from transformer_core.translator.grammar.hangul import (
    compose,
    decompose,
    final_consonant,
    with_final,
)

D_IRREGULAR = frozenset({"걷", "깨닫", "듣", "묻", "싣"})
S_IRREGULAR = frozenset({"긋", "낫", "붓", "잇", "짓"})
B_REGULAR = frozenset({"뽑", "씹", "업", "입", "잡", "접", "좁", "집"})
H_REGULAR = frozenset({"낳", "넣", "놓", "닿", "쌓", "좋"})
EU_ONLY = frozenset({"따르", "들르", "치르"})
"""Stems in 르 that only lose their ㅡ: 따라, not 딸라."""

A_VOWELS = "ㅏㅑㅗ"
"""The vowels after which the past is 았."""

CONTRACTIONS = {"ㅏ": "ㅏ", "ㅓ": "ㅓ", "ㅐ": "ㅐ", "ㅔ": "ㅔ", "ㅕ": "ㅕ", "ㅗ": "ㅘ", "ㅜ": "ㅝ",
                "ㅣ": "ㅕ", "ㅚ": "ㅙ"}  # fmt: skip
"""An open syllable's vowel together with 어 or 아."""


def conjugate(stem: str, ending: str) -> str:
    """A stem with one ending, as it is written: 가 + ㄴ다 -> 간다, 돕 + 었 -> 도왔.

    The result is itself a stem for the next ending: 먹 + 었 -> 먹었, + ㄹ -> 먹었을.

    Args:
        stem: Hangul, without 다.
        ending: 었, ㄴ다, ㄴ, ㄹ, 면, or one that is put behind as it is: 다, 고, 지, 기, 니, 는.
    """
    if ending == "었":
        return _past(stem)
    if ending == "ㄴ다":
        return _plain_present(stem)
    if ending in ("ㄴ", "ㄹ", "면"):
        return _with_linking_vowel(stem, ending)
    if ending[0] in "니는" and final_consonant(stem) == "ㄹ":
        return with_final(stem, "") + ending  # 팔 + 니 -> 파니
    return stem + ending


def _is_b_irregular(stem: str) -> bool:
    return final_consonant(stem) == "ㅂ" and stem not in B_REGULAR


def _is_h_irregular(stem: str) -> bool:
    return final_consonant(stem) == "ㅎ" and stem not in H_REGULAR


def _plain_present(stem: str) -> str:
    final = final_consonant(stem)
    if final in ("", "ㄹ"):
        return with_final(stem, "ㄴ") + "다"
    return stem + "는다"


def _with_linking_vowel(stem: str, ending: str) -> str:
    linked = {"ㄴ": "은", "ㄹ": "을", "면": "으면"}[ending]
    if stem in D_IRREGULAR:
        return with_final(stem, "ㄹ") + linked  # 듣 + ㄹ -> 들을
    if stem in S_IRREGULAR:
        return with_final(stem, "") + linked  # 짓 + ㄹ -> 지을
    if _is_b_irregular(stem):
        stem = with_final(stem, "") + "우"  # 돕 + ㄹ -> 도울
    elif _is_h_irregular(stem):
        stem = with_final(stem, "")  # 빨갛 + ㄴ -> 빨간
    elif final_consonant(stem) not in ("", "ㄹ"):
        return stem + linked
    return stem + ending if ending == "면" else with_final(stem, ending)


def _past(stem: str) -> str:
    initial, vowel, final = decompose(stem[-1])
    if stem[-1] == "하":
        return stem[:-1] + "했"
    if stem in D_IRREGULAR:
        return with_final(stem, "ㄹ") + _harmonic(vowel)
    if stem in S_IRREGULAR:
        return with_final(stem, "") + _harmonic(vowel)
    if _is_b_irregular(stem):
        return with_final(stem, "") + ("왔" if stem in ("돕", "곱") else "웠")
    if _is_h_irregular(stem):
        return stem[:-1] + compose(initial, {"ㅑ": "ㅒ", "ㅕ": "ㅖ"}.get(vowel, "ㅐ"), "ㅆ")
    if final:
        return stem + _harmonic(vowel)
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
