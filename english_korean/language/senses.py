"""Which of a verb's meanings is meant: decided by the kinds of the nouns around it."""

from collections.abc import Collection, Sequence

from english_korean.language.entries import Sense
from english_korean.language.lexicon import LEXICON
from english_korean.language.syntax import Clause, NounPhrase, replace
from english_korean.language.tables import Table

PEOPLE = LEXICON.groups["people"]
ANIMATE = LEXICON.groups["animate"]
PERSONAL = frozenset({"i", "you", "he", "she", "we", "they", "everyone", "everybody", "someone",
                      "somebody", "anyone", "anybody", "nobody", "who"})  # fmt: skip
ELDERS = frozenset({"elder", "family_elder"})
TITLE = " 선생님"
SEPARABLE = frozenset({"turn on", "turn off", "put on", "take off", "pick up", "throw away",
                       "clean up", "try on", "wake up"})  # fmt: skip
"""Verbs that can have their object before their second word: turn the light on."""
TIMES = frozenset({"weekday", "month_name", "season", "period", "holiday"})
"""Kinds of nouns that say when."""
PURPOSED = ("something", "nothing", "anything", "time", "way", "chance", "place", "homework",
            "work", "friend", "plan", "turn")  # fmt: skip
"""What can have an infinitive behind it: something to eat, time to go."""


def kind_of(phrase: NounPhrase | None) -> str:
    """The kind of a noun phrase's head; of pronouns person or thing; "" where nobody knows."""
    if phrase is None:
        return ""
    if phrase.kind == "noun":
        return LEXICON.nouns[phrase.head].kind
    if phrase.kind == "year":
        return "period"
    if phrase.kind in ("pronoun", "wh"):
        return "person" if phrase.head in PERSONAL else "thing"
    return ""


def fits(phrase: NounPhrase | None, kinds: frozenset[str]) -> bool:
    """Whether the head is of one of these kinds, or one of these words ("=ball")."""
    if phrase is None:
        return False
    return kind_of(phrase) in kinds or (phrase.kind == "noun" and f"={phrase.head}" in kinds)


def is_person(phrase: NounPhrase | None) -> bool:
    """Whether the head is a person: a noun or a pronoun."""
    return kind_of(phrase) in PEOPLE


def is_elder(phrase: NounPhrase | None) -> bool:
    """Whether -시- belongs to what it does."""
    if phrase is not None and phrase.other is not None:
        return is_elder(phrase.other) and kind_of(phrase) in ELDERS
    return kind_of(phrase) in ELDERS or (phrase is not None and is_titled(phrase))


def is_titled(phrase: NounPhrase) -> bool:
    """Mr. Kim: 김 선생님."""
    return phrase.kind == "noun" and LEXICON.nouns[phrase.head].korean.endswith(TITLE)


def sense_of(clause: Clause) -> Sense:
    """The meaning of a clause's verb: the first that its object, or else its subject, fits."""
    senses = senses_of(clause)
    if len(senses) == 1:
        return senses[0]
    if clause.frame == "intransitive":
        return _first(senses, clause.subject, "subjects")
    thing = _thing(clause)
    row = TABLE.row_of(clause, thing, senses)
    if row is None:
        return _first(senses, thing, "objects")
    return next((sense for sense in senses if sense.korean == row.result["meaning"]), GIVEN)


def _thing(clause: Clause) -> NounPhrase | None:
    """What something is done to."""
    return clause.subject if clause.passive else clause.object


def _is_feast(phrase: NounPhrase | None) -> bool:
    return phrase is not None and (phrase.head == "birthday" or kind_of(phrase) == "holiday")


def _goes_inside(clause: Clause) -> bool:
    """Put it in the box: 넣다; what is put on the table or in the room is 놓다."""
    return any(
        each.word in ("in", "into", "inside") and kind_of(each.phrase) not in ("", "place")
        for each in clause.adverbials
        if each.phrase is not None and each.kind in ("place", "goal")
    )


def senses_of(clause: Clause) -> Sequence[Sense]:
    """All meanings of a clause's verb in its frame."""
    if clause.frame == "predicate":
        return [LEXICON.adjectives_with[clause.word]]
    return LEXICON.frames[clause.frame][clause.word]


def feels_so(clause: Clause) -> bool:
    """Somebody feels sad, warm, tired: is so, in Korean."""
    subject = clause.subject
    is_somebody = subject is None or is_person(subject) or subject.kind in ("gap", "unknown")
    return clause.frame == "linking" and clause.word == "feel" and is_somebody


def has_trait(clause: Clause) -> bool:
    """She has long hair: her hair is long, in Korean."""
    thing = clause.object
    if clause.word not in HAVING or clause.frame != "transitive" or thing is None:
        return False
    if clause.subject is None:
        return False  # I want to have long hair: it will be had
    if thing.quality is None or not _can_be_said(thing.quality.word):
        return False
    is_bad = thing.head in ACHES and thing.quality.word in ("bad", "terrible")  # 두통이 심하다
    if kind_of(thing) not in ("hair", "body", "limb") and not is_bad:
        return False
    is_plain = thing == NounPhrase(thing.head, determiner="a" if thing.determiner == "a" else "",
                                   quality=thing.quality, plural=thing.plural)  # fmt: skip
    return is_plain and thing.quality.degree in ("", *TRAIT_DEGREES) and not thing.quality.other


def _can_be_said(adjective: str) -> bool:
    """Not of favorite, own and first, which nothing is."""
    return adjective in LEXICON.adjectives or adjective in ("new", "old", "young", "little")


def thanks_for_what_is_done(clause: Clause) -> bool:
    """Thank you for your effort: 노력에 감사한다; for a gift, which is 고맙다."""
    is_thanks = clause.frame == "thanks" and clause.object is not None
    return is_thanks and kind_of(clause.object) in ("abstract", "activity")


def takes(clause: Clause) -> bool:
    """Whether the object of a clause's verb is of a kind that goes well with one of its senses."""
    if clause.frame == "thanks":
        return True
    return any(fits(clause.object, sense.objects) for sense in senses_of(clause))


def _first(senses: Sequence[Sense], phrase: NounPhrase | None, side: str) -> Sense:
    for sense in senses:
        if fits(phrase, getattr(sense, side)):
            return sense
    return senses[-1]


GIVEN = Sense("have", "받", "transitive", PEOPLE, frozenset())
HAVING = ("have", "have got")
ACHES = frozenset({"headache", "toothache", "stomachache", "backache", "fever"})
TRAIT_DEGREES = ("very", "so", "too", "really", "quite", "pretty")
SURE = frozenset({"sure", "certain"})
NONE = frozenset({"nobody", "nothing"})
NONE_OF = {"anything": "nothing", "anyone": "nobody", "anybody": "nobody"}
PURSUED = frozenset({"hobby", "dream", "job", "plan", "wish", "goal"})
"""What it is to do something: my hobby is collecting stamps."""
DATED = frozenset({"event", "exam", "meal", "show", "subject", "game", "holiday"})
"""Kinds of what is at a time: 파티는 월요일이다."""


def none_of_any(phrase: NounPhrase, clause: Clause) -> NounPhrase:
    """Anything of what is denied is nothing: 아무것도 먹지 않았다."""
    is_denied = clause.negated or clause.under_denial
    is_denied = is_denied or any(each.word == "never" for each in clause.adverbials)
    who = clause.subject
    is_denied = is_denied or (who is not None and who.head in NONE)
    if not is_denied or phrase.kind != "pronoun" or phrase.head not in NONE_OF:
        return phrase
    return replace(phrase, head=NONE_OF[phrase.head])


def dated(clause: Clause) -> int | None:
    """Of "the party is on Monday" which adverbial says when it is; None of all else."""
    if clause.kind != "place" or kind_of(clause.subject) not in DATED:
        return None
    if len(clause.adverbials) != 1 or clause.adverbials[0].at != "last":
        return None
    when = clause.adverbials[0]
    is_word = when.phrase is None and when.word in ("today", "tomorrow", "yesterday", "now")
    is_on = when.phrase is not None and when.word in ("on", "at", "in", "next", "this", "last")
    return 0 if when.kind in ("time", "clock") and (is_word or is_on) else None


def _who(clause: Clause, thing: NounPhrase | None, senses: Sequence[Sense]) -> Collection[str]:
    who = clause.subject
    if who is None:
        return ("none",)
    known = LEXICON.nouns.get(who.head) if who.kind in ("noun", "gap") else None
    return ("none",) if known is None else (known.kind, f"={who.head}")


def _things(clause: Clause, thing: NounPhrase | None, senses: Sequence[Sense]) -> Collection[str]:
    return ("none",) if thing is None else (kind_of(thing), f"={thing.head}")


def _determiners(
    clause: Clause, thing: NounPhrase | None, senses: Sequence[Sense]
) -> Collection[str]:
    return (thing.determiner or "none" if thing else "none",)


def _qualities(
    clause: Clause, thing: NounPhrase | None, senses: Sequence[Sense]
) -> Collection[str]:
    return (thing.quality.word if thing and thing.quality else "none",)


def _times(clause: Clause, thing: NounPhrase | None, senses: Sequence[Sense]) -> Collection[str]:
    is_over = clause.tense == "past" or clause.aspect or clause.mood in ("will", "be going to")
    return ("over" if is_over else "always",)


def _beside(clause: Clause, thing: NounPhrase | None, senses: Sequence[Sense]) -> Collection[str]:
    beside = {each.kind for each in clause.adverbials}
    if any(each.kind == "time" and _is_feast(each.phrase) for each in clause.adverbials):
        beside.add("holiday")
    if _goes_inside(clause):
        beside.add("inside")
    return beside


def _fitting(clause: Clause, thing: NounPhrase | None, senses: Sequence[Sense]) -> Collection[str]:
    return ("last" if _first(senses, thing, "objects") == senses[-1] else "another",)


TABLE = Table(
    "senses",
    {
        "verb": lambda clause, thing, senses: (clause.word,),
        "who": _who,
        "thing": _things,
        "determiner": _determiners,
        "quality": _qualities,
        "mood": lambda clause, thing, senses: (clause.mood or "none",),
        "time": _times,
        "beside": _beside,
        "fits": _fitting,
    },
    nouns=("who", "thing"),
    lead=("verb",),
)
