"""What ends a Korean predicate, or links it with what follows."""

from english_korean.language.syntax import Level, Morpheme

Nature = str
"""verb, adjective, copula or past: which endings a stem takes."""

TENSELESS = frozenset({"before", "after", "while", "until", "so", "as soon as",
                       "ever since", "then", "that", "because of it",
                       "while doing"})  # fmt: skip
"""Links that take their tense from the main clause."""

LINKS: dict[str, tuple[str, str]] = {
    "and": ("-고", ""), "but": ("-지만", ""), "or": ("-거나", ""), "so": ("-어서", ""),
    "that": ("-어서", ""),
    "if": ("-면", ""), "although": ("-지만", ""), "because": ("-기", "때문에"),
    "when": ("-ㄹ", "때"), "before": ("-기", "전에"), "after": ("-ㄴ", "후에"),
    "until": ("-ㄹ", "때까지"), "as soon as": ("-자마자", ""), "since": ("-기", "때문에"),
    "ever since": ("-ㄴ", "이후로"), "from when": ("-ㄹ", "때부터"), "then": ("-어서", ""),
    "because, so do": ("-니까", ""), "because of it": ("-어서", ""), "while doing": ("-면서", ""),
}  # fmt: skip

STATEMENT: dict[Level, str] = {"plain": "-다", "polite": "-어요", "formal": "-ㅂ니다"}
QUESTION: dict[Level, str] = {"plain": "-니", "polite": "-어요?", "formal": "-ㅂ니까"}
WONDERING: dict[Level, str] = {"plain": "-ㄹ까", "polite": "-ㄹ까요", "formal": "-ㄹ까요"}
COMMAND: dict[Level, str] = {"plain": "-어라", "polite": "-세요", "formal": "-십시오"}
REQUEST: dict[Level, str] = {"plain": "-ㄹ래", "polite": "-어요?", "formal": "-ㅂ니까"}
"""Behind -시-겠-, but in the plain style: 열어 줄래, 열어 주시겠어요."""
PROMISE: dict[Level, str] = {**STATEMENT, "polite": "-ㄹ게요"}
"""Politely, and formally behind -겠-: 전화할게요, 전화하겠습니다."""
ASKING: dict[Level, str] = {**COMMAND, "plain": "-어"}
"""Of what is to be done for oneself: 열어 줘, and not 열어 줘라."""
PROPOSAL: dict[Level, str] = {"plain": "-자", "polite": "-어요", "formal": "-ㅂ시다"}


def plain_statement(nature: Nature) -> str:
    """-ㄴ다 of a verb in the present, -다 of all else."""
    return "-ㄴ다" if nature == "verb" else "-다"


def final(mood: str, nature: Nature, level: Level) -> list[Morpheme]:
    """What ends a sentence: no English word says the level."""
    if mood == "statement" and level == "plain":
        text = plain_statement(nature)
    else:
        table = {"statement": STATEMENT, "question": QUESTION, "wondering": WONDERING,
                 "command": COMMAND, "asking": ASKING, "promise": PROMISE, "request": REQUEST,
                 "proposal": PROPOSAL}[mood]  # fmt: skip
        text = table[level]
    if mood == "request" and level != "plain":
        return [Morpheme("-시-"), Morpheme("-겠-"), Morpheme(text)]
    if mood == "promise" and level == "formal":
        return [Morpheme("-겠-"), Morpheme(text)]
    return [Morpheme(text)]


def linking(link: str, nature: Nature, *, exists: bool = False) -> list[Morpheme]:
    """What links a clause with the next: 가고, 갈 때, 가는 동안, 있는 동안."""
    source = ("link",)
    if link == "while":
        return [adnominal(nature, source, exists=exists), Morpheme("동안", source)]
    bound, free = LINKS[link]
    return [Morpheme(bound, source), *([Morpheme(free, source)] if free else [])]


def adnominal(nature: Nature, sources: tuple[str, ...], *, exists: bool = False) -> Morpheme:
    """What a present predicate has before a noun: 가는, 큰, 있는, 학생인."""
    return Morpheme("-는" if nature == "verb" or exists else "-ㄴ", sources)


def quoted(nature: Nature, source: tuple[str, ...]) -> list[Morpheme]:
    """간다고, 크다고, 학생이라고."""
    text = "-라" if nature == "copula" else plain_statement(nature)
    return [Morpheme(text), Morpheme("-고", source)]


def as_fact(nature: Nature, source: tuple[str, ...]) -> list[Morpheme]:
    """간다는 것을."""
    text = "-라" if nature == "copula" else plain_statement(nature)
    return [Morpheme(text), Morpheme("-는", source), Morpheme("것", source), Morpheme("-을/를")]


def whether(nature: Nature, sources: tuple[str, ...] = (), *, exists: bool) -> Morpheme:
    """가는지, 큰지, 갔는지."""
    return Morpheme("-는지" if nature in ("verb", "past") or exists else "-ㄴ지", sources)
