"""The phrases of the grammar's own translation, and which of them may change places.

What a morpheme belongs to is in the names of what it renders: main.object.head. A clause is its
free phrases, and behind them all that keeps its place: the predicate, and what stands close to it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from english_korean.language.syntax import (
    DOING,
    SUBJECTLESS,
    SUBORDINATE,
    Clause,
    Morpheme,
    Sentence,
    Style,
)
from english_korean.rewording.wordings import (
    Words,
    is_asked_of_you,
    is_counted_apart,
    named_you,
    wordings_of,
)

SUBJECT, OBJECT, RECIPIENT, LINK = "subject", "object", "recipient", "link"
PREDICATE, OPENING = "predicate", "opening"
FREE_KINDS = frozenset({"time", "frequency", "asked when", "here"}) | DOING
"""Kinds of adverbs and of clauses that may stand anywhere before the predicate."""
ENDS = frozenset({"-은/는", "-이/가", "-을/를", "-에", "-에서", "-에게", "-로/으로", "-까지",
                  "-부터", "-보다", "-도"})  # fmt: skip
"""Particles that a phrase may end in. Other bound morphemes bind it to what stands behind it."""
INNER = (".relative.", ".clause.", ".complement.")
"""In the names of what a clause inside a phrase says."""


class Said(NamedTuple):
    """A morpheme of the reference, with its copied word in marks, and where it belongs."""

    text: str
    morpheme: Morpheme
    clause: str
    """main or other; nothing for an opening."""
    slot: str


@dataclass(frozen=True)
class Phrase:
    """What moves as a whole."""

    wordings: tuple[Words, ...]
    """The grammar's own comes first."""
    slot: str
    has_clause: bool = False
    """A clause is inside, to which one would reckon what stands right before it."""
    inner: "Order | None" = None
    """The subordinate clause that it is; it has an order of its own."""
    may_be_left_out: bool = False

    @property
    def particle(self) -> str:
        """Its particle in the grammar's wording, or its last morpheme where it has none."""
        own = self.wordings[0]
        return own[-1] if own[-1] in ENDS else next((e for e in own[-3:] if e in ENDS), own[-1])


@dataclass(frozen=True)
class Order:
    """A clause: phrases in the grammar's order, and what then keeps its place."""

    phrases: tuple[Phrase, ...]
    tail: Words
    tail_has_clause: bool = False


def clauses_of(
    reference: Sequence[str], morphemes: Sequence[Morpheme], sentence: Sentence, style: Style
) -> list[Order]:
    """The clauses of a sentence that follow each other; a subordinate one is a phrase of the main
    one.
    """
    said = _placed(reference, morphemes, sentence)
    opening = _texts(each for each in said if each.slot == OPENING)
    said = [each for each in said if each.slot != OPENING]
    parts = [list(part) for _, part in groupby(said, lambda each: each.clause)]
    if sentence.link in SUBORDINATE:
        orders = _subordinate(parts, sentence)
    else:
        orders = [_order(part, sentence) for part in parts]
    if len(orders) == 1 and is_asked_of_you(sentence):
        orders = [_with_you(orders[0], style)]
    return [Order((), opening), *orders] if opening else orders


def _placed(
    reference: Sequence[str], morphemes: Sequence[Morpheme], sentence: Sentence
) -> list[Said]:
    """Each morpheme with its clause and slot; what renders no word belongs to what it follows."""
    said: list[Said] = []
    clause, slot = "", OPENING
    for text, morpheme in zip(reference, morphemes, strict=True):
        if morpheme.sources:
            clause, slot = _place(morpheme.sources[0], clause, sentence)
        said.append(Said(text, morpheme, clause, slot))
    return said


def _place(source: str, before: str, sentence: Sentence) -> tuple[str, str]:
    clause, _, rest = source.partition(".")
    if clause == LINK:
        return before, LINK
    if clause not in ("main", "other"):
        return (before, PREDICATE) if before else ("", OPENING)
    slot = rest.partition(".")[0]
    kind = getattr(clause_named(clause, sentence), "kind", "")
    if slot.isdecimal() or slot in (SUBJECT, RECIPIENT) or (slot == OBJECT and kind != "noun"):
        return clause, slot
    return clause, RECIPIENT if slot == "to" else PREDICATE


def _with_you(order: Order, style: Style) -> Order:
    """Who is asked need not be named, and may be."""
    you = Phrase((named_you(style),), SUBJECT, may_be_left_out=True)
    others = tuple(each for each in order.phrases if each.slot != SUBJECT)
    said = [each for each in order.phrases if each.slot == SUBJECT]
    if (
        any(you.wordings[0] not in each.wordings for each in said)
        or you.wordings[0][0] in order.tail
    ):
        return order
    return Order((you, *others), order.tail, order.tail_has_clause)


def clause_named(name: str, sentence: Sentence) -> Clause | None:
    """The clause that the names of a part of a sentence begin with."""
    return sentence.clause if name == "main" else sentence.other


def _subordinate(parts: list[list[Said]], sentence: Sentence) -> list[Order]:
    """The topic that both clauses share may stand on either side of the subordinate one."""
    inner = [part for part in parts if part[0].clause == "other"]
    if len(inner) != 1 or inner[0][-1].slot != LINK:
        return [_fixed(parts)]
    (other,) = inner
    rest = [each for part in parts if part is not other for each in part]
    topic = _shared_topic(other, rest)
    main, place = _order([*topic, *rest], sentence), 1 if topic else 0
    if parts[0] is not other:
        place = len(list(groupby(parts[0], _where)))
    if place > len(main.phrases):
        return [_fixed(parts)]
    own = other[len(topic) :]
    clause = _order(own, sentence)
    has_subject = any(each.slot == SUBJECT for each in clause.phrases) or _names_itself(sentence)
    slot = "clause" if has_subject else "bare clause"
    phrase = Phrase((_texts(own),), slot, has_clause=True, inner=clause)
    phrases = (*main.phrases[:place], phrase, *main.phrases[place:])
    return [Order(phrases, main.tail, main.tail_has_clause)]


def _names_itself(sentence: Sentence) -> bool:
    """Whether the subordinate clause says what falls, or what there is."""
    return sentence.other is not None and sentence.other.kind in SUBJECTLESS


def _fixed(parts: list[list[Said]]) -> Order:
    """Where nothing is known to be free."""
    return Order((), tuple(each.text for part in parts for each in part))


def _texts(said: Iterable[Said]) -> Words:
    return tuple(each.text for each in said)


def _where(said: Said) -> tuple[str, str]:
    return said.clause, said.slot


def _shared_topic(other: list[Said], rest: list[Said]) -> list[Said]:
    """The topic of both clauses, where it is said in the subordinate one."""
    slots = [each.slot for each in other]
    count = next((i for i, slot in enumerate(slots) if slot != SUBJECT), 0)
    is_said = any(each.slot == SUBJECT for each in rest)
    is_topic = count > 0 and other[count - 1].text == "-은/는"
    return [] if is_said or not is_topic else other[:count]


def _order(said: list[Said], sentence: Sentence) -> Order:
    """What is free, as far as the first that is not."""
    runs = [list(run) for _, run in groupby(said, _where)]
    slots = [run[0].slot for run in runs]
    phrases = []
    for index, run in enumerate(runs):
        if slots.count(slots[index]) > 1 or not _is_free(run, sentence):
            break
        phrases.append(_phrase(run, sentence))
    tail = [each for run in runs[len(phrases) :] for each in run]
    return Order(tuple(phrases), _texts(tail), _has_clause(tail))


def _phrase(run: list[Said], sentence: Sentence) -> Phrase:
    words = _texts(run)
    clause = clause_named(run[0].clause, sentence)
    is_subject = run[0].slot == SUBJECT and run[0].clause == "main" and clause is not None
    subject = clause.subject if is_subject and clause is not None else None
    wordings = wordings_of(words, [each.morpheme for each in run], subject)
    return Phrase(wordings, run[0].slot, _has_clause(run))


def _is_free(run: list[Said], sentence: Sentence) -> bool:
    last, slot = run[-1].text, run[0].slot
    clause = clause_named(run[0].clause, sentence)
    if slot in (PREDICATE, LINK) or clause is None:
        return False
    if last.startswith("-") and last not in ENDS:
        return False
    if not slot.isdecimal():
        return last in ENDS or is_counted_apart([each.morpheme for each in run])
    each = clause.adverbials[int(slot)]
    return each.phrase is not None or each.kind in FREE_KINDS


def _has_clause(said: Iterable[Said]) -> bool:
    names = (name for each in said for name in each.morpheme.sources)
    return any(inner in name for name in names for inner in INNER)
