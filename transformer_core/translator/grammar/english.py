"""The English of a tree, word by word."""

from transformer_core.translator.grammar.inflection import with_s
from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.syntax import Clause, NounPhrase, Place, Sentence, Word

WEATHER = {"rain": ("rained", "raining"), "snow": ("snowed", "snowing")}


def english_words(sentence: Sentence) -> list[Word]:
    """The words of a sentence in English order, lower case, without punctuation."""
    main = _clause(sentence.clause, "main", sentence)
    if sentence.other is None:
        return main
    link = Word(sentence.link or "", "link")
    other = _clause(sentence.other, "other", Sentence(sentence.other))
    return [link, *other, *main] if sentence.other_first else [*main, link, *other]


def written_english(sentence: Sentence) -> str:
    """The sentence as it is written: capitals, didn't he, a comma after a first clause."""
    words = [word.text for word in english_words(sentence)]
    if sentence.other is not None and sentence.other_first:
        first = 1 + len(_clause(sentence.other, "other", Sentence(sentence.other)))
        words[first - 1] += ","
    text = " ".join(map(capitalised, words)).replace("can not", "cannot")
    if sentence.not_first:
        for full, short in {"cannot": "can't", "will not": "won't", " not": "n't"}.items():
            text = text.replace(full, short, 1)
    return text[0].upper() + text[1:] + ("?" if sentence.question else ".")


def capitalised(word: str) -> str:
    """A lower-case word as it is written inside a sentence: tom -> Tom, i -> I, cat -> cat."""
    noun = LEXICON.nouns.get(word)
    proper = word == "i" or word in ("english", "korean") or (noun is not None and noun.is_name)
    return word.capitalize() if proper else word


def noun_phrase_words(phrase: NounPhrase, name: str, *, as_object: bool = True) -> list[Word]:
    """The words of a noun phrase; `name` names it in the tree."""
    if phrase.kind == "pronoun":
        pronoun = LEXICON.pronouns[phrase.head]
        return [Word(pronoun.object if as_object else pronoun.word, f"{name}.head")]
    words = []
    if phrase.determiner:
        words.append(Word(_article(phrase), f"{name}.determiner"))
    if phrase.very:
        words.append(Word("very", f"{name}.very"))
    if phrase.adjective:
        words.append(Word(phrase.adjective, f"{name}.adjective"))
    return [*words, Word(_head(phrase), f"{name}.head", phrase.kind == "unknown")]


def _article(phrase: NounPhrase) -> str:
    """a or an, by the next word; of an unknown word, and any other determiner, as it is."""
    following = "very" if phrase.very else phrase.adjective
    if phrase.determiner not in ("a", "an") or (following is None and phrase.kind == "unknown"):
        return phrase.determiner or ""
    return "an" if (following or phrase.head).startswith(("a", "e", "i", "o", "um")) else "a"


def _head(phrase: NounPhrase) -> str:
    if phrase.kind == "noun" and phrase.plural:
        return LEXICON.nouns[phrase.head].plural or phrase.head
    return phrase.head


def _clause(clause: Clause, name: str, sentence: Sentence) -> list[Word]:
    wh, not_first = sentence.question, sentence.not_first
    inverted = wh is not None and not _asks_for_subject(clause)
    subject = _subject(clause, name)
    finite, rest = _predicate(clause, name, inverted)
    negation = [Word("not", f"{name}.not")] if clause.negated else []
    often = [Word(clause.frequency, f"{name}.frequency")] if clause.frequency else []
    if inverted:
        middle = [*negation, *subject] if not_first else [*subject, *negation]
        core = [*_question_word(clause, name, sentence), *finite, *middle, *often, *rest]
    else:
        core = [*subject, *finite, *negation, *often, *rest]
    core += _arguments(clause, name, asked=wh)
    time = _time(clause, name)
    return [*time, *core] if clause.time_first else [*core, *time]


def _asks_for_subject(clause: Clause) -> bool:
    return clause.subject is not None and clause.subject.kind == "wh"


def _subject(clause: Clause, name: str) -> list[Word]:
    if clause.subject is None:
        return [Word("it", f"{name}.it")]
    return noun_phrase_words(clause.subject, f"{name}.subject", as_object=False)


def _question_word(clause: Clause, name: str, sentence: Sentence) -> list[Word]:
    if sentence.question in ("what", "who"):
        return [Word(sentence.question, f"{name}.object.head")]
    if sentence.question == "where":
        slot = "destination" if clause.destination else "place"
        return [Word("where", f"{name}.{slot}.head")]
    return [Word("why", f"{name}.why")] if sentence.question == "why" else []


def _person(subject: NounPhrase | None) -> str:
    """I, plural or third: what the verb agrees with."""
    if subject is None:
        return "third"
    if subject.kind == "pronoun":
        if subject.head == "i":
            return "i"
        return "plural" if LEXICON.pronouns[subject.head].plural else "third"
    return "plural" if subject.plural else "third"


def _predicate(clause: Clause, name: str, inverted: bool) -> tuple[list[Word], list[Word]]:
    """The finite auxiliary or be, if there is one, and what follows it."""
    person = _person(clause.subject)
    if clause.kind in ("adjective", "noun", "location"):
        rest = _complement(clause, name)
        if clause.tense == "future":
            return [Word("will", f"{name}.aux")], [Word("be", f"{name}.be"), *rest]
        return [Word(_be(clause.tense, person), f"{name}.be")], rest
    third, past, ing = _verb_forms(clause)
    if clause.tense in ("is doing", "was doing"):
        return [Word(_be(clause.tense, person), f"{name}.aux")], [Word(ing, f"{name}.verb")]
    base = [Word(clause.word, f"{name}.verb")]
    if clause.tense in ("future", "can"):
        auxiliary = "will" if clause.tense == "future" else "can"
        return [Word(auxiliary, f"{name}.aux")], base
    if clause.negated or inverted:
        present = "does" if person == "third" else "do"
        return [Word("did" if clause.tense == "past" else present, f"{name}.aux")], base
    form = past if clause.tense == "past" else third if person == "third" else clause.word
    return [], [Word(form, f"{name}.verb")]


def _verb_forms(clause: Clause) -> tuple[str, str, str]:
    if clause.kind == "weather":
        return with_s(clause.word), *WEATHER[clause.word]
    verb = LEXICON.verbs[clause.word]
    return verb.third_person, verb.past, verb.ing or ""


def _be(tense: str, person: str) -> str:
    if tense in ("past", "was doing"):
        return "were" if person == "plural" else "was"
    return {"i": "am", "plural": "are", "third": "is"}[person]


def _complement(clause: Clause, name: str) -> list[Word]:
    """What stands after be."""
    if clause.kind == "adjective":
        very = [Word("very", f"{name}.very")] if clause.very else []
        return [*very, Word(clause.word, f"{name}.adjective")]
    if clause.kind == "noun" and clause.object is not None:
        return noun_phrase_words(clause.object, f"{name}.object")
    return []


def _arguments(clause: Clause, name: str, asked: str | None) -> list[Word]:
    """Everything behind the verb but time, in the one order that the language has."""
    words: list[Word] = []
    if clause.kind == "verb" and clause.object is not None and clause.object.kind != "wh":
        words += noun_phrase_words(clause.object, f"{name}.object")
    if clause.recipient is not None:
        words.append(Word("to", f"{name}.to"))
        words += noun_phrase_words(clause.recipient, f"{name}.recipient")
    if clause.destination is not None and asked != "where":
        if clause.destination.preposition is not None:
            words.append(Word("to", f"{name}.to"))
        words += noun_phrase_words(clause.destination.noun_phrase, f"{name}.destination")
    if clause.manner:
        words.append(Word(clause.manner, f"{name}.manner"))
    if clause.companion is not None:
        words.append(Word("with", f"{name}.with"))
        words += noun_phrase_words(clause.companion, f"{name}.companion")
    if clause.place is not None and asked != "where":
        words += _place(clause.place, f"{name}.place")
    return words


def _place(place: Place, name: str) -> list[Word]:
    preposition = Word(place.preposition or "", f"{name}.preposition")
    return [preposition, *noun_phrase_words(place.noun_phrase, name)]


def _time(clause: Clause, name: str) -> list[Word]:
    return [Word(text, f"{name}.time") for text in (clause.time or "").split()]
