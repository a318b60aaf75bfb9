"""English spelling rules: plurals and verb forms of regular words."""

VOWELS = "aeiou"
SIBILANTS = ("s", "sh", "ch", "x", "z")


def with_s(word: str) -> str:
    """A noun's plural, a verb's third person: cat -> cats, watch -> watches, baby -> babies."""
    if _ends_in_consonant_y(word):
        return word[:-1] + "ies"
    if word.endswith(SIBILANTS) or word in ("go", "potato", "tomato"):
        return word + "es"
    return word + "s"


def past(verb: str, *, doubled: bool = False) -> str:
    """A regular past: walk -> walked, like -> liked, cry -> cried, hug -> hugged when doubled."""
    if _ends_in_consonant_y(verb):
        return verb[:-1] + "ied"
    if verb.endswith("e"):
        return verb + "d"
    return (verb + verb[-1] if doubled else verb) + "ed"


def ing(verb: str, *, doubled: bool = False) -> str:
    """The form of "is doing": walk -> walking, make -> making, run -> running when doubled."""
    if verb.endswith("e") and not verb.endswith("ee"):
        return verb[:-1] + "ing"
    return (verb + verb[-1] if doubled else verb) + "ing"


def _ends_in_consonant_y(word: str) -> bool:
    return word.endswith("y") and word[-2] not in VOWELS
