"""From morphemes, as the model reads and writes them, to Korean as people write it.

A morpheme that starts with "-" is bound to what stands before it; one that ends in "-" is a stem.
Particles carry both their forms in their names: "-은/는".
"""

from collections.abc import Iterable, Sequence

from english_korean.language.korean.conjugation import HONORIFIC_STEMS, conjugate
from english_korean.language.korean.hangul import final_consonant

PARTICLES = {
    "-은/는": ("은", "는"), "-이/가": ("이", "가"), "-을/를": ("을", "를"), "-와/과": ("과", "와"),
    "-로/으로": ("으로", "로"), "-이나/나": ("이나", "나"),
    "-이라고/라고": ("이라고", "라고"),
}  # fmt: skip
"""Each particle after a consonant and after a vowel."""

COPULA = "-이-"
MERGED = {("나", "가"): "내가", ("저", "가"): "제가", ("너", "가"): "네가", ("누구", "가"): "누가",
          ("나", "의"): "내", ("저", "의"): "제", ("너", "의"): "네"}  # fmt: skip
ONE_WORD = frozenset({
    *(("지난", each) for each in ("봄", "여름", "가을", "겨울", "밤")),
    *((each, "맛이") for each in ("단", "쓴", "신", "짠", "매운")),
    ("물", "속"), ("빈", "자리"), ("잘", "하-"), ("금", "반지"), ("은", "반지"),
    *((each, "분") for each in ("이", "저")),
})  # fmt: skip
"""What is written without a space: 지난여름, 단맛이, 잘하다, 이분."""
POLITE = ("-어요", "-어요?")
CONTRACTED = {"보았어요": "봤어요", "주었어요": "줬어요", "두었어요": "뒀어요"}
OPEN_MARK, CLOSE_MARK = "‘", "’"

QUESTION_ENDINGS = frozenset({"-니", "-어요?", "-ㅂ니까", "-ㄹ까", "-ㄹ까요", "-ㄹ래"})

SENTENCES = ("다", "세요", "해요", "시오")
"""How an opening ends that is a sentence by itself: 안녕하세요, 죄송합니다."""

ELIDES_COPULA = frozenset({"니", "면", "고", "지만", "라", "거나", "시"})
"""After a vowel the copula's 이 is not written before these: 의사다, 의사세요."""


def quoted(word: str) -> str:
    """A word taken over as it is, in the marks that say so; of digits everybody sees it."""
    if _is_number(word):
        return word
    return OPEN_MARK + word + CLOSE_MARK


def _is_number(word: str) -> bool:
    """42; 35,000."""
    return word.replace(",", "").isdecimal()


def written(morphemes: Iterable[str]) -> str:
    """Morphemes joined and spaced: 고양이 -이/가 자- -었- -다 -> 고양이가 잤다.

    Whatever a model puts out is joined somehow; nothing raises. After a word that does not end in
    Hangul both forms of a particle are given: ‘zebra’을(를).
    """
    words: list[str] = []
    previous = ""
    for morpheme in morphemes:
        if morpheme.startswith("-") and words:
            is_plan = len(words) > 1 and final_consonant(words[-2]) == "ㄹ"
            words[-1] = _attached(words[-1], morpheme, previous, is_plan=is_plan)
            if previous == "-었-" and morpheme in POLITE:
                words[-1] = _spoken(words[-1])
        elif words and ((words[-1], morpheme) in ONE_WORD or _is_counter(morpheme, words[-1])):
            words[-1] += morpheme.strip("-")
        else:
            words.append(morpheme.strip("-"))
        previous = morpheme
    return " ".join(words).replace("?", "")


def _spoken(word: str) -> str:
    """봤어요, 줬어요: politely nobody writes 보았어요."""
    for full, short in CONTRACTED.items():
        if full in word:
            return word.replace(full, short)
    return word


def _is_counter(morpheme: str, before: str) -> bool:
    """42살: a counter stands right behind digits."""
    return _is_number(before) and not morpheme.endswith("-")


def written_sentence(morphemes: Sequence[str], opening: Sequence[str] = ()) -> str:
    """The same with a question mark or a full stop at the end.

    Args:
        opening: the morphemes of what comes before all else, such as yes or good morning. A mark
            sets it off where the sentence begins with it and goes on.
    """
    if opening and len(morphemes) > len(opening) and [*morphemes[: len(opening)]] == [*opening]:
        rest = written_sentence(morphemes[len(opening) :])
        return f"{_set_off(written(opening))} {rest}"
    text = written(morphemes)
    asks = bool(morphemes) and (morphemes[-1] in QUESTION_ENDINGS or morphemes[-1].endswith("?"))
    return text + ("?" if asks else ".")


def _set_off(opening: str) -> str:
    """안녕하십니까? 죄송합니다. 아니요,"""
    if opening.endswith("까"):
        return f"{opening}?"
    return f"{opening}." if opening.endswith(SENTENCES) else f"{opening},"


def _attached(word: str, morpheme: str, previous: str, *, is_plan: bool) -> str:
    if morpheme in PARTICLES:
        return _with_particle(word, morpheme)
    ending = morpheme.strip("-").removesuffix("?")
    if previous == COPULA:
        return _after_copula(word, ending, is_plan=is_plan)
    is_stem = previous.endswith("-") and final_consonant(word) is not None
    if not is_stem:
        return MERGED.get((word, ending), word + ending)
    is_honorific = previous == "-시-" or previous.strip("-").endswith(HONORIFIC_STEMS)
    return conjugate(word, ending, honorific=is_honorific)


def _with_particle(word: str, particle: str) -> str:
    after_consonant, after_vowel = PARTICLES[particle]
    final = final_consonant(word.rstrip(CLOSE_MARK))
    if final is None:
        return f"{word}{after_consonant}({after_vowel})"
    if final == "ㄹ" and after_vowel == "로":
        return word + after_vowel
    form = after_consonant if final else after_vowel
    return MERGED.get((word, form), word + form)


def _after_copula(word: str, ending: str, *, is_plan: bool) -> str:
    noun = word.removesuffix("이")
    after_vowel = final_consonant(noun.rstrip(CLOSE_MARK)) == ""
    if noun == "것" and ((is_plan and ending == "니") or ending == "어요"):
        return "거니" if ending == "니" else "거예요"  # 갈 거예요, 제 거예요
    if ending == "어요":
        return noun + ("예요" if after_vowel else "이에요")
    if after_vowel and ending.startswith(("었", "어")):
        return noun + {"었": "였", "어": "여"}[ending[0]] + ending[1:]
    if after_vowel and ending in ELIDES_COPULA:
        return noun + ending
    return noun + ("이" + ending if ending[0] in "었어" else conjugate("이", ending))
