"""The Korean of what one wants, likes, thinks and knows: the inner clause before the outer stem."""

from english_korean.language.korean import (
    adjectives,
    clauses,
    infinitives,
    predicates,
    subjects,
)
from english_korean.language.korean.doing import before_done, how_done
from english_korean.language.korean.endings import adnominal, as_fact, quoted, whether
from english_korean.language.korean.guesses import only_guesses
from english_korean.language.korean.morphemes import as_favour
from english_korean.language.korean.persons import YOU
from english_korean.language.korean.topic import goes_on, is_same
from english_korean.language.korean.wishes import hopes
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import SURE, feels_so, is_elder, is_person, sense_of
from english_korean.language.syntax import (
    SUBJECTLESS,
    Adverbial,
    Clause,
    Morpheme,
    Style,
    replace,
)

WILL = ("will", "be going to")
LOOKED_FOR = ("hope", "look forward to", "expect", "plan")
"""Of those whom one hopes to see one hopes to meet them."""
BEFORE_ADJECTIVE = {"ready": "-ㄹ", "easy": "-기", "hard": "-기", "difficult": "-기"}
"""Ready to go, easy to read."""
AMAZED = ("surprised", "shocked", "amazed")
SAID = ((), ("quoted",))
"""Patterns of what one says, thinks and asks."""


def complement(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """The inner clause up to the outer stem: 가-고, 간다-고, 어디에 사-는지."""
    inner = clause.complement
    if inner is None or clause.frame == "it is":
        return []
    path = f"{name}.complement"
    if clause.negated and clause.word == "want":
        inner = replace(inner, under_denial=True)
    if clause.word in LOOKED_FOR and inner.word == "see" and is_person(inner.object):
        inner = replace(inner, word="meet")  # 만나기를 바라다
    if how_done(clause):
        return before_done(
            clause, name, lambda done, where: clauses.before_predicate(done, where, style)
        )
    if clause.frame in ("that", "embedded"):
        return _reported(clause, inner, name, style)
    if clause.frame == "that is":
        return _minded(clause, inner, name, style)
    if clause.frame == "predicate" and clause.word != "sorry for":
        particle = sense_of(clause).particle.split()[0]
        return [*infinitives.doing_complement(clause, name, style), Morpheme(particle)]
    infinite = _infinite(clause, inner, path, style)
    if clause.frame == "thanks":
        source = (f"{name}.for",)
        respect = [] if style.level == "plain" else [Morpheme("-시-")]
        return [*as_favour(infinite, source), *respect, Morpheme("-어서", source)]
    if clause.frame == "predicate":
        return [*infinite, Morpheme("-어서", (f"{name}.quality",))]
    if clause.frame == "feeling":
        return [*infinite, Morpheme(_before_feeling(clause, inner), (f"{path}.to",))]
    if clause.frame == "too":
        return [*_reason(clause, name, style), *infinite]
    to = (f"{path}.to",)
    pattern = _pattern(clause)
    particles = ("-을/를", "-이/가")
    return [*infinite, *(Morpheme(text, () if text in particles else to) for text in pattern)]


def _makes_feel(clause: Clause) -> bool:
    inner = clause.complement
    is_made = clause.frame == "bare" and clause.word == "make"
    return is_made and inner is not None and feels_so(inner)


def _before_feeling(clause: Clause, inner: Clause) -> str:
    """갈 준비가 되다, 읽기 쉽다, 만나서 기쁘다, 보고 놀라다."""
    word = "" if clause.quality is None else clause.quality.word
    if inner.word in ("see", "hear") and word in AMAZED:
        return "-고"
    return BEFORE_ADJECTIVE.get(word, "-어서")


def _pattern(clause: Clause) -> tuple[str, ...]:
    """What stands between the two stems: 쉬어야 하다, but 쉴 필요가 없다."""
    if hopes(clause):
        return ("-었-", "-면")
    if clause.word == "need" and predicates.is_denied(clause):
        return ("-ㄹ",)
    return sense_of(clause).pattern


def _infinite(clause: Clause, inner: Clause, path: str, style: Style) -> list[Morpheme]:
    """What one wants to do; what one asks somebody to do for one: 도와 달라고, 열어 달라고."""
    if _makes_feel(clause):  # 행복하게 하다
        return predicates.predicate(inner, path, style, honored=False, tense=False).morphemes
    infinite = infinitives.infinitive(inner, path, style)
    if clause.frame != "told" or clause.word != "ask":
        return infinite
    *before, last = as_favour(infinite, (f"{path}.to",))
    done = last.text.removesuffix("주-")
    helped = [last._replace(text=f"{done}")] if done else []
    return [*before, *helped, Morpheme("달-", last.sources)]


def _reason(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """Too young to drive: 너무 어려서."""
    assert clause.quality is not None
    quality = f"{name}.quality"
    adjective, nature = adjectives.predicate_adjective(
        clause.quality, clause.subject, quality, style
    )
    copula = [Morpheme("-이-")] if nature == "copula" else []
    return [*adjective, *copula, Morpheme("-어서", (f"{name}.complement.to",))]


def _guessed(clause: Clause, inner: Clause, name: str, style: Style) -> list[Morpheme]:
    """비가 올 것 같-, 오늘은 월요일인 것 같-."""
    path, that = f"{name}.complement", (f"{name}.that", f"{name}.verb")
    same = is_same(clause.subject, inner.subject)
    subject = [] if same else subjects.subject_morphemes(inner, path, style, is_main=True)
    before = clauses.before_predicate(inner, path, style)
    honored = is_elder(inner.subject)
    is_to_be = inner.mood in WILL
    so_far = predicates.predicate(inner, path, style, honored=honored, tense=not is_to_be)
    end = adnominal(so_far.nature, that, exists=so_far.exists)
    if is_to_be:
        end = Morpheme("-ㄹ", (f"{path}.aux",))
    elif so_far.nature == "past":
        bare = predicates.predicate(inner, path, style, honored=honored, tense=False)
        is_over = bare.nature == "verb" and inner.aspect != "progressive"
        so_far = bare if is_over else so_far
        end = Morpheme("-ㄴ" if is_over else "-던", that)  # 길을 잃은 것 같다
    return [*subject, *before, *so_far.morphemes, end, Morpheme("것", that)]


def _minded(clause: Clause, inner: Clause, name: str, style: Style) -> list[Morpheme]:
    """그가 올 것이라고 확신하다; 그가 와서 기쁘다."""
    path, that = f"{name}.complement", (f"{name}.that",)
    is_sure = clause.quality is not None and clause.quality.word in SURE
    same = is_same(clause.subject, inner.subject)  # sorry that I am late
    subject = [] if same else subjects.subject_morphemes(inner, path, style, is_main=False)
    before = clauses.before_predicate(inner, path, style)
    honored = is_elder(inner.subject)
    so_far = predicates.predicate(inner, path, style, honored=honored, tense=is_sure)
    end = quoted(so_far.nature, that) if is_sure else [Morpheme("-어서", that)]
    return [*subject, *before, *so_far.morphemes, *end]


def _is_at_once(clause: Clause, inner: Clause) -> bool:
    """He said that he was tired: 피곤하다고, it is the English that has both in the past."""
    is_state = inner.kind in ("adjective", "noun", "place") or inner.aspect == "progressive"
    is_state = is_state or inner.word in LEXICON.stative or inner.word == "live"
    has_time = any(each.kind in ("time", "ago", "clock") for each in inner.adverbials)
    is_said = sense_of(clause).pattern in SAID and not clause.mood
    is_able = inner.mood == "could"
    is_state = is_state or is_able
    is_past = inner.tense == "past" and not inner.mood
    both = clause.tense == "past" and (is_past or is_able) and inner.aspect != "perfect"
    return both and is_said and is_state and (is_able or not has_time)


def _ways_asked(inner: Clause, path: str) -> tuple[str, ...]:
    """The names of how in "how to swim": 수영하는 방법."""
    if inner.subject is not None or inner.kind in SUBJECTLESS:
        return ()
    asked = (index for index, each in enumerate(inner.adverbials) if each.kind == "asked how")
    return tuple(f"{path}.{index}.word" for index in asked if inner.adverbials[index].word == "how")


def _unsaid(each: Adverbial) -> Adverbial:
    """How is what 방법 says; what is of no kind is not said again."""
    return replace(each, kind="") if each.kind == "asked how" and each.word == "how" else each


def _reported(clause: Clause, inner: Clause, name: str, style: Style) -> list[Morpheme]:
    """그가 온다고 생각하다; 그가 오기를 바라다; 그가 오는지 알다."""
    path = f"{name}.complement"
    if only_guesses(clause):
        return _guessed(clause, inner, name, style)
    is_wish = sense_of(clause).pattern == ("wish",)
    how = _ways_asked(inner, path)
    if how:
        inner = replace(inner, adverbials=tuple(map(_unsaid, inner.adverbials)))
    before = clauses.before_predicate(inner, path, style)
    goes = clause.frame == "that" and clause.recipient is None and goes_on(clause, inner)
    # 무엇을 먹고 싶은지 말해 주세요
    is_told = clause.frame == "embedded" and clause.subject is None
    is_hearer = inner.subject == YOU and is_told and style.level != "plain"
    is_told_of = clause.frame == "embedded" and clause.word in ("tell", "say", "explain", "forget")
    same = is_same(clause.subject, inner.subject) and (clause.frame == "that" or is_told_of)
    if not (goes or same or is_hearer):
        subject = subjects.subject_morphemes(inner, path, style, is_main=False)
        before = [*subject, *before]
    is_hoped = is_wish and inner.mood == "will"
    foresees = clause.frame == "embedded" and inner.mood in WILL
    said = replace(inner, mood="") if is_hoped or foresees else inner
    if _is_at_once(clause, inner):
        mood = "can" if said.mood == "could" else said.mood
        said = replace(said, tense="present", mood=mood)
    honored = is_elder(clause.subject if goes else inner.subject)
    so_far = predicates.predicate(said, path, style, honored=honored)
    before += so_far.morphemes
    if clause.frame == "embedded":
        if inner.subject is None and inner.kind not in SUBJECTLESS:  # what to do
            to = (f"{path}.to",)
            if how:
                way = Morpheme("법", how, True)
                return [*before, Morpheme("-는", to), way, Morpheme("-을/를")]
            return [*before, Morpheme("-어야", to), Morpheme("하-", to), Morpheme("-ㄹ지", to)]
        if foresees:  # 올지
            return [*before, Morpheme("-ㄹ지", (f"{path}.aux",))]
        if_word = (f"{name}.whether",) if clause.whether else ()
        return [*before, whether(so_far.nature, if_word, exists=so_far.exists)]
    that = (f"{name}.that",)
    if is_wish:
        if inner.tense == "present" and before[-1].text == "-었-":  # gets better: 나아지기를
            before.pop()
        return [*before, Morpheme("-기", that), Morpheme("-을/를")]
    is_fact = sense_of(clause).pattern == ("fact",)
    return [*before, *(as_fact if is_fact else quoted)(so_far.nature, that)]
