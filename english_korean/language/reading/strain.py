"""How much of a reading few would think of first: of several, the least strained is meant."""

from english_korean.language.compounds import SPOKEN
from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.phrases import are_alike
from english_korean.language.senses import PURSUED, TIMES, is_person, kind_of, takes
from english_korean.language.syntax import DOING, Clause, NounPhrase, Quality, Sentence
from english_korean.language.tree import Node, inner_nodes

UNCHANGED = frozenset({"cut", "hit", "hurt", "put", "quit", "set", "shut"})
"""Verbs whose past is written as their present, of what is done once."""
OF_NOUNS = ("tool", "source", "benefit")
"""Kinds of adverbials that can belong to a noun instead."""
USES = {kind: frozenset(LEXICON.plausible["verbs"][kind]) for kind in OF_NOUNS}
"""The verbs that they go with."""
IT = NounPhrase("it", "pronoun")
NAMED = frozenset({"what", "subject", "language", "class", "lesson"})
"""What has a language for its name: they do not come from a country."""


def strain(node: Node) -> int:
    """How much there is that few readers think of first."""
    strained = isinstance(node, NounPhrase) and (_is_mixed_list(node) or _is_bare_relative(node))
    strained = strained or (isinstance(node, NounPhrase) and _is_strange_phrase(node))
    strained = strained or (isinstance(node, Clause) and _is_strained(node))
    strained = strained or (isinstance(node, Sentence) and _changes_tense(node))
    # Rice, soup and fish are three things, and no rice soup
    is_joined = isinstance(node, NounPhrase) and bool(node.compound and node.other)
    return strained + 2 * is_joined + sum(map(strain, inner_nodes(node)))


def _changes_tense(sentence: Sentence) -> bool:
    """I went home and read: yesterday, both."""
    one, other = sentence.clause, sentence.other
    if one is None or other is None or sentence.link != "and":
        return False
    return one.tense != other.tense and not (one.mood or other.mood)


def _is_mixed_list(phrase: NounPhrase) -> bool:
    """Three things of which some are of another kind."""
    return not (phrase.joined or are_alike(phrase))


def _is_strange_phrase(phrase: NounPhrase) -> bool:
    """English songs are in English, wherever they are from."""
    word = "" if phrase.quality is None else phrase.quality.word
    is_language = word in LEXICON.nouns and LEXICON.nouns[word].kind == "language"
    return is_language and phrase.head in SPOKEN


def _is_bare_relative(phrase: NounPhrase) -> bool:
    """A relative clause without its pronoun."""
    return phrase.relative is not None and phrase.kind != "doing" and not phrase.pronoun


def _is_strained(clause: Clause) -> bool:
    return any(is_so(clause) for is_so in STRAINS)


def _is_now(clause: Clause) -> bool:
    """I put it there yesterday: it is no present; nor is what is done once, as "I cut my hand"."""
    is_present = clause.tense == "present" and not (clause.mood or clause.aspect)
    return is_present and (_is_over(clause) or _is_once(clause))


def _takes_time(clause: Clause) -> bool:
    """I learn every day: no day is learnt."""
    is_taking = clause.kind == "verb" or clause.frame == "predicate"
    return is_taking and kind_of(clause.object) in TIMES and not takes(clause)


def _takes_none(clause: Clause) -> bool:
    """Is reading fun for you: no fun is read; we meet next time: no time is met."""
    thing = clause.object
    if clause.kind != "verb" or thing is None or takes(clause):
        return False
    is_next = thing.head == "time" and thing.quality is not None and thing.quality.word == "next"
    return is_next or (thing == NounPhrase("fun"))


def _has_time_for(clause: Clause) -> bool:
    """It takes a long time to get there: it is no time for getting there."""
    is_long = clause.object is not None and clause.object.relative is not None
    return clause.subject == IT and clause.word == "take" and is_long


def _asks_how_long_it_is(clause: Clause) -> bool:
    """How long is your winter vacation: your winter is no vacation."""
    return clause.kind == "noun" and any(each.word == "how long" for each in clause.adverbials)


def _is_somebody_there(clause: Clause) -> bool:
    """She is an engineer at a company, I miss my aunt in Busan: it is where somebody is."""
    thing = clause.object
    is_said = clause.kind == "noun" and thing is not None and thing.kind == "noun"
    is_there = any(each.kind == "place" for each in clause.adverbials)
    return is_there and is_person(thing) and (is_said or clause.word in ("visit", "miss", "love"))


def _runs_here(clause: Clause) -> bool:
    """Don't run here: it is not here that one runs to."""
    is_here = any(each.word == "here" for each in clause.adverbials)
    return clause.word == "run" and clause.frame == "motion" and is_here


def _is_state(clause: Clause) -> bool:
    """The door is closed: nobody closes it; I have got: I have."""
    if clause.passive:
        return not clause.mood and all(each.kind != "agent" for each in clause.adverbials)
    return clause.aspect == "perfect" and clause.word == "get"


def _does_what_it_is(clause: Clause) -> bool:
    """My hobby is collecting stamps: it does not do it."""
    name = "" if clause.subject is None else clause.subject.head
    return clause.aspect == "progressive" and name in PURSUED


def _is_said_of_other(clause: Clause) -> bool:
    """My favorite subject is English, a color is blue: called so; surprised by Tom, not beside."""
    if clause.kind != "adjective":
        return False
    is_by = any(each.kind == "place" and each.word == "by" for each in clause.adverbials)
    name = "" if clause.subject is None else clause.subject.head
    return is_by or name == "color" or (name in NAMED and _is_nation(clause))


def _asks_no_place(clause: Clause) -> bool:
    """How is the weather, what time is it there: it is not asked where it is."""
    return clause.kind == "place" and any(
        each.word in ("how", "what time") for each in clause.adverbials
    )


def _adds_what_is_of_noun(clause: Clause) -> bool:
    """He wears a coat with pockets, I have friends from Canada: it is not how one has them."""
    return any(
        each.kind in OF_NOUNS and clause.word not in USES[each.kind] for each in clause.adverbials
    )


def _asks_of_something_there(clause: Clause) -> bool:
    """What is that bird on the roof: it is the bird that is there."""
    one, quality = clause.subject, clause.quality
    is_noun = one is not None and one.kind == "noun" and not LEXICON.nouns[one.head].is_name
    thing = clause.object if clause.kind == "noun" else None
    asks_what = thing is not None and (thing.kind == "wh" or thing.determiner in ("what", "whose"))
    asks_how = clause.kind == "adjective" and quality is not None and quality.degree == "how"
    is_there = any(each.kind == "place" for each in clause.adverbials)
    return is_noun and is_there and (asks_what or asks_how or quality == Quality("how"))


def _is_once(clause: Clause) -> bool:
    """I put it on the table: past, as its form may be, unless it is done often."""
    if clause.kind != "verb":
        return False
    is_read = clause.word == "read" and any(
        each.word == "this morning" for each in clause.adverbials
    )
    is_often = any(each.kind == "frequency" or "every" in each.word for each in clause.adverbials)
    is_act = clause.frame != "intransitive" and clause.word.split()[0] in UNCHANGED
    return is_read or (is_act and not is_often)


def _is_over(clause: Clause) -> bool:
    """Yesterday, last week, two days ago."""
    words = [LEXICON.adverbs.get(each.word) for each in clause.adverbials if not each.phrase]
    is_past = any(word is not None and word.tense == "past" for word in words)
    return is_past or any(
        each.kind == "ago" or (each.kind == "time" and each.word == "last")
        for each in clause.adverbials
    )


def _goes_behind_doing(clause: Clause) -> bool:
    """I sleep before going home: it is the going that is home."""
    if clause.frame != "motion" or clause.aspect == "progressive":
        return False
    kinds = [each.kind for each in clause.adverbials]
    doing = [place for place, kind in enumerate(kinds) if kind in DOING]
    return bool(doing) and "goal" in kinds[doing[0] :]


def _is_nation(clause: Clause) -> bool:
    """What is Korean, my favorite subject is English: a language, and nobody from there."""
    word = "" if clause.quality is None else clause.quality.word
    return word in LEXICON.nouns and LEXICON.nouns[word].kind == "language"


STRAINS = (
    _is_now, _takes_time, _takes_none, _adds_what_is_of_noun, _has_time_for, _asks_how_long_it_is,
    _is_somebody_there, _runs_here,
    _asks_of_something_there, _asks_no_place, _is_state, _does_what_it_is, _goes_behind_doing,
    _is_said_of_other,
)  # fmt: skip
"""What strains a clause."""
