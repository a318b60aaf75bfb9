"""Who is not said in Korean: the hearer who is asked, and who speaks of asking for something."""

from english_korean.language.lexicon import LEXICON
from english_korean.language.questions import asked_slot
from english_korean.language.senses import is_person, kind_of
from english_korean.language.syntax import Clause, NounPhrase, Style, replace

I_MYSELF = NounPhrase("i", "pronoun")
YOU = NounPhrase("you", "pronoun")
WE = NounPhrase("we", "pronoun")
JOINED = "joined"
"""Said of one of two clauses that speak of different persons: you are late, but he is not."""
QUESTIONS = ("question", "request")
GIVEN = frozenset({"food", "drink", "text", "thing", "reading", "money", "tool", "meal", "device"})
"""Kinds of what one asks for."""
FOR_ME = (I_MYSELF, WE)
ASKED_OF_ONE = frozenset({"answer", "bring", "call", "carry", "clean", "close", "come", "find",
                          "fix", "follow", "get", "give", "help", "join", "lend", "marry", "move",
                          "open", "pass", "put", "read", "repeat", "say", "send", "show", "shut",
                          "sit", "speak", "stop", "take", "teach", "tell", "throw away",
                          "turn down", "turn off", "turn on", "turn up", "wait", "wait for",
                          "wake up", "write"})  # fmt: skip
"""What "can you" asks for, rather than whether one is able to."""


OFFERED_TO_DO = frozenset({"buy", "carry", "check", "cook", "draw", "explain", "fix", "give",
                           "help", "introduce", "open", "read", "send", "show", "sing", "take",
                           "teach", "tell", "write"})  # fmt: skip
"""What one does for somebody else."""


def is_unsaid(clause: Clause, style: Style, *, asks: str) -> bool:
    """Whether nobody says who does it: 펜이 있니; 펜을 써도 되니; politely never 당신은."""
    if asks == JOINED or any(each.kind == "also" for each in clause.adverbials):
        return False
    if asks == "wondering" and clause.subject == WE:
        return True  # 어디에서 만날까
    if clause.subject == YOU:
        if clause.kind == "noun" and not asks:
            return False  # you are my friend
        is_felt = clause.kind == "verb" and clause.word in LEXICON.stative and not clause.mood
        return asks in QUESTIONS or (style.level != "plain" and not is_felt)
    if style.level != "plain" and not asks and promises(clause):
        return True
    if asks not in QUESTIONS or clause.subject not in FOR_ME:
        return False
    if clause.subject == WE and clause.word in ("have", "need") and asks == "question":
        return True  # 접시가 충분하니
    is_way = any(each.word in ("how", "where") for each in clause.adverbials)
    return clause.mood in ("allowed", "way") or (is_way and clause.mood in ("", "can", "could"))


def promises(clause: Clause) -> bool:
    """I will call you: politely 전화할게요."""
    is_to_be = clause.mood == "will" and clause.kind == "verb" and clause.subject in FOR_ME[:1]
    if clause.word in LEXICON.stative:
        return False  # I will miss you
    whom = (clause.object, clause.recipient, *(each.phrase for each in clause.adverbials))
    return is_to_be and YOU in whom and not (clause.negated or clause.aspect or clause.passive)


def offers_to_do(clause: Clause) -> bool:
    """Let me tell you a story: what one does for the hearer, and asks no leave for."""
    inner = clause.complement
    is_let = clause.word == "let" and clause.recipient == I_MYSELF and not clause.negated
    return is_let and inner is not None and inner.word in OFFERED_TO_DO and not inner.negated


def as_request(clause: Clause) -> Clause | None:
    """Could you open it, can you help me, as what one asks for: 열어 줄래; None of all else."""
    if clause.kind != "verb" or clause.subject != YOU or clause.negated or clause.aspect:
        return None
    if asked_slot(clause) or (clause.mood == "would" and clause.word in ("like", "prefer")):
        return None
    is_always = clause.mood in ("could", "would")
    is_often = clause.mood in ("can", "will") and (is_for_me(clause) or _is_asked(clause))
    return replace(clause, mood="request") if is_always or is_often else None


def asks_favour(clause: Clause, mood: str) -> bool:
    """Can you open it for me."""
    is_asked = mood == "question" and clause.subject == YOU and not clause.negated
    return is_asked and clause.mood in ("can", "could", "will", "would")


def for_me_unsaid(clause: Clause) -> Clause:
    """The clause without "for me", which 열어 줘 says already."""
    if clause.kind != "verb":
        return clause
    kept = tuple(
        replace(each, kind="") if each.kind == "benefit" and each.phrase in FOR_ME else each
        for each in clause.adverbials
    )
    return replace(clause, adverbials=kept)


def is_for_me(clause: Clause) -> bool:
    """Give me the book, help us."""
    return clause.recipient in FOR_ME or clause.object in FOR_ME


def is_brief(thing: NounPhrase) -> bool:
    """What 좀 can stand behind: 창문 좀 닫아 줄래, of no number of things and no question."""
    is_count = bool(thing.number or thing.measure or thing.part) or thing.head == "turn"
    return thing.kind in ("noun", "pronoun", "unknown") and not (is_count or thing.other)


def _is_asked(clause: Clause) -> bool:
    """Can you open the window; who can speak English is able to."""
    is_skill = clause.word in ("read", "speak", "write", "find", "fix", "carry", "come", "say")
    if is_skill and clause.mood == "can":
        return False
    return clause.word in ASKED_OF_ONE and not is_person(clause.object)


def is_way(clause: Clause) -> bool:
    """How can I get there: what is to be done, 어떻게 가면 되니."""
    is_how = any(each.kind == "asked how" and each.word == "how" for each in clause.adverbials)
    is_open = clause.mood in ("can", "could") and not clause.negated
    return is_how and is_open and clause.kind == "verb" and clause.subject in FOR_ME


def asks_to_be_given(clause: Clause) -> bool:
    """Can I have a cup of tea: what somebody is to give."""
    thing = clause.object
    is_had = clause.word == "have" and clause.frame == "transitive" and not clause.negated
    return is_had and clause.subject in FOR_ME and thing is not None and kind_of(thing) in GIVEN


def as_given(clause: Clause) -> Clause:
    """What the hearer is asked to give: 메뉴 좀 줄래."""
    return replace(clause, subject=YOU, mood="request", word="give", frame="ditransitive")
