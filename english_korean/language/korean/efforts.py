"""What is hard, easy or safe to do: 이해하기가 어렵다, 수영해도 안전하다."""

from english_korean.language.korean import inner
from english_korean.language.syntax import Clause, Morpheme, Style

HARD_OR_EASY = ("easy", "hard", "difficult")
SAFE = ("safe", "okay", "ok", "all right")


def _word(clause: Clause) -> str:
    return clause.quality.word if clause.quality is not None else ""


def is_safe(clause: Clause) -> bool:
    """Is it safe to swim here."""
    done = clause.complement
    return (
        done is not None and done.subject is None and _word(clause) in SAFE and not clause.negated
    )


def what_is_safe(done: Clause, name: str, style: Style) -> list[Morpheme]:
    """수영해도: of "is it safe to swim"."""
    to = (f"{name}.complement.to", f"{name}.subject.head")
    return [*inner.infinitive(done, f"{name}.complement", style), Morpheme("-어도", to)]


def is_hard_for_somebody(clause: Clause) -> bool:
    """It is hard for me to understand."""
    done = clause.complement
    return done is not None and done.subject is not None and _word(clause) in HARD_OR_EASY


def what_is_hard(done: Clause, name: str, style: Style) -> list[Morpheme]:
    """이해하기가: of "it is hard for me to understand"."""
    to = (f"{name}.complement.to", f"{name}.subject.head")
    infinite = inner.infinitive(done, f"{name}.complement", style)
    return [*infinite, Morpheme("-기", to), Morpheme("-이/가")]
