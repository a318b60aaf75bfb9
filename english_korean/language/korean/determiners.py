"""Korean pronouns, possessives and what stands before a noun as a determiner."""

from english_korean.language.korean.morphemes import pieces
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import kind_of
from english_korean.language.syntax import Morpheme, NounPhrase, Style

OUR_WORDS = frozenset({"house", "home", "school", "class", "country", "town", "teacher", "family",
                       "team", "boss", "company", "dog", "cat", "puppy", "kitten",
                       "classmate"})  # fmt: skip
"""What is said to be ours in Korean and mine in English: 우리 집."""
OF_MANY = frozenset({"class", "club", "country", "family", "office", "school", "team",
                     "town", "university", "village"})  # fmt: skip
"""What is nobody's alone: 너희 팀."""
UNSEEN = frozenset({"abstract", "event", "period", "show", "sound", "activity", "game", "text"})
"""Kinds of what nobody can point at."""
OF_ONES_OWN = "own"
"""The determiner that is 자기; only while Korean is written."""
THIS_ONE = {("this", "one"): "이것", ("that", "one"): "저것",
            ("this", "place"): "이곳", ("that", "place"): "그곳"}  # fmt: skip
PARTS_OF_TODAY = ("morning", "afternoon", "evening")
SEVERAL_TIMES = ("many", "several")
"""Before hours and years that are not counted: 여러 해."""
CHOOSING = ("like", "love", "want", "prefer", "choose", "enjoy", "eat", "drink", "read", "sing",
            "wear", "watch", "buy")  # fmt: skip
"""What one does to any that one will: 어떤 과일; which of some is 어느."""
OF_ALL = frozenset({"animal", "color", "food", "drink", "fruit", "season", "sport", "subject"})
"""Kinds of things of which one asks for any: 어떤 동물."""
VARIED = frozenset({"country", "city", "place", "language", "kind"})
"""What is many in being of several kinds: 여러 나라."""
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
    phrase: NounPhrase, name: str, style: Style, verb: str, *, owner_is_clear: bool
) -> list[Morpheme]:
    """이, 모든, 내; nothing of the and a.

    Args:
        verb: what is done with it.
        owner_is_clear: "his hands" are simply hands where he washes them.
    """
    source = (f"{name}.determiner",)
    word = phrase.determiner
    if this_one(phrase):
        return []
    if word in LEXICON.possessives:
        if owner_is_clear and kind_of(phrase) in OWN_KINDS:
            return []
        return _owner(phrase, LEXICON.possessives[word], source, style)
    pointing = _pointing(phrase)
    if pointing:
        return [Morpheme(pointing, source, True)]
    if word == "some" and phrase.head == "person":
        return [Morpheme("어떤", source, True)]
    if word in SEVERAL_TIMES and (phrase.head in LEXICON.units or phrase.head in VARIED):
        return [Morpheme("여러", source, True)]
    if word == "another" and phrase.measure:
        return []  # 한 잔 더
    asked = _asked(phrase, verb)
    if asked:
        return [Morpheme(asked, source, True)]
    if word == "how much":
        return pieces("얼마나 많은", source)
    if word.startswith("all ") and word[4:] in LEXICON.possessives:
        text = _possessive_for(phrase, LEXICON.possessives[word[4:]], style)
        return [Morpheme(text, source, True), Morpheme("모든", source, True)]
    return pieces(LEXICON.determiners.get(word, ""), source)


def _asked(phrase: NounPhrase, verb: str) -> str:
    """어떤 of any, 누구 차례; nothing where which is 어느, and whose 누구의."""
    word = phrase.determiner
    if word == "whose" and phrase.head == "turn":
        return "누구"
    is_any = word == "which" and (verb in CHOOSING or kind_of(phrase) in OF_ALL)
    return "어떤" if is_any or (word == "what" and phrase.head == "kind") else ""


def _pointing(phrase: NounPhrase) -> str:
    """그 이야기, 오늘 아침, 이번 여름; nothing where this is 이, and that is 저."""
    if phrase.determiner == OF_ONES_OWN:
        return "자기"
    if phrase.determiner in ("that", "those") and kind_of(phrase) in UNSEEN:
        return "그"
    if phrase.determiner == "this" and phrase.head in PARTS_OF_TODAY:
        return "오늘"
    is_time = phrase.determiner == "this" and _is_time(phrase)
    return "이번" if is_time and not phrase.quality else ""


def _is_time(phrase: NounPhrase) -> bool:
    return kind_of(phrase) in ("season", "period") and phrase.head != "season"


def this_one(phrase: NounPhrase) -> str:
    """That one is 저것, but that red one 저 빨간 것; this place is 이곳. Nothing for all else."""
    is_one = phrase.kind == "noun" and phrase.quality is None and not phrase.number
    return THIS_ONE.get((phrase.determiner, phrase.head), "") if is_one else ""


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
    if owner == "you" and {phrase.head, phrase.compound} & OF_MANY and style.level == "plain":
        return "너희"
    return possessive(owner, style)
