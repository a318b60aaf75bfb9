"""What was answered in a class, as a table for a spreadsheet."""

import csv
import io

from ui.classroom.classroom import Classroom
from ui.classroom.questions import Question
from ui.classroom.records import Class

COLUMNS = ("question", "round", "text", "kind", "answer", "count", "right", "answered")


async def counts_csv(classroom: Classroom, code: str, found: Class) -> bytes:
    """Return the counts of all questions and rounds, as CSV in UTF-8 with a byte-order mark."""
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(COLUMNS)
    for asked in found.asked:
        results = await classroom.results(code, asked)
        for number, result in enumerate(results, start=1):
            about = [asked.number, number, _as_text(asked.question.text), asked.question.kind]
            for answer, count in result.counts:
                words = _answer_in_words(asked.question, answer)
                rows.writerow([*about, words, count, "", ""])
            rows.writerow([*about, "", "", result.right, result.answered])
    return written.getvalue().encode("utf-8-sig")


def _answer_in_words(question: Question, answer: list[float]) -> str:
    if question.kind in ("pick", "order"):
        return _as_text(" / ".join(question.options[int(place)] for place in answer))
    return " ".join(f"{one:g}" for one in answer)


def _as_text(cell: str) -> str:
    """A spreadsheet takes what begins like a formula for one."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
