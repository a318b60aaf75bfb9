"""English spelling rules: plurals, verb forms and comparison of regular words."""

VOWELS = "aeiou"
SIBILANTS = ("s", "sh", "ch", "x", "z")
WITH_ES = ("go", "do", "potato", "tomato", "hero")


def with_s(word: str) -> str:
    """A noun's plural, a verb's third person: cat -> cats, watch -> watches, baby -> babies."""
    if _ends_in_consonant_y(word):
        return word[:-1] + "ies"
    if word.endswith(SIBILANTS) or word in WITH_ES:
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
    """The form of "is doing": walk -> walking, make -> making, lie -> lying, run -> running."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith("ee"):
        return verb[:-1] + "ing"
    return (verb + verb[-1] if doubled else verb) + "ing"


def compared(adjective: str, ending: str, *, doubled: bool = False) -> str:
    """With er or est: tall -> taller, nice -> nicer, happy -> happier, big -> bigger."""
    if _ends_in_consonant_y(adjective):
        return adjective[:-1] + "i" + ending
    if adjective.endswith("e"):
        return adjective + ending[1:]
    return (adjective + adjective[-1] if doubled else adjective) + ending


def article(following: str) -> str:
    """a or an, by how the next word begins."""
    if following.startswith(("uni", "use", "eu", "one", "once")):
        return "a"
    return "an" if following.startswith(("a", "e", "i", "o", "u", "hour", "honest")) else "a"


def _ends_in_consonant_y(word: str) -> bool:
    return word.endswith("y") and len(word) > 1 and word[-2] not in VOWELS
