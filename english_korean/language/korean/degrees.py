"""How much: 매우, 아주 and 그다지, as the sentence around them asks for."""

import re
from collections.abc import Sequence

from english_korean.language.korean.adverbials import NOT_SO
from english_korean.language.syntax import Morpheme, Sentence

VERY = "매우"
SO, THAT_SO, THIS_SO, TOO = "아주", "그렇게", "이렇게", "너무"
"""So, where it is said; where it is asked or denied, 왜 그렇게 늦었니? And so that ...."""
DEGREE_OF_A_WAY = re.compile(r"main\.\d+\.quality\.degree")
"""Very well, very fast: not so well, where it is denied."""


def degrees_as_meant(morphemes: Sequence[Morpheme], sentence: Sentence) -> list[Morpheme]:
    """So and very as they are said in a question, and where the main clause is denied."""
    main = sentence.clause
    if main is None or not (sentence.mood == "question" or main.negated):
        return list(morphemes)
    is_denied = sentence.mood == "statement" and main.negated
    subject = main.subject
    is_here = subject is not None and "this" in (subject.determiner, subject.head)

    def meant(morpheme: Morpheme) -> str:
        if morpheme.text not in (SO, VERY) or not _is_degree(morpheme):
            return morpheme.text
        if morpheme.text == SO:
            return THIS_SO if is_here else THAT_SO
        is_way = any(DEGREE_OF_A_WAY.fullmatch(one) for one in morpheme.sources)
        return NOT_SO if is_denied and (is_way or main.kind == "adjective") else VERY

    return [each._replace(text=meant(each)) for each in morphemes]


def _is_degree(morpheme: Morpheme) -> bool:
    """Whether it says how much in the main clause itself."""
    return any(
        name.startswith("main.")
        and name.endswith((".degree", ".determiner"))
        and ".relative." not in name
        and ".complement." not in name
        for name in morpheme.sources
    )


def so_much_that(morphemes: Sequence[Morpheme]) -> list[Morpheme]:
    """너무 피곤해서: of so tired that one cannot walk."""

    def is_so(morpheme: Morpheme) -> bool:
        return morpheme.text == SO and any(one.endswith(".degree") for one in morpheme.sources)

    return [each._replace(text=TOO) if is_so(each) else each for each in morphemes]
