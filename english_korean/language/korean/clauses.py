"""What stands between the subject and the predicate: adverbials, recipient, object, complement."""

from english_korean.language.korean import adjectives, adverbials, inner, phrases
from english_korean.language.korean.counting import counted_apart
from english_korean.language.korean.endings import quoted
from english_korean.language.korean.impersonal import is_all_before_subject
from english_korean.language.korean.morphemes import ends_in_existence
from english_korean.language.korean.stems import RIDDEN
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import (
    NONE,
    PEOPLE,
    feels_so,
    has_trait,
    is_person,
    kind_of,
    none_of_any,
    sense_of,
    senses_of,
)
from english_korean.language.syntax import Clause, Morpheme, NounPhrase, Style, replace

THEY = NounPhrase("they", "pronoun")
WHAT = NounPhrase("what", "wh")
SAYING = ("say", "know", "think", "hear", "believe", "understand", "remember", "forget", "do")
"""What one says and knows is that (그것), and nothing to point at."""
PERSONS = ("i", "you", "he", "she", "it", "we", "they")
WEARING = ("wear", "put on", "take off")


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
        late = adverbials.in_order(clause, name, style, adverbials.LATE)
        return [*late, *_result(clause, name, style)]
    if clause.word == "help" and clause.frame == "transitive":
        for index, each in enumerate(clause.adverbials):
            if each.kind == "tool" and each.phrase is not None and _is_work(clause, each.phrase):
                return _helped_with(clause, each.phrase, name, index, style)
    has_subject = clause.subject is not None and clause.subject.kind != "gap"
    first = False if has_subject else None
    goals = adverbials.in_order(clause, name, style, ("goal",), first=first)
    rides = clause.frame == "transitive" and sense_of(clause).korean in RIDDEN
    first_goal = rides or clause.word == "wear"
    late = adverbials.in_order(clause, name, style, adverbials.LATE[1:], first=first)
    is_heard = clause.frame == "transitive" and sense_of(clause).particle == "-의"
    return [
        *adverbials.in_order(clause, name, style, adverbials.ORDER, first=first),
        *_recipient(clause, name, style),
        *(goals if first_goal else ()),  # 학교에 버스를 타고 가다
        *(late if is_heard else ()),  # 조심스럽게 내 말을 듣다
        *_object(clause, name, style, owner_is_clear=owner_is_clear),
        *(() if first_goal else goals),
        *(() if is_heard else late),
        *_result(clause, name, style),
        *inner.complement(clause, name, style),
    ]


def _is_work(clause: Clause, thing: NounPhrase) -> bool:
    """What somebody is helped with, and not by means of."""
    helped = clause.object
    is_one = helped is None or (helped.other is None and not helped.part)
    return is_one and kind_of(thing) not in ("tool", "stick", "body", "limb", "text", "stationery")


def _helped_with(
    clause: Clause, work: NounPhrase, name: str, index: int, style: Style
) -> list[Morpheme]:
    """Help me with my homework: 내 숙제를 도와주다; my mother with the dishes: 어머니의 접시를."""
    thing, path = clause.object, f"{name}.{index}"
    whose: list[Morpheme] = []
    if thing is not None and thing.head not in PERSONS and thing.kind != "gap":
        whose = [*phrases.noun_phrase(thing, f"{name}.object", style), Morpheme("-의")]
    others = tuple(kind for kind in adverbials.ORDER if kind != "tool")
    return [
        *adverbials.in_order(clause, name, style, others),
        *whose,
        *phrases.noun_phrase(work, path, style, "with"),
        Morpheme("-을/를", (f"{path}.word",)),
        *adverbials.in_order(clause, name, style, adverbials.LATE[1:]),
    ]


def _recipient(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    if clause.recipient is None:
        return []
    if none_of_any(clause.recipient, clause).head == "nobody":
        return _to_nobody(f"{name}.recipient", f"{name}.to")
    phrase = phrases.noun_phrase(clause.recipient, f"{name}.recipient", style)
    if clause.frame in ("ditransitive", "embedded", "that"):
        return [*phrase, Morpheme("-에게", (f"{name}.to",))]
    if clause.frame in ("result", "named"):
        return [*phrase, Morpheme("-을/를")]
    if clause.frame == "bare" and clause.word in ("make", "let"):
        does = clause.complement is not None and clause.complement.object is not None
        return [*phrase, Morpheme("-이/가" if does else "-을/를")]
    return [*phrase, Morpheme(sense_of(clause).particle)]


def _to_nobody(path: str, to: str) -> list[Morpheme]:
    """아무에게도."""
    who = Morpheme("아무", (f"{path}.head",), True)
    return [who, Morpheme("-에게", (to,)), Morpheme("-도", (to,))]


def _object(clause: Clause, name: str, style: Style, *, owner_is_clear: bool) -> list[Morpheme]:
    thing = clause.object
    takes_object = clause.kind == "verb" or clause.frame == "predicate"
    if thing is None or not takes_object or thing.kind == "gap" or clause.word == "cost":
        return []
    thing, path = none_of_any(thing, clause), f"{name}.object"
    if clause.frame == "thanks":
        return [*phrases.noun_phrase(thing, path, style), Morpheme("-이/가", (f"{name}.for",))]
    if clause.word == "say" and thing == WHAT:
        return [Morpheme("뭐라고", (f"{path}.head",), True)]
    if thing.head == "nobody" and sense_of(clause).particle == "-에게":
        return _to_nobody(path, f"{name}.verb")
    if has_trait(clause):
        bare = replace(thing, quality=None, determiner="")
        return [*phrases.noun_phrase(bare, path, style, "have"), Morpheme("-이/가")]
    phrase = _object_phrase(clause, thing, path, style, owner_is_clear=owner_is_clear)
    if thing.head in NONE and thing.relative is None:
        return phrase
    return [*phrase, *_object_particle(clause, thing, name), *counted_apart(thing, path)]


def _object_phrase(
    clause: Clause, thing: NounPhrase, path: str, style: Style, *, owner_is_clear: bool
) -> list[Morpheme]:
    """The object without its particle."""
    if thing == THEY and clause.kind == "verb" and _is_done_to_things(clause):
        return [Morpheme("그것", (f"{path}.head",), True), Morpheme("-들", (f"{path}.head",))]
    is_own = clause.word in WEARING and _is_own(thing, clause.subject, told=owner_is_clear)
    # Whose promise it is has to be said
    is_clear = owner_is_clear or kind_of(thing) != "promise"
    if not _may_be_own(thing, clause.subject, told=owner_is_clear):
        is_clear = False
    if is_own:
        thing = replace(thing, determiner="")
    if thing.head == "that" and thing.kind == "pronoun" and clause.word in SAYING:
        thing = replace(thing, head="it")
    return phrases.noun_phrase(thing, path, style, clause.word, owner_is_clear=is_clear)


def _object_particle(clause: Clause, thing: NounPhrase, name: str) -> list[Morpheme]:
    """을/를, or what the verb asks for."""
    first, *rest = sense_of(clause).particle.split()
    if first == "-에게" and kind_of(thing) in ("place", "thing", "device"):
        first = "-에"  # call the restaurant
    if first == "-에" and not rest and is_person(thing) and clause.frame == "predicate":
        first = "-에게"  # good for you
    source = (f"{name}.verb",) if first not in ("-을/를", "-이/가") else ()
    return [Morpheme(text, source) for text in (first, *rest)]


def _is_done_to_things(clause: Clause) -> bool:
    """Read them, wash them: people are not done so to."""
    kinds = [sense.objects for sense in senses_of(clause)]
    return all(each and not each & PEOPLE for each in kinds)


def _is_own(thing: NounPhrase, subject: NounPhrase | None, *, told: bool) -> bool:
    """His coat, which he puts on; your hat, which you are told to put on."""
    owner = LEXICON.possessives.get(thing.determiner)
    if subject is None or owner is None:
        return told and owner == "you"
    if subject.other is not None:
        return owner in ("we", "you", "they")
    is_third = owner in ("he", "she", "it", "they")
    return owner == subject.head or (is_third and subject.head not in PERSONS)


def _may_be_own(thing: NounPhrase, subject: NounPhrase | None, *, told: bool) -> bool:
    """Not mine, where another washes it: of an infinitive nobody knows."""
    if thing.determiner not in LEXICON.possessives or (subject is None and not told):
        return True
    return _is_own(thing, subject, told=told)


def _result(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """나를 행복하게 만들다; 행복해 보이다."""
    if clause.frame not in ("result", "linking") or clause.quality is None or feels_so(clause):
        return []
    subject = clause.recipient if clause.frame == "result" else clause.subject
    path = f"{name}.quality"
    morphemes, nature = adjectives.predicate_adjective(clause.quality, subject, path, style)
    pattern = sense_of(clause).pattern[0]
    is_quoted = pattern in ("quoted", "-다고")
    if (
        pattern == "-어지-"
    ):  # what one gets has its end in the stem: 화가 나-, 초록색이 되-, 행복해지-
        return adjectives.becoming(morphemes, nature, f"{name}.verb")[:-1]
    if nature == "copula":
        morphemes.append(Morpheme("-이-"))
    if is_quoted and nature == "done":
        return [*morphemes, Morpheme("-었-"), *quoted("past", ())]
    if is_quoted:
        return [*morphemes, *quoted(nature, ())]
    if pattern == "-ㄴ" and ends_in_existence(morphemes):
        pattern = "-는"
    return [*morphemes, Morpheme(pattern)]
