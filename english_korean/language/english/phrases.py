"""The English of noun phrases, and of adjectives and adverbs with their degree."""

# A noun phrase can have a clause in it, and a clause has noun phrases: such modules import each
# other whole, so that no name is needed before it is there.
from english_korean.language.english import inner
from english_korean.language.english.comparison import compared_forms
from english_korean.language.english.inflection import article
from english_korean.language.english.words import words_of
from english_korean.language.lexicon import LEXICON
from english_korean.language.syntax import NounPhrase, Quality, Word


def full_words(phrase: NounPhrase, name: str, *, as_object: bool = True) -> list[Word]:
    """A noun phrase with its relative clause."""
    words = noun_phrase_words(phrase, name, as_object=as_object)
    return words + _relative_words(phrase, name)


def noun_phrase_words(phrase: NounPhrase, name: str, *, as_object: bool = True) -> list[Word]:
    """The words of a noun phrase without its relative clause; `name` names it in the tree."""
    words = _single(phrase, name, as_object=as_object or bool(phrase.part))
    if phrase.part:
        words = [*words_of(f"{phrase.part} of", f"{name}.part"), *words]
    if phrase.other is not None:
        other = noun_phrase_words(phrase.other, f"{name}.other", as_object=as_object)
        words += [*words_of(phrase.joined, f"{name}.joined"), *other]
    return words


def quality_words(quality: Quality, name: str, *, before_noun: bool = False) -> list[Word]:
    """An adjective or adverb with its degree: very tall, taller than Tom, as tall as Tom."""
    words = _degree_words(quality, name, before_noun=before_noun)
    if not before_noun:
        words += _than_words(quality, name)
    if quality.other is not None:
        words += words_of(quality.joined, f"{name}.joined")
        words += quality_words(quality.other, f"{name}.other")
    return words


def _degree_words(quality: Quality, name: str, *, before_noun: bool) -> list[Word]:
    word = quality.word
    comparative, superlative = compared_forms(word)
    if quality.degree == "more":
        by = words_of(quality.by, f"{name}.by")
        return [*by, *words_of(comparative or f"more {word}", name)]
    if quality.degree == "most":
        the = [] if before_noun else [Word("the", f"{name}.the")]
        return [*the, *words_of(superlative or f"most {word}", name)]
    degree = words_of(quality.degree, f"{name}.degree")
    return (
        [*words_of(word, name), *degree]
        if quality.degree == "enough"
        else [*degree, *words_of(word, name)]
    )


def _than_words(quality: Quality, name: str) -> list[Word]:
    if quality.than is None:
        return []
    joint = "as" if quality.degree == "as" else "than"
    return [Word(joint, f"{name}.joint"), *noun_phrase_words(quality.than, f"{name}.than")]


def _relative_words(phrase: NounPhrase, name: str) -> list[Word]:
    if phrase.relative is None or phrase.kind == "doing":
        return []
    path = f"{name}.relative"
    if phrase.pronoun == "to":
        return inner.infinitive_words(phrase.relative, path, "to")
    pronoun = words_of(phrase.pronoun, f"{path}.pronoun")
    return [*pronoun, *inner.clause_words(phrase.relative, path)]


def _single(phrase: NounPhrase, name: str, *, as_object: bool) -> list[Word]:
    if phrase.kind == "gap":
        return []
    if phrase.kind == "doing" and phrase.relative is not None:
        form = phrase.pronoun or "ing"
        return inner.infinitive_words(phrase.relative, f"{name}.relative", form)
    if phrase.kind == "pronoun":
        pronoun = LEXICON.pronouns.get(phrase.head)
        if pronoun is None:
            return [Word(phrase.head, f"{name}.head")]
        word = Word(pronoun.object if as_object else pronoun.word, f"{name}.head")
        return [word, *_behind_noun(phrase, name)]
    if phrase.kind == "clock":
        return _clock(phrase, name)
    words = [*_before_noun(phrase, name), *_measure(phrase, name), *_head(phrase, name)]
    return [*words, *_behind_noun(phrase, name)]


def _clock(phrase: NounPhrase, name: str) -> list[Word]:
    """Half past seven, seven o'clock, seven thirty."""
    hour = Word(phrase.head, f"{name}.head", phrase.head.isdecimal())
    if phrase.determiner:
        return [*words_of(phrase.determiner, f"{name}.determiner"), hour]
    o_clock = [Word("o'clock", f"{name}.head")] if phrase.plural else []
    return [hour, *o_clock, *_number(phrase.number, f"{name}.number")]


def _number(number: str, name: str) -> list[Word]:
    """Seven; 42, whose digits are copied."""
    return [Word(number, name, True)] if number.isdecimal() else words_of(number, name)


def _before_noun(phrase: NounPhrase, name: str) -> list[Word]:
    """Determiner or owner, number, and the adjective unless it belongs to what is measured."""
    words = []
    if phrase.owner is not None and not phrase.behind:
        words += [*noun_phrase_words(phrase.owner, f"{name}.owner"), Word("'s", f"{name}.'s")]
    is_date = phrase.number in LEXICON.dates
    following = [] if is_date else _number(phrase.number, f"{name}.number")
    if phrase.quality is not None and not phrase.measure:
        following += quality_words(phrase.quality, f"{name}.quality", before_noun=True)
    if phrase.second is not None:
        following += quality_words(phrase.second, f"{name}.second", before_noun=True)
    determiner = phrase.determiner
    if determiner == "a":
        determiner = _article(phrase, following)
    return [*words, *words_of(determiner, f"{name}.determiner"), *following]


def _article(phrase: NounPhrase, following: list[Word]) -> str:
    if following:
        return article(following[0].text)
    if phrase.kind == "unknown" and not phrase.measure:
        return "a"  # nobody knows how an unknown word begins
    return article(phrase.measure or phrase.compound or phrase.head)


def _measure(phrase: NounPhrase, name: str) -> list[Word]:
    """Cups of hot, before coffee."""
    if not phrase.measure:
        return []
    measure = LEXICON.measures[phrase.measure]["plural"] if phrase.plural else phrase.measure
    words = [Word(measure, f"{name}.measure"), Word("of", f"{name}.measure")]
    if phrase.quality is not None:
        words += quality_words(phrase.quality, f"{name}.quality", before_noun=True)
    return words


def _head(phrase: NounPhrase, name: str) -> list[Word]:
    if phrase.kind in ("unknown", "year"):
        return [Word(phrase.head, f"{name}.head", True)]
    if phrase.kind != "noun":
        return words_of(phrase.head, f"{name}.head")
    is_plural = phrase.contents_plural if phrase.measure else phrase.plural
    noun = LEXICON.nouns[phrase.head]
    if phrase.number in LEXICON.dates:  # May 5th
        return [Word(noun.word, f"{name}.head"), Word(phrase.number, f"{name}.number")]
    text = (noun.plural or noun.word) if is_plural else noun.word
    return [*words_of(phrase.compound, f"{name}.compound"), *words_of(text, f"{name}.head")]


def _behind_noun(phrase: NounPhrase, name: str) -> list[Word]:
    """Than Tom, of my brother, on the desk."""
    words: list[Word] = []
    if phrase.quality is not None:
        words += _than_words(phrase.quality, f"{name}.quality")
    if phrase.owner is not None and phrase.behind:
        owner = noun_phrase_words(phrase.owner, f"{name}.owner")
        words += [Word("of", f"{name}.of"), *owner]
    if phrase.place is not None and phrase.place.phrase is not None:
        words += words_of(phrase.place.word, f"{name}.place.preposition")
        words += noun_phrase_words(phrase.place.phrase, f"{name}.place")
    return words
