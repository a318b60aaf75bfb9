"""Which determiners, numbers and nouns go together in English."""

from english_korean.language.lexicon import LEXICON
from english_korean.language.syntax import NounPhrase

OF_ONE = frozenset({"a", "this", "that", "every", "each", "another"})
OF_MANY = frozenset({"these", "those", "many", "several", "a few", "how many",
                     "so many", "too many"})  # fmt: skip
OF_MASS = frozenset({"much", "a little", "how much", "so much", "too much"})
OF_MANY_OR_MASS = frozenset(
    {"most", "more", "all", "all the", "a lot of", "lots of", "some", "any", "enough"}
)
NOT_BEFORE_NUMBER = OF_ONE | OF_MASS | {"many", "several", "some", "any"}


def why_not(phrase: NounPhrase) -> str:
    """What is wrong with a noun phrase: "", "bare", "number" or "determiner"."""
    if phrase.kind in ("pronoun", "wh", "gap", "clock", "doing", "year"):
        return ""
    if phrase.number in LEXICON.dates:
        return "" if phrase.kind == "noun" and is_date(phrase) else "number"
    if phrase.measure:
        return _why_not_measured(phrase)
    if _has_wrong_determiner(phrase):
        return "determiner"
    determiner = "all" if phrase.determiner.startswith("all ") else phrase.determiner
    if not _number_fits(phrase, determiner):
        return "number"
    if phrase.kind == "unknown":
        return ""
    if LEXICON.nouns[phrase.head].plural is None:
        return _why_not_mass(phrase)
    return _why_not_counted(phrase, determiner)


def _has_wrong_determiner(phrase: NounPhrase) -> bool:
    if f"{phrase.determiner} {phrase.head}" in LEXICON.nouns:
        return True  # this year is one word: 올해
    is_about_nothing = not (phrase.number and phrase.head in LEXICON.units)
    if phrase.determiner == "about" and is_about_nothing:
        return True
    return _is_only(phrase) or _is_coloured_colour(phrase)


def _why_not_counted(phrase: NounPhrase, determiner: str) -> str:
    """Of nouns that can be counted: neither much, nor all in the singular, nor nothing."""
    if not phrase.plural and determiner in OF_MASS | OF_MANY_OR_MASS and _is_had_in_part(phrase):
        return ""
    if determiner in OF_MASS:
        return "determiner"
    if determiner in OF_MANY_OR_MASS and not phrase.plural:
        return "number"
    return "" if _may_stand(phrase) else "bare"


def is_date(phrase: NounPhrase) -> bool:
    """May 5th."""
    is_month = phrase.kind == "noun" and LEXICON.nouns[phrase.head].kind == "month_name"
    return is_month and phrase == NounPhrase(phrase.head, number=phrase.number)


def _is_had_in_part(phrase: NounPhrase) -> bool:
    """Some cake, a lot of chicken, too much noise: counted otherwise."""
    noun = LEXICON.nouns[phrase.head]
    return noun.is_bare and noun.kind in ("food", "animal", "sound")


def _is_only(phrase: NounPhrase) -> bool:
    """Only English: nothing but it; the only one is one of a kind."""
    is_owned = phrase.owner is not None or phrase.determiner in LEXICON.possessives
    is_said = phrase.quality is not None and phrase.quality.word == "only"
    return is_said and not is_owned and phrase.determiner != "the"


def _is_coloured_colour(phrase: NounPhrase) -> bool:
    """Black white; but dark blue."""
    words = (phrase.head, "" if phrase.quality is None else phrase.quality.word)
    return all(word in LEXICON.nouns and LEXICON.nouns[word].kind == "color" for word in words)


def _number_fits(phrase: NounPhrase, determiner: str) -> bool:
    """Two books, one book, these books; not "a two books", not "many book"."""
    if phrase.number:
        is_one = phrase.number == "one"
        if phrase.plural == is_one or determiner in NOT_BEFORE_NUMBER:
            return False
    return determiner not in (OF_ONE if phrase.plural else OF_MANY)


def _may_stand(phrase: NounPhrase) -> bool:
    """Whether there is a determiner, or need not be one: the cat, cats, school, last summer."""
    is_owned = phrase.owner is not None and not phrase.behind
    if phrase.determiner or is_owned or phrase.number or phrase.plural:
        return True
    if phrase.compound and _is_said_bare(phrase):
        return True
    if phrase.quality is None:
        return LEXICON.nouns[phrase.head].is_bare
    return phrase.quality.word in ("next", "last")


def _is_said_bare(phrase: NounPhrase) -> bool:
    """Sunday morning, science class."""
    kind = LEXICON.nouns[phrase.compound].kind
    return kind in ("weekday", "holiday") or (kind == "subject" and phrase.head == "class")


def _why_not_measured(phrase: NounPhrase) -> str:
    """A cup of coffee, a pair of shoes, some cups of tea."""
    noun = LEXICON.nouns.get(phrase.head)
    if noun is not None and (noun.plural is not None) != phrase.contents_plural:
        is_bare = noun.is_bare and not phrase.contents_plural
        if not is_bare:
            return "number"
    if phrase.number:
        return "" if phrase.plural != (phrase.number == "one") else "number"
    if phrase.plural:
        return "" if phrase.determiner in ("some", "a few", "how many", "many") else "number"
    return "" if phrase.determiner in ("a", "another", "the") else "number"


def _why_not_mass(phrase: NounPhrase) -> str:
    """Of nouns that are not counted: neither a, nor many, nor two."""
    noun = LEXICON.nouns[phrase.head]
    wrong = phrase.determiner in OF_MANY | {"a", "every", "each", "another"}
    if wrong and not (phrase.determiner == "a" and _may_be_one(phrase)):
        return "determiner"
    if phrase.number or phrase.plural:
        return "number"
    is_clean_name = not (phrase.determiner or phrase.quality or phrase.relative)
    return "" if not noun.is_name or is_clean_name else "determiner"


def _may_be_one(phrase: NounPhrase) -> bool:
    """A good breakfast, a long time."""
    kind = LEXICON.nouns[phrase.head].kind
    return phrase.quality is not None and (kind == "meal" or phrase.head == "time")


def is_well_formed(phrase: NounPhrase) -> bool:
    """Whether it is good English, with all that is in it."""
    inner = (phrase.owner, phrase.other)
    return not why_not(phrase) and all(each is None or is_well_formed(each) for each in inner)
