"""The Korean of a tree, morpheme by morpheme, and what each morpheme translates."""

from english_korean.language.adjective_senses import ACTING, acting_of
from english_korean.language.korean.clauses import before_predicate
from english_korean.language.korean.complements import complement
from english_korean.language.korean.degrees import degrees_as_meant, so_much_that
from english_korean.language.korean.endings import TENSELESS, final, linking
from english_korean.language.korean.infinitives import (
    before_doing,
    doing,
    doing_complement,
    purpose,
)
from english_korean.language.korean.inner import write_with
from english_korean.language.korean.morphemes import as_favour, pieces, stem
from english_korean.language.korean.phrases import noun_phrase
from english_korean.language.korean.predicates import predicate
from english_korean.language.korean.relatives import relative_clause
from english_korean.language.korean.subjects import subject_morphemes
from english_korean.language.korean.topic import goes_on, is_same, of_object
from english_korean.language.lexicon import LEXICON
from english_korean.language.questions import asked_slot
from english_korean.language.senses import feels_so, is_elder
from english_korean.language.syntax import (
    JOINING,
    LEVELS,
    SO_THAT,
    Clause,
    Morpheme,
    NounPhrase,
    Sentence,
    Style,
    replace,
)

MOMENTS = frozenset({"arrive", "come", "come back", "finish", "get", "get home", "get up", "go",
                     "hear", "leave", "need", "return", "ring", "see", "start", "stop",
                     "wake up", "want", "meet", "find", "have"})  # fmt: skip
"""What is to be before one does what one is told."""
FIRST_DONE = frozenset({"come", "come back", "come in", "get off", "get up", "go", "go back",
                        "go out", "lie down", "meet", "return", "sit", "sit down", "stand up",
                        "wake up"})  # fmt: skip
"""What one does to do the next: 앉아서 먹는다."""
YOU = NounPhrase("you", "pronoun")
WE = NounPhrase("we", "pronoun")
"""Who is meant by "let's"."""
write_with(
    noun_phrase=noun_phrase,
    relative_clause=relative_clause,
    complement=complement,
    doing=doing,
    doing_complement=doing_complement,
    before_doing=before_doing,
    purpose=purpose,
)


def korean_morphemes(sentence: Sentence, style: Style) -> list[Morpheme]:
    """The morphemes of a sentence in Korean order: verbs last, subordinate clauses first."""
    return degrees_as_meant(_morphemes(sentence, style), sentence)


def _morphemes(sentence: Sentence, style: Style) -> list[Morpheme]:
    opening = _opening(sentence, style)
    if sentence.phrase:
        text = LEXICON.phrases[sentence.phrase][LEVELS.index(style.level)]
        return [*opening, *pieces(text, ("phrase",), is_content=False)]
    main, other = sentence.clause, sentence.other
    assert main is not None
    if other is None:
        return [*opening, *_main(main, sentence, style)]
    if sentence.link in (*JOINING, SO_THAT):
        return [*opening, *_joined(main, other, sentence, style)]
    goes = not sentence.other_first and sentence.mood == "statement" and goes_on(main, other)
    same = sentence.shared or goes or is_same(main.subject, other.subject)
    if sentence.link == "while":
        other = replace(other, aspect="")
    link = _meant(sentence.link, main, other, sentence.mood)
    if _is_addressed(other, sentence.mood):
        other = replace(other, subject=None)
    tense = link not in TENSELESS
    is_reason = sentence.link in ("because", "since") and not sentence.other_first
    is_unsaid = is_reason and of_object(main, other)
    if is_unsaid:  # 너무 비싸기 때문에 나는 자전거를 살 수 없다
        other = replace(other, subject=main.object)
    of = main if goes else None
    first = _linked(
        other, "other", link, style, is_main=same, tense=tense, of=of, is_unsaid=is_unsaid
    )
    return [*opening, *first, *_main(main, sentence, style, omits_subject=same)]


def _meant(link: str, main: Clause, other: Clause, mood: str) -> str:
    """Since he left, of what lasts, is 떠난 이후로; when he comes, of what is still to be, 오면."""
    if link == "since" and main.aspect.startswith("perfect"):
        return "ever since" if other.kind == "verb" else "from when"
    is_one = is_same(main.subject, other.subject)
    if link == "when" and other.word == "grow up" and other.tense == "present" and is_one:
        return "then"  # 자라서
    if link in ("because", "since") and mood in ("command", "proposal"):
        return "because, so do"
    is_to_be = main.mood in ("will", "be going to") or mood in ("command", "proposal")
    is_open = other.tense == "present" and not other.aspect and not other.mood
    if link == "when" and mood == "command" and other.word not in MOMENTS:
        return link  # be careful when you cross the street
    return "if" if link == "when" and is_to_be and is_open else link


def _is_addressed(other: Clause, mood: str) -> bool:
    """Whether it is said of those who are told to do something: nobody names them again."""
    who = {"command": "you", "proposal": "we"}.get(mood)
    return who is not None and other.subject == NounPhrase(who, "pronoun")


def _opening(sentence: Sentence, style: Style) -> list[Morpheme]:
    found = LEXICON.openings.get(sentence.opening) or LEXICON.phrases.get(sentence.opening)
    if found is None:
        return []
    return pieces(found[LEVELS.index(style.level)], ("opening",), is_content=False)


def _joined(main: Clause, other: Clause, sentence: Sentence, style: Style) -> list[Morpheme]:
    """앉아서 먹어라; 나는 먹고 잔다."""
    link = sentence.link
    same = sentence.mood == "command" or sentence.shared or is_same(main.subject, other.subject)
    is_told = sentence.mood == "statement"
    if not same and is_told and goes_on(main, other, is_said_of_both=True):
        same, other = True, replace(other, subject=main.subject)  # he is a chef, but he ...
    if link == "and" and same and _is_done_first(main, other):
        link = "then"
    if sentence.mood == "command":
        before = before_predicate(main, "main", style, owner_is_clear=True)
        so_far = predicate(main, "main", style, honored=False, tense=False)
        first = [*before, *so_far.morphemes, *linking(link, so_far.nature, exists=so_far.exists)]
        return [*first, *_commanded(other, "other", sentence, style)]
    is_sequence = link == "and" and same and _tense_of(main) == _tense_of(other)
    tense = link not in TENSELESS and not is_sequence
    is_main = link not in ("so", SO_THAT) or same
    first = _linked(main, "main", link, style, is_main=is_main, tense=tense)
    if link == SO_THAT:
        first = so_much_that(first)
    return [*first, *_ended(other, "other", "statement", style, omits_subject=same)]


def _is_done_first(main: Clause, other: Clause) -> bool:
    """He came home and slept: 와서."""
    is_done = main.kind == other.kind == "verb" and main.word in FIRST_DONE
    is_plain = not (main.negated or main.aspect or main.complement)
    return is_done and is_plain and _tense_of(main) == _tense_of(other)


def _tense_of(clause: Clause) -> tuple[str, str, str]:
    will = "will" if clause.mood == "be going to" else clause.mood
    return clause.tense, will, clause.aspect


def _main(
    clause: Clause, sentence: Sentence, style: Style, *, omits_subject: bool = False
) -> list[Morpheme]:
    if _says_goodbye(clause, sentence):
        clause, sentence = replace(clause, object=None), replace(sentence, mood="proposal")
    if sentence.mood in ("command", "proposal"):
        return _commanded(clause, "main", sentence, style)
    mood: str = sentence.mood
    if mood == "question":
        mood, clause = _asking(clause)
    return _ended(clause, "main", mood, style, omits_subject=omits_subject)


def _says_goodbye(clause: Clause, sentence: Sentence) -> bool:
    """See you next Monday: 다음 월요일에 보자."""
    is_told = sentence.mood == "command" and not clause.negated
    return is_told and clause.word == "see" and clause.object == YOU


def _asking(clause: Clause) -> tuple[str, Clause]:
    """Will it rain: 올까; can I: 어도 되니; could you: 어 줄 수 있니."""
    who = clause.subject.head if clause.subject is not None else ""
    foresees = clause.mood == "will" and not asked_slot(clause) and who != "you"
    asks_why = [index for index, each in enumerate(clause.adverbials) if each.word == "why"]
    proposes = who == "we" and clause.negated and not clause.mood and clause.tense == "present"
    if asks_why and proposes and clause.kind == "verb" and not clause.aspect:
        kept = (
            replace(each, kind="") if each.word == "why" else each for each in clause.adverbials
        )
        return "wondering", replace(clause, negated=False, adverbials=tuple(kept))
    if clause.mood == "shall" or foresees:
        return "wondering", replace(clause, mood="")
    is_able = clause.mood in ("can", "could") and asked_slot(clause)  # how can I get there
    asks_leave = clause.mood in ("can", "may", "could") and not is_able
    if clause.kind == "verb" and who in ("i", "we") and asks_leave:
        return "question", replace(clause, mood="allowed")
    is_wish = clause.mood == "would" and clause.word == "like"
    asks = clause.mood in ("could", "would") and not is_wish
    if clause.kind == "verb" and who == "you" and asks:
        return "question", replace(clause, mood="request")
    return "question", clause


def _permitted(clause: Clause) -> Clause:
    """You may go: 가도 된다."""
    is_you = clause.subject is not None and clause.subject.head == "you"
    if clause.mood == "may" and is_you and clause.kind == "verb":
        return replace(clause, mood="allowed")
    return clause


def _commanded(clause: Clause, name: str, sentence: Sentence, style: Style) -> list[Morpheme]:
    """열어라, 열어 주세요, 열지 마라, 열자."""
    done = replace(clause, subject=WE) if sentence.mood == "proposal" else clause
    before = before_predicate(done, name, style, owner_is_clear=True)
    morphemes = _told(clause, name, style)
    if clause.negated:
        no = (f"{name}.do", f"{name}.not")
        morphemes = [*morphemes, Morpheme("-지", no), Morpheme("말-", no)]
    elif "please" in (sentence.opening, sentence.closing):
        morphemes = as_favour(morphemes, ("opening", "closing"))
    return [*before, *morphemes, *final(sentence.mood, "verb", style.level)]


def _told(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """The stem of what one is told to do or to be."""
    acting = acting_of(clause)
    if feels_so(clause) and clause.quality is not None:
        acting = ACTING.get(clause.quality.word, "")
    if acting:
        return stem(acting, (f"{name}.quality",))
    positive = replace(clause, negated=False)
    morphemes = predicate(positive, name, style, honored=False, tense=False).morphemes
    if clause.kind == "noun":  # be a doctor: 의사가 되-
        return [*morphemes[:-1], Morpheme("-이/가"), Morpheme("되-", (f"{name}.be",), True)]
    return morphemes


def _ended(
    clause: Clause, name: str, mood: str, style: Style, *, omits_subject: bool = False
) -> list[Morpheme]:
    """A whole clause with what ends a sentence."""
    if mood == "statement":
        clause = _permitted(clause)
    wonders = mood == "wondering"
    subject = [] if omits_subject else subject_morphemes(
        clause, name, style, is_main=True, wonders=wonders
    )  # fmt: skip
    before = before_predicate(clause, name, style)
    honored = is_elder(clause.subject)
    is_open = mood == "wondering" and clause.tense == "present" and not clause.aspect
    so_far = predicate(clause, name, style, honored=honored, tense=not is_open)
    return [*subject, *before, *so_far.morphemes, *final(mood, so_far.nature, style.level)]


def _linked(
    clause: Clause,
    name: str,
    link: str,
    style: Style,
    *,
    is_main: bool,
    tense: bool,
    of: Clause | None = None,
    is_unsaid: bool = False,
) -> list[Morpheme]:
    """A whole clause with what links it with the next.

    Args:
        of: the main clause whose subject is said instead of this one's, which is a pronoun.
        is_unsaid: nobody says the subject.
    """
    if is_unsaid:
        subject = []
    elif of is None:
        subject = subject_morphemes(clause, name, style, is_main=is_main)
    else:
        subject = subject_morphemes(of, "main", style, is_main=True)
    before = before_predicate(clause, name, style)
    honored = is_elder(clause.subject if of is None else of.subject)
    so_far = predicate(clause, name, style, honored=honored, tense=tense)
    return [
        *subject,
        *before,
        *so_far.morphemes,
        *linking(link, so_far.nature, exists=so_far.exists),
    ]
