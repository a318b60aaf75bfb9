"""Korean texts of the lexicon as morphemes of one source."""

from collections.abc import Sequence

from english_korean.language.syntax import Morpheme


def pieces(text: str, sources: tuple[str, ...], *, is_content: bool = True) -> list[Morpheme]:
    """A Korean text of one or more words, all of the same sources."""
    return [Morpheme(word, sources, is_content) for word in text.split()]


LIGHT = frozenset({"주-", "있-", "없-", "나-", "하-", "짓-"})
"""Verbs that behind another word only complete it: 보여 주-, 필요가 있-, 냄새가 나-."""


def stem(text: str, sources: tuple[str, ...]) -> list[Morpheme]:
    """A stem with the words that belong before it: 키가 크-."""
    *before, last = pieces(f"{text}-", sources)
    return [*before, last._replace(is_content=not (before and last.text in LIGHT))]


def ends_in_existence(morphemes: Sequence[Morpheme]) -> bool:
    """Whether the last stem is 있 or 없, or ends so: 맛있는, not 맛있은."""
    return morphemes[-1].text.endswith(("있-", "없-"))


def as_favour(morphemes: Sequence[Morpheme], sources: tuple[str, ...]) -> list[Morpheme]:
    """Done for somebody: 열어 주-; what is a giving already stays, 주-."""
    if morphemes[-1].text.endswith("주-"):
        return [*morphemes]
    return [*morphemes, Morpheme("-어", sources), Morpheme("주-", sources)]
