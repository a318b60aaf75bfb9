"""The English of a clause: subject, predicate, what belongs to the verb, and adverbials."""

from english_korean.language.english import adverbials, phrases
from english_korean.language.english.verbs import predicate_words
from english_korean.language.english.words import words_of
from english_korean.language.lexicon import LEXICON
from english_korean.language.questions import asked_slot, is_asked
from english_korean.language.syntax import SUBJECTLESS, Clause, NounPhrase, Word


def clause_words(clause: Clause, name: str) -> list[Word]:
    """A clause with its subject first, behind what it may ask for."""
    slot = asked_slot(clause)
    subject = _subject(clause, name)
    first, rest = predicate_words(clause, name, "finite")
    middle = adverbials.adverbials_at(clause, name, "middle")
    negation = _negation(clause, name) if first else []
    core = [*_fronted(clause, name, slot), *subject, *first, *negation, *middle, *rest]
    return _surrounded(core, clause, name, slot)


def inverted_words(clause: Clause, name: str, *, contracted: bool) -> list[Word]:
    """A clause with the auxiliary before the subject: did he not, or "did not he" (didn't he)."""
    slot = asked_slot(clause)
    subject, negation = _subject(clause, name), _negation(clause, name)
    first, rest = predicate_words(clause, name, "finite", inverted=True)
    middle = adverbials.adverbials_at(clause, name, "middle")
    turned = [*negation, *subject] if contracted else [*subject, *negation]
    core = [*_fronted(clause, name, slot), *first, *turned, *middle, *rest]
    return _surrounded(core, clause, name, slot)


def infinitive_words(clause: Clause, name: str, form: str, slot: str = "") -> list[Word]:
    """A clause without a subject.

    Args:
        form: base, ing, or "to" with the base.
        slot: what a question asks of it, and has put in front.
    """
    to = [Word("to", f"{name}.to")] if form == "to" else []
    first, rest = predicate_words(clause, name, "ing" if form == "ing" else "base")
    core = [*_negation(clause, name), *to, *first, *rest]
    last = adverbials.last_adverbials(clause, name, slot)
    return [*core, *_arguments(clause, name, slot), *last]


def _surrounded(core: list[Word], clause: Clause, name: str, slot: str) -> list[Word]:
    """Subject and predicate with what stands before and behind them."""
    before = adverbials.adverbials_at(clause, name, "first")
    last = adverbials.last_adverbials(clause, name, slot)
    return [*before, *core, *_arguments(clause, name, slot), *last]


def _negation(clause: Clause, name: str) -> list[Word]:
    return [Word("not", f"{name}.not")] if clause.negated else []


def _subject(clause: Clause, name: str) -> list[Word]:
    if clause.kind == "there":
        return [Word("there", f"{name}.there")]
    if clause.kind == "weather":
        # One with a subject is no English: nothing reads it back
        return [Word("it", f"{name}.it")] if clause.subject is None else []
    if clause.subject is None:
        return []
    return phrases.full_words(clause.subject, f"{name}.subject", as_object=False)


def _fronted(clause: Clause, name: str, slot: str) -> list[Word]:
    """What a question asks for, which stands first; the subject does so by itself."""
    if not slot or slot == "subject":
        return []
    if slot.startswith("complement.") and clause.complement is not None:
        return _fronted(clause.complement, f"{name}.complement", slot.removeprefix("complement."))
    if slot == "object" and clause.object is not None:
        return phrases.noun_phrase_words(clause.object, f"{name}.object")
    if slot == "recipient" and clause.recipient is not None:
        return phrases.noun_phrase_words(clause.recipient, f"{name}.recipient")
    if slot == "quality" and clause.quality is not None:
        return phrases.quality_words(clause.quality, f"{name}.quality")
    adverbial = clause.adverbials[int(slot)]
    if adverbial.phrase is not None and is_asked(adverbial.phrase):
        return phrases.noun_phrase_words(adverbial.phrase, f"{name}.{slot}")
    return words_of(adverbial.word, f"{name}.{slot}.word")


def _arguments(clause: Clause, name: str, slot: str) -> list[Word]:
    """What stands behind the verb or be, but for what a question asks."""
    recipient = None if slot == "recipient" else clause.recipient
    quality = [] if slot == "quality" else _quality(clause, name)
    is_transferred = clause.frame == "ditransitive" and not clause.recipient_first
    words: list[Word] = []
    if recipient is not None and not is_transferred:
        words += phrases.full_words(recipient, f"{name}.recipient")
    if clause.kind == "adjective":
        words += quality
    if clause.object is not None and slot != "object":
        words += phrases.full_words(clause.object, f"{name}.object")
    if clause.frame == "age":
        words.append(Word("old", f"{name}.old"))
    if clause.split:
        words += words_of(clause.word.partition(" ")[2], f"{name}.verb")
    if recipient is not None and is_transferred:
        words += _transferred(clause, recipient, name)
    if clause.kind == "verb":
        words += quality
    return [*words, *_complement(clause, name, slot.removeprefix("complement."))]


def _quality(clause: Clause, name: str) -> list[Word]:
    """Tall; of an adjective with a preposition both words: afraid of."""
    if clause.quality is None:
        return []
    words = phrases.quality_words(clause.quality, f"{name}.quality")
    if clause.kind == "adjective":
        words += words_of(clause.word.partition(" ")[2], f"{name}.quality")
    return words


def _transferred(clause: Clause, recipient: NounPhrase, name: str) -> list[Word]:
    """To him, for him."""
    preposition = LEXICON.frames["ditransitive"][clause.word][0].preposition
    return [Word(preposition, f"{name}.to"), *phrases.full_words(recipient, f"{name}.recipient")]


def _complement(clause: Clause, name: str, slot: str) -> list[Word]:
    """The clause of what one wants, likes, thinks, knows, tells somebody to do."""
    inner = clause.complement
    if inner is None:
        return []
    path = f"{name}.complement"
    if clause.frame in ("that", "that is"):
        that = [Word("that", f"{name}.that")] if clause.that else []
        return [*that, *clause_words(inner, path)]
    if clause.whether:
        return [Word(clause.whether, f"{name}.whether"), *clause_words(inner, path)]
    if clause.frame == "embedded":
        if inner.subject is not None or inner.kind in SUBJECTLESS:
            return clause_words(inner, path)
        asked = asked_slot(inner)
        return [*_fronted(inner, path, asked), *infinitive_words(inner, path, "to", asked)]
    if clause.frame == "it is" and inner.subject is not None:
        somebody = phrases.full_words(inner.subject, f"{path}.subject")
        return [Word("for", f"{path}.for"), *somebody, *infinitive_words(inner, path, "to")]
    form = {"gerund": "ing", "bare": "base", "predicate": "ing"}.get(clause.frame, "to")
    inner_slot = slot if clause.frame in ("infinitive", "gerund") else ""
    return infinitive_words(inner, path, form, inner_slot)
