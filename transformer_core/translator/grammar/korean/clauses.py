"""What stands between the subject and the predicate: adverbials, recipient, object, complement."""

from transformer_core.translator.grammar.korean import adjectives, adverbials, complements, phrases
from transformer_core.translator.grammar.korean.counting import counted_apart
from transformer_core.translator.grammar.korean.endings import quoted
from transformer_core.translator.grammar.korean.impersonal import is_all_before_subject
from transformer_core.translator.grammar.korean.morphemes import ends_in_existence
from transformer_core.translator.grammar.senses import kind_of, sense_of
from transformer_core.translator.grammar.syntax import Clause, Morpheme, Style


def before_predicate(
    clause: Clause, name: str, style: Style, *, owner_is_clear: bool = False
) -> list[Morpheme]:
    """Adverbials, recipient, object and complement, in their order.

    Args:
        owner_is_clear: nobody need say whose hands one is told to wash.
    """
    if clause.kind == "there":
        return []
    if is_all_before_subject(clause):
        return _result(clause, name, style)
    has_subject = clause.subject is not None and clause.subject.kind != "gap"
    first = False if has_subject else None
    return [
        *adverbials.in_order(clause, name, style, adverbials.ORDER, first=first),
        *_recipient(clause, name, style),
        *_object(clause, name, style, owner_is_clear=owner_is_clear),
        *adverbials.in_order(clause, name, style, adverbials.LATE, first=first),
        *_result(clause, name, style),
        *complements.complement(clause, name, style),
    ]


def _recipient(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    if clause.recipient is None:
        return []
    phrase = phrases.noun_phrase(clause.recipient, f"{name}.recipient", style)
    if clause.frame in ("ditransitive", "embedded"):
        return [*phrase, Morpheme("-에게", (f"{name}.to",))]
    if clause.frame == "result":
        return [*phrase, Morpheme("-을/를")]
    if clause.frame == "bare" and clause.word in ("make", "let"):
        does = clause.complement is not None and clause.complement.object is not None
        return [*phrase, Morpheme("-이/가" if does else "-을/를")]
    return [*phrase, Morpheme(sense_of(clause).particle)]


def _object(clause: Clause, name: str, style: Style, *, owner_is_clear: bool) -> list[Morpheme]:
    thing = clause.object
    takes_object = clause.kind == "verb" or clause.frame == "predicate"
    if thing is None or not takes_object or thing.kind == "gap":
        return []
    path = f"{name}.object"
    if clause.frame == "thanks":
        return [*phrases.noun_phrase(thing, path, style), Morpheme("-에", (f"{name}.for",))]
    # Whose promise it is has to be said
    is_clear = owner_is_clear or kind_of(thing) != "promise"
    phrase = phrases.noun_phrase(thing, path, style, clause.word, owner_is_clear=is_clear)
    if thing.head == "nothing" and thing.relative is None:
        return phrase
    first, *rest = sense_of(clause).particle.split()
    source = (f"{name}.verb",) if first not in ("-을/를", "-이/가") else ()
    particle = [Morpheme(text, source) for text in (first, *rest)]
    return [*phrase, *particle, *counted_apart(thing, path)]


def _result(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """나를 행복하게 만들다; 행복해 보이다."""
    if clause.frame not in ("result", "linking") or clause.quality is None:
        return []
    subject = clause.recipient if clause.frame == "result" else clause.subject
    path = f"{name}.quality"
    morphemes, nature = adjectives.predicate_adjective(clause.quality, subject, path, style)
    is_quoted = sense_of(clause).pattern[0] in ("quoted", "-다고")
    pattern = sense_of(clause).pattern[0]
    if nature == "copula":
        morphemes.append(Morpheme("-이-"))
    if is_quoted and nature == "done":
        return [*morphemes, Morpheme("-었-"), *quoted("past", ())]
    if is_quoted:
        return [*morphemes, *quoted(nature, ())]
    if pattern == "-어지-":
        return morphemes  # the verb is the ending: 행복해지다
    if pattern == "-ㄴ" and ends_in_existence(morphemes):
        pattern = "-는"
    return [*morphemes, Morpheme(pattern)]
