"""What stands between the subject and the predicate: adverbials, recipient, object, complement."""

from english_korean.language.korean import adjectives, adverbials, inner, phrases
from english_korean.language.korean.amounts import are_many, has_parts, is_length, said_apart
from english_korean.language.korean.doing import pleases, what_is_done
from english_korean.language.korean.endings import quoted
from english_korean.language.korean.guesses import sounds_so
from english_korean.language.korean.impersonal import is_all_before_subject
from english_korean.language.korean.lasting import SO_FAR, asks_what_was_done
from english_korean.language.korean.morphemes import ends_in_existence
from english_korean.language.korean.persons import I_MYSELF, WE, YOU, is_brief, promises
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
    thanks_for_what_is_done,
)
from english_korean.language.syntax import Clause, Morpheme, NounPhrase, Style, replace

THEY = NounPhrase("they", "pronoun")
WHAT = NounPhrase("what", "wh")
SAYING = ("say", "know", "think", "hear", "believe", "understand", "remember", "forget", "do")
"""What one says and knows is that (그것), and nothing to point at."""
WHERE = "asked where"
PERSONS = ("i", "you", "he", "she", "it", "we", "they")
HEAVY = ("container", "furniture", "thing", "device")
"""What one is helped to carry."""
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
    recipient = _recipient(clause, name, style)
    is_heard = clause.frame == "transitive" and sense_of(clause).particle == "-의"
    since = [Morpheme(SO_FAR, (f"{name}.perfect",))] if asks_what_was_done(clause) else []
    compared: list[Morpheme] = []
    if _is_known(clause.object) and not is_heard:  # 남동생보다 영어를 더 잘하다
        than = [place for place, each in enumerate(late) if each.text in ("-보다", "-만큼")]
        compared, late = (late[: than[-1] + 1], late[than[-1] + 1 :]) if than else ([], late)
    is_next = (first_goal or not goals) and (is_heard or not late)
    # 안경을 어디에서 샀니
    is_of_verb = clause.kind == "verb" and clause.subject is not None
    after = (WHERE,) if is_of_verb and _is_known(clause.object) else ()
    before = tuple(kind for kind in adverbials.ORDER if kind not in after)
    if clause.mood == "used to" and (clause.word == "live" or sense_is_state(clause)):
        since = [Morpheme("예전에", (f"{name}.aux",), True)]
    return [
        *since,
        *adverbials.in_order(clause, name, style, before, first=first),
        *(() if _is_clear_to_whom(clause, style, told=owner_is_clear) else recipient),
        *(goals if first_goal else ()),  # 학교에 버스를 타고 가다
        *compared,
        *(late if is_heard else ()),  # 조심스럽게 내 말을 듣다
        *what_is_done(clause, name),
        *_object(clause, name, style, owner_is_clear=owner_is_clear, is_next=is_next),
        *adverbials.in_order(clause, name, style, after, first=first),
        *(() if first_goal else goals),
        *(() if is_heard else late),
        *_result(clause, name, style),
        *inner.complement(clause, name, style),
    ]


def sense_is_state(clause: Clause) -> bool:
    """Used to have a dog: 예전에 개가 있었다."""
    return clause.kind == "verb" and sense_of(clause).nature == "adjective"


def _is_worry(clause: Clause, thing: NounPhrase) -> bool:
    """Don't worry about it: 걱정하지 마라."""
    return thing == NounPhrase("it", "pronoun") and clause.word == "worry about"


def _is_known(thing: NounPhrase | None) -> bool:
    return thing is not None and thing.kind not in ("gap", "wh")


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
    with_ = (f"{path}.word",)
    moving = [Morpheme("옮기-", with_), Morpheme("-는", with_), Morpheme("것", with_),
              Morpheme("-을/를", with_)]  # fmt: skip
    return [
        *adverbials.in_order(clause, name, style, others),
        *whose,
        *phrases.noun_phrase(work, path, style, "with"),
        Morpheme("-을/를", with_),
        *(moving if kind_of(work) in HEAVY else ()),
        *adverbials.in_order(clause, name, style, adverbials.LATE[1:]),
    ]


def _recipient(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    if clause.recipient is None:
        return []
    if clause.word == "let" and clause.recipient == I_MYSELF and clause.subject is None:
        return []  # 다시 해 보게 해 줘
    if none_of_any(clause.recipient, clause).head == "nobody":
        return _to_nobody(f"{name}.recipient", f"{name}.to")
    phrase = phrases.noun_phrase(clause.recipient, f"{name}.recipient", style)
    if clause.frame in ("ditransitive", "embedded", "that"):
        return [*phrase, Morpheme("-에게", (f"{name}.to",))]
    if clause.frame in ("result", "named"):
        return [*phrase, Morpheme("-을/를")]
    if clause.frame == "bare" and clause.word in ("make", "let"):
        does = clause.complement is not None and clause.complement.object is not None
        is_subject = does or clause.word == "let"  # 그녀가 말하게 해 줘
        return [*phrase, Morpheme("-이/가" if is_subject else "-을/를")]
    return [*phrase, Morpheme(sense_of(clause).particle)]


def _is_clear_to_whom(clause: Clause, style: Style, *, told: bool) -> bool:
    """Give me the book: 책을 줘; politely nobody says 당신에게."""
    if clause.frame == "told" and clause.word == "tell":
        return clause.recipient == YOU and style.level != "plain"
    if clause.frame not in ("ditransitive", "embedded", "that"):
        return False
    is_asked = told or clause.mood == "request"
    return clause.recipient == (I_MYSELF if is_asked else YOU) and (
        is_asked or style.level != "plain"
    )


def _to_nobody(path: str, to: str) -> list[Morpheme]:
    """아무에게도."""
    who = Morpheme("아무", (f"{path}.head",), True)
    return [who, Morpheme("-에게", (to,)), Morpheme("-도", (to,))]


def _object(
    clause: Clause, name: str, style: Style, *, owner_is_clear: bool, is_next: bool
) -> list[Morpheme]:
    thing = clause.object
    takes_object = clause.kind == "verb" or clause.frame == "predicate"
    if thing is None or not takes_object or thing.kind == "gap" or clause.word == "cost":
        return []
    if clause.object_unsaid or is_length(clause) or _is_worry(clause, thing):
        return []
    thing, path = none_of_any(thing, clause), f"{name}.object"
    if thanks_for_what_is_done(clause):
        of_hearer = thing.determiner == "your" and style.level != "plain"
        done = replace(thing, determiner="") if of_hearer else thing
        return [*phrases.noun_phrase(done, path, style), Morpheme("-에", (f"{name}.for",))]
    if clause.frame == "thanks":
        return [*phrases.noun_phrase(thing, path, style), Morpheme("-이/가", (f"{name}.for",))]
    if clause.word == "say" and thing == WHAT:
        return [Morpheme("뭐라고", (f"{path}.head",), True)]
    is_clear = thing == I_MYSELF and clause.mood == "request"
    is_hearer = thing == YOU and style.level != "plain"
    if (is_clear or is_hearer) and sense_of(clause).particle == "-에게":
        return []  # 내일 전화해 줘; 전화했어요
    can_help = clause.mood == "can" and clause.word == "help" and clause.subject == I_MYSELF
    can_help = can_help or (clause.mood == "will" and clause.subject == WE)
    if is_hearer and (promises(clause) or can_help):
        return []  # 도와줄게요
    if thing.head == "nobody" and sense_of(clause).particle == "-에게":
        return _to_nobody(path, f"{name}.verb")
    if has_trait(clause):
        bare = replace(thing, quality=None, determiner="")
        return [*phrases.noun_phrase(bare, path, style, "have"), Morpheme("-이/가")]
    phrase = _object_phrase(clause, thing, path, style, owner_is_clear=owner_is_clear)
    if thing.head in NONE and thing.relative is None:
        return phrase
    if are_many(clause) is not None or has_parts(clause):
        noun, _ = said_apart(phrase, thing, path)
        return [*noun, Morpheme("-이/가")]
    particle = _object_particle(clause, thing, name)
    is_plain = bool(particle) and particle[0].text in ("-을/를", "-이/가")
    is_next = is_next and is_plain and clause.frame != "result"
    noun, number = said_apart(phrase, thing, path, word=clause.word, is_next=is_next)
    return [*noun, *particle, *number]


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
    is_asked = clause.mood == "request" and clause.frame != "predicate"
    if is_asked and first == "-을/를" and not rest and thing.measure and thing.other is None:
        return []  # 차 한 잔 줄래
    if is_asked and first == "-을/를" and not rest and is_brief(thing):
        return [Morpheme("좀", (f"{name}.aux", "opening", "closing"))]
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
    if pleases(clause):
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
    if sounds_so(clause):
        return [*morphemes, Morpheme("-ㄹ"), Morpheme("것", (f"{name}.verb",))]
    if pattern == "-ㄴ" and ends_in_existence(morphemes):
        pattern = "-는"
    return [*morphemes, Morpheme(pattern)]
