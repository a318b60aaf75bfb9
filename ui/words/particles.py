"""Choose Korean particles by how a value is read aloud: 37과 38, “student”는, W_Q를."""

import re

PAIRS = ("은/는", "이/가", "을/를", "과/와", "으로/로", "이라고/라고", "이라/라", "이나/나")
"""Each particle after a consonant and after a vowel. After ㄹ, 로 is used as well."""

FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
"""The final consonants, in the order in which Unicode counts the syllables of one beginning."""
DIGITS = ("ㅇ", "ㄹ", "", "ㅁ", "", "", "ㄱ", "ㄹ", "ㄹ", "")
"""The final sounds of 영 일 이 삼 사 오 육 칠 팔 구. A last 0 may be 십 or 만: a consonant too."""
LETTERS = {"l": "ㄹ", "m": "ㅁ", "n": "ㄴ", "r": "ㄹ"}
"""The final sounds of the letters 엘 엠 엔 알; all other letters end in a vowel."""
SIGNS = {"%": "", "∞": "", "π": "", **dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹", "ㅂ")}
"""퍼센트, 무한대, 파이; a superscript number is read as a power, 제곱."""
_GLOSS = re.compile(r" ⟮[^⟯]*⟯")
"""What `with_gloss` adds to a token: the particle follows the token."""

# English words whose final sound is a consonant in Korean spelling: 모델, 네임, 라인, 캣, 북.
_CLOSED_WORDS = (
    (re.compile(r"^(bag|big)$"), "ㄱ"),
    (re.compile(r"^good$"), "ㅅ"),
    (re.compile(r"(l|le)$"), "ㄹ"),
    (re.compile(r"(m|[aeiou]me)$"), "ㅁ"),
    (re.compile(r"(n|[aeiou]ne)$"), "ㄴ"),
    (re.compile(r"ng$"), "ㅇ"),
    (re.compile(r"(^|[^aeiou])([aeiou]|oo|ee)(p|pp|b)$"), "ㅂ"),
    (re.compile(r"(^|[^aeiou])([aeiou]|oo)(ck|k|c)$"), "ㄱ"),
    (re.compile(r"(^|[^aeiou])[aeiou]t$"), "ㅅ"),
)


def with_particle(value: object, pair: str) -> str:
    """Append the particle that fits the sound of a value; "은(는)" if the sound is unknown.

    Args:
        pair: one of PAIRS, after any text in between: "”은/는" closes a quotation.
    """
    between, particle = _parted(pair)
    return f"{value}{between}{_chosen(str(value), particle)}"


def _parted(pair: str) -> tuple[str, str]:
    for particle in PAIRS:
        if pair.endswith(particle):
            return pair.removesuffix(particle), particle
    raise ValueError(f"{pair!r} must end in one of {', '.join(PAIRS)}")


def ends_in_particle(pair: str) -> bool:
    """Return whether a format specification is one for `with_particle`."""
    return pair.endswith(PAIRS)


def _chosen(value: str, particle: str) -> str:
    after_consonant, after_vowel = particle.split("/")
    final = last_sound(value)
    if final is None:
        return _both(after_consonant, after_vowel)
    if final == "" or (final == "ㄹ" and after_vowel == "로"):
        return after_vowel
    return after_consonant


def _both(after_consonant: str, after_vowel: str) -> str:
    if after_consonant.endswith(after_vowel):
        return f"({after_consonant.removesuffix(after_vowel)}){after_vowel}"
    return f"{after_consonant}({after_vowel})"


def last_sound(value: str) -> str | None:
    """Return the final consonant of a value read aloud, "" for a vowel, None if it is unknown."""
    # Closing marks are not read, but what they enclose is: “나”, the (5), [1, 2], 나!; nor are the
    # hyphen of a morpheme (쓰-) and the backslashes that escape Markdown.
    read = _GLOSS.sub("", value).rstrip(" .,…)]}>”’\"'⟩»\\!?*:;~`-")
    if not read:
        return None
    last = read[-1]
    if "가" <= last <= "힣":
        return FINALS[(ord(last) - ord("가")) % len(FINALS)]
    if last in SIGNS:
        return SIGNS[last]
    if last.isdecimal():
        return DIGITS[int(last)]
    word = re.search(r"[A-Za-z]+$", read)
    return None if word is None else _last_sound_of_letters(word[0])


def _last_sound_of_letters(word: str) -> str:
    if len(word) == 1 or word.isupper():
        return LETTERS.get(word[-1].lower(), "")
    for ending, final in _CLOSED_WORDS:
        if ending.search(word.lower()):
            return final
    return ""
