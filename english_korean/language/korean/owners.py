"""Whose it is goes without saying in Korean: nobody says that one does one's own homework."""

from english_korean.language.korean.determiners import OF_ONES_OWN
from english_korean.language.korean.persons import YOU
from english_korean.language.korean.topic import never_called
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import is_person, kind_of
from english_korean.language.syntax import (
    JOINING,
    SUBORDINATE,
    Adverbial,
    Clause,
    NounPhrase,
    Quality,
    Sentence,
    Style,
    replace,
)

CLOSE = frozenset({
    "accessory", "activity", "body", "clothes", "container", "device", "drink", "exam", "family",
    "family_elder", "food", "footwear", "furniture", "hair", "handwear", "headwear", "limb", "meal",
    "medicine", "money", "neckwear", "photo", "racket_sport", "reading", "stick", "text", "thing",
    "tool", "tooth", "vehicle", "wristwear",
})  # fmt: skip
"""Kinds of what is one's own unless somebody says whose it is."""
CLOSE_WORDS = frozenset({"friend", "teacher", "room", "house", "home", "dog", "cat", "seat",
                         "name", "neighbor", "classmate", "promise", "best friend",
                         "trip", "vacation", "birthday", "job", "bedroom", "girlfriend",
                         "boyfriend", "dance", "garden", "farm", "office", "school",
                         "company"})  # fmt: skip
VALUED = frozenset({"like", "love", "hate", "prefer", "own", "belong to"})
"""What one likes of one's own is said to be one's own; but for one's family."""
OF_ANYBODY = frozenset({"body", "brain", "eye", "heart", "skin", "tooth"})
"""What of yours something is good for that is so for everybody."""
KIN = frozenset({"family", "family_elder"})
PERSONS = ("i", "you", "he", "she", "it", "we", "they")


def unsaid_owners(sentence: Sentence, style: Style) -> Sentence:
    """The sentence without the owners that nobody says in Korean."""
    main, other = sentence.clause, sentence.other
    if main is None:
        return sentence
    told = YOU if sentence.mood == "command" else None
    asks = style.level != "plain" and sentence.mood in ("command", "question")
    subject = main.subject or told
    if sentence.mood == "question" and main.kind == "adjective":
        kept = (
            replace(each, kind="") if each.kind == "benefit" and each.phrase == YOU else each
            for each in main.adverbials
        )
        main = replace(main, adverbials=tuple(kept))  # 무슨 과목이 가장 어렵니
    main = _clause(main, subject, asks=asks)
    if other is not None:
        other = _clause(other, other.subject or subject, asks=asks)
        if other.subject is not None and sentence.link in SUBORDINATE and subject is not None:
            who = other.subject
            is_ours = subject.head in ("i", "we") and who.determiner in ("my", "our")
            if is_ours and kind_of(who) == "family_elder":  # 아버지가 오시면 우리는 간다
                other = replace(other, subject=replace(who, determiner=""))
        if other.subject is not None and sentence.link in JOINING:
            other = replace(other, subject=_of_the_same(main.subject, other.subject))
        if other.subject is not None and sentence.link in SUBORDINATE:
            # 아버지가 떠났을 때 아이들은 울었다
            who = _phrase(other.subject, subject, is_valued=False, asks=asks)
            if _is_kin_of(main.subject, other.subject):  # 그녀가 요리하는 동안 아들은
                main = replace(main, subject=replace(main.subject, determiner=""))
            if who.determiner == OF_ONES_OWN:
                who = replace(who, determiner="")  # 아이들이 떠난 이후로 그녀는 혼자 산다
            other = replace(other, subject=who)
    return replace(sentence, clause=main, other=other)


def _of_the_same(first: NounPhrase | None, second: NounPhrase) -> NounPhrase:
    """His shirt was clean, but his shoes were dirty: 신발은 더러웠다."""
    owner = second.determiner
    if first is None or owner not in LEXICON.possessives or first.determiner != owner:
        return second
    return replace(second, determiner="")


def _is_kin_of(thing: NounPhrase | None, who: NounPhrase) -> bool:
    owner = LEXICON.possessives.get(thing.determiner) if thing is not None else None
    return owner == who.head in ("he", "she", "they") and kind_of(thing) in (*KIN, "child")


def _clause(clause: Clause, subject: NounPhrase | None, *, asks: bool) -> Clause:
    """A clause whose subject is this one.

    Args:
        asks: the hearer is asked or told, so that nobody names whose what is the hearer's.
    """
    is_valued = clause.word in VALUED
    changes: dict[str, object] = {
        name: _phrase(each, subject, is_valued=is_valued, asks=asks)
        for name, each in (("object", clause.object), ("recipient", clause.recipient))
        if each is not None
    }
    if clause.kind == "noun":  # is that your bike?
        changes["object"] = clause.object
    if clause.quality is not None:
        changes["quality"] = _compared(clause.quality, subject, asks=asks)
    if clause.subject is not None:
        changes["subject"] = _with_relative(_of_both(_hearers(clause.subject, asks=asks)))
    if clause.complement is not None:
        inner = clause.complement
        who = inner.subject or clause.recipient or subject
        if clause.word == "ask" and inner.object is not None and inner.object == subject:
            inner = replace(inner, object=replace(inner.object, kind="gap"))  # 도와 달라고
        inner = _clause(inner, who, asks=asks)
        thing = inner.object
        if thing is not None and thing.determiner in ("his", "her") and is_own(thing, subject):
            # 아버지는 내가 자기 차를 운전하게 해 주셨다
            inner = replace(inner, object=replace(thing, determiner=OF_ONES_OWN))
        changes["complement"] = inner
    changes["adverbials"] = tuple(
        _adverbial(each, subject, asks=asks) for each in clause.adverbials
    )
    return replace(clause, **changes)


def _compared(quality: Quality, subject: NounPhrase | None, *, asks: bool) -> Quality:
    """Taller than his father: 아버지보다; as warm as my old one: 내 오래된 코트만큼."""
    than = quality.than
    if than is None:
        return quality
    if than.head == "one" and than.quality is not None and subject and subject.kind == "noun":
        than = replace(than, head=subject.head)
    return replace(quality, than=_phrase(than, subject, is_valued=False, asks=asks))


def _adverbial(each: Adverbial, subject: NounPhrase | None, *, asks: bool) -> Adverbial:
    if each.phrase is not None and (each.phrase.determiner, each.phrase.head) != ("our", "house"):
        each = replace(each, phrase=_phrase(each.phrase, subject, is_valued=False, asks=asks))
    if each.quality is not None:
        each = replace(each, quality=_compared(each.quality, subject, asks=asks))
    if each.clause is not None:
        each = replace(each, clause=_clause(each.clause, each.clause.subject or subject, asks=asks))
    return each


def _phrase(
    phrase: NounPhrase, subject: NounPhrase | None, *, is_valued: bool, asks: bool
) -> NounPhrase:
    """What is done something to, or what stands behind a preposition."""
    if phrase.other is not None:
        return _of_each(phrase, phrase.other, subject, is_valued=is_valued, asks=asks)
    asks = asks and (subject is None or subject.head not in ("he", "she", "they"))
    phrase = _hearers(phrase, asks=asks)
    phrase = _with_relative(phrase, subject)
    every, _, whose = phrase.determiner.partition(" ")
    if every == "all" and is_own(replace(phrase, determiner=whose), subject):
        phrase = replace(phrase, determiner=every)  # 모든 집안일
    if phrase.owner is not None:  # 친구의 성공
        phrase = replace(
            phrase, owner=_phrase(phrase.owner, subject, is_valued=is_valued, asks=asks)
        )
    is_yours = phrase.determiner == "your" or is_own(phrase, subject)
    if phrase.head == "health" and is_yours:
        return replace(phrase, determiner="")  # good for your health
    if phrase.head in OF_ANYBODY and phrase.determiner == "your" and not is_person(subject):
        return replace(phrase, determiner="")  # bad for your eyes
    if not is_own(phrase, subject):
        return phrase
    if phrase.determiner == "its" and phrase.owner is None:
        return replace(phrase, determiner="")  # 그것의 is hardly ever said
    is_kept = (is_valued and kind_of(phrase) not in KIN) or not _is_close(phrase)
    if is_kept and phrase.determiner in ("his", "her", "their"):
        own = "" if phrase.quality else OF_ONES_OWN  # 현명한 왕, and not 자기 현명한 왕
        return replace(phrase, determiner=own)  # 그들은 자기 집을 사랑한다
    return phrase if is_kept else replace(phrase, determiner="")


def _of_each(
    phrase: NounPhrase,
    other: NounPhrase,
    subject: NounPhrase | None,
    *,
    is_valued: bool,
    asks: bool,
) -> NounPhrase:
    """His passport and his suitcase: 여권과 여행 가방."""
    first = _phrase(replace(phrase, other=None), subject, is_valued=is_valued, asks=asks)
    second = _phrase(other, subject, is_valued=is_valued, asks=asks)
    if second.determiner == OF_ONES_OWN:
        second = replace(second, determiner="")
    return replace(first, other=second)


def _with_relative(phrase: NounPhrase, subject: NounPhrase | None = None) -> NounPhrase:
    """The boy who lost his dog: 개를 잃어버린 소년; the coat he bought yesterday, which he
    returned: 어제 산 코트.

    Args:
        subject: of the clause in which it is done something to.
    """
    inner = phrase.relative
    if inner is None:
        return phrase
    is_gap = inner.subject is not None and inner.subject.kind == "gap"
    who = replace(phrase, relative=None) if is_gap else inner.subject
    said = _clause(inner, who, asks=False)
    is_more = bool(inner.adverbials) and phrase.pronoun != "to"  # 산 코트 alone says too little
    if is_more and inner.word != "need" and is_he(inner.subject, subject):
        said = replace(said, subject=None)
    who = said.subject
    if who is not None and is_own(who, subject) and kind_of(who) in KIN:
        said = replace(said, subject=replace(who, determiner=""))  # 아버지가 준 시계
    if inner.recipient is not None and is_he(inner.recipient, subject):
        said = replace(said, recipient=None)
    return replace(phrase, relative=said)


def is_he(pronoun: NounPhrase | None, subject: NounPhrase | None) -> bool:
    """Whether a pronoun speaks of the subject: the coat that he bought, which Tom returned."""
    if pronoun is None or subject is None or pronoun.kind != "pronoun" or subject.kind == "gap":
        return False
    if pronoun.head == subject.head:
        return True
    owner = next((word for word, who in LEXICON.possessives.items() if who == pronoun.head), "")
    return is_own(NounPhrase(pronoun.head, determiner=owner), subject)


def _hearers(phrase: NounPhrase, *, asks: bool) -> NounPhrase:
    """Nobody says 당신의 to whom it belongs."""
    if asks and phrase.owner is not None:
        phrase = replace(phrase, owner=_hearers(phrase.owner, asks=asks))
    if asks and phrase.determiner == "your" and phrase.head != "day":
        return replace(phrase, determiner="")
    return phrase


def _of_both(subject: NounPhrase) -> NounPhrase:
    """Jimin and his father: 지민과 아버지."""
    other = subject.other
    first = replace(subject, other=None)
    if other is None or kind_of(other) not in KIN or not is_own(other, first):
        return subject
    return replace(subject, other=replace(other, determiner=""))


def _is_close(phrase: NounPhrase) -> bool:
    if phrase.kind != "noun" or phrase.other is not None or phrase.part:
        return False
    if phrase.quality is not None and phrase.quality.word in ("favorite", "own"):
        return False
    return kind_of(phrase) in CLOSE or phrase.head in CLOSE_WORDS


def is_own(phrase: NounPhrase, subject: NounPhrase | None) -> bool:
    """Whether it is the subject's: his book, which he reads."""
    owner = LEXICON.possessives.get(phrase.determiner)
    if subject is None or owner is None:
        return False
    if subject.other is not None:
        return owner == _together(subject)
    if subject.head in PERSONS:
        return owner == subject.head
    if subject.plural:
        return owner == "they"
    if subject.kind == "noun" and not is_person(subject):
        return owner == "it"
    return owner in {"he", "she"} - never_called(subject.head)


def owns(pronoun: NounPhrase | None, thing: NounPhrase | None) -> bool:
    """Whose thing it is who is spoken of first: 그는 넘어져서 바지가 더럽다."""
    if pronoun is None or thing is None or pronoun.kind != "pronoun" or thing.plural:
        return False
    if is_person(thing):
        return False  # my mother was angry because I was late
    return LEXICON.possessives.get(thing.determiner) == pronoun.head and _is_close(thing)


def _together(subject: NounPhrase) -> str:
    """The pronoun of two or more: Tom and I are we."""
    heads = []
    one: NounPhrase | None = subject
    while one is not None:
        heads.append(one.head)
        one = one.other
    return "we" if "i" in heads else "you" if "you" in heads else "they"
