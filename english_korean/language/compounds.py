"""Nouns that stand right before others: science class, kitchen table, Sunday morning."""

from english_korean.language.lexicon import LEXICON

SPOKEN = frozenset({"song", "word", "sentence", "newspaper", "novel", "name", "test", "book",
                    "story", "class", "teacher", "homework", "lesson", "exam", "quiz",
                    "conversation", "grammar", "alphabet", "notebook", "level",
                    "dictionary"})  # fmt: skip
"""What is in a language."""
WHEN = frozenset({"weekday", "holiday", "season"})
PARTS_OF_DAY = ("morning", "afternoon", "evening", "night", "day", "vacation")
BEFORE_NOUNS = frozenset({"subject", "language", "sport", "racket_sport", "game", "food", "drink",
                          "place", "show", "sound", "vehicle", "plant", "furniture", "device",
                          "keyboard_instrument", "string_instrument", "wind_instrument",
                          "event", "exam"})  # fmt: skip
BEHIND_NOUNS = frozenset({"place", "event", "exam", "text", "reading", "furniture", "person",
                          "thing", "container", "clothes", "footwear", "headwear", "photo",
                          "fragile", "show"})  # fmt: skip
"""Kinds of nouns that stand right before others, and right behind them: flower shop."""
NAMED_BEHIND = frozenset({"teacher", "team", "club", "band", "number", "address", "name",
                          "rule", "problem", "homework", "lesson", "class", "practice", "song",
                          "music", "soup", "pie", "cake", "sandwich", "juice", "salad", "tree",
                          "day", "life", "trip", "game", "match", "key", "knife", "light",
                          "camera", "news", "farm"})  # fmt: skip


def makes_compound(first: str, second: str) -> bool:
    """Whether the first noun can stand right before the second, as in "science class"."""
    one, other = LEXICON.nouns[first], LEXICON.nouns[second]
    if one.kind in WHEN:
        return second in PARTS_OF_DAY
    if one.is_pair or "home" in (first, second):
        return False
    if second == "room" and one.kind != "place":
        return False  # 음악실, no 음악 방
    if one.kind == "language":
        return second in SPOKEN
    if first in LEXICON.adjectives:
        return False  # an orange shirt
    is_before = one.kind in BEFORE_NOUNS or first in ("family", "birthday", "dance", "class")
    return is_before and (other.kind in BEHIND_NOUNS or second in NAMED_BEHIND)
