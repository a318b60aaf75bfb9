"""The Korean of a tree, morpheme by morpheme, and what each morpheme translates."""

from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.syntax import (
    JOINING,
    Clause,
    Morpheme,
    NounPhrase,
    Place,
    Sentence,
)

QUESTION_WORDS = {"who": "누구", "what": "무엇", "where": "어디"}
WEATHER = {"rain": "비", "snow": "눈"}
TENSELESS_LINKS = ("before", "after")
"""Before and after take their tense from the main clause."""


def korean_morphemes(sentence: Sentence) -> list[Morpheme]:
    """The morphemes of a sentence in Korean order: verbs last, subordinate clauses first."""
    main, other, link = sentence.clause, sentence.other, sentence.link
    if other is None:
        return _clause(main, "main", _question_or_statement(sentence), why=sentence.question)
    if link == "that":
        reported = _clause(other, "other", "that", is_main=False)
        subject, predicate = _parts(main, "main", "statement")
        return [*subject, *reported, *predicate]
    if link in JOINING:
        return [*_clause(main, "main", link), *_clause(other, "other", "statement")]
    return [
        *_clause(other, "other", link or "", is_main=False),
        *_clause(main, "main", "statement"),
    ]


def _question_or_statement(sentence: Sentence) -> str:
    return "question" if sentence.question else "statement"


def _clause(
    clause: Clause, name: str, ending: str, *, is_main: bool = True, why: str | None = None
) -> list[Morpheme]:
    subject, predicate = _parts(clause, name, ending, is_main=is_main, why=why)
    return [*subject, *predicate]


def _parts(
    clause: Clause, name: str, ending: str, *, is_main: bool = True, why: str | None = None
) -> tuple[list[Morpheme], list[Morpheme]]:
    """The subject, with a time that comes first; and all that follows."""
    time = _adverb("time", clause.time, name)
    subject = _subject(clause, name, is_main=is_main)
    # "Today it rains" is said whichever way the English puts it
    if clause.time_first or clause.subject is None:
        subject, time = [*time, *subject], []
    rest = [*time, *_adverb("frequency", clause.frequency, name)]
    if why == "why":
        rest.append(Morpheme("왜", (f"{name}.why",), True))
    rest += _arguments(clause, name)
    return subject, [*rest, *_predicate(clause, name, ending)]


def noun_phrase_morphemes(phrase: NounPhrase, name: str) -> list[Morpheme]:
    """A noun phrase without its particle."""
    morphemes = []
    determiner = phrase.determiner or ""
    korean = LEXICON.possessives.get(determiner) or LEXICON.determiners.get(determiner)
    if korean:
        morphemes.append(Morpheme(korean, (f"{name}.determiner",), True))
    if phrase.very:
        morphemes.append(Morpheme("아주", (f"{name}.very",), True))
    if phrase.adjective:
        stem = LEXICON.adjectives[phrase.adjective].korean
        source = (f"{name}.adjective",)
        morphemes.append(Morpheme(f"{stem}-", source, True))
        morphemes.append(Morpheme("-는" if stem.endswith("있") else "-ㄴ", source))
    return [*morphemes, *_head(phrase, name)]


def _head(phrase: NounPhrase, name: str) -> list[Morpheme]:
    source = (f"{name}.head",)
    if phrase.kind == "unknown":
        return [Morpheme(phrase.head, source, True, unknown=True)]
    if phrase.kind == "pronoun":
        return [Morpheme(LEXICON.pronouns[phrase.head].korean, source, True)]
    if phrase.kind == "wh":
        return [Morpheme(QUESTION_WORDS[phrase.head], source, True)]
    noun = LEXICON.nouns[phrase.head]
    head = [Morpheme(noun.korean, source, True)]
    # Only living things are marked as several
    if phrase.plural and noun.kind in ("person", "animal"):
        head.append(Morpheme("-들", source))
    return head


def _subject(clause: Clause, name: str, *, is_main: bool) -> list[Morpheme]:
    if clause.subject is None:
        return [Morpheme(WEATHER[clause.word], _weather_words(name), True), Morpheme("-이/가")]
    is_new = clause.subject.determiner in ("a", "an") or clause.subject.kind == "wh"
    particle = "-은/는" if is_main and not is_new else "-이/가"
    return [*noun_phrase_morphemes(clause.subject, f"{name}.subject"), Morpheme(particle)]


def _adverb(kind: str, word: str | None, name: str) -> list[Morpheme]:
    if word is None:
        return []
    return [Morpheme(LEXICON.adverbs[kind][word], (f"{name}.{kind}",), True)]


def _arguments(clause: Clause, name: str) -> list[Morpheme]:
    morphemes: list[Morpheme] = []
    if clause.companion is not None:
        morphemes += noun_phrase_morphemes(clause.companion, f"{name}.companion")
        morphemes += [Morpheme("-와/과"), Morpheme("함께", (f"{name}.with",))]
    if clause.place is not None:
        morphemes += _place(clause, clause.place, f"{name}.place")
    if clause.recipient is not None:
        morphemes += noun_phrase_morphemes(clause.recipient, f"{name}.recipient")
        morphemes.append(Morpheme("-에게", (f"{name}.to",)))
    if clause.object is not None and clause.kind == "verb":
        morphemes += noun_phrase_morphemes(clause.object, f"{name}.object")
        morphemes.append(Morpheme("-을/를"))
    if clause.destination is not None:
        goal = clause.destination.noun_phrase
        morphemes += noun_phrase_morphemes(goal, f"{name}.destination")
        morphemes.append(Morpheme("-에", (f"{name}.to",)))
    return [*morphemes, *_adverb("manner", clause.manner, name)]


def _place(clause: Clause, place: Place, name: str) -> list[Morpheme]:
    morphemes = noun_phrase_morphemes(place.noun_phrase, name)
    preposition = (f"{name}.preposition",) if place.preposition else ()
    side = LEXICON.prepositions.get(place.preposition or "")
    if side:
        morphemes.append(Morpheme(side, preposition, True))
    stays = clause.kind == "location" or LEXICON.verbs[clause.word].frame == "staying"
    return [*morphemes, Morpheme("-에" if stays else "-에서", preposition)]


def _predicate(clause: Clause, name: str, ending: str) -> list[Morpheme]:
    """The stem with everything behind it: negation, tense, and what ends or links the clause."""
    morphemes, nature = _stem(clause, name)
    negation = (f"{name}.not",)
    if clause.tense in ("is doing", "was doing"):
        aux = (f"{name}.aux",)
        morphemes += [Morpheme("-고", aux), Morpheme("있-", aux)]
        nature = "adjective"
    if clause.tense == "can":
        aux = (f"{name}.aux",)
        can = Morpheme("없-", aux + negation) if clause.negated else Morpheme("있-", aux)
        morphemes += [Morpheme("-ㄹ", aux), Morpheme("수", aux), can]
        nature = "adjective"
    elif clause.negated and clause.kind not in ("location", "noun"):
        morphemes += [Morpheme("-지", negation), Morpheme("않-", negation)]
    if ending not in TENSELESS_LINKS:
        morphemes += _tense(clause, name)
        if clause.tense in ("past", "was doing"):
            nature = "adjective"
        elif clause.tense == "future":
            nature = "copula"
    return [*morphemes, *_ending(ending, nature)]


def _stem(clause: Clause, name: str) -> tuple[list[Morpheme], str]:
    """The stem, and whether it goes on as a verb, an adjective or the copula."""
    be = (f"{name}.be",)
    if clause.kind == "adjective":
        very = [Morpheme("아주", (f"{name}.very",), True)] if clause.very else []
        stem = LEXICON.adjectives[clause.word].korean
        return [*very, Morpheme(f"{stem}-", (f"{name}.adjective",), True)], "adjective"
    if clause.kind == "location":
        if clause.negated:
            return [Morpheme("없-", (*be, f"{name}.not"), True)], "adjective"
        return [Morpheme("있-", be, True)], "adjective"
    if clause.kind == "noun" and clause.object is not None:
        noun = noun_phrase_morphemes(clause.object, f"{name}.object")
        noun = [morpheme for morpheme in noun if morpheme.text != "-들"]
        if clause.negated:
            return [*noun, Morpheme("-이/가"), Morpheme("아니-", (*be, f"{name}.not"))], "copula"
        return [*noun, Morpheme("-이-", be)], "copula"
    if clause.kind == "weather":
        return [Morpheme("오-", _weather_words(name), True)], "verb"
    stem = LEXICON.verbs[clause.word].korean
    return [Morpheme(f"{stem}-", (f"{name}.verb",), True)], "verb"


def _weather_words(name: str) -> tuple[str, ...]:
    """비가 오다 is "it rains" as a whole: neither word of the one is one word of the other."""
    return (f"{name}.it", f"{name}.verb")


def _tense(clause: Clause, name: str) -> list[Morpheme]:
    if clause.tense in ("past", "was doing"):
        # Names that no word bears are no source: what shows the past is did, was or the verb
        if clause.kind in ("adjective", "noun", "location"):
            return [Morpheme("-었-", (f"{name}.be",))]
        if clause.tense == "was doing":
            return [Morpheme("-었-", (f"{name}.aux",))]
        return [Morpheme("-었-", (f"{name}.aux", f"{name}.verb"))]
    if clause.tense == "future":
        will = (f"{name}.aux",)
        return [Morpheme("-ㄹ", will), Morpheme("것", will), Morpheme("-이-", will)]
    return []


def _ending(ending: str, nature: str) -> list[Morpheme]:
    plain = Morpheme("-ㄴ다" if nature == "verb" else "-다")
    if ending == "statement":
        return [plain]
    if ending == "question":
        return [Morpheme("-니")]
    if ending == "that":
        said = Morpheme("-라") if nature == "copula" else plain
        return [said, Morpheme("-고", ("link",))]
    bound, free = {
        "and": ("-고", None),
        "but": ("-지만", None),
        "if": ("-면", None),
        "because": ("-기", "때문에"),
        "when": ("-ㄹ", "때"),
        "before": ("-기", "전에"),
        "after": ("-ㄴ", "후에"),
    }[ending]
    link = ("link",)
    return [Morpheme(bound, link), *([Morpheme(free, link)] if free else [])]
