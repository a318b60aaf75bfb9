"""What a person types, as the words that the grammar knows."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

CONTRACTIONS: dict[str, tuple[str, ...]] = {
    "can't": ("can", "not"), "cannot": ("can", "not"), "won't": ("will", "not"),
    "shan't": ("shall", "not"), "let's": ("let", "'s"), "gonna": ("going", "to"),
    "wanna": ("want", "to"), "gotta": ("have", "to"), "ok": ("okay",), "t.v": ("tv",),
    "o'clock": ("o'clock",), "till": ("until",), "though": ("although",), "whom": ("who",),
    "isnt": ("is", "not"), "dont": ("do", "not"), "doesnt": ("does", "not"),
    "didnt": ("did", "not"), "im": ("i", "am"), "cant": ("can", "not"), "wont": ("will", "not"),
}  # fmt: skip
SPELLINGS = {
    "aeroplane": "airplane", "aeroplanes": "airplanes", "colour": "color", "colours": "colors",
    "doughnut": "donut", "doughnuts": "donuts", "dreamt": "dreamed", "e-mail": "email",
    "favourite": "favorite", "kilometre": "kilometer", "kilometres": "kilometers",
    "learnt": "learned", "maths": "math", "metre": "meter", "metres": "meters", "mum": "mom",
    "mummy": "mommy", "mums": "moms", "neighbour": "neighbor", "neighbourhood": "neighborhood",
    "neighbours": "neighbors", "practise": "practice", "practised": "practiced",
    "practising": "practicing", "programme": "program", "programmes": "programs",
    "pyjamas": "pajamas", "spelt": "spelled", "theatre": "theater", "theatres": "theaters",
    "travelled": "traveled", "travelling": "traveling", "tyre": "tire", "tyres": "tires",
}  # fmt: skip
"""Words as they are also spelt, and as the language spells them."""
NOT = "n't"
CLITICS: dict[str, tuple[str, ...]] = {
    "'re": ("are",), "'ll": ("will",), "'m": ("am",), "'ve": ("have",), "'d": ("would", "had"),
}  # fmt: skip
OF_S = ("is", "has")
"""What 's can be behind a pronoun; behind a noun it can also be the possessive."""
PRONOUNS = frozenset({"i", "you", "he", "she", "it", "we", "they", "what", "who", "where", "that",
                      "this", "there", "here", "how", "when", "why", "everyone", "someone",
                      "everything", "something"})  # fmt: skip
ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen", "twenty")  # fmt: skip
TENS = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy",
        80: "eighty", 90: "ninety", 100: "hundred", 1000: "thousand"}  # fmt: skip
TENS_WORDS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
ONES_WORDS = "|".join(ONES[:9])
MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september",
          "october", "november", "december")  # fmt: skip
DATE = re.compile(rf"\b({'|'.join(MONTHS)}) (\d{{1,2}})(?:st|nd|rd|th)?\b", re.IGNORECASE)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
            "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
            "seventeenth", "eighteenth", "nineteenth", "twentieth", "twenty-first",
            "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth",
            "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth",
            "thirty-first")  # fmt: skip
LONGEST_FIRST = sorted(ORDINALS, key=len, reverse=True)
SPOKEN_DATE = re.compile(rf"\b({'|'.join(MONTHS)}) ({'|'.join(LONGEST_FIRST)})\b", re.IGNORECASE)
THOUSANDS = r"(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)"
"""35,000, which is one word."""
MOST_READINGS = 8
PUNCTUATION = frozenset(".,?!;:…'\"`’‘“”()-‐–—¿¡")
"""What a sentence has between its words; it is no token."""
ATTACHED = ("M", "Cc", "Cf", "Z")
"""Unicode categories of what is nothing by itself: accents, joiners, spaces."""
SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
YEAR, NUMBER = "<year>", "<number>"
"""What a model sees of 2015 and of 42: it cannot know them all, but what they are."""


class Token(NamedTuple):
    """One word: in lower case as the model reads it, and as it was typed."""

    text: str
    typed: str


def is_year(text: str) -> bool:
    """Four digits."""
    return len(text) == 4 and text.isdecimal() and text.isascii()


def is_number(text: str) -> bool:
    """A number in digits that has no word of its own: 42."""
    return text.isdecimal() and text.isascii() and not is_year(text)


def as_read(text: str) -> str:
    """A word as a model reads it: every year alike, and every number."""
    return YEAR if is_year(text) else NUMBER if is_number(text) else text


def tokenise(sentence: str) -> list[Token]:
    """The words of an English sentence without punctuation, contractions written out.

    "Didn't Tom eat?" -> did, not, tom, eat.
    """
    return next(iter(readings(sentence)))


def readings(sentence: str) -> Iterator[list[Token]]:
    """The words in every way that its contractions can be meant, the likeliest first: "Tom's" is
    Tom with a possessive, "Tom is" or "Tom has"."""
    straight = sentence.replace("’", "'").replace("‘", "'").replace("`", "'")
    straight = re.sub(r"\b([Nn])o[ -]one\b", r"\1obody", straight)
    straight = re.sub(r"(\d{1,2}):(\d{2})", _clock, straight)
    straight = re.sub(SPOKEN_DATE, _spoken_date, straight)
    straight = re.sub(DATE, _date, straight)
    straight = re.sub(rf"\b({TENS_WORDS})-({ONES_WORDS})\b", _joined_number, straight, flags=re.I)
    pieces = re.findall(rf"{THOUSANDS}|\w+(?:['-]\w+)*'?", straight)
    options = [_options(piece.rstrip("'") if not piece.endswith("s'") else piece)
               for piece in pieces]  # fmt: skip
    for chosen in islice(product(*options), MOST_READINGS):
        yield [token for tokens in chosen for token in tokens]


def not_read(sentence: str) -> tuple[str, ...]:
    """The symbols of a sentence that are in no token and are no punctuation, each once: emoji, %.

    "50% off 🙂" -> %, 🙂
    """
    symbols = (
        one for one in sentence if not re.match(r"\w", one) and one not in PUNCTUATION | SKIN_TONES
    )
    kept = (one for one in symbols if not unicodedata.category(one).startswith(ATTACHED))
    return tuple(dict.fromkeys(kept))


def _date(match: re.Match[str]) -> str:
    month, day = match[1], int(match[2])
    ending = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{month} {day}{ending}"


def _joined_number(match: re.Match[str]) -> str:
    """Twenty-five, as 25."""
    tens = next(number for number, word in TENS.items() if word == match[1].lower())
    return str(tens + ONES.index(match[2].lower()) + 1)


def _spoken_date(match: re.Match[str]) -> str:
    """March third."""
    return f"{match[1]} {ORDINALS.index(match[2].lower()) + 1}"


def _clock(match: re.Match[str]) -> str:
    hour, minutes = match.groups()
    return f"{hour} o'clock" if minutes == "00" else f"{hour} {minutes}"


def _options(piece: str) -> list[list[Token]]:
    return [_tokens(words, piece) for words in _expanded(piece.lower())]


def _tokens(words: tuple[str, ...], piece: str) -> list[Token]:
    if len(words) == 1:
        return [Token(words[0], piece)]
    return [Token(word, word) for word in words]


def _expanded(typed: str) -> list[tuple[str, ...]]:
    stem, apostrophe, ending = typed.partition("'")
    word = SPELLINGS.get(stem, stem) + apostrophe + ending
    if word in CONTRACTIONS:
        return [CONTRACTIONS[word]]
    word = word.replace(",", "")  # of 35,000; nothing else has one
    if word.isdecimal():
        return [(number_word(int(word)),)]
    if word.endswith("s'"):
        return [(word[:-1], "'s")]
    if word.endswith(NOT):
        return [(word.removesuffix(NOT), "not")]
    for clitic, verbs in CLITICS.items():
        if word.endswith(clitic):
            return [(word.removesuffix(clitic), verb) for verb in verbs]
    if word.endswith("'s"):
        base = word.removesuffix("'s")
        possessive = () if base in PRONOUNS else ("'s",)
        return [(base, ending) for ending in (*possessive, *OF_S)]
    return [(word,)]


def number_word(number: int) -> str:
    """7 -> seven; a number that has no word of its own stays in digits."""
    if 1 <= number <= len(ONES):
        return ONES[number - 1]
    return TENS.get(number, str(number))
