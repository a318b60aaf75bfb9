"""Korean pronouns, possessives and what stands before a noun as a determiner."""

from english_korean.language.korean.counting import is_counted
from english_korean.language.korean.morphemes import pieces
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import kind_of
from english_korean.language.syntax import Morpheme, NounPhrase, Style

OUR_WORDS = frozenset({"house", "home", "school", "class", "country", "town", "teacher", "family",
                       "team", "boss", "company"})  # fmt: skip
"""What is said to be ours in Korean and mine in English: 우리 집."""
PARTS_OF_TODAY = ("morning", "afternoon", "evening")
SEVERAL_TIMES = ("many", "several")
"""Before hours and years that are not counted: 여러 해."""
OWN_KINDS = frozenset({"body", "limb", "hair", "tooth", "promise"})
"""What one has of one's own: nobody says whose hands one washes."""


def pronoun(phrase: NounPhrase, name: str, style: Style) -> list[Morpheme]:
    """나 or 저; 내 것."""
    source = (f"{name}.head",)
    found = LEXICON.pronouns.get(phrase.head)
    if found is None:
        owner = next(p for p in LEXICON.pronouns.values() if p.mine == phrase.head)
        return [Morpheme(possessive(owner.word, style), source, True), Morpheme("것", source)]
    is_plain = style.level == "plain" or not found.polite
    return pieces(found.korean if is_plain else found.polite, source)


def possessive(word: str, style: Style) -> str:
    """내 or 제, by the word of the one who owns."""
    found = LEXICON.pronouns[word]
    is_plain = style.level == "plain" or not found.polite_possessive
    return found.korean_possessive if is_plain else found.polite_possessive


def determiner(
    phrase: NounPhrase, name: str, style: Style, *, owner_is_clear: bool
) -> list[Morpheme]:
    """이, 모든, 내; nothing of the and a.

    Args:
        owner_is_clear: "his hands" are simply hands where he washes them.
    """
    source = (f"{name}.determiner",)
    word = phrase.determiner
    if is_this_one(phrase):
        return []
    if word in LEXICON.possessives:
        if owner_is_clear and kind_of(phrase) in OWN_KINDS:
            return []
        return _owner(phrase, LEXICON.possessives[word], source, style)
    if word == "some" and phrase.head == "person":
        return [Morpheme("어떤", source, True)]
    if word == "some" and not is_counted(phrase):
        return [Morpheme("약간의", source)]
    if word == "this" and phrase.head in PARTS_OF_TODAY:
        return [Morpheme("오늘", source, True)]
    if word == "this" and _is_time(phrase) and not phrase.quality:
        return [Morpheme("이번", source, True)]
    if word in SEVERAL_TIMES and phrase.head in LEXICON.units:
        return [Morpheme("여러", source, True)]
    if word == "another" and phrase.measure:
        return []  # 한 잔 더
    if word == "how much":
        return pieces("얼마나 많은", source)
    if word.startswith("all ") and word[4:] in LEXICON.possessives:
        text = _possessive_for(phrase, LEXICON.possessives[word[4:]], style)
        return [Morpheme(text, source, True), Morpheme("모든", source, True)]
    return pieces(LEXICON.determiners.get(word, ""), source)


def _is_time(phrase: NounPhrase) -> bool:
    return kind_of(phrase) in ("season", "period") and phrase.head != "season"


def is_this_one(phrase: NounPhrase) -> bool:
    """That one is 저것, but that red one 저 빨간 것."""
    return phrase.head == "one" and phrase.quality is None and phrase.determiner in ("this", "that")


def _owner(phrase: NounPhrase, owner: str, source: tuple[str, ...], style: Style) -> list[Morpheme]:
    """내; of what one likes best 내가: 내가 가장 좋아하는 음식."""
    if phrase.quality is None or phrase.quality.word != "favorite":
        return [Morpheme(_possessive_for(phrase, owner, style), source, True)]
    who = pronoun(NounPhrase(owner, "pronoun"), "", style)
    return [*(each._replace(sources=source) for each in who), Morpheme("-이/가")]


def _possessive_for(phrase: NounPhrase, owner: str, style: Style) -> str:
    is_ours = kind_of(phrase) == "family_elder" or phrase.head in OUR_WORDS
    if owner == "i" and is_ours and phrase.kind == "noun":
        return possessive("we", style)
    return possessive(owner, style)
