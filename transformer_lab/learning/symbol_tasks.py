"""Rules on symbols that take more than moving them: carrying, matching, looking up, comparing."""

import re
from collections.abc import Callable, Iterator, Sequence

import torch

from transformer_lab.learning.tasks import Sentence, Split, Task, Words, split_of
from transformer_lab.vocabulary import Vocabulary

Draw = Callable[[torch.Generator], Words]
Rule = Callable[[Words], Words | None]
DIGITS = tuple("0123456789")
SYMBOL_TASKS = ("add", "brackets", "dates", "second", "recall")
ADDED_DIGITS = 3
"""Of each of two numbers."""
BRACKETS = 8
PAIRS = {"(": ")", "[": "]"}
YES, NO = "yes", "no"
MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
YEARS, DAYS = tuple(str(year) for year in range(1900, 2100)), tuple(map(str, range(1, 29)))
LETTERS = tuple("abcdefgh")
WORDS_SORTED = 4
KEYS, ASKED = 5, 3
"""Letters with a digit each, and how many of them are asked for."""
ASK = "?"


def _whole(draw: torch.Generator, below: int, count: int = 1) -> list[int]:
    return torch.randint(below, (count,), generator=draw).tolist()


def _addition(draw: torch.Generator) -> Words:
    first, second = _whole(draw, 10**ADDED_DIGITS, 2)
    return (*f"{first:0{ADDED_DIGITS}}", "+", *f"{second:0{ADDED_DIGITS}}")


def _sum(source: Words) -> Words | None:
    """The sum with one digit more: 0999 + 0001 carries through all of them."""
    found = re.fullmatch(r"(\d{3})\+(\d{3})", "".join(source))
    if found is None:
        return None
    return tuple(f"{int(found[1]) + int(found[2]):0{ADDED_DIGITS + 1}}")


def _brackets(draw: torch.Generator) -> Words:
    """Balanced, half of the time; else with one bracket turned into another, or in any order, in
    which there are still as many that open as that close.
    """
    made = _balanced(draw, BRACKETS // 2)
    (kind,) = _whole(draw, 4)
    if kind == 0:
        (place,), (other,) = _whole(draw, len(made)), _whole(draw, 3)
        others = [one for pair in PAIRS.items() for one in pair if one != made[place]]
        made[place] = others[other]
    if kind == 1:
        made = [made[at] for at in torch.randperm(len(made), generator=draw).tolist()]
    return tuple(made)


def _balanced(draw: torch.Generator, pairs: int) -> list[str]:
    if pairs == 0:
        return []
    (inside,), (kind,) = _whole(draw, pairs), _whole(draw, len(PAIRS))
    opening, closing = list(PAIRS.items())[kind]
    before = [opening, *_balanced(draw, inside), closing]
    return [*before, *_balanced(draw, pairs - 1 - inside)]


def _are_balanced(source: Words) -> Words | None:
    """Whether each bracket is closed by its own kind, in order."""
    opened: list[str] = []
    for bracket in source:
        if bracket in PAIRS:
            opened.append(PAIRS[bracket])
        elif not opened or opened.pop() != bracket:
            return (NO,)
    return (NO if opened else YES,)


def _date(draw: torch.Generator) -> Words:
    (month,), (day,), (year,) = (_whole(draw, len(of)) for of in (MONTHS, DAYS, YEARS))
    return MONTHS[month], DAYS[day], YEARS[year]


def _iso(source: Words) -> Words | None:
    """As ISO 8601 has it, digit by digit."""
    if len(source) != 3 or source[0] not in MONTHS or source[1] not in DAYS:
        return None
    if source[2] not in YEARS:
        return None
    month = MONTHS.index(source[0]) + 1
    return tuple(f"{source[2]}-{month:02d}-{int(source[1]):02d}")


def _two_letter_words(draw: torch.Generator) -> Words:
    """Their second letters all differ, so that there is one order."""
    seconds = torch.randperm(len(LETTERS), generator=draw)[:WORDS_SORTED].tolist()
    firsts = _whole(draw, len(LETTERS), WORDS_SORTED)
    return tuple(LETTERS[at] for pair in zip(firsts, seconds, strict=True) for at in pair)


def _by_second_letter(source: Words) -> Words | None:
    if len(source) % 2:
        return None
    words = [source[at : at + 2] for at in range(0, len(source), 2)]
    return tuple(letter for word in sorted(words, key=lambda word: word[1]) for letter in word)


def _recall(draw: torch.Generator) -> Words:
    """Letters with a digit each, all of them distractors but those that are asked for."""
    letters = [LETTERS[at] for at in torch.randperm(len(LETTERS), generator=draw)[:KEYS].tolist()]
    digits = _whole(draw, len(DIGITS), KEYS)
    asked = torch.randperm(KEYS, generator=draw)[:ASKED].tolist()
    shown = [one for pair in zip(letters, map(str, digits), strict=True) for one in pair]
    return (*shown, ASK, *(letters[at] for at in asked))


def _recalled(source: Words) -> Words | None:
    """Each of the last letters, with what followed it when it came first."""
    if source.count(ASK) != 1:
        return None
    at = source.index(ASK)
    known = dict(zip(source[:at:2], source[1:at:2], strict=False))
    if not all(letter in known for letter in source[at + 1 :]):
        return None
    return tuple(one for letter in source[at + 1 :] for one in (letter, known[letter]))


def symbol_task(name: str) -> Task:
    """A task of SYMBOL_TASKS. Raises: KeyError for another name."""
    source, target, draw, rule, example, space = _TABLE[name]
    words = tuple(example.split()) if space else tuple(example)
    right = rule(words)
    assert right is not None
    longest = max(len(words), len(right)) + 2

    def drawn(generator: torch.Generator, split: Split) -> Iterator[Sentence]:
        while True:
            one = draw(generator)
            if split_of(one) == split:
                answer = rule(one)
                assert answer is not None
                yield Sentence(one, answer)

    return Task(
        name,
        Vocabulary.of_words(source),
        Vocabulary.of_words(target),
        longest,
        drawn,
        rule,
        Sentence(words, right),
        (len(words), len(words)),
        cut=(lambda text: tuple(text.lower().split())) if space else _characters,
        space=space,
    )


def _characters(text: str) -> Words:
    return tuple("".join(text.lower().split()))


_BOTH_SIGNS = (*LETTERS, *DIGITS, ASK)
_BOTH = tuple(one for pair in PAIRS.items() for one in pair)
_Row = tuple[Sequence[str], Sequence[str], Draw, Rule, str, str]
_TABLE: dict[str, _Row] = {
    "add": ((*DIGITS, "+"), DIGITS, _addition, _sum, "981+739", ""),
    "brackets": (_BOTH, (YES, NO), _brackets, _are_balanced, "[[]][()]", ""),
    "dates": ((*MONTHS, *DAYS, *YEARS), (*DIGITS, "-"), _date, _iso, "august 21 1927", " "),
    "second": (LETTERS, LETTERS, _two_letter_words, _by_second_letter, "cgccdhba", ""),
    "recall": (_BOTH_SIGNS, (*LETTERS, *DIGITS), _recall, _recalled, "a1f9e3g3d4?afe", ""),
}
"""Words of both sides, what draws a source, the rule, an example, and the space between words."""
