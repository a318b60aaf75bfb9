"""Which Korean link is meant by an English one: -아서, -면서, -면 by what the clauses say."""

from english_korean.language.korean.impersonal import IT
from english_korean.language.korean.topic import is_same, of_object
from english_korean.language.senses import is_person, kind_of
from english_korean.language.syntax import Clause, Morpheme, NounPhrase, Quality, replace

MOMENTS = frozenset({"arrive", "come", "come back", "finish", "get", "get home", "get up", "go",
                     "hear", "leave", "need", "return", "ring", "see", "start", "stop",
                     "wake up", "want", "meet", "find", "have"})  # fmt: skip
"""What is to be before one does what one is told."""
ENDS = frozenset({"arrive", "come back", "finish", "get home", "get up", "return", "stop",
                  "wake up"})  # fmt: skip
"""What is over when the other begins, each time: 비가 그치면 나간다."""
FIRST_DONE = frozenset({"come", "come back", "come in", "fall", "get off", "get up", "go",
                        "go back", "go out", "lie down", "meet", "return", "sit", "sit down",
                        "stand up", "wake up"})  # fmt: skip
"""What one does to do the next: 앉아서 먹는다."""
FIRST_DONE_TO = frozenset({"bake", "borrow", "buy", "catch", "clean", "cook", "cut", "draw", "fix",
                           "make", "pick", "wash", "write"})  # fmt: skip
"""What one does to a thing to do the next with it: 사서 먹는다."""
AT_ONCE = frozenset({"arrive", "become", "break", "burn", "call", "cut", "get", "die", "fall",
                     "fall asleep", "fall down", "find", "forget", "hurt",
                     "leave", "lose", "ring", "steal"})  # fmt: skip
"""What is over in a moment, so that nobody does another thing with it: 자는 동안 죽었다."""
UNCHANGED = frozenset({"cut", "hit", "hurt", "let", "put", "read"})
"""Verbs whose past is written as their present."""
ARGUED = ("may", "might", "must", "should", "had better")
"""What one gives a reason for, and not its cause: 없으니까 아플지도 모른다."""
STATES = ("adjective", "noun", "place")


def meant_link(link: str, main: Clause, other: Clause, mood: str, *, same: bool) -> str:
    """Since he left, of what lasts, is 떠난 이후로; when he comes, of what is still to be, 오면.

    Args:
        same: both speak of the same.
    """
    if link == "since" and main.aspect.startswith("perfect"):
        return "ever since" if other.kind == "verb" else "from when"
    if link in ("because", "since"):
        return _reason(main, other, mood)
    if link == "while":
        return "while doing" if same and _accompanies(main, other) else link
    return _moment(main, other, mood) if link == "when" else link


def _reason(main: Clause, other: Clause, mood: str) -> str:
    """추우니까 입어라; 추워서 입었다; 선생님이었기 때문에 안다."""
    if mood in ("command", "proposal") or main.mood in ARGUED:
        return "because, so do"
    is_over = main.tense == "past" or main.aspect.startswith("perfect")
    is_past_state = other.kind in STATES and other.tense == "past" and not is_over
    is_sorry = main.quality is not None and main.quality.word == "sorry"
    is_to_be = other.mood in ("will", "be going to", "used to")
    keeps_tense = is_to_be or (is_past_state and not is_sorry)
    return "because" if keeps_tense else "because of it"


def _accompanies(main: Clause, other: Clause) -> bool:
    """Whether one does both: 운전하면서 듣는다."""
    both = (main, other)
    is_done = all(each.kind == "verb" and not (each.negated or each.passive) for each in both)
    return is_done and main.word not in AT_ONCE and other.word not in ("live", "stay", "be")


def are_contrasted(main: Clause, other: Clause) -> bool:
    """She does not like dogs, but she likes cats: 개는 좋아하지 않지만 고양이는 좋아한다."""
    both = (main, other)
    is_plain = all(each.frame == "transitive" and each.object is not None for each in both)
    return is_plain and main.word == other.word and main.negated != other.negated


def contrasted(morphemes: list[Morpheme]) -> list[Morpheme]:
    """The clause with 은/는 behind its object."""
    places = [index for index, each in enumerate(morphemes) if each.text == "-을/를"]
    if not places:
        return morphemes
    last = places[-1]
    return [
        *morphemes[:last], morphemes[last]._replace(text="-은/는"), *morphemes[last + 1 :]
    ]  # fmt: skip


def without_it(other: Clause) -> Clause:
    """The clause without "it", which the clause before it has named: 잠겨 있어서 열 수 없다."""
    inner = other.complement
    if other.object == IT:
        return replace(other, object_unsaid=True)
    if inner is not None and inner.object == IT:
        return replace(other, complement=replace(inner, object_unsaid=True))
    return other


def is_of_what_was_named(main: Clause, other: Clause) -> bool:
    """I tried to learn French, but it was too difficult: 배우려고 했지만 너무 어려웠다."""
    inner = main if main.object is not None else main.complement
    if other.kind != "adjective" or inner is None or inner.object is None:
        return False
    if is_person(inner.object):
        return False  # my father, who is taller than me
    return of_object(replace(main, object=inner.object, complement=None), other)


def as_young(other: Clause) -> Clause:
    """When I was a child: 어렸을 때."""
    thing = other.object
    children = [NounPhrase(word, determiner="a") for word in ("child", "kid")]
    if other.kind != "noun" or other.tense != "past" or thing not in children:
        return other
    return replace(other, kind="adjective", object=None, quality=Quality("little"))


def of_child(morphemes: list[Morpheme]) -> list[Morpheme]:
    """What `as_young` made an adjective of translates the noun."""
    return [
        each._replace(sources=("other.object.head",))
        if each.sources == ("other.quality",)
        else each
        for each in morphemes
    ]


def of_age(morphemes: list[Morpheme]) -> list[Morpheme]:
    """When I was ten: 열 살 때."""
    texts = [each.text for each in morphemes]
    if texts[-5:] == ["살", "-이-", "-었-", "-ㄹ", "때"]:
        return [*morphemes[:-4], morphemes[-1]]
    return morphemes


def _moment(main: Clause, other: Clause, mood: str) -> str:
    """자라서, 오면, 올 때."""
    is_one = is_same(main.subject, other.subject)
    if other.word == "grow up" and other.tense == "present" and is_one:
        return "then"
    is_to_be = main.mood in ("will", "be going to") or mood in ("command", "proposal")
    is_open = other.tense == "present" and not other.aspect and not other.mood
    if mood == "command" and other.word not in MOMENTS:
        return "when"  # be careful when you cross the street
    is_habit = main.tense == "present" and not main.aspect and ends(other)
    return "if" if (is_to_be or is_habit) and is_open else "when"


def ends(clause: Clause) -> bool:
    """The rain stops, he gets up: what then is over."""
    stops = clause.kind == "weather" and clause.frame.startswith("stop")
    begins = clause.word == "come" and kind_of(clause.subject) == "season"  # 봄이 오면
    return stops or begins or (clause.kind == "verb" and clause.word in ENDS and not clause.negated)


def as_over(main: Clause, other: Clause) -> Clause:
    """Was happy when I read it: what looks like its present was."""
    is_open = other.tense == "present" and not (other.aspect or other.mood or other.negated)
    was = main.tense == "past" and is_open and other.word in UNCHANGED
    return replace(other, tense="past") if was else other


def is_done_first(main: Clause, other: Clause) -> bool:
    """He came home and slept: 와서; bought a cake and ate it: 사서."""
    is_done = main.kind == other.kind == "verb"
    is_first = main.word in FIRST_DONE or (
        main.word in FIRST_DONE_TO and is_said_again(main, other)
    )
    is_plain = not (main.negated or main.aspect or main.complement or main.passive)
    return is_done and is_first and is_plain and tense_of(main) == tense_of(other)


def is_said_again(main: Clause, other: Clause) -> bool:
    """Whether the object of the other is a pronoun for the thing of the main one."""
    thing, pronoun = main.object, other.object
    if thing is None or pronoun is None or pronoun.kind != "pronoun" or thing.kind != "noun":
        return False
    is_several = thing.plural or thing.other is not None
    return pronoun == NounPhrase("they" if is_several else "it", "pronoun")


def tense_of(clause: Clause) -> tuple[str, str, str]:
    """Tense, mood and aspect, by which two clauses are of one time."""
    will = "will" if clause.mood == "be going to" else clause.mood
    return clause.tense, will, clause.aspect


def is_addressed(other: Clause, mood: str) -> bool:
    """Whether it is said of those who are told to do something: nobody names them again."""
    told = {"command": ("you",), "proposal": ("we", "you")}.get(mood, ())
    return other.subject in [NounPhrase(who, "pronoun") for who in told]
